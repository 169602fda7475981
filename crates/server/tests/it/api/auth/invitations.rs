//! Registration by invitation.

use domain::auth::invitations::invite;
use ingest::retention::delete_outdated;

use crate::support::accounts::{registration, without_request_id};
use crate::support::prelude::*;

const TEXT: &str = "You need an invitation to create an account here. Yours may have been used, \
    have expired or be for another address. Ask whoever runs this server for one.";

async fn by_invitation() -> (TestApp, Client) {
    TestApp::init_with(&["auth.registration=invite"]).await.anon()
}

/// Makes an invitation for a week and returns its token.
async fn token(app: &TestApp, email: Option<&str>) -> String {
    let link = invite(app, None, email.map(ToOwned::to_owned), TimeDelta::days(7));
    let link = link.await.unwrap();
    let (page, token) = link.split_once("?invite=").unwrap();
    assert!(page.ends_with("/register"), "{page}");
    token.to_owned()
}

async fn register(anon: &Client, email: &str, token: &str) -> Answer {
    let mut body = registration(email);
    body["invitation"] = json!(token);
    anon.post("/api/auth/register", body).await
}

fn assert_uninvited(answer: &Answer) {
    let code = "INVITATION_REQUIRED";
    assert_eq!((answer.status, answer.code()), (403, code), "{}", answer.text);
    assert_eq!(answer.json["message"], TEXT);
}

#[tokio::test]
async fn one_account_is_made_with_an_invitation_and_none_without() {
    let (app, anon) = by_invitation().await;
    assert_uninvited(&anon.register("ada@example.com").await);
    assert_uninvited(&register(&anon, "ada@example.com", "made-up").await);
    assert!(app.user("ada@example.com").await.is_none());

    let token = token(&app, None).await;
    // Errors in the other fields do not use up the invitation.
    let mut weak = registration("ada@example.com");
    weak["invitation"] = json!(token);
    weak["password"] = json!("weak");
    assert_eq!(anon.post("/api/auth/register", weak).await.status, 422);
    register(&anon, "ada@example.com", &token).await.expect(201);
    assert_uninvited(&register(&anon, "eve@example.com", &token).await);
    assert!(app.user("eve@example.com").await.is_none());
    assert!(app.waiting_mails("eve@example.com").await.is_empty());
    // The same address may register again, as after a mistyped name.
    assert_eq!(register(&anon, "Ada@example.com", &token).await.status, 201);
    let link = app.verification_token("ada@example.com").await;
    anon.verify(&link, PASSWORD).await.expect(200);
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
    assert_eq!(count(&app, &format!("invitations WHERE token_hash = '{token}'::bytea")).await, 0);
}

#[tokio::test]
async fn an_invitation_for_an_address_is_for_no_other() {
    let (app, anon) = by_invitation().await;
    let token = token(&app, Some("ada@example.com")).await;
    assert_uninvited(&register(&anon, "eve@example.com", &token).await);
    assert_eq!(register(&anon, "ADA@example.com", &token).await.status, 201);
}

#[tokio::test]
async fn an_invitation_ends_and_is_cleaned_up_a_day_later() {
    let (app, anon) = by_invitation().await;
    let token = token(&app, None).await;
    app.clock.advance(TimeDelta::days(7));
    assert_uninvited(&register(&anon, "ada@example.com", &token).await);
    app.clock.advance(TimeDelta::days(2));
    let deleted = delete_outdated(&app.pool, app.clock.now()).await.unwrap();
    assert_eq!(deleted.unwrap().invitations, 1);
}

#[tokio::test]
async fn two_at_once_do_not_share_an_invitation() {
    let (app, anon) = by_invitation().await;
    let token = token(&app, None).await;
    let (one, other) = tokio::join!(
        register(&anon, "one@example.com", &token),
        register(&anon, "other@example.com", &token),
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 403]);
    assert_eq!(count(&app, "users").await, 1);
    assert_eq!(count(&app, "mail_requests").await, 1);
}

#[tokio::test]
async fn an_invitation_does_not_reveal_who_has_an_account() {
    let (app, anon) = by_invitation().await;
    app.new_user("known@example.com").await;
    let mut answers: Vec<(u16, Value)> = Vec::new();
    for first in ["known@example.com", "nobody@example.com"] {
        let token = token(&app, None).await;
        for email in [first, "eve@example.com", first] {
            let answer = register(&anon, email, &token).await;
            answers.push((answer.status, without_request_id(answer.json)));
        }
    }
    assert_eq!(answers[..3], answers[3..]);
    let statuses: Vec<u16> = answers[..3].iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses, [201, 403, 201]);
}

#[tokio::test]
async fn where_registration_is_open_an_invitation_is_ignored() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    let token = token(&app, Some("ada@example.com")).await;
    assert_eq!(register(&anon, "eve@example.com", &token).await.status, 201);
    assert_eq!(count(&app, "invitations WHERE used_by IS NOT NULL").await, 0);
}
