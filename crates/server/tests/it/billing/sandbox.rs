use chrono::TimeDelta;
use serde_json::json;

use super::{buy, call_of, pay, portal, refund};
use crate::support::app::TestApp;
use crate::support::outbox::MailApp;

#[tokio::test]
async fn what_is_paid_makes_pro_and_is_confirmed_by_one_mail() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let page = user.checkout("monthly").await;
    assert!(page.contains("/sandbox/checkout?session="), "{page}");
    assert_eq!(
        user.get(&call_of(&page)).await.json,
        json!({"plan": "pro", "interval": "month", "amount": 999, "currency": "CAD",
               "email": "reader@example.com"})
    );
    let paid = pay(&user, &page).await;
    let next = paid.json["url"].as_str().unwrap();
    assert!(next.contains("/subscription/success?session_id="), "{next}");
    // Only the provider's word counts, and it was not heard yet.
    assert!(!user.is_pro().await);
    assert_eq!(test.work_off_events().await, 2);
    let status = user.status().await;
    assert_eq!(
        (&status["isPro"], &status["billing"]),
        (&json!(true), &json!("sandbox"))
    );
    let term = &status["subscription"];
    assert_eq!(
        (&term["plan"], &term["status"], &term["interval"]),
        (&json!("pro"), &json!("active"), &json!("month"))
    );
    assert_eq!(term["cancelAtPeriodEnd"], false);
    assert!(term["currentPeriodEnd"].is_string(), "{term}");
    test.sql("UPDATE provider_events SET handled_at = NULL")
        .await;
    assert_eq!(test.work_off_events().await, 2);
    assert_eq!(test.waiting_mails("reader@example.com").await, ["upgraded"]);
    let file = user.get("/api/users/export").await.json;
    assert_eq!(file["subscriptions"][0]["status"], "active");
}

#[tokio::test]
async fn a_declined_card_changes_nothing_and_another_can_be_tried() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let page = user.checkout("yearly").await;
    let declined = user
        .post(&call_of(&page), json!({"outcome": "decline"}))
        .await;
    assert_eq!((declined.status, declined.code()), (402, "CARD_DECLINED"));
    assert_eq!(test.work_off_events().await, 0);
    assert!(!user.is_pro().await);
    assert_eq!(pay(&user, &page).await.status, 200);
    test.work_off_events().await;
    assert_eq!(user.status().await["subscription"]["interval"], "year");
}

#[tokio::test]
async fn a_page_is_its_users_own_for_a_day_and_its_address_is_not_stored() {
    let (test, anon, user) = TestApp::sandbox().await.with_user().await;
    let other = test.new_user("other@example.com").await;
    let page = user.checkout("monthly").await;
    let path = call_of(&page);
    let body = json!({"outcome": "pay"});
    assert_eq!(anon.get(&path).await.status, 401);
    assert_eq!(other.get(&path).await.status, 404);
    assert_eq!(other.post(&path, body.clone()).await.status, 404);
    let session = path.rsplit('/').next().unwrap();
    for stored in ["sandbox_sessions", "checkouts"] {
        let sql =
            format!("SELECT count(*) FROM {stored} AS row WHERE row::text LIKE '%{session}%'");
        assert_eq!(test.count(&sql).await, 0, "{stored}");
    }
    test.app.clock.advance(TimeDelta::hours(24));
    let user = test.sign_in(user.user.id).await;
    assert_eq!(user.get(&path).await.status, 404);
    assert_eq!(user.post(&path, body).await.status, 404);
}

#[tokio::test]
async fn two_tabs_make_one_subscription() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let (one, two) = (
        user.checkout("monthly").await,
        user.checkout("monthly").await,
    );
    let both = futures::future::join(pay(&user, &one), pay(&user, &two)).await;
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    test.work_off_events().await;
    assert_eq!(test.subscriptions(user.user.id).await.len(), 1);
    let again = json!({"priceId": "monthly"});
    let path = "/api/subscriptions/create-checkout-session";
    let again = user.post(path, again).await;
    assert_eq!((again.status, again.code()), (409, "ALREADY_SUBSCRIBED"));
}

#[tokio::test]
async fn another_period_closes_the_page_of_the_first() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let monthly = user.checkout("monthly").await;
    let yearly = user.checkout("yearly").await;
    assert_eq!(pay(&user, &monthly).await.status, 404);
    assert_eq!(pay(&user, &yearly).await.status, 200);
    test.work_off_events().await;
    assert_eq!(user.status().await["subscription"]["interval"], "year");
}

#[tokio::test]
async fn another_period_is_no_second_purchase_of_what_is_paid_and_not_heard_of() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let monthly = user.checkout("monthly").await;
    assert_eq!(pay(&user, &monthly).await.status, 200);
    let path = "/api/subscriptions/create-checkout-session";
    let other = user.post(path, json!({"priceId": "yearly"})).await;
    assert_eq!((other.status, other.code()), (409, "ALREADY_SUBSCRIBED"));
    assert!(user.is_pro().await, "it was asked for");
    test.work_off_events().await;
    assert_eq!(test.waiting_mails("reader@example.com").await, ["upgraded"]);
}

#[tokio::test]
async fn what_is_cancelled_lasts_until_its_period_ends() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    buy(&test, &user, "monthly").await;
    let status = user.cancel().await;
    assert_eq!(
        (
            &status["isPro"],
            &status["subscription"]["cancelAtPeriodEnd"]
        ),
        (&json!(true), &json!(true))
    );
    let user = test.days_later(27, user.user.id).await;
    test.reconcile().await;
    assert!(user.is_pro().await);
    // No month is longer.
    let user = test
        .days_later(5, test.user("reader@example.com").await.unwrap().id)
        .await;
    test.reconcile().await;
    let status = user.status().await;
    assert_eq!(
        (
            &status["isPro"],
            &status["subscription"]["currentPeriodEnd"]
        ),
        (&json!(false), &json!(null))
    );
    let again = user.send("POST", "/api/subscriptions/cancel", None).await;
    assert_eq!((again.status, again.code()), (409, "NOT_SUBSCRIBED"));
}

#[tokio::test]
async fn what_is_reactivated_renews() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    buy(&test, &user, "monthly").await;
    let first = user.status().await["subscription"]["currentPeriodEnd"].clone();
    user.cancel().await;
    user.cancel().await;
    let status = user.reactivate().await;
    assert_eq!(status["subscription"]["cancelAtPeriodEnd"], false);
    let user = test.days_later(32, user.user.id).await;
    test.reconcile().await;
    let status = user.status().await;
    assert_eq!(status["isPro"], true);
    assert_ne!(status["subscription"]["currentPeriodEnd"], first);
    let account = user.get(&portal(&user).await).await.json;
    assert_eq!(account["invoices"].as_array().unwrap().len(), 2);
    assert_eq!(account["invoices"][0]["amount"], 999);
}

#[tokio::test]
async fn the_portal_cancels_reactivates_and_refunds() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    let never = user
        .send("GET", "/api/subscriptions/create-portal-session", None)
        .await;
    assert_eq!((never.status, never.code()), (409, "NOT_SUBSCRIBED"));
    buy(&test, &user, "yearly").await;
    let path = portal(&user).await;
    let account = user.get(&path).await.json;
    assert_eq!(
        (&account["email"], &account["interval"], &account["amount"]),
        (&json!("reader@example.com"), &json!("year"), &json!(9999))
    );
    for (action, is_ending) in [("cancel", true), ("reactivate", false)] {
        let account = user.post(&path, json!({"action": action})).await.json;
        assert_eq!(account["cancelAtPeriodEnd"], is_ending);
        test.work_off_events().await;
        let term = user.status().await["subscription"].clone();
        assert_eq!(term["cancelAtPeriodEnd"], is_ending);
    }
    let account = user.post(&path, json!({"action": "refund"})).await.json;
    assert_eq!(
        (&account["isActive"], &account["invoices"][0]["refunded"]),
        (&json!(false), &json!(true))
    );
    test.work_off_events().await;
    assert!(!user.is_pro().await);
    // Nothing is left to be given back, and nothing breaks.
    assert_eq!(
        user.post(&path, json!({"action": "refund"})).await.status,
        200
    );
    // Who comes back is welcome, and told so.
    buy(&test, &user, "monthly").await;
    let mails = test.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded", "upgraded"]);
}

#[tokio::test]
async fn only_prices_that_there_are_can_be_bought() {
    let (_test, _, user) = TestApp::sandbox().await.with_user().await;
    let path = "/api/subscriptions/create-checkout-session";
    for price in ["weekly", "price_1", "Monthly"] {
        let answer = user.post(path, json!({"priceId": price})).await;
        assert_eq!(answer.status, 422, "{price}");
        assert_eq!(answer.json["fields"], json!({"priceId": "Choose a price"}));
    }
}

#[tokio::test]
async fn the_sandbox_is_not_there_where_nothing_is_sold() {
    let (_test, _, user) = TestApp::init().await.with_user().await;
    for what in ["checkout", "portal"] {
        let path = format!("/api/subscriptions/sandbox/{what}/x");
        assert_eq!(user.get(&path).await.status, 404);
    }
    let body = json!({"outcome": "pay"});
    let path = "/api/subscriptions/sandbox/checkout/x";
    assert_eq!(user.post(path, body).await.status, 404);
}

#[tokio::test]
async fn who_leaves_is_charged_no_more() {
    let (test, anon) = TestApp::sandbox().await.anon();
    test.verified(&anon, "leaver@example.com").await;
    let session = anon.sign_in("leaver@example.com").await;
    buy(&test, &session.client, "monthly").await;
    let password = json!({"password": crate::support::accounts::PASSWORD});
    let left = session
        .client
        .post("/api/users/delete-account", password)
        .await;
    assert_eq!(left.status, 204, "{}", left.text);
    test.reconcile().await;
    let active = "SELECT count(*) FROM sandbox_subscriptions WHERE status = 'active'";
    assert_eq!(test.count(active).await, 0);
    assert_eq!(
        test.count("SELECT count(*) FROM billing_customers").await,
        0
    );
    assert_eq!(test.count("SELECT count(*) FROM subscriptions").await, 0);
}

#[tokio::test]
async fn a_refund_keeps_the_account_and_its_watches() {
    let (test, _, user) = TestApp::sandbox().await.with_user().await;
    buy(&test, &user, "monthly").await;
    for n in 0..5 {
        let body = json!({"keyword": format!("keyword {n}")});
        assert_eq!(user.post("/api/keywords", body).await.status, 201);
    }
    refund(&test, &user).await;
    let list = user.get("/api/keywords").await.json;
    assert_eq!((&list["total"], &list["active"]), (&json!(5), &json!(3)));
    assert_eq!(user.get("/api/users/profile").await.status, 200);
}

#[tokio::test]
async fn the_mail_says_what_was_bought_and_how_to_cancel_it() {
    let mail = MailApp::init_with(&["server.demo=true"]).await;
    let user = mail.test.new_user("reader@example.com").await;
    buy(&mail.test, &user, "yearly").await;
    mail.drain().await;
    let mails = mail.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "You are on Harken Pro");
    let text = mails[0].text.as_deref().unwrap();
    for part in [
        "99.99 CAD a year",
        "renews on",
        "https://harken.example/subscription",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[tokio::test]
async fn what_has_ended_before_its_mail_is_not_confirmed() {
    let mail = MailApp::init_with(&["server.demo=true"]).await;
    let user = mail.test.new_user("reader@example.com").await;
    buy(&mail.test, &user, "monthly").await;
    refund(&mail.test, &user).await;
    mail.drain().await;
    assert!(mail.mails().is_empty());
}
