//! Pages of lists, events among them, and `expand[]`.

use serde_json::Value;

use crate::support::{MONTHLY, START, Stripe, error, id};

fn ids(list: &Value) -> Vec<String> {
    list["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(id)
        .collect()
}

#[tokio::test]
async fn pages_go_from_new_to_old_and_meet() {
    let stripe = Stripe::start().await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.insert(0, stripe.customer().await);
    }
    let mut seen = Vec::new();
    let mut path = "/v1/customers?limit=2".to_owned();
    loop {
        let page = stripe.found(&path).await;
        seen.extend(ids(&page));
        if page["has_more"] == false {
            break;
        }
        path = format!(
            "/v1/customers?limit=2&starting_after={}",
            seen.last().unwrap()
        );
    }
    assert_eq!(seen, made);
    let back = stripe
        .found(&format!("/v1/customers?limit=2&ending_before={}", made[3]))
        .await;
    assert_eq!(
        (ids(&back), &back["has_more"]),
        (made[1..3].to_vec(), &Value::Bool(true))
    );
    let (status, body) = stripe.get("/v1/customers?limit=101").await;
    assert_eq!((status, error(&body).2), (400, Some("limit")));
    let (status, body) = stripe.get("/v1/customers?starting_after=cus_none").await;
    assert_eq!((status, error(&body).2), (400, Some("starting_after")));
}

#[tokio::test]
async fn a_cursor_holds_where_its_object_does_not_fit_the_list() {
    let stripe = Stripe::start().await;
    let (customer, first) = stripe.subscriber(MONTHLY).await;
    let (_, other) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions?customer={customer}&starting_after={other}");
    assert_eq!(ids(&stripe.found(&path).await), [first]);
}

#[tokio::test]
async fn events_since_a_moment_can_be_read() {
    let stripe = Stripe::start().await;
    stripe.customer().await;
    stripe.tick(100);
    stripe.subscriber(MONTHLY).await;
    let since = START + 100;
    let path = format!("/v1/events?created[gte]={since}&limit=100");
    let events = stripe.found(&path).await;
    let events = events["data"].as_array().unwrap();
    assert_eq!(events.len(), 12);
    assert_eq!(events[0]["type"], "checkout.session.completed");
    assert!(events.iter().all(|event| event["created"] == since));
    let one = stripe
        .found(&format!("/v1/events/{}", id(&events[0])))
        .await;
    assert_eq!(one["data"]["object"]["object"], "checkout.session");
    let path = "/v1/events?types[]=invoice.paid&types[]=charge.succeeded";
    assert_eq!(ids(&stripe.found(path).await).len(), 2);
    stripe.advance_days(30);
    assert_eq!(ids(&stripe.found(path).await).len(), 2);
    stripe.tick(1);
    assert_eq!(
        ids(&stripe.found(path).await).len(),
        0,
        "they are forgotten"
    );
}

#[tokio::test]
async fn an_event_keeps_the_object_as_it_was_and_the_call_that_made_it() {
    let stripe = Stripe::start().await;
    let (_, subscription) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{subscription}");
    let call = stripe.posting(&path, &[("cancel_at_period_end", "true")]);
    call.header("idempotency-key", "cancel-7")
        .send()
        .await
        .unwrap();
    let events = stripe.found("/v1/events?limit=100").await;
    let find = |kind: &str| {
        let mut events = events["data"].as_array().unwrap().iter();
        events.find(|event| event["type"] == kind).unwrap()
    };
    let created = find("customer.subscription.created");
    assert_eq!(created["data"]["object"]["status"], "incomplete");
    assert_eq!(created["request"]["id"], Value::Null);
    let updated = find("customer.subscription.updated");
    assert_eq!(updated["request"]["idempotency_key"], "cancel-7");
    assert!(
        updated["request"]["id"]
            .as_str()
            .unwrap()
            .starts_with("req_")
    );
}

#[tokio::test]
async fn ids_are_expanded_on_the_way_to_the_payment() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    let path = format!(
        "/v1/subscriptions/{subscription}?expand[]=customer&expand[]=latest_invoice.payments"
    );
    let found = stripe.found(&path).await;
    assert_eq!(id(&found["customer"]), customer);
    let payment = &found["latest_invoice"]["payments"]["data"][0]["payment"];
    let intent = payment["payment_intent"].as_str().unwrap();
    let path = format!("/v1/invoices?customer={customer}&expand[]=data.payments");
    let listed = stripe.found(&path).await;
    let listed = &listed["data"][0]["payments"]["data"][0];
    assert_eq!(listed["payment"]["payment_intent"], intent);
    let path = format!("/v1/payment_intents/{intent}?expand[]=latest_charge");
    let found = stripe.found(&path).await;
    assert_eq!(found["latest_charge"]["payment_intent"], intent);
    let path = format!(
        "/v1/invoice_payments?payment[type]=payment_intent&payment[payment_intent]={intent}"
    );
    assert_eq!(
        stripe.found(&path).await["data"][0]["invoice"],
        listed["invoice"]
    );
    let path = format!("/v1/subscriptions/{subscription}?expand[]=nothing");
    assert_eq!(stripe.get(&path).await.0, 400);
}
