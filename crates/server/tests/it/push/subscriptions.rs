use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sims::receiver::{BrowserKeys, Subscription};

use super::{PushApp, subscribe};
use crate::support::prelude::*;

impl PushApp {
    /// Returns the names of the user's browsers.
    async fn browsers(&self) -> Vec<String> {
        let answer = self.reader.get("/api/endpoints").await;
        let listed = answer.json["endpoints"].as_array().unwrap();
        let name = |endpoint: &Value| endpoint["name"].as_str().unwrap().to_owned();
        listed.iter().map(name).collect()
    }
}

fn other_browser(push: &PushApp) -> Subscription {
    push.receiver.control.subscribe()
}

#[tokio::test]
async fn all_processes_have_one_key_and_other_secrets_another() {
    let test = TestApp::init().await;
    let reader = test.new_user("reader@example.com").await;
    let key = reader.get("/api/push/key").await.json["publicKey"].clone();
    let bytes = URL_SAFE_NO_PAD.decode(key.as_str().unwrap()).unwrap();
    assert_eq!((bytes.len(), bytes[0]), (65, 4));
    let again = test.restarted().await;
    let again = again.with_token(reader.token.as_deref().unwrap());
    assert_eq!(again.get("/api/push/key").await.json["publicKey"], key);
    let other = TestApp::init_with(&["auth.secret=another-secret-for-tests-of-enough-length"]);
    assert_ne!(other.await.senders.vapid.public_key(), key.as_str().unwrap());
}

#[tokio::test]
async fn a_browser_is_listed_once_however_often_it_subscribes() {
    let push = PushApp::init().await;
    let again = subscribe(&push.reader, &push.browser, "Another name").await;
    assert_eq!((again.status, &again.json["_id"]), (201, &json!(push.endpoint)));
    assert_eq!(push.browsers().await, ["Firefox on Linux"], "its first name stays");
    let endpoint = &push.reader.get("/api/endpoints").await.json["endpoints"][0];
    assert_eq!(endpoint["channel"], "push");
    assert_eq!(endpoint["shown"], "127.0.0.1");
    let text = endpoint.to_string();
    assert!(!text.contains(&push.browser.id) && !text.contains(&push.browser.keys.auth));
    subscribe(&push.reader, &other_browser(&push), "Chrome on Android").await;
    assert_eq!(push.browsers().await.len(), 2);
}

#[tokio::test]
async fn the_subscription_is_stored_encrypted() {
    let push = PushApp::init().await;
    let stored = push.endpoint().await.unwrap();
    let stored = String::from_utf8_lossy(&stored.target).into_owned();
    for secret in [&push.browser.id, &push.browser.keys.auth, &push.browser.keys.p256dh] {
        assert!(!stored.contains(secret.as_str()));
    }
}

#[tokio::test]
async fn a_browser_belongs_to_who_subscribed_it_last() {
    let push = PushApp::init().await;
    let next = push.app.new_user("next@example.com").await;
    push.app.make_pro(&next.user).await;
    let waiting = push.any_alert().await;
    assert_eq!(subscribe(&next, &push.browser, "Shared").await.status, 201);
    assert!(push.browsers().await.is_empty());
    push.drain().await;
    assert_eq!(push.outcome(waiting).await.0, "skipped");
    assert!(push.waiting().is_empty(), "the next user sees nothing of the one before");
}

#[tokio::test]
async fn the_free_plan_has_no_browser_push() {
    let push = PushApp::init().await;
    let free = push.app.new_user("free@example.com").await;
    let answer = subscribe(&free, &other_browser(&push), "Firefox").await;
    assert_eq!((answer.status, answer.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    subscribe(&free, &push.browser, "Firefox").await.expect(403);
    assert!(push.endpoint().await.is_some(), "a refused call takes nothing from others");
    assert_eq!(free.get("/api/push/key").await.status, 200);
}

#[tokio::test]
async fn addresses_that_no_push_service_has_are_refused() {
    let test = TestApp::init().await;
    let reader = test.new_user("reader@example.com").await;
    test.make_pro(&reader.user).await;
    let keys = BrowserKeys::generate();
    let call = async |endpoint: &str, p256dh: &[u8], auth: &[u8], name: &str| {
        let body = json!({
            "endpoint": endpoint,
            "keys": { "p256dh": URL_SAFE_NO_PAD.encode(p256dh), "auth": URL_SAFE_NO_PAD.encode(auth) },
            "name": name,
        });
        reader.post("/api/push/subscriptions", body).await
    };
    let good = "https://push.example/x";
    let (public, auth) = (keys.public(), keys.auth());
    for endpoint in [
        "",
        "x",
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://user:secret@push.example/x",
        "file:///etc/passwd",
        &format!("https://push.example/{}", "x".repeat(3_000)),
    ] {
        let answer = call(endpoint, public, auth, "Firefox").await;
        assert_eq!(answer.status, 422, "{endpoint}");
        assert!(answer.json["fields"]["endpoint"].is_string(), "{endpoint}");
    }
    let mut off_the_curve = public.to_vec();
    off_the_curve[64] ^= 1;
    for (p256dh, auth) in
        [(&off_the_curve[..], &auth[..]), (&public[..64], auth), (public, &[0; 15])]
    {
        let answer = call(good, p256dh, auth, "Firefox").await.expect(422);
        assert!(answer.json["fields"]["keys"].is_string());
    }
    for name in ["", " ", &"x".repeat(101), "a\nb"] {
        let answer = call(good, public, auth, name).await;
        assert_eq!(answer.status, 422, "{name:?}");
        assert!(answer.json["fields"]["name"].is_string());
    }
    assert_eq!(call(good, public, auth, "Firefox").await.status, 201);
}

#[tokio::test]
async fn a_user_has_twenty_browsers_at_most() {
    let push = PushApp::init().await;
    for n in 1..20 {
        subscribe(&push.reader, &other_browser(&push), &format!("No. {n}")).await.expect(201);
    }
    let answer = subscribe(&push.reader, &other_browser(&push), "One more").await;
    assert_eq!((answer.status, answer.code()), (400, "ENDPOINT_LIMIT_EXCEEDED"));
    let known = subscribe(&push.reader, &push.browser, "Known").await;
    assert_eq!(known.status, 201, "one that is there can come again");
}

#[tokio::test]
async fn a_browser_that_comes_back_works_again_unless_its_user_paused_it() {
    let push = PushApp::init().await;
    push.set_paused(true).await;
    subscribe(&push.reader, &push.browser, "Firefox").await;
    let back = push.endpoint().await.unwrap();
    assert_eq!((back.paused_at, back.failing_since), (None, None));
    push.set_paused(false).await;
    subscribe(&push.reader, &push.browser, "Firefox").await;
    assert!(push.endpoint().await.unwrap().paused_at.is_some());
}

#[tokio::test]
async fn signing_out_keeps_the_browser_and_leaving_removes_it() {
    let push = PushApp::init().await;
    push.reader.delete("/api/users/sessions").await;
    assert!(push.endpoint().await.is_some());
    push.app.sql(&format!("DELETE FROM users WHERE id = '{}'", push.reader.user.id)).await;
    assert_eq!(count(&push.app, "endpoints").await, 0);
}
