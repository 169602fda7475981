//! The effects of time and cancellations on a subscription.

use serde_json::Value;

use super::support::{MONTHLY, START, Stripe, YEARLY, text};

const OCTOBER: i64 = 31 * 86_400;
const NOVEMBER: i64 = 30 * 86_400;

fn period(subscription: &Value) -> (i64, i64) {
    let item = &subscription["items"]["data"][0];
    let at = |name: &str| item[name].as_i64().expect("a time");
    (at("current_period_start"), at("current_period_end"))
}

#[tokio::test]
async fn each_period_is_billed_at_its_end() {
    let stripe = Stripe::start().await;
    let (_, id) = stripe.subscriber(MONTHLY).await;
    stripe.advance_days(30);
    assert_eq!(period(&stripe.object(&id)), (START, START + OCTOBER));
    stripe.advance_days(1);
    let renewed = stripe.object(&id);
    let begun = START + OCTOBER;
    assert_eq!(period(&renewed), (begun, begun + NOVEMBER));
    let invoices = stripe.found(&format!("/v1/invoices?subscription={id}")).await;
    let newest = &invoices["data"][0];
    assert_eq!(invoices["data"].as_array().unwrap().len(), 2);
    assert_eq!(newest["billing_reason"], "subscription_cycle");
    assert_eq!(newest["status"], "paid");
    assert_eq!(newest["created"], begun);
    assert_eq!(renewed["latest_invoice"], newest["id"]);
    let parent = &newest["parent"]["subscription_details"];
    assert_eq!(parent["subscription"], id.as_str());
}

#[tokio::test]
async fn a_clock_moved_far_passes_every_period() {
    let stripe = Stripe::start().await;
    let (_, id) = stripe.subscriber(MONTHLY).await;
    stripe.subscriber(YEARLY).await;
    stripe.advance_days(366);
    let invoices = stripe.found(&format!("/v1/invoices?subscription={id}&limit=100")).await;
    assert_eq!(invoices["data"].as_array().unwrap().len(), 13);
    let all = stripe.found("/v1/invoices?limit=100").await;
    assert_eq!(all["data"].as_array().unwrap().len(), 13 + 2);
    assert_eq!(stripe.object(&id)["status"], "active");
}

#[tokio::test]
async fn cancelled_at_period_end_it_continues_until_then_and_ends() {
    let stripe = Stripe::start().await;
    let (_, id) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{id}");
    let cancelled = stripe.made(&path, &[("cancel_at_period_end", "true")]).await;
    assert_eq!(cancelled["status"], "active");
    assert_eq!(cancelled["cancel_at_period_end"], true);
    assert_eq!(cancelled["cancel_at"], START + OCTOBER);
    assert_eq!(cancelled["cancellation_details"]["reason"], "cancellation_requested");
    stripe.advance_days(31);
    let ended = stripe.object(&id);
    assert_eq!(ended["status"], "canceled");
    assert_eq!(ended["ended_at"], START + OCTOBER);
    assert_eq!(stripe.events().last().unwrap(), "customer.subscription.deleted");
    let (status, _) = stripe.post(&path, &[("cancel_at_period_end", "false")]).await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn a_cancellation_can_be_taken_back_by_the_parameter_that_made_it() {
    let stripe = Stripe::start().await;
    let (_, id) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{id}");
    stripe.made(&path, &[("cancel_at_period_end", "true")]).await;
    let kept = stripe.made(&path, &[("cancel_at_period_end", "false")]).await;
    assert_eq!((&kept["cancel_at"], &kept["canceled_at"]), (&Value::Null, &Value::Null));
    stripe.advance_days(40);
    assert_eq!(stripe.object(&id)["status"], "active");
    let both = [("cancel_at", ""), ("cancel_at_period_end", "false")];
    assert_eq!(stripe.post(&path, &both).await.0, 400);
}

#[tokio::test]
async fn a_change_names_the_previous_values() {
    let stripe = Stripe::start().await;
    let (_, id) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{id}");
    stripe.made(&path, &[("cancel_at_period_end", "true")]).await;
    let events = stripe.found("/v1/events?types[]=customer.subscription.updated").await;
    let data = &events["data"][0]["data"];
    assert_eq!(data["object"]["cancel_at_period_end"], true);
    assert_eq!(data["previous_attributes"]["cancel_at_period_end"], false);
    assert_eq!(data["previous_attributes"]["status"], Value::Null);
    let before = stripe.events().len();
    stripe.made(&path, &[("cancel_at_period_end", "true")]).await;
    assert_eq!(stripe.events().len(), before, "nothing changed");
}

#[tokio::test]
async fn deleted_it_ends_at_once_and_cannot_be_deleted_again() {
    let stripe = Stripe::start().await;
    let (customer, id) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{id}");
    let (status, ended) = stripe.delete(&path).await;
    assert_eq!((status, &ended["status"]), (200, &Value::from("canceled")));
    assert_eq!(ended["ended_at"], START);
    assert_eq!(stripe.delete(&path).await.0, 404);
    let count = async |query: &str| {
        let path = format!("/v1/subscriptions?customer={customer}{query}");
        stripe.found(&path).await["data"].as_array().unwrap().len()
    };
    assert_eq!(count("").await, 0);
    assert_eq!(count("&status=all").await, 1);
    stripe.advance_days(40);
    assert_eq!(stripe.object(&id)["status"], "canceled");
}

async fn after_a_failure() -> (Stripe, String, String) {
    let stripe = Stripe::start().await;
    let (customer, id) = stripe.subscriber(MONTHLY).await;
    stripe.handle.control.set_card_declines(&customer, true);
    stripe.advance_days(31);
    let late = stripe.object(&id);
    assert_eq!(late["status"], "past_due");
    let invoice = text(&late["latest_invoice"]);
    let owed = stripe.found(&format!("/v1/invoices/{invoice}")).await;
    assert_eq!((&owed["status"], &owed["attempt_count"]), (&Value::from("open"), &Value::from(1)));
    assert_eq!(owed["next_payment_attempt"], START + OCTOBER + 3 * 86_400);
    assert_eq!(stripe.object(&customer)["delinquent"], true);
    (stripe, id, invoice)
}

#[tokio::test]
async fn a_failed_payment_is_tried_on_days_3_8_and_15_and_then_it_is_over() {
    let (stripe, id, invoice) = after_a_failure().await;
    let expected = [(3, 2, "past_due"), (5, 3, "past_due"), (7, 4, "canceled")];
    for (days, attempts, status) in expected {
        stripe.advance_days(days);
        assert_eq!(stripe.object(&id)["status"], status);
        let owed = stripe.found(&format!("/v1/invoices/{invoice}")).await;
        assert_eq!(owed["attempt_count"], attempts);
    }
    let failed = stripe.events();
    let failed = failed.iter().filter(|kind| *kind == "invoice.payment_failed");
    assert_eq!(failed.count(), 4);
}

#[tokio::test]
async fn a_retry_with_a_working_card_makes_it_active_again() {
    let (stripe, id, invoice) = after_a_failure().await;
    let customer = text(&stripe.object(&id)["customer"]);
    stripe.handle.control.set_card_declines(&customer, false);
    stripe.advance_days(5);
    assert_eq!(stripe.object(&id)["status"], "active");
    let paid = stripe.found(&format!("/v1/invoices/{invoice}")).await;
    assert_eq!(paid["status"], "paid");
    assert_eq!(paid["next_payment_attempt"], Value::Null);
}
