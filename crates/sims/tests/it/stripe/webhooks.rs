//! Events being delivered.

use std::time::Duration;

use aws_lc_rs::hmac::{self, HMAC_SHA256};
use serde_json::Value;
use sims::stripe::{Config, Signature, State, WebhookFault, WebhookFaultKind};
use tokio::time::timeout;

use super::support::{Arrived, MONTHLY, SECRET, SOON, START, Shop, Stripe};

/// Checks a signature as Stripe's own libraries do: one valid `v1` is enough.
fn is_signed(arrived: &Arrived) -> bool {
    let Some(header) = &arrived.signature else {
        return false;
    };
    let parts: Vec<_> = header.split(',').filter_map(|part| part.split_once('=')).collect();
    let time = parts.iter().find(|(name, _)| *name == "t").unwrap().1;
    let key = hmac::Key::new(HMAC_SHA256, SECRET.as_bytes());
    let signed = [time.as_bytes(), b".", &arrived.body].concat();
    let expected: String =
        hmac::sign(&key, &signed).as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    parts.contains(&("v1", &expected))
}

async fn open() -> (Stripe, Shop) {
    let stripe = Stripe::start().await;
    let shop = Shop::open().await;
    stripe.deliver_to(&shop);
    (stripe, shop)
}

async fn settled(stripe: &Stripe) {
    assert!(stripe.handle.control.settle(SOON).await);
}

fn states(stripe: &Stripe) -> Vec<State> {
    let deliveries = stripe.handle.control.deliveries().into_iter();
    deliveries.map(|delivery| delivery.state).collect()
}

#[tokio::test]
async fn events_arrive_in_order_signed_over_the_bytes_of_the_body() {
    let (stripe, shop) = open().await;
    stripe.subscriber(MONTHLY).await;
    settled(&stripe).await;
    assert_eq!(shop.kinds(), stripe.events());
    for arrived in shop.arrived() {
        assert!(is_signed(&arrived));
        assert!(arrived.signature.unwrap().starts_with(&format!("t={START},v1=")));
    }
}

#[tokio::test]
async fn held_events_go_out_in_the_order_that_is_asked_for_and_more_than_once() {
    let (stripe, shop) = open().await;
    stripe.handle.control.hold(true);
    stripe.subscriber(MONTHLY).await;
    settled(&stripe).await;
    assert!(shop.arrived().is_empty());
    let mut order: Vec<_> =
        stripe.handle.control.deliveries().into_iter().map(|delivery| delivery.event).collect();
    order.reverse();
    order.push(order[0].clone());
    let answers = stripe.handle.control.send(&order, Signature::Right).await;
    assert!(answers.iter().all(|answer| *answer == Some(200)));
    let arrived: Vec<_> = shop.arrived().iter().map(Arrived::id).collect();
    assert_eq!(arrived, order);
}

#[tokio::test]
async fn released_events_go_out_in_their_own_order() {
    let stripe = Stripe::start().await;
    stripe.subscriber(MONTHLY).await;
    assert!(states(&stripe).iter().all(|state| *state == State::Held));
    let shop = Shop::open().await;
    stripe.deliver_to(&shop);
    stripe.handle.control.release();
    settled(&stripe).await;
    assert_eq!(shop.kinds(), stripe.events());
    assert!(states(&stripe).iter().all(|state| *state == State::Delivered));
}

#[tokio::test]
async fn events_are_dropped_and_held_on_demand() {
    let (stripe, shop) = open().await;
    for (kind, fault) in
        [("invoice.created", WebhookFaultKind::Drop), ("checkout.", WebhookFaultKind::Hold)]
    {
        stripe.handle.control.webhook_fault(WebhookFault::once(kind, fault));
    }
    stripe.subscriber(MONTHLY).await;
    settled(&stripe).await;
    let kinds = shop.kinds();
    let count = |kind: &str| kinds.iter().filter(|found| *found == kind).count();
    assert_eq!(count("invoice.created"), 0);
    assert_eq!(count("invoice.paid"), 1);
    assert_eq!(count("checkout.session.completed"), 0);
    let listed = stripe.found("/v1/events?types[]=invoice.created").await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1, "it can still be read");
    stripe.handle.control.release();
    settled(&stripe).await;
    assert_eq!(shop.kinds().last().unwrap(), "checkout.session.completed");
}

#[tokio::test]
async fn signatures_are_wrong_second_and_missing_on_demand() {
    let (stripe, shop) = open().await;
    stripe.handle.control.hold(true);
    stripe.customer().await;
    let event = [stripe.handle.control.deliveries()[0].event.clone()];
    for signature in [
        Signature::Right,
        Signature::Wrong,
        Signature::SecondRight,
        Signature::OtherScheme,
        Signature::Missing,
    ] {
        let answers = stripe.handle.control.send(&event, signature).await;
        assert_eq!(answers, [Some(200)]);
    }
    let arrived = shop.arrived();
    let signed: Vec<_> = arrived.iter().map(is_signed).collect();
    assert_eq!(signed, [true, false, true, false, false]);
    let header = arrived[2].signature.as_deref().unwrap();
    assert_eq!(header.matches("v1=").count(), 2);
    assert_eq!(arrived[4].signature, None);
}

#[tokio::test]
async fn an_event_that_is_refused_is_sent_again() {
    let stripe = Stripe::with(Config {
        webhook_retries: vec![Duration::from_millis(1); 2],
        ..Config::for_tests()
    })
    .await;
    let shop = Shop::open().await;
    shop.answer(&[500, 302, 200]);
    stripe.deliver_to(&shop);
    stripe.customer().await;
    let delivered = async {
        while states(&stripe) != [State::Delivered] {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, delivered).await.expect("a third try");
    let answers = &stripe.handle.control.deliveries()[0].answers;
    assert_eq!(*answers, [Some(500), Some(302), Some(200)]);
    let ids: Vec<_> = shop.arrived().iter().map(Arrived::id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "it is the same event each time");
}

#[tokio::test]
async fn an_event_that_always_fails_is_given_up() {
    let (stripe, shop) = open().await;
    shop.answer(&[503]);
    stripe.customer().await;
    settled(&stripe).await;
    assert_eq!(states(&stripe), [State::Failed]);
}

#[tokio::test]
async fn a_body_read_and_written_again_has_other_bytes() {
    let (stripe, shop) = open().await;
    stripe.customer().await;
    settled(&stripe).await;
    let arrived = shop.arrived().remove(0);
    let value: Value = serde_json::from_slice(&arrived.body).unwrap();
    assert_ne!(value.to_string().as_bytes(), &arrived.body[..]);
}
