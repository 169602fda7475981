//! Pages of lists, and links from one object to another.

use serde_json::Value;

use super::support::{MONTHLY, START, Stripe, error, id, text};

fn ids(list: &Value) -> Vec<String> {
    list["data"].as_array().expect("a list").iter().map(id).collect()
}

#[tokio::test]
async fn pages_go_from_new_to_old_and_meet() {
    let stripe = Stripe::start().await;
    for _ in 0..5 {
        stripe.customer().await;
    }
    let made = stripe.handle.control.deliveries().into_iter().rev();
    let made: Vec<String> = made.map(|delivery| delivery.event).collect();
    let mut seen = Vec::new();
    let mut path = "/v1/events?limit=2".to_owned();
    loop {
        let page = stripe.found(&path).await;
        seen.extend(ids(&page));
        if page["has_more"] == false {
            break;
        }
        path = format!("/v1/events?limit=2&starting_after={}", seen.last().unwrap());
    }
    assert_eq!(seen, made);
    let (status, body) = stripe.get("/v1/events?limit=101").await;
    assert_eq!((status, error(&body).2), (400, Some("limit")));
    let (status, body) = stripe.get("/v1/events?starting_after=evt_none").await;
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
    let path = "/v1/events?types[]=invoice.paid&types[]=charge.succeeded";
    assert_eq!(ids(&stripe.found(path).await).len(), 2);
    stripe.advance_days(30);
    assert_eq!(ids(&stripe.found(path).await).len(), 2);
    stripe.tick(1);
    assert_eq!(ids(&stripe.found(path).await).len(), 0, "they are forgotten");
}

#[tokio::test]
async fn an_event_keeps_the_object_as_it_was_and_the_call_that_made_it() {
    let stripe = Stripe::start().await;
    let (_, subscription) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/subscriptions/{subscription}");
    let call = stripe.posting(&path, &[("cancel_at_period_end", "true")]);
    call.header("idempotency-key", "cancel-7").send().await.unwrap();
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
    assert!(updated["request"]["id"].as_str().unwrap().starts_with("req_"));
}

#[tokio::test]
async fn payments_lead_from_invoices_to_their_intents_and_back() {
    let stripe = Stripe::start().await;
    let (_, subscription) = stripe.subscriber(MONTHLY).await;
    let path = format!("/v1/invoices?subscription={subscription}");
    let paid = format!("{path}&status=paid&expand[]=data.payments");
    let listed = stripe.found(&paid).await;
    let listed = &listed["data"][0]["payments"]["data"][0];
    let intent = listed["payment"]["payment_intent"].as_str().unwrap();
    let charge = stripe.object(intent)["latest_charge"].clone();
    let charge = stripe.found(&format!("/v1/charges/{}", text(&charge))).await;
    assert_eq!(charge["payment_intent"], intent);
    let back = format!(
        "/v1/invoice_payments?payment[type]=payment_intent&payment[payment_intent]={intent}"
    );
    assert_eq!(stripe.found(&back).await["data"][0]["invoice"], listed["invoice"]);
    let open = stripe.found(&format!("{path}&status=open")).await;
    assert!(ids(&open).is_empty());
    let nothing = format!("{path}&expand[]=data.nothing");
    assert_eq!(stripe.get(&nothing).await.0, 400);
}
