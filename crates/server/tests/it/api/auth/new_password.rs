//! A new password: what it invalidates, and the email that reports it.

use crate::support::accounts::Session;
use crate::support::prelude::*;

const ADA: &str = "ada@example.com";
const NEW: &str = "Another1horse";

struct Owner {
    mail: MailApp,
    anon: Client,
    here: Session,
    there: Session,
    feed: String,
    /// A program with an API key.
    key: Client,
}

impl Owner {
    /// Signs in in two browsers, with a feed, a webhook and a browser that gets alerts.
    async fn init() -> Self {
        let mail = MailApp::init().await;
        let SignedIn { client, .. } = mail.app.new_user("other@example.com").await;
        let anon = Client { token: None, ..client };
        mail.app.verified(&anon, ADA).await;
        let user = mail.app.user(ADA).await.unwrap();
        mail.app.make_pro(&user).await;
        for (channel, name, shown) in [
            ("webhook", "Mallory's <hook>", "hooks.example"),
            ("push", "Firefox on Linux", "push.example"),
        ] {
            let name = name.replace('\'', "''");
            mail.app
                .sql(&format!(
                    "INSERT INTO endpoints
                         (id, user_id, channel, name, target, fingerprint, shown, created_at)
                     VALUES (gen_random_uuid(), '{}', '{channel}', '{name}', '', sha256('{name}'),
                             '{shown}', '2026-01-02T03:04:05Z')",
                    user.id
                ))
                .await;
        }
        let here = anon.sign_in(ADA).await;
        let there = anon.sign_in(ADA).await;
        let feeds: Value = here.client.get("/api/feeds").await.json;
        let feed = feeds["all"]["json"].as_str().unwrap();
        let feed = feed.strip_prefix("https://harken.example").unwrap();
        let feed = feed.to_owned();
        let key = json!({"name": "x", "scopes": ["read"]});
        let key = here.client.post("/api/keys", key).await.expect(201).json;
        let key = anon.with_token(key["token"].as_str().unwrap());
        assert_eq!(key.get("/api/keywords").await.status, 200);
        assert_eq!(anon.get(&feed).await.status, 200);
        mail.drain().await;
        Self { mail, anon, here, there, feed, key }
    }

    async fn reset(&self) -> u16 {
        let asked = json!({"email": ADA});
        self.anon.post("/api/auth/forgot-password", asked).await;
        let token = self.mail.app.reset_token(ADA).await.unwrap();
        let body = json!({"token": token, "password": NEW});
        let reset = self.anon.post("/api/auth/reset-password", body);
        reset.await.status
    }

    async fn change(&self) -> u16 {
        let body = json!({"currentPassword": PASSWORD, "newPassword": NEW});
        let changed = self.here.client.put("/api/users/password", body);
        changed.await.status
    }

    /// Returns the emails that report a new password.
    async fn notices(&self) -> Vec<String> {
        self.mail.drain().await;
        let mails = self.mail.mails();
        let notices = mails.iter().filter(|mail| mail.subject == "Your password was changed");
        notices
            .map(|mail| {
                assert_eq!(mail.to, [ADA]);
                assert_eq!(mail.header("list-unsubscribe"), None);
                let html = mail.html.as_deref().unwrap();
                assert!(!html.contains("<hook>"), "{html}");
                mail.text.clone().unwrap()
            })
            .collect()
    }
}

fn assert_says_all(notice: &str) {
    for part in [
        "• Webhook “Mallory's <hook>” (hooks.example), added 2 January 2026",
        "• Browser “Firefox on Linux” (push.example), added 2 January 2026",
        "https://harken.example/forgot-password",
    ] {
        assert!(notice.contains(part), "{part} is not in\n{notice}");
    }
}

#[tokio::test]
async fn a_reset_ends_all_that_the_old_password_gave_and_is_reported_by_mail() {
    let owner = Owner::init().await;
    assert_eq!(owner.reset().await, 200);
    assert_eq!(owner.here.works().await, (false, false));
    assert_eq!(owner.there.works().await, (false, false));
    assert_eq!(owner.anon.get(&owner.feed).await.status, 404);
    assert_eq!(owner.key.get("/api/keywords").await.code(), "KEY_UNKNOWN");
    let notices = owner.notices().await;
    assert_eq!(notices.len(), 1);
    assert_says_all(&notices[0]);
    // Each new password is reported.
    assert_eq!(owner.reset().await, 200);
    assert_eq!(owner.notices().await.len(), 2);
}

#[tokio::test]
async fn a_change_keeps_the_session_that_made_it_and_is_reported_by_mail() {
    let owner = Owner::init().await;
    assert_eq!(owner.change().await, 204);
    assert_eq!(owner.here.works().await, (true, true));
    assert_eq!(owner.there.works().await, (false, false));
    assert_eq!(owner.anon.get(&owner.feed).await.status, 404);
    assert_eq!(owner.key.get("/api/keywords").await.code(), "KEY_UNKNOWN");
    let notices = owner.notices().await;
    assert_eq!(notices.len(), 1);
    assert_says_all(&notices[0]);
}

#[tokio::test]
async fn a_wrong_password_or_a_used_link_ends_nothing_and_notifies_nobody() {
    let owner = Owner::init().await;
    let body = json!({"currentPassword": "Wrong1password", "newPassword": NEW});
    owner.here.client.put("/api/users/password", body).await.expect(422);
    let body = json!({"token": "x", "password": NEW});
    owner.anon.post("/api/auth/reset-password", body).await.expect(400);
    assert_eq!(owner.there.works().await, (true, true));
    assert_eq!(owner.anon.get(&owner.feed).await.status, 200);
    owner.key.get("/api/keywords").await.expect(200);
    assert!(owner.notices().await.is_empty());
}
