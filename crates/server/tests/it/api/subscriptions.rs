use crate::support::prelude::*;

#[tokio::test]
async fn the_status_and_the_use_of_the_plan_are_real() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let read = async |what: &str| user.get(&format!("/api/subscriptions/{what}")).await.json;
    let subscription = |plan: &str| json!({"plan": plan, "status": "active", "cancelAtPeriodEnd": false, "currentPeriodEnd": null, "interval": null});
    assert_eq!(
        read("status").await,
        json!({"isPro": false, "subscription": subscription("free"), "billing": "none"})
    );
    let usage = |keywords: u32, limit: Value, found: u32| json!({"keywordCount": keywords, "keywordLimit": limit, "notificationCount": found});
    assert_eq!(read("usage").await, usage(0, json!(3), 0));
    user.post("/api/keywords", json!({"keyword": "rust"})).await;
    let row = app.notify(user.user.id, Match::of("rust")).await;
    assert_eq!(read("usage").await, usage(1, json!(3), 1));
    user.delete(&format!("/api/notifications/{}", row.id)).await;
    app.make_pro(&user.user).await;
    assert_eq!(
        read("status").await,
        json!({"isPro": true, "subscription": subscription("pro"), "billing": "none"})
    );
    assert_eq!(read("usage").await, usage(1, Value::Null, 0));
}

#[tokio::test]
async fn with_plans_off_nothing_is_limited() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let status = user.get("/api/subscriptions/status").await.json;
    assert_eq!((&status["isPro"], &status["billing"]), (&json!(true), &json!("off")));
    assert_eq!(user.get("/api/subscriptions/usage").await.json["keywordLimit"], Value::Null);
}

#[tokio::test]
async fn where_nothing_is_sold_what_needs_payments_says_so() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    refuse_to_sell(&user).await;
    // Where there are no plans, nothing is sold either, whatever else is set.
    let settings = [
        "server.plans=off",
        "payments.provider=stripe",
        "payments.stripe.secret_key=sk",
        "payments.stripe.webhook_secret=whsec",
        "payments.stripe.monthly_price_id=m",
        "payments.stripe.yearly_price_id=y",
    ];
    let (_app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    refuse_to_sell(&user).await;
}

async fn refuse_to_sell(user: &Client) {
    for (method, call, body) in [
        ("POST", "create-checkout-session", Some(json!({"priceId": "monthly"}))),
        ("POST", "cancel", None),
        ("POST", "reactivate", None),
        ("POST", "create-portal-session", None),
        ("GET", "create-portal-session", None),
    ] {
        let answer = user.send(method, &format!("/api/subscriptions/{call}"), body).await;
        assert_eq!((answer.status, answer.code()), (409, "BILLING_NOT_AVAILABLE"), "{call}");
        assert_eq!(answer.json["message"], "Payments are not available on this server yet.");
    }
    let empty = user.post("/api/subscriptions/create-checkout-session", json!({})).await;
    assert_eq!(empty.json["fields"], json!({"priceId": "Choose a price"}));
}
