use deliver::billing::manage;
use serde_json::json;
use sims::stripe::{Fault, WebhookFault, WebhookFaultKind};

use crate::support::shop::{SECRET_KEY, Shop, WEBHOOK_SECRET, session_of};

#[tokio::test]
async fn what_is_paid_at_stripe_makes_pro_and_is_confirmed_by_one_mail() {
    let shop = Shop::init().await;
    shop.pay(&shop.user, "yearly").await;
    assert!(!shop.user.is_pro().await, "nothing was worked on yet");
    shop.settle().await;
    let status = shop.user.status().await;
    assert_eq!((&status["isPro"], &status["billing"]), (&json!(true), &json!("stripe")));
    assert_eq!(status["subscription"]["status"], "active");
    assert_eq!(status["subscription"]["interval"], "year");
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], false);
    assert!(status["subscription"]["currentPeriodEnd"].is_string());
    // As after a crash before anything was marked as handled.
    let unmark = "UPDATE provider_events SET handled_at = NULL";
    shop.app.sql(unmark).await;
    assert!(shop.app.work_off_events().await > 0);
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded"]);
    let path = "/api/subscriptions/create-checkout-session";
    let again = shop.user.post(path, json!({"priceId": "monthly"})).await;
    assert_eq!((again.status, again.code()), (409, "ALREADY_SUBSCRIBED"));
    let file = shop.user.get("/api/users/export").await.json;
    assert_eq!(file["subscriptions"][0]["status"], "active");
}

#[tokio::test]
async fn a_declined_card_changes_nothing_and_another_can_be_tried() {
    let shop = Shop::init().await;
    let page = shop.user.checkout("yearly").await;
    let session = session_of(&page);
    let form = [("outcome", "decline")];
    let declined = reqwest::Client::new().post(page).form(&form).send().await;
    assert_eq!(declined.unwrap().status(), 402);
    shop.settle().await;
    assert!(!shop.user.is_pro().await);
    assert!(shop.stripe.control.pay_checkout(&session).is_some());
    shop.settle().await;
    assert_eq!(shop.user.status().await["subscription"]["interval"], "year");
}

#[tokio::test]
async fn only_prices_that_there_are_can_be_bought() {
    let shop = Shop::init().await;
    let path = "/api/subscriptions/create-checkout-session";
    for price in ["weekly", "price_1", "Monthly"] {
        let answer = shop.user.post(path, json!({"priceId": price})).await;
        assert_eq!(answer.status, 422, "{price}");
        assert_eq!(answer.json["fields"], json!({"priceId": "Choose a price"}));
    }
}

#[tokio::test]
async fn whoever_returns_after_a_refund_sees_that() {
    let shop = Shop::init().await;
    let path = "/api/subscriptions/create-portal-session";
    let never = shop.user.send("GET", path, None).await;
    assert_eq!((never.status, never.code()), (409, "NOT_SUBSCRIBED"));
    shop.buy(&shop.user, "yearly").await;
    shop.refund(&shop.user).await;
    shop.buy(&shop.user, "monthly").await;
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded", "upgraded"]);
}

#[tokio::test]
async fn every_post_has_a_key_and_every_call_the_version() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    shop.user.cancel().await;
    let path = "/api/subscriptions/create-portal-session";
    shop.user.send("GET", path, None).await.expect(200);
    let calls = shop.stripe.control.calls();
    assert!(calls.len() > 5);
    for call in &calls {
        assert_eq!(call.version.as_deref(), Some(sims::stripe::API_VERSION));
        assert_eq!(call.method == "POST", call.idempotency_key.is_some(), "{call:?}");
    }
    let checkout = calls.iter().find(|call| call.path == "/v1/checkout/sessions");
    let params = &checkout.unwrap().params;
    let user = format!("client_reference_id={}", shop.user.user.id);
    for part in ["mode=subscription", "customer=cus_", &user] {
        assert!(params.contains(part), "{part} is not in {params}");
    }
}

#[tokio::test]
async fn the_configured_price_ids_are_taken_too() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "price_standin_yearly").await;
    assert_eq!(shop.user.status().await["subscription"]["interval"], "year");
}

#[tokio::test]
async fn what_is_cancelled_lasts_until_its_period_ends() {
    let mut shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let status = shop.user.cancel().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], true);
    shop.days_later(27).await;
    assert!(shop.user.is_pro().await);
    shop.days_later(5).await;
    let status = shop.user.status().await;
    assert_eq!(
        (&status["isPro"], &status["subscription"]["currentPeriodEnd"]),
        (&json!(false), &json!(null))
    );
    let again = shop.user.send("POST", "/api/subscriptions/reactivate", None).await;
    assert_eq!((again.status, again.code()), (409, "NOT_SUBSCRIBED"));
}

#[tokio::test]
async fn cancelling_can_be_taken_back_and_done_again() {
    let mut shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    for _ in 0..2 {
        let status = shop.user.cancel().await;
        assert_eq!(status["subscription"]["cancelAtPeriodEnd"], true);
        let status = shop.user.reactivate().await;
        assert_eq!(status["subscription"]["cancelAtPeriodEnd"], false);
    }
    let end = shop.user.status().await["subscription"]["currentPeriodEnd"].clone();
    shop.days_later(32).await;
    let status = shop.user.status().await;
    assert_eq!(status["isPro"], true);
    assert_ne!(status["subscription"]["currentPeriodEnd"], end, "it was renewed");
}

#[tokio::test]
async fn a_cancellation_in_the_portal_can_be_taken_back_here() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let path = "/api/subscriptions/create-portal-session";
    let portal = shop.user.send("POST", path, None).await;
    let page = portal.json["url"].as_str().unwrap().to_owned();
    let form = [("action", "cancel")];
    let done = reqwest::Client::new().post(page).form(&form).send().await;
    assert!(done.unwrap().status().is_success());
    shop.settle().await;
    let status = shop.user.status().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], true);
    let status = shop.user.reactivate().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], false);
}

#[tokio::test]
async fn a_failed_payment_keeps_pro_for_the_grace_and_then_ends_it() {
    let mut shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    for n in 0..5 {
        let body = json!({"keyword": format!("keyword {n}")});
        assert_eq!(shop.user.post("/api/keywords", body).await.status, 201);
    }
    let customer = shop.customer(shop.user.user.id).await;
    shop.stripe.control.set_card_declines(&customer, true);
    shop.days_later(32).await;
    let status = shop.user.status().await;
    assert_eq!(
        (&status["isPro"], &status["subscription"]["status"]),
        (&json!(true), &json!("past_due"))
    );
    assert_eq!(shop.user.get("/api/keywords").await.json["active"], 5);
    shop.days_later(16).await;
    let status = shop.user.status().await;
    assert_eq!(
        (&status["isPro"], &status["subscription"]["status"]),
        (&json!(false), &json!("active"))
    );
    let list = shop.user.get("/api/keywords").await.json;
    assert_eq!((&list["total"], &list["active"]), (&json!(5), &json!(3)));
}

#[tokio::test]
async fn a_card_that_works_again_ends_the_grace_without_another_mail() {
    let mut shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let customer = shop.customer(shop.user.user.id).await;
    shop.stripe.control.set_card_declines(&customer, true);
    shop.days_later(32).await;
    shop.stripe.control.set_card_declines(&customer, false);
    shop.days_later(4).await;
    assert_eq!(shop.user.status().await["subscription"]["status"], "active");
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded"]);
}

#[tokio::test]
async fn an_approved_refund_ends_pro_at_once_and_a_partial_one_does_not() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let customer = shop.customer(shop.user.user.id).await;
    shop.stripe.control.approve_refund(&customer, Some(100)).unwrap();
    shop.settle().await;
    assert!(shop.user.is_pro().await);
    shop.stripe.control.approve_refund(&customer, None).unwrap();
    shop.settle().await;
    assert!(!shop.user.is_pro().await);
    let row = &shop.app.subscriptions(shop.user.user.id).await[0];
    let there = shop.stripe.control.object(&row.provider_id).unwrap();
    assert_eq!((there["status"].as_str(), row.status.as_str()), (Some("canceled"), "canceled"));
    assert_eq!(shop.user.get("/api/users/profile").await.status, 200);
}

#[tokio::test]
async fn the_operator_gives_the_last_payment_back_and_ends_pro() {
    let shop = Shop::init().await;
    let (app, user_id) = (&shop.app, shop.user.user.id);
    let provider = app.payments.as_ref().unwrap();
    assert!(!manage::refund(app, provider, user_id).await.unwrap());
    shop.buy(&shop.user, "yearly").await;
    assert!(manage::refund(app, provider, user_id).await.unwrap());
    assert!(!shop.user.is_pro().await);
    let customer = shop.customer(user_id).await;
    let left = shop.stripe.control.approve_refund(&customer, None);
    assert_eq!(left.unwrap_err(), "there is nothing to refund");
    assert!(!manage::refund(app, provider, user_id).await.unwrap());
}

#[tokio::test]
async fn a_late_refund_of_an_ended_subscription_leaves_the_next_one() {
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let customer = shop.customer(shop.user.user.id).await;
    let late = WebhookFault::once("charge.refunded", WebhookFaultKind::Hold);
    shop.stripe.control.webhook_fault(late);
    shop.stripe.control.approve_refund(&customer, None).unwrap();
    let ended = shop.app.subscriptions(shop.user.user.id).await[0].provider_id.clone();
    end_in_the_dashboard(&shop, &ended).await;
    shop.settle().await;
    assert!(!shop.user.is_pro().await);
    shop.buy(&shop.user, "yearly").await;
    shop.stripe.control.release();
    shop.settle().await;
    assert!(shop.user.is_pro().await);
}

/// Ends a subscription as the seller's staff do.
async fn end_in_the_dashboard(shop: &Shop, id: &str) {
    let url = format!("{}/v1/subscriptions/{id}", shop.stripe.base_url());
    let call = reqwest::Client::new().delete(url).bearer_auth(SECRET_KEY);
    assert!(call.send().await.unwrap().status().is_success());
}

#[tokio::test]
async fn events_that_never_came_are_recovered() {
    let shop = Shop::init().await;
    shop.app.reconcile().await;
    let mut lost = WebhookFault::once("", WebhookFaultKind::Drop);
    lost.times = 1_000;
    shop.stripe.control.webhook_fault(lost);
    shop.pay(&shop.user, "monthly").await;
    shop.settle().await;
    assert!(!shop.user.is_pro().await);
    shop.app.clock.advance(chrono::TimeDelta::minutes(10));
    shop.app.reconcile().await;
    assert!(shop.user.is_pro().await);
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded"]);
    // A recovered payment is not recovered again.
    shop.app.clock.advance(chrono::TimeDelta::minutes(2));
    assert_eq!(shop.app.work_off_events().await, 0);
}

#[tokio::test]
async fn the_end_of_a_period_is_looked_up_though_no_event_arrives() {
    let mut shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    shop.user.cancel().await;
    shop.settle().await;
    let mut lost = WebhookFault::once("", WebhookFaultKind::Drop);
    lost.times = 1_000;
    shop.stripe.control.webhook_fault(lost);
    shop.days_later(32).await;
    assert!(shop.user.is_pro().await);
    let mut silent = Fault::status("/v1/events", 500);
    silent.times = 3;
    shop.stripe.control.fault(silent);
    shop.app.reconcile().await;
    assert!(!shop.user.is_pro().await);
}

#[tokio::test]
async fn who_leaves_is_charged_no_more() {
    let shop = Shop::init().await;
    let (test, anon) = (&shop.app, shop.user.client.with_token(""));
    test.verified(&anon, "leaver@example.com").await;
    let session = anon.sign_in("leaver@example.com").await;
    shop.buy(&session.client, "monthly").await;
    let user = test.user("leaver@example.com").await.unwrap();
    let bought = test.subscriptions(user.id).await[0].provider_id.clone();
    let password = json!({"password": crate::support::accounts::PASSWORD});
    let path = "/api/users/delete-account";
    assert_eq!(session.client.post(path, password).await.status, 204);
    test.reconcile().await;
    let there = shop.stripe.control.object(&bought).unwrap();
    assert_eq!(there["status"], "canceled");
    assert_eq!(test.count("SELECT count(*) FROM subscriptions").await, 0);
    assert_eq!(test.count("SELECT count(*) FROM billing_customers").await, 0);
}

#[tokio::test]
async fn a_stripe_that_does_not_answer_is_said_to_be_out_of_reach() {
    let shop = Shop::init().await;
    let mut down = Fault::status("/v1/", 503);
    down.times = 3;
    shop.stripe.control.fault(down);
    let path = "/api/subscriptions/create-checkout-session";
    let answer = shop.user.post(path, json!({"priceId": "monthly"})).await;
    assert_eq!((answer.status, answer.code()), (503, "PAYMENTS_UNAVAILABLE"));
    shop.buy(&shop.user, "monthly").await;
}

#[tokio::test]
async fn keys_are_never_printed() {
    let shop = Shop::init().await;
    let printed = format!("{:?} {:?}", shop.app.config, shop.app.payments);
    assert!(!printed.contains(SECRET_KEY) && !printed.contains(WEBHOOK_SECRET));
}
