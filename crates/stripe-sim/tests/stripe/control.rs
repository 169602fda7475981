//! The same over HTTP, for tests in other languages.

use serde_json::{Value, json};

use crate::support::{MONTHLY, START, Shop, Stripe, id, text};

async fn ask(stripe: &Stripe, path: &str, body: Value) -> (u16, Value) {
    let request = stripe.client.post(stripe.url(&format!("/_sim{path}")));
    let answer = request.json(&body).send().await.unwrap();
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap_or_default())
}

async fn look(stripe: &Stripe, path: &str) -> Value {
    let answer = stripe
        .client
        .get(stripe.url(&format!("/_sim{path}")))
        .send();
    answer.await.unwrap().json().await.unwrap()
}

#[tokio::test]
async fn a_subscription_is_paid_ages_and_is_refunded() {
    let stripe = Stripe::start().await;
    let customer = stripe.customer().await;
    let session = id(&stripe.session(&customer, MONTHLY).await);
    let (_, declined) = (
        ask(&stripe, &format!("/checkouts/{session}/decline"), json!({})).await,
        ask(
            &stripe,
            &format!("/customers/{customer}/card"),
            json!({ "declines": true }),
        )
        .await,
    );
    assert_eq!(declined.0, 204);
    let pay = format!("/checkouts/{session}/pay");
    assert_eq!(ask(&stripe, &pay, json!({})).await.0, 422);
    ask(
        &stripe,
        &format!("/customers/{customer}/card"),
        json!({ "declines": false }),
    )
    .await;
    let (status, paid) = ask(&stripe, &pay, json!({})).await;
    assert_eq!((status, paid["url"].is_string()), (200, true));
    let (_, clock) = ask(&stripe, "/clock", json!({ "seconds": 32 * 86_400 })).await;
    assert_eq!(clock["now"], START + 32 * 86_400);
    assert_eq!(look(&stripe, "/clock").await, clock);
    let refund = format!("/customers/{customer}/refund");
    let (_, refunded) = ask(&stripe, &refund, json!({ "amount": 99 })).await;
    let object = look(&stripe, &format!("/objects/{}", text(&refunded["refund"]))).await;
    assert_eq!(object["amount"], 99);
}

#[tokio::test]
async fn events_are_held_sent_in_any_manner_and_dropped() {
    let stripe = Stripe::start().await;
    let shop = Shop::open().await;
    stripe.deliver_to(&shop);
    assert_eq!(
        ask(&stripe, "/webhooks/hold", json!({ "hold": true }))
            .await
            .0,
        204
    );
    stripe.customer().await;
    stripe.customer().await;
    let deliveries = look(&stripe, "/webhooks").await;
    assert_eq!(deliveries[0]["state"], "held");
    let events = [&deliveries[1]["event"], &deliveries[0]["event"]];
    let wanted = json!({
        "events": events, "manner": { "signature": "second_right", "age_seconds": 10 },
    });
    let (_, sent) = ask(&stripe, "/webhooks/send", wanted).await;
    assert_eq!(sent["answers"], json!([200, 200]));
    assert_eq!(&json!(shop.arrived()[0].id()), events[0]);
    ask(&stripe, "/webhooks/drop", json!({ "events": [events[0]] })).await;
    assert_eq!(ask(&stripe, "/webhooks/release", json!({})).await.0, 204);
    let (settled, _) = ask(&stripe, "/webhooks/settle", json!({ "timeout_ms": 10_000 })).await;
    assert_eq!(settled, 204);
    assert_eq!(shop.arrived().len(), 2);
}

#[tokio::test]
async fn faults_are_asked_for_and_calls_are_listed() {
    let stripe = Stripe::start().await;
    let fault = json!([{ "path_prefix": "/v1/", "method": "POST", "fault": "500" }]);
    assert_eq!(ask(&stripe, "/faults", fault).await.0, 204);
    let fault = json!({
        "type_prefix": "customer.", "fault": "manner", "manner": { "signature": "wrong" },
    });
    assert_eq!(ask(&stripe, "/webhooks/faults", fault).await.0, 204);
    let call = stripe.posting("/v1/customers", &[("email", "a@b.c")]);
    let call = call.header("idempotency-key", "k").send();
    assert_eq!(call.await.unwrap().status(), 500);
    let calls = look(&stripe, "/calls").await;
    assert_eq!(calls[0]["params"], "email=a%40b.c");
    assert_eq!(
        (&calls[0]["status"], &calls[0]["idempotency_key"]),
        (&json!(500), &json!("k"))
    );
}
