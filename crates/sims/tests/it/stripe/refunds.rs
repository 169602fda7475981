//! Refunds.

use serde_json::Value;

use super::support::{MONTHLY, Stripe, error, text};

/// Returns the customer's last charge.
fn charge(stripe: &Stripe, customer: &str) -> Value {
    let deliveries = stripe.handle.control.deliveries().into_iter().rev();
    let charges = deliveries.filter(|delivery| delivery.kind == "charge.succeeded");
    let mut charges = charges.map(|delivery| stripe.object(&delivery.object));
    charges.find(|charge| charge["customer"] == customer).unwrap()
}

#[tokio::test]
async fn a_payment_is_refunded_whole_by_its_intent_and_only_once() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    let intent = text(&charge(&stripe, &customer)["payment_intent"]);
    let params = [("payment_intent", intent.as_str())];
    let refund = stripe.made("/v1/refunds", &params).await;
    assert_eq!(
        (&refund["amount"], &refund["status"]),
        (&Value::from(999), &Value::from("succeeded"))
    );
    let charge = charge(&stripe, &customer);
    assert_eq!(refund["charge"], charge["id"]);
    assert_eq!(
        (&charge["refunded"], &charge["amount_refunded"]),
        (&Value::from(true), &Value::from(999))
    );
    // As with Stripe, a refund alone ends nothing.
    assert_eq!(stripe.object(&subscription)["status"], "active");
    let (status, body) = stripe.post("/v1/refunds", &params).await;
    assert_eq!((status, error(&body).1), (400, Some("charge_already_refunded")));
    let events = stripe.events();
    assert_eq!(events[events.len() - 2..], ["refund.created", "charge.refunded"]);
}

#[tokio::test]
async fn a_part_can_be_refunded_and_no_more_than_is_left() {
    let stripe = Stripe::start().await;
    let (customer, _) = stripe.subscriber(MONTHLY).await;
    let approve = |amount| stripe.handle.control.approve_refund(&customer, amount);
    approve(Some(400)).unwrap();
    let partly = charge(&stripe, &customer);
    assert_eq!(
        (&partly["refunded"], &partly["amount_refunded"]),
        (&Value::from(false), &Value::from(400))
    );
    assert!(approve(Some(600)).is_err());
    let rest = stripe.object(&approve(None).unwrap());
    assert_eq!(rest["amount"], 599);
}

#[tokio::test]
async fn an_approved_refund_gives_the_last_payment_back() {
    let stripe = Stripe::start().await;
    let (customer, _) = stripe.subscriber(MONTHLY).await;
    stripe.advance_days(31);
    let refund = stripe.handle.control.approve_refund(&customer, None).unwrap();
    let refund = stripe.object(&refund);
    assert_eq!(refund["charge"], charge(&stripe, &customer)["id"]);
    stripe.handle.control.approve_refund(&customer, None).unwrap();
    let nothing = stripe.handle.control.approve_refund(&customer, None);
    assert!(nothing.is_err());
}
