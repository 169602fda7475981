use aws_lc_rs::hmac;
use sims::stripe::{Fault, Signature};

use crate::support::app::TestApp;
use crate::support::shop::{Shop, WEBHOOK_SECRET};

const STORED: &str = "SELECT count(*) FROM provider_events";

/// Posts a body as Stripe would, at Harken's time.
async fn post(shop: &Shop, body: Vec<u8>) -> u16 {
    let time = shop.app.clock.now().timestamp().to_string();
    let key = hmac::Key::new(hmac::HMAC_SHA256, WEBHOOK_SECRET.as_bytes());
    let tag = hmac::sign(&key, &[time.as_bytes(), b".", &body].concat());
    let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let request = reqwest::Client::new()
        .post(shop.webhook_url())
        .header("stripe-signature", format!("t={time},v1={hex}"))
        .body(body);
    request.send().await.unwrap().status().as_u16()
}

fn event(kind: &str) -> Vec<u8> {
    let event = serde_json::json!({
        "id": "evt_1", "object": "event", "type": kind, "created": 1_700_000_000,
        "data": {"object": {"id": "sub_1", "object": "subscription", "customer": "cus_1"}},
    });
    event.to_string().into_bytes()
}

#[tokio::test]
async fn only_what_stripe_has_signed_is_taken() {
    let shop = Shop::init().await;
    shop.stripe.control.hold(true);
    shop.pay(&shop.user, "monthly").await;
    let all = shop.stripe.control.deliveries();
    let paid = all.iter().find(|delivery| delivery.kind == "invoice.paid");
    let paid = [paid.unwrap().event.clone()];
    for signature in [Signature::Wrong, Signature::OtherScheme, Signature::Missing] {
        let answers = shop.stripe.control.send(&paid, signature).await;
        assert_eq!(answers, [Some(400)], "{signature:?}");
    }
    assert_eq!(shop.app.count(STORED).await, 0);
    let changing = Signature::SecondRight;
    assert_eq!(shop.stripe.control.send(&paid, changing).await, [Some(200)]);
    assert_eq!(shop.app.count(STORED).await, 1);
}

#[tokio::test]
async fn an_event_that_comes_again_has_no_effect() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let stored = shop.app.count(STORED).await;
    let all = shop.stripe.control.deliveries().into_iter();
    let all: Vec<String> = all.map(|delivery| delivery.event).collect();
    let answers = shop.stripe.control.send(&all, Signature::Right).await;
    assert!(answers.iter().all(|status| *status == Some(200)), "{answers:?}");
    assert_eq!(shop.app.count(STORED).await, stored);
    assert_eq!(shop.app.work_off_events().await, 0);
}

#[tokio::test]
async fn what_is_not_known_is_thanked_for_and_forgotten() {
    let shop = Shop::init().await;
    assert_eq!(post(&shop, event("radar.early_fraud_warning.created")).await, 200);
    assert_eq!(shop.app.count(STORED).await, 0);
    // A customer of something else sold by the same account.
    assert_eq!(post(&shop, event("customer.subscription.created")).await, 200);
    assert_eq!(shop.app.work_off_events().await, 1);
    assert_eq!(shop.app.count("SELECT count(*) FROM subscriptions").await, 0);
}

#[tokio::test]
async fn what_is_signed_and_no_event_is_refused() {
    let shop = Shop::init().await;
    for body in [&b""[..], b"{}", b"[1]", b"{\"id\":1}", b"\xff"] {
        assert_eq!(post(&shop, body.to_vec()).await, 400, "{body:?}");
    }
    assert_eq!(post(&shop, vec![b' '; 600_000]).await, 413);
    assert_eq!(shop.app.count(STORED).await, 0);
}

#[tokio::test]
async fn events_are_taken_while_stripe_answers_nothing() {
    let shop = Shop::init().await;
    shop.stripe.control.hold(true);
    shop.pay(&shop.user, "monthly").await;
    shop.stripe.control.clear_calls();
    let mut down = Fault::status("/v1/", 500);
    down.times = 1_000;
    shop.stripe.control.fault(down);
    let all = shop.stripe.control.deliveries().into_iter();
    let all: Vec<String> = all.map(|delivery| delivery.event).collect();
    let answers = shop.stripe.control.send(&all, Signature::Right).await;
    assert!(answers.iter().all(|status| *status == Some(200)), "{answers:?}");
    // Stripe was not called before the answers.
    assert_eq!(shop.stripe.control.calls().len(), 0);
    assert!(shop.app.work_off_events().await > 0);
    assert!(!shop.user.is_pro().await);
    assert_eq!(shop.app.work_off_events().await, 0, "they are put off");
    shop.stripe.control.clear_faults();
    shop.app.clock.advance(chrono::TimeDelta::minutes(1));
    assert!(shop.app.work_off_events().await > 0);
    assert!(shop.user.is_pro().await);
}

#[tokio::test]
async fn there_is_no_way_in_where_nothing_is_sold() {
    let (_test, anon) = TestApp::init().await.anon();
    let answer = anon.post("/api/webhooks/stripe", serde_json::json!({})).await;
    assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"));
}
