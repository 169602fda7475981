//! Keys that make a call safe to repeat.

use serde_json::Value;
use sims::stripe::{Fault, FaultKind};

use super::support::{Stripe, error, id, read};

/// Returns the number of customers made.
fn customers(stripe: &Stripe) -> usize {
    let events = stripe.events();
    events.iter().filter(|kind| *kind == "customer.created").count()
}

#[tokio::test]
async fn the_same_call_with_the_same_key_is_answered_the_same() {
    let stripe = Stripe::start().await;
    let params = [("email", "a@b.c"), ("metadata[user]", "7")];
    let call = |params: &[(&str, &str)], key: &str| {
        stripe.posting("/v1/customers", params).header("idempotency-key", key).send()
    };
    let first = call(&params, "k1").await.unwrap();
    assert!(!first.headers().contains_key("idempotent-replayed"));
    assert_eq!(first.headers()["idempotency-key"], "k1");
    let first: Value = first.json().await.unwrap();
    // Another order of parameters is the same call.
    let turned = [params[1], params[0]];
    let again = call(&turned, "k1").await.unwrap();
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    assert_eq!(customers(&stripe), 1);
    let other = read(call(&params, "k2").await).await.1;
    assert_ne!(id(&other), id(&first));
}

#[tokio::test]
async fn a_key_with_another_call_is_refused() {
    let stripe = Stripe::start().await;
    let call = |email: &'static str| {
        let call = stripe.posting("/v1/customers", &[("email", email)]);
        call.header("idempotency-key", "k").send()
    };
    assert_eq!(read(call("a@b.c").await).await.0, 200);
    let (status, body) = read(call("x@y.z").await).await;
    assert_eq!((status, error(&body).0), (400, "idempotency_error".to_owned()));
    assert_eq!(customers(&stripe), 1);
}

#[tokio::test]
async fn a_call_refused_for_its_parameters_leaves_its_key_free() {
    let stripe = Stripe::start().await;
    let call = |name: &'static str| {
        let call = stripe.posting("/v1/customers", &[(name, "a@b.c")]);
        call.header("idempotency-key", "k").send()
    };
    assert_eq!(read(call("emial").await).await.0, 400);
    assert_eq!(read(call("email").await).await.0, 200);
}

#[tokio::test]
async fn a_failure_that_is_kept_comes_back_until_the_key_is_another() {
    let stripe = Stripe::start().await;
    stripe.handle.control.fault(Fault { is_kept: true, ..Fault::status("/v1/customers", 500) });
    let call = |key: &str| {
        let call = stripe.posting("/v1/customers", &[]);
        call.header("idempotency-key", key).send()
    };
    let failed = call("k").await.unwrap();
    assert_eq!(failed.status(), 500);
    let again = call("k").await.unwrap();
    assert_eq!(again.status(), 500);
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(call("another").await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_call_whose_answer_was_lost_can_be_repeated() {
    let stripe = Stripe::start().await;
    stripe
        .handle
        .control
        .fault(Fault { takes_effect: true, ..Fault::once("/v1/customers", FaultKind::Cut) });
    let call = || {
        let call = stripe.posting("/v1/customers", &[("email", "a@b.c")]);
        call.header("idempotency-key", "k").send()
    };
    assert!(call().await.is_err());
    let again = call().await.unwrap();
    assert_eq!(again.headers()["idempotent-replayed"], "true");
    assert_eq!(customers(&stripe), 1);
}
