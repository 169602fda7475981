//! Control over HTTP, for tests in other languages.

use serde_json::{Value, json};

use super::support::{MONTHLY, Shop, Stripe, text};

async fn ask(stripe: &Stripe, path: &str, body: Value) -> (u16, Value) {
    let request = stripe.client.post(stripe.url(&format!("/_sim{path}")));
    let answer = request.json(&body).send().await.unwrap();
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap_or_default())
}

async fn look(stripe: &Stripe, path: &str) -> Value {
    let url = stripe.url(&format!("/_sim{path}"));
    let answer = stripe.client.get(url).send().await;
    answer.unwrap().json().await.unwrap()
}

#[tokio::test]
async fn a_payment_is_given_back_and_objects_are_looked_up() {
    let stripe = Stripe::start().await;
    let (customer, _) = stripe.subscriber(MONTHLY).await;
    let refund = format!("/customers/{customer}/refund");
    let (_, refunded) = ask(&stripe, &refund, json!({})).await;
    let object = look(&stripe, &format!("/objects/{}", text(&refunded["refund"]))).await;
    assert_eq!(object["amount"], 999);
    let (status, again) = ask(&stripe, &refund, json!({})).await;
    assert_eq!((status, &again["error"]), (422, &json!("there is nothing to refund")));
}

#[tokio::test]
async fn events_are_held_and_released() {
    let stripe = Stripe::start().await;
    let shop = Shop::open().await;
    stripe.deliver_to(&shop);
    let (held, _) = ask(&stripe, "/webhooks/hold", json!({ "hold": true })).await;
    assert_eq!(held, 204);
    stripe.customer().await;
    assert!(shop.arrived().is_empty());
    assert_eq!(ask(&stripe, "/webhooks/release", json!({})).await.0, 204);
    assert!(stripe.handle.control.settle(super::support::SOON).await);
    assert_eq!(shop.kinds(), ["customer.created"]);
}

#[tokio::test]
async fn faults_are_asked_for_and_forgotten() {
    let stripe = Stripe::start().await;
    let fault = json!({ "path_prefix": "/v1/", "fault": "503", "times": 1_000 });
    assert_eq!(ask(&stripe, "/faults", fault).await.0, 204);
    assert_eq!(stripe.post("/v1/customers", &[]).await.0, 503);
    let forget = stripe.client.delete(stripe.url("/_sim/faults")).send();
    assert_eq!(forget.await.unwrap().status(), 204);
    assert_eq!(stripe.post("/v1/customers", &[]).await.0, 200);
    let calls = stripe.handle.control.calls();
    assert_eq!((calls[0].method.as_str(), calls.len()), ("POST", 2));
}
