//! The checkout: sessions, and the payment page.

use serde_json::Value;

use super::support::{MONTHLY, START, Stripe, error, id, text};

async fn choose(stripe: &Stripe, url: &str, outcome: &str) -> reqwest::Response {
    let form = stripe.client.post(url).form(&[("outcome", outcome)]);
    form.send().await.expect("a page")
}

async fn again(stripe: &Stripe, session: &Value) -> Value {
    let path = format!("/v1/checkout/sessions/{}", id(session));
    stripe.found(&path).await
}

#[tokio::test]
async fn paying_the_page_begins_the_subscription_and_leads_to_the_shop() {
    let stripe = Stripe::start().await;
    let customer = stripe.customer().await;
    let session = stripe.session(&customer, MONTHLY).await;
    let url = text(&session["url"]);
    let page = stripe.client.get(&url).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ada@example.com") && page.contains("9.99 CAD each month"));
    assert!(page.contains("href=\"http://shop.test/back\""));
    assert!(page.contains("This is a demo: nothing is charged."));
    let paid = choose(&stripe, &url, "pay").await;
    assert_eq!(paid.status(), 303);
    let expected = format!("http://shop.test/ok?s={}", id(&session));
    assert_eq!(paid.headers()["location"], expected.as_str());
    let session = again(&stripe, &session).await;
    assert_eq!(session["status"], "complete");
    assert_eq!(session["payment_status"], "paid");
    assert_eq!(session["url"], Value::Null);
    let subscription = stripe.object(&text(&session["subscription"]));
    assert_eq!(subscription["status"], "active");
    assert_eq!(subscription["customer"], customer.as_str());
    let item = &subscription["items"]["data"][0];
    assert_eq!(item["current_period_start"], START);
    assert_eq!(item["current_period_end"], START + 31 * 86_400);
    assert_eq!(item["price"]["id"], MONTHLY);
}

#[tokio::test]
async fn events_are_sent_from_the_subscription_to_the_session() {
    let stripe = Stripe::start().await;
    stripe.subscriber(MONTHLY).await;
    let expected = [
        "customer.created",
        "customer.subscription.created",
        "invoice.created",
        "payment_intent.created",
        "invoice.finalized",
        "charge.succeeded",
        "payment_intent.succeeded",
        "customer.subscription.updated",
        "invoice_payment.paid",
        "invoice.paid",
        "invoice.payment_succeeded",
        "checkout.session.completed",
    ];
    assert_eq!(stripe.events(), expected);
}

#[tokio::test]
async fn a_declined_card_leaves_the_session_open() {
    let stripe = Stripe::start().await;
    let session = stripe.session(&stripe.customer().await, MONTHLY).await;
    let url = text(&session["url"]);
    let declined = choose(&stripe, &url, "decline").await;
    assert_eq!(declined.status(), 402);
    assert!(declined.text().await.unwrap().contains("role=\"alert\""));
    let found = again(&stripe, &session).await;
    assert_eq!((&found["status"], &found["subscription"]), (&Value::from("open"), &Value::Null));
    assert_eq!(choose(&stripe, &url, "pay").await.status(), 303);
}

#[tokio::test]
async fn a_session_is_paid_once() {
    let stripe = Stripe::start().await;
    let session = stripe.session(&stripe.customer().await, MONTHLY).await;
    let url = text(&session["url"]);
    assert_eq!(choose(&stripe, &url, "pay").await.status(), 303);
    assert_eq!(choose(&stripe, &url, "pay").await.status(), 404);
    let all = stripe.found("/v1/subscriptions").await;
    assert_eq!(all["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_session_expires_by_itself_after_a_day_and_when_asked() {
    let stripe = Stripe::start().await;
    let customer = stripe.customer().await;
    let left = stripe.session(&customer, MONTHLY).await;
    let ended = stripe.session(&customer, MONTHLY).await;
    let path = format!("/v1/checkout/sessions/{}/expire", id(&ended));
    assert_eq!(stripe.made(&path, &[]).await["status"], "expired");
    assert_eq!(stripe.post(&path, &[]).await.0, 400);
    assert_eq!(again(&stripe, &left).await["status"], "open");
    stripe.advance_days(1);
    assert_eq!(again(&stripe, &left).await["status"], "expired");
    assert_eq!(choose(&stripe, &text(&left["url"]), "pay").await.status(), 404);
    let expired = stripe.events();
    let expired = expired.iter().filter(|kind| *kind == "checkout.session.expired");
    assert_eq!(expired.count(), 2);
}

#[tokio::test]
async fn a_session_needs_its_parameters() {
    let stripe = Stripe::start().await;
    let customer = stripe.customer().await;
    let full = [
        ("mode", "subscription"),
        ("customer", &customer),
        ("line_items[0][price]", MONTHLY),
        ("line_items[0][quantity]", "1"),
        ("success_url", "http://shop.test/ok"),
    ];
    for (left_out, _) in full {
        let params: Vec<_> = full.into_iter().filter(|(name, _)| *name != left_out).collect();
        let (status, body) = stripe.post("/v1/checkout/sessions", &params).await;
        assert_eq!(status, 400);
        assert_eq!(error(&body).1, Some("parameter_missing"), "{left_out}");
        assert_eq!(error(&body).2, Some(left_out));
    }
    let mut wrong = full;
    wrong[2].1 = "price_of_nothing";
    let (_, body) = stripe.post("/v1/checkout/sessions", &wrong).await;
    assert_eq!(error(&body).1, Some("resource_missing"));
    assert_eq!(error(&body).2, Some("line_items[0][price]"));
}

#[tokio::test]
async fn the_portal_cancels_by_date_and_takes_it_back() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    let params = [("customer", customer.as_str()), ("return_url", "http://shop.test/plan")];
    let portal = stripe.made("/v1/billing_portal/sessions", &params).await;
    let url = text(&portal["url"]);
    let page = stripe.client.get(&url).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("Renews") && page.contains("http://shop.test/plan"), "{page}");
    for (action, ends) in [("cancel", true), ("reactivate", false)] {
        let form = stripe.client.post(&url).form(&[("action", action)]);
        assert_eq!(form.send().await.unwrap().status(), 303);
        let found = stripe.object(&subscription);
        let end = &found["items"]["data"][0]["current_period_end"];
        assert_eq!(&found["cancel_at"] == end, ends);
        // As for subscriptions in flexible billing mode, which Checkout creates.
        assert_eq!(found["cancel_at_period_end"], false);
        let page = stripe.client.get(&url).send().await.unwrap().text().await.unwrap();
        assert_eq!(page.contains("Ends"), ends);
    }
}
