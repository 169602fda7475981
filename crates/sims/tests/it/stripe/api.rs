//! The rules common to all calls, and the prices to buy.

use sims::stripe::API_VERSION;

use super::support::{MONTHLY, Stripe, YEARLY, error, read};

#[tokio::test]
async fn a_call_needs_the_secret_key() {
    let stripe = Stripe::start().await;
    let url = stripe.url("/v1/events");
    for request in [stripe.client.get(&url), stripe.client.get(&url).bearer_auth("sk_test_other")] {
        let (status, body) = read(request.send().await).await;
        assert_eq!(status, 401);
        assert_eq!(error(&body).0, "invalid_request_error");
    }
    let request = stripe.client.get(&url).bearer_auth("sk_test_standin");
    assert_eq!(read(request.send().await).await.0, 200);
}

#[tokio::test]
async fn the_version_and_a_request_id_come_back() {
    let stripe = Stripe::start().await;
    let answer = stripe.posting("/v1/customers", &[]).send().await.unwrap();
    assert_eq!(answer.headers()["stripe-version"], API_VERSION);
    let id = answer.headers()["request-id"].to_str().unwrap();
    assert!(id.starts_with("req_"), "{id}");
}

#[tokio::test]
async fn another_version_is_refused() {
    let stripe = Stripe::start().await;
    let request = stripe.client.get(stripe.url("/v1/events"));
    let request = request.bearer_auth("sk_test_standin");
    let request = request.header("stripe-version", "2024-06-20");
    assert_eq!(read(request.send().await).await.0, 400);
}

#[tokio::test]
async fn parameters_in_json_and_unknown_ones_are_refused() {
    let stripe = Stripe::start().await;
    let json = stripe.client.post(stripe.url("/v1/customers"));
    let json = stripe.signed(json.json(&serde_json::json!({ "email": "a@b.c" })));
    assert_eq!(read(json.send().await).await.0, 400);
    let (status, body) = stripe.post("/v1/customers", &[("emial", "a@b.c")]).await;
    assert_eq!(status, 400);
    let (kind, code, param) = error(&body);
    assert_eq!(kind, "invalid_request_error");
    assert_eq!((code, param), (Some("parameter_unknown"), Some("emial")));
}

#[tokio::test]
async fn what_is_not_there_is_404_by_path_and_400_by_parameter() {
    let stripe = Stripe::start().await;
    let (status, body) = stripe.get("/v1/charges/ch_none").await;
    assert_eq!(status, 404);
    assert_eq!(error(&body).1, Some("resource_missing"));
    let params = [("customer", "cus_none")];
    let (status, body) = stripe.post("/v1/billing_portal/sessions", &params).await;
    assert_eq!(status, 400);
    assert_eq!(error(&body).2, Some("customer"));
    assert_eq!(stripe.get("/v1/nothing").await.0, 404);
}

#[tokio::test]
async fn the_two_prices_are_monthly_and_yearly() {
    let stripe = Stripe::start().await;
    for (price, interval, amount) in [(MONTHLY, "month", 999), (YEARLY, "year", 9_999)] {
        let price = stripe.object(price);
        assert_eq!(price["recurring"]["interval"], interval);
        assert_eq!(price["unit_amount"], amount);
        assert_eq!(price["currency"], "cad");
    }
}
