//! A repeated request takes effect once.

use std::collections::BTreeSet;

use futures::future::join_all;
use serde_json::json;
use sims::stripe::{Fault, FaultKind};

use crate::support::shop::{Shop, session_of};

/// Returns a fault in which the call takes effect, but its answer is lost.
fn answer_lost(path: &str) -> Fault {
    Fault { method: "POST".to_owned(), takes_effect: true, ..Fault::once(path, FaultKind::Cut) }
}

/// Returns the idempotency keys of the posts to `path`.
fn keys(shop: &Shop, path: &str) -> Vec<String> {
    let calls = shop.stripe.control.calls().into_iter();
    let posts = calls.filter(|call| call.method == "POST" && call.path == path);
    posts.filter_map(|call| call.idempotency_key).collect()
}

#[tokio::test]
async fn a_lost_answer_makes_no_second_customer_and_no_second_checkout() {
    let shop = Shop::init().await;
    for path in ["/v1/customers", "/v1/checkout/sessions"] {
        shop.stripe.control.fault(answer_lost(path));
    }
    shop.buy(&shop.user, "monthly").await;
    for path in ["/v1/customers", "/v1/checkout/sessions"] {
        let keys = keys(&shop, path);
        assert_eq!(keys.len(), 2, "{path}");
        assert_eq!(keys[0], keys[1], "{path}");
    }
}

#[tokio::test]
async fn whoever_tries_again_after_an_outage_gets_the_page_that_was_made() {
    let shop = Shop::init().await;
    let mut lost = answer_lost("/v1/checkout/sessions");
    lost.times = 3;
    shop.stripe.control.fault(lost);
    let path = "/api/subscriptions/create-checkout-session";
    let failed = shop.user.post(path, json!({"priceId": "monthly"})).await;
    assert_eq!(failed.code(), "PAYMENTS_UNAVAILABLE");
    let first = shop.user.checkout("monthly").await;
    assert_eq!(shop.user.checkout("monthly").await, first);
    let keys: BTreeSet<_> = keys(&shop, "/v1/checkout/sessions").into_iter().collect();
    assert_eq!(keys.len(), 1);
}

#[tokio::test]
async fn many_clicks_open_one_page() {
    let shop = Shop::init().await;
    let clicks = (0..10).map(|_| {
        let user = shop.user.client.clone();
        async move { user.checkout("yearly").await }
    });
    let pages: BTreeSet<_> = join_all(clicks).await.into_iter().collect();
    assert_eq!(pages.len(), 1, "{pages:?}");
}

#[tokio::test]
async fn another_period_closes_the_page_of_the_first() {
    let shop = Shop::init().await;
    let monthly = session_of(&shop.user.checkout("monthly").await);
    let yearly = session_of(&shop.user.checkout("yearly").await);
    assert_eq!(shop.stripe.control.pay_checkout(&monthly), None);
    assert!(shop.stripe.control.pay_checkout(&yearly).is_some());
    // A payment whose event has not arrived is not sold again either.
    let path = "/api/subscriptions/create-checkout-session";
    let again = shop.user.post(path, json!({"priceId": "monthly"})).await;
    assert_eq!((again.status, again.code()), (409, "ALREADY_SUBSCRIBED"));
    assert!(shop.user.is_pro().await, "it was asked for");
    shop.settle().await;
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded"]);
}

#[tokio::test]
async fn a_cancellation_whose_answer_was_lost_is_the_same_when_asked_again() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let mut lost = answer_lost("/v1/subscriptions/");
    lost.times = 3;
    shop.stripe.control.fault(lost);
    let answer = shop.user.send("POST", "/api/subscriptions/cancel", None).await;
    assert_eq!((answer.status, answer.code()), (503, "PAYMENTS_UNAVAILABLE"));
    let status = shop.user.cancel().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], true);
    let id = &shop.app.subscriptions(shop.user.user.id).await[0].provider_id;
    let keys: BTreeSet<_> = keys(&shop, &format!("/v1/subscriptions/{id}")).into_iter().collect();
    assert_eq!(keys.len(), 1);
}

/// Returns a failure that Stripe repeats whenever the same key is sent.
fn kept(path: &str) -> Fault {
    Fault { method: "POST".to_owned(), is_kept: true, ..Fault::status(path, 500) }
}

#[tokio::test]
async fn a_failure_that_stripe_keeps_to_does_not_last() {
    let shop = Shop::init().await;
    let path = "/api/subscriptions/create-checkout-session";
    for at in ["/v1/customers", "/v1/checkout/sessions"] {
        shop.stripe.control.fault(kept(at));
        let failed = shop.user.post(path, json!({"priceId": "monthly"})).await;
        assert_eq!(failed.code(), "PAYMENTS_UNAVAILABLE", "{at}");
    }
    shop.buy(&shop.user, "monthly").await;
    shop.stripe.control.fault(kept("/v1/subscriptions/"));
    let failed = shop.user.send("POST", "/api/subscriptions/cancel", None).await;
    assert_eq!(failed.code(), "PAYMENTS_UNAVAILABLE");
    let status = shop.user.cancel().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], true);
}
