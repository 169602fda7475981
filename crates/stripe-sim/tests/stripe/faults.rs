//! Misbehaviour of the API on demand.

use std::time::{Duration, Instant};

use stripe_sim::{Fault, FaultKind};

use crate::support::{SOON, Stripe, error};

#[tokio::test]
async fn a_status_has_the_error_that_stripe_has_for_it() {
    let stripe = Stripe::start().await;
    for (status, kind, code) in [
        (401, "invalid_request_error", None),
        (402, "card_error", Some("card_declined")),
        (409, "idempotency_error", Some("idempotency_key_in_use")),
        (429, "invalid_request_error", Some("rate_limit")),
        (500, "api_error", None),
        (503, "api_error", None),
    ] {
        stripe
            .handle
            .control
            .fault(Fault::status("/v1/customers", status));
        let (given, body) = stripe.post("/v1/customers", &[]).await;
        assert_eq!(
            (given, error(&body).0.as_str(), error(&body).1),
            (status, kind, code)
        );
    }
    assert!(stripe.events().is_empty(), "none of them took effect");
}

#[tokio::test]
async fn a_fault_is_for_its_method_and_path_and_for_so_many() {
    let stripe = Stripe::start().await;
    stripe.handle.control.fault(Fault {
        method: "POST".to_owned(),
        times: 2,
        ..Fault::status("/v1/customers", 500)
    });
    assert_eq!(stripe.get("/v1/customers").await.0, 200);
    assert_eq!(stripe.get("/v1/prices").await.0, 200);
    for expected in [500, 500, 200] {
        assert_eq!(stripe.post("/v1/customers", &[]).await.0, expected);
    }
}

#[tokio::test]
async fn a_cut_body_ends_in_the_middle_and_the_call_took_effect() {
    let stripe = Stripe::start().await;
    let fault = Fault::once("/v1/customers", FaultKind::CutBody);
    stripe.handle.control.fault(fault);
    let answer = stripe.posting("/v1/customers", &[]).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.bytes().await.is_err());
    assert_eq!(stripe.events(), ["customer.created"]);
}

#[tokio::test]
async fn a_page_of_something_in_between_is_no_json() {
    let stripe = Stripe::start().await;
    stripe
        .handle
        .control
        .fault(Fault::once("", FaultKind::Html));
    let answer = stripe.posting("/v1/customers", &[]).send().await.unwrap();
    assert_eq!(answer.status(), 502);
    assert!(answer.json::<serde_json::Value>().await.is_err());
}

#[tokio::test]
async fn a_cut_says_nothing_and_a_stall_never_does() {
    let stripe = Stripe::start().await;
    stripe.handle.control.fault(Fault::once("", FaultKind::Cut));
    assert!(stripe.posting("/v1/customers", &[]).send().await.is_err());
    stripe
        .handle
        .control
        .fault(Fault::once("", FaultKind::Stall));
    let call = stripe.posting("/v1/customers", &[]);
    let call = call.timeout(Duration::from_millis(200)).send().await;
    assert!(call.unwrap_err().is_timeout());
    assert_eq!(stripe.handle.control.calls().len(), 2);
    assert!(stripe.events().is_empty());
}

#[tokio::test]
async fn a_late_answer_is_right() {
    let stripe = Stripe::start().await;
    let delay = Duration::from_millis(100);
    stripe
        .handle
        .control
        .fault(Fault::late("/v1/prices", delay));
    let began = Instant::now();
    assert_eq!(stripe.get("/v1/prices").await.0, 200);
    assert!(began.elapsed() >= delay && began.elapsed() < SOON);
}
