//! The fate of a message when the push service misbehaves.

use chrono::TimeDelta;
use sims::receiver::{Fault, FaultKind};

use super::PushApp;
use crate::support::jobs::drain_outbox;

impl PushApp {
    /// Sends one alert into a fault, and returns the outbox row's id.
    async fn meet(&self, fault: Fault) -> uuid::Uuid {
        let id = self.any_alert().await;
        self.receiver.control.fault(fault);
        assert_eq!(self.drain().await, 1);
        id
    }

    /// Returns the seconds until the message is due again.
    async fn wait_of(&self, id: uuid::Uuid) -> i64 {
        let row = self.app.outbox_row(id).await;
        (row.due_at - self.app.clock.now()).num_seconds()
    }
}

fn status(code: u16) -> Fault {
    Fault::status("/push/", code)
}

#[tokio::test]
async fn a_404_or_410_removes_the_subscription() {
    for code in [404, 410] {
        let push = PushApp::init().await;
        let id = push.meet(status(code)).await;
        let (status, reason) = push.outcome(id).await;
        assert_eq!(status, "skipped", "{code}");
        assert!(push.endpoint().await.is_none(), "{code}");
        assert!(reason.starts_with("the browser is no longer subscribed"), "{reason}");
        assert_eq!(push.app.attempts(id).await[0].status_code, Some(code.into()));
    }
}

#[tokio::test]
async fn a_subscription_that_the_browser_has_ended_is_removed() {
    let push = PushApp::init().await;
    assert!(push.receiver.control.expire(&push.browser.id));
    let id = push.any_alert().await;
    push.drain().await;
    assert_eq!(push.outcome(id).await.0, "skipped");
    assert!(push.endpoint().await.is_none());
}

#[tokio::test]
async fn a_413_or_a_refusal_is_final_and_keeps_the_browser() {
    let push = PushApp::init().await;
    for (code, said) in [
        (413, "the push service does not accept messages of this size (Payload Too Large)"),
        (400, "the push service answered 400 (Bad Request)"),
        (405, "the push service answered 405 (Method Not Allowed)"),
    ] {
        let id = push.meet(status(code)).await;
        assert_eq!(push.outcome(id).await, ("dead".to_owned(), said.to_owned()));
    }
    assert!(push.endpoint().await.is_some());
}

#[tokio::test]
async fn a_429_is_tried_again_when_the_push_service_asks_for_it() {
    let push = PushApp::init().await;
    let date = push.app.clock.now() + TimeDelta::hours(2);
    let date = date.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    for (wish, least, most) in [("3600", 3_600, 3_600), (&date, 7_198, 7_200), ("x", 24, 36)] {
        let id = push.meet(Fault { retry_after: Some(wish.to_owned()), ..status(429) }).await;
        let said =
            ("pending".to_owned(), "the push service answered 429 (Too Many Requests)".to_owned());
        assert_eq!(push.outcome(id).await, said);
        let wait = push.wait_of(id).await;
        assert!((least..=most).contains(&wait), "{wish}: {wait} s");
    }
}

#[tokio::test]
async fn errors_of_the_push_service_pass_and_the_message_arrives() {
    let push = PushApp::init().await;
    for code in [500, 502, 503, 504] {
        let id = push.meet(status(code)).await;
        let (status, reason) = push.outcome(id).await;
        let said = format!("the push service answered {code} (");
        assert!(status == "pending" && reason.starts_with(&said), "{status}: {reason}");
        push.app.clock.advance(TimeDelta::minutes(1));
        assert_eq!(push.drain().await, 1);
        assert_eq!(push.outcome(id).await.0, "sent");
        assert_eq!(push.app.attempts(id).await.len(), 2);
    }
    assert_eq!(push.waiting().len(), 4);
}

#[tokio::test]
async fn a_stall_and_a_cut_are_tried_again() {
    let push = PushApp::init().await;
    let cut = push.meet(Fault::once("/push/", FaultKind::Cut)).await;
    // After this failure the endpoint is skipped for a while.
    let stalled = push.meet(Fault::once("/push/", FaultKind::Stall)).await;
    let said = push.outcome(stalled).await;
    let late = "there was no answer within 1 s".to_owned();
    assert_eq!(said, ("pending".to_owned(), late));
    let (status, reason) = push.outcome(cut).await;
    assert_eq!(status, "pending");
    assert!(reason.contains("the connection ended"), "{reason}");
    for id in [stalled, cut] {
        assert!((24..=36).contains(&push.wait_of(id).await));
    }
    push.app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(push.drain().await, 2);
    assert_eq!(push.waiting().len(), 2);
}

#[tokio::test]
async fn a_body_of_ten_megabytes_or_without_end_does_not_matter() {
    let push = PushApp::init().await;
    for kind in [FaultKind::Big, FaultKind::Slow] {
        let id = push.meet(Fault::once("/push/", kind)).await;
        assert_eq!(push.outcome(id).await.0, "sent", "{kind:?}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let push = PushApp::init().await;
    let id = push
        .meet(Fault {
            location: Some(format!("{}/hook/secret", push.receiver.base_url())),
            ..Fault::once("/push/", FaultKind::Redirect)
        })
        .await;
    assert_eq!(push.outcome(id).await.0, "pending");
    assert_eq!(push.receiver.control.stats().requests, 1);
}

#[tokio::test]
async fn a_push_service_that_never_works_ends_in_a_dead_message() {
    let push = PushApp::init().await;
    push.receiver.control.fault(Fault { times: 9, ..status(503) });
    let id = push.any_alert().await;
    for attempt in 1..=9 {
        assert_eq!(push.drain().await, 1, "attempt {attempt}");
        push.app.clock.advance(TimeDelta::hours(13));
    }
    let (status, reason) = push.outcome(id).await;
    assert_eq!(status, "dead");
    assert!(reason.contains("after 9 attempts: the push service answered 503"), "{reason}");
}

#[tokio::test]
async fn a_refusal_of_this_servers_token_keeps_the_browser_and_is_tried_again() {
    let local = ["server.public_url=http://127.0.0.1:8080", "mail.from=Harken <alerts@localhost>"];
    let push = PushApp::init_with(&local).await;
    push.move_to_apple().await;
    let id = push.any_alert().await;
    // Days of it do not pause the browser.
    for _ in 0..8 {
        assert_eq!(push.drain().await, 1);
        let (status, reason) = push.outcome(id).await;
        assert_eq!(status, "pending");
        assert!(reason.starts_with("the push service answered 403 (BadJwtToken)"), "{reason}");
        assert!(reason.contains("harken doctor"), "{reason}");
        push.app.clock.advance(TimeDelta::hours(16));
    }
    let attempts = push.app.attempts(id).await;
    assert!(attempts.iter().all(|attempt| attempt.detail.contains("BadJwtToken")));
    let browser = push.endpoint().await.unwrap();
    assert_eq!((browser.paused_at, browser.failing_since), (None, None));
    // The operator names an address that others reach.
    let settings =
        ["server.public_url=https://harken.example", "delivery.allowed_networks=127.0.0.1/32"];
    let corrected = push.app.with_settings(&settings).await;
    assert_eq!(drain_outbox(&corrected).await, 1);
    assert_eq!(push.outcome(id).await.0, "sent");
}
