mod enforcement;
mod races;
mod sandbox;
mod stripe;

use serde_json::json;

use crate::support::app::{Answer, Client, TestApp};

/// The call behind a page of the sandbox.
fn call_of(page: &str) -> String {
    let (page, session) = page.split_once("?session=").unwrap();
    let what = page.rsplit('/').next().unwrap();
    format!("/api/subscriptions/sandbox/{what}/{session}")
}

async fn pay(client: &Client, page: &str) -> Answer {
    client.post(&call_of(page), json!({"outcome": "pay"})).await
}

/// Buys Pro in the sandbox.
async fn buy(test: &TestApp, client: &Client, price: &str) {
    let page = client.checkout(price).await;
    assert_eq!(pay(client, &page).await.status, 200);
    test.work_off_events().await;
    assert!(client.is_pro().await);
}

/// The call behind the portal of a user who has bought.
async fn portal(client: &Client) -> String {
    let path = "/api/subscriptions/create-portal-session";
    let answer = client.send("POST", path, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    call_of(answer.json["url"].as_str().unwrap())
}

/// Has the last payment back, which ends Pro.
async fn refund(test: &TestApp, client: &Client) {
    let answer = client
        .post(&portal(client).await, json!({"action": "refund"}))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    test.work_off_events().await;
    assert!(!client.is_pro().await);
}
