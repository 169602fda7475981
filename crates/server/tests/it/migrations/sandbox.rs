//! Subscriptions sold by the demo's former payment provider end with it.

use db::Conn;
use db::migrate::run;
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use serde_json::json;
use uuid::Uuid;

use super::take_back;
use crate::support::app::{SignedIn, TestApp};
use crate::support::db::address;

const VERSION: &str = "20261123000070";
const DOWN: &str =
    include_str!("../../../../../migrations/2026-11-23-000070_remove_the_sandbox/down.sql");

/// Makes the user Pro by a subscription at `provider`.
async fn sell(conn: &mut Conn, user: &SignedIn, provider: &str, status: &str) {
    let (customer, user) = (Uuid::now_v7(), user.user.id);
    let sql = format!(
        "INSERT INTO billing_customers (id, user_id, provider, provider_id, look_at, created_at)
         VALUES ('{customer}', '{user}', '{provider}', 'customer_{customer}', now(), now());
         INSERT INTO subscriptions
            (id, customer_id, provider_id, plan, status, period, price_id, current_period_end,
             cancel_at_period_end, updated_by, created_at, updated_at)
         VALUES (gen_random_uuid(), '{customer}', 'subscription', 'pro', '{status}', 'year', 'price',
            now() + interval '1 year', false, 'event', now(), now());
         INSERT INTO checkouts (id, customer_id, period, created_at)
         VALUES (gen_random_uuid(), '{customer}', 'year', now());
         INSERT INTO provider_events
            (provider, id, kind, customer, object, told_at, received_at, due_at)
         VALUES ('{provider}', 'event_{customer}', 'invoice.paid', 'a', 'b', now(), now(), now());
         INSERT INTO provider_cursors VALUES ('{provider}', now(), now()) ON CONFLICT DO NOTHING;
         UPDATE users SET plan = 'pro', subscription_status = 'past_due' WHERE id = '{user}'",
    );
    conn.batch_execute(&sql).await.unwrap();
}

/// Returns the user's plan with its status, and the number of active watches.
async fn plan(user: &SignedIn) -> (String, String, i64) {
    let term = user.status().await["subscription"].clone();
    let text = |name: &str| term[name].as_str().unwrap().to_owned();
    let list = user.get("/api/keywords").await.json;
    (
        text("plan"),
        text("status"),
        list["active"].as_i64().unwrap(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_sandbox_sold_ends_with_it_and_nothing_else_does() {
    let (test, _, by_sandbox) = TestApp::init().await.with_user().await;
    let by_stripe = test.new_user("stripe@example.com").await;
    let by_both = test.new_user("both@example.com").await;
    let formerly = test.new_user("formerly@example.com").await;
    let by_hand = test.new_user("hand@example.com").await;
    let mut conn = Conn::establish(&test.database_url).await.unwrap();
    take_back(VERSION, DOWN, &mut conn).await;
    sell(&mut conn, &by_sandbox, "sandbox", "active").await;
    sell(&mut conn, &by_stripe, "stripe", "past_due").await;
    sell(&mut conn, &by_both, "sandbox", "active").await;
    sell(&mut conn, &by_both, "stripe", "past_due").await;
    sell(&mut conn, &formerly, "sandbox", "active").await;
    sell(&mut conn, &formerly, "stripe", "canceled").await;
    test.sql("UPDATE users SET plan = 'pro' WHERE email = 'hand@example.com'")
        .await;
    let all = [&by_sandbox, &by_stripe, &by_both, &formerly, &by_hand];
    for user in all {
        for n in 0..5 {
            test.clock.advance(chrono::TimeDelta::seconds(1));
            let body = json!({"keyword": format!("keyword {n}")});
            assert_eq!(user.post("/api/keywords", body).await.status, 201);
        }
    }
    run(&address(&test.database_url)).await.unwrap();

    let free = ("free".to_owned(), "active".to_owned(), 3);
    let pro = ("pro".to_owned(), "past_due".to_owned(), 5);
    assert_eq!(plan(&by_sandbox).await, free);
    assert_eq!(plan(&formerly).await, free);
    assert_eq!(plan(&by_stripe).await, pro);
    assert_eq!(plan(&by_both).await, pro);
    assert_eq!(plan(&by_hand).await.2, 5, "no provider had a part in it");
    // The oldest watches stay active, and all still exist.
    let list = by_sandbox.get("/api/keywords?limit=100").await.json;
    let watches = list["watches"].as_array().unwrap();
    assert_eq!(watches.len(), 5);
    for watch in watches {
        let is_old =
            ["keyword 0", "keyword 1", "keyword 2"].contains(&watch["keyword"].as_str().unwrap());
        assert_eq!(watch["isActive"], is_old, "{watch}");
    }
    for table in ["billing_customers", "provider_events", "provider_cursors"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE provider <> 'stripe'");
        assert_eq!(test.count(&sql).await, 0, "{table}");
        let sql = format!("SELECT count(*) FROM {table}");
        assert!(test.count(&sql).await > 0, "{table}");
    }
    let left = "SELECT count(*) FROM pg_class WHERE relname LIKE 'sandbox%'";
    assert_eq!(test.count(left).await, 0);
    for table in ["subscriptions", "checkouts"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(test.count(&sql).await, 3, "{table}: Stripe's");
    }
}
