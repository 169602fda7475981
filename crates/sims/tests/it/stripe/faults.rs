//! Misbehaviour of the API on demand.

use sims::stripe::{Fault, FaultKind};

use super::support::{Stripe, error};

#[tokio::test]
async fn a_status_has_the_error_that_stripe_has_for_it() {
    let stripe = Stripe::start().await;
    for (status, kind, code) in [
        (400, "invalid_request_error", None),
        (409, "idempotency_error", Some("idempotency_key_in_use")),
        (429, "invalid_request_error", Some("rate_limit")),
        (500, "api_error", None),
        (503, "api_error", None),
    ] {
        stripe.handle.control.fault(Fault::status("/v1/customers", status));
        let (given, body) = stripe.post("/v1/customers", &[]).await;
        assert_eq!((given, error(&body).0.as_str(), error(&body).1), (status, kind, code));
    }
    assert!(stripe.events().is_empty(), "none of them took effect");
}

#[tokio::test]
async fn a_fault_is_for_its_method_and_path_and_a_number_of_calls() {
    let stripe = Stripe::start().await;
    stripe.handle.control.fault(Fault {
        method: "POST".to_owned(),
        times: 2,
        ..Fault::status("/v1/customers", 500)
    });
    assert_eq!(stripe.get("/v1/customers").await.0, 404, "as ever");
    assert_eq!(stripe.get("/v1/events").await.0, 200);
    for expected in [500, 500, 200] {
        assert_eq!(stripe.post("/v1/customers", &[]).await.0, expected);
    }
}

#[tokio::test]
async fn a_cut_says_nothing_and_the_call_is_remembered() {
    let stripe = Stripe::start().await;
    stripe.handle.control.fault(Fault::once("", FaultKind::Cut));
    assert!(stripe.posting("/v1/customers", &[]).send().await.is_err());
    assert_eq!(stripe.handle.control.calls().len(), 1);
    assert!(stripe.events().is_empty());
}
