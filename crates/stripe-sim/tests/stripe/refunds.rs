//! Money that goes back.

use serde_json::Value;

use crate::support::{MONTHLY, Stripe, error, id, text};

async fn charge(stripe: &Stripe, customer: &str) -> Value {
    let charges = stripe
        .found(&format!("/v1/charges?customer={customer}"))
        .await;
    charges["data"][0].clone()
}

#[tokio::test]
async fn a_payment_is_refunded_whole_by_its_intent_and_only_once() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    let intent = text(&charge(&stripe, &customer).await["payment_intent"]);
    let params = [
        ("payment_intent", intent.as_str()),
        ("reason", "requested_by_customer"),
    ];
    let refund = stripe.made("/v1/refunds", &params).await;
    assert_eq!(
        (&refund["amount"], &refund["status"]),
        (&Value::from(999), &Value::from("succeeded"))
    );
    let charge = charge(&stripe, &customer).await;
    assert_eq!(refund["charge"], charge["id"]);
    assert_eq!(
        (&charge["refunded"], &charge["amount_refunded"]),
        (&Value::from(true), &Value::from(999))
    );
    // As with Stripe, a refund ends nothing by itself.
    assert_eq!(stripe.subscription(&subscription).await["status"], "active");
    let (status, body) = stripe.post("/v1/refunds", &params).await;
    assert_eq!(
        (status, error(&body).1),
        (400, Some("charge_already_refunded"))
    );
    let events = stripe.events();
    assert_eq!(
        events[events.len() - 2..],
        ["refund.created", "charge.refunded"]
    );
}

#[tokio::test]
async fn a_part_can_be_refunded_and_no_more_than_is_left() {
    let stripe = Stripe::start().await;
    let (customer, _) = stripe.subscriber(MONTHLY).await;
    let charged = id(&charge(&stripe, &customer).await);
    let part = [("charge", charged.as_str()), ("amount", "400")];
    stripe.made("/v1/refunds", &part).await;
    let partly = charge(&stripe, &customer).await;
    assert_eq!(
        (&partly["refunded"], &partly["amount_refunded"]),
        (&Value::from(false), &Value::from(400))
    );
    let too_much = [("charge", charged.as_str()), ("amount", "600")];
    assert_eq!(
        error(&stripe.post("/v1/refunds", &too_much).await.1).2,
        Some("amount")
    );
    let rest = stripe.made("/v1/refunds", &[("charge", &charged)]).await;
    assert_eq!(rest["amount"], 599);
    let refunds = stripe.found(&format!("/v1/refunds?charge={charged}")).await;
    assert_eq!(refunds["data"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_approved_refund_gives_the_last_payment_back() {
    let stripe = Stripe::start().await;
    let (customer, _) = stripe.subscriber(MONTHLY).await;
    stripe.advance_days(31);
    let refund = stripe
        .handle
        .control
        .approve_refund(&customer, None)
        .unwrap();
    let refund = stripe.found(&format!("/v1/refunds/{refund}")).await;
    assert_eq!(refund["charge"], charge(&stripe, &customer).await["id"]);
    stripe
        .handle
        .control
        .approve_refund(&customer, None)
        .unwrap();
    let nothing = stripe.handle.control.approve_refund(&customer, None);
    assert!(nothing.is_err());
}
