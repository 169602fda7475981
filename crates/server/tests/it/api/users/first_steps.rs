use sims::smtp::{Action, Stage};

use crate::support::prelude::*;

async fn has_receiver(user: &SignedIn) -> bool {
    let answer = user.get("/api/users/first-steps").await.expect(200);
    answer.json["hasReceiver"].as_bool().unwrap()
}

#[tokio::test]
async fn a_test_mail_goes_to_the_own_address_at_once_and_shows_that_alerts_can_arrive() {
    let mail = MailApp::init().await;
    let ada = mail.app.new_user("ada@example.com").await;
    let other = mail.app.new_user("other@example.com").await;
    assert!(!has_receiver(&ada).await);

    let test = ada.post("/api/users/mail/test", json!({})).await;
    assert_eq!((test.status, &test.json["ok"]), (200, &json!(true)));
    let arrived = mail.mails();
    assert_eq!(arrived.len(), 1);
    assert_eq!(arrived[0].header("to"), Some("ada@example.com"));
    assert_eq!(arrived[0].subject, "Your test email from Harken");
    assert_eq!(mail.drain().await, 0, "no worker sends it again");
    assert!(has_receiver(&ada).await);
    assert!(!has_receiver(&other).await);
}

#[tokio::test]
async fn a_channel_counts_as_a_receiver() {
    let setup = ChannelTest::init().await;
    assert!(!has_receiver(&setup.user).await);
    setup.add("webhook").await;
    assert!(has_receiver(&setup.user).await);
}

#[tokio::test]
async fn a_test_that_failed_says_why_and_counts_as_no_receiver() {
    let mail = MailApp::init().await;
    let ada = mail.app.new_user("ada@example.com").await;
    mail.fail_once(Stage::Rcpt, Action::Transient);
    let test = ada.post("/api/users/mail/test", json!({})).await;
    assert_eq!((test.status, &test.json["ok"]), (200, &json!(false)));
    let detail = test.json["detail"].as_str().unwrap();
    assert!(detail.contains("451") && !detail.contains('@'), "{detail}");
    assert_eq!(mail.drain().await, 0, "it is not tried again by itself");
    assert!(!has_receiver(&ada).await);
    let again = ada.post("/api/users/mail/test", json!({})).await;
    assert_eq!(again.json["ok"], true, "{}", again.text);
}

#[tokio::test]
async fn ten_tests_a_minute_are_sent_and_no_more() {
    let mail = MailApp::init().await;
    let ada = mail.app.new_user("ada@example.com").await;
    for _ in 0..10 {
        ada.post("/api/users/mail/test", json!({})).await.expect(200);
    }
    let refused = ada.post("/api/users/mail/test", json!({})).await;
    assert_eq!((refused.status, refused.code()), (429, "TEST_RATE_LIMIT_EXCEEDED"));
    assert_eq!(mail.mails().len(), 10);
}

#[tokio::test]
async fn they_are_offered_until_they_are_closed() {
    let (app, anon, ada) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let offered = async |user: &SignedIn| {
        let profile = user.get("/api/users/profile").await;
        profile.json["user"]["firstSteps"].as_bool().unwrap()
    };
    assert!(offered(&ada).await);
    for _ in 0..2 {
        let closed = ada.delete("/api/users/first-steps").await;
        assert_eq!((closed.status, &closed.json["firstSteps"]), (200, &json!(false)));
    }
    assert!(!offered(&ada).await);
    assert!(offered(&other).await);
    assert_eq!(anon.get("/api/users/first-steps").await.status, 401);
    assert_eq!(anon.delete("/api/users/first-steps").await.status, 401);
    assert_eq!(anon.post("/api/users/mail/test", json!({})).await.status, 401);
}
