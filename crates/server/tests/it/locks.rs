//! Transactions that lock several watches of a user hold the user's position in the sequence of
//! notifications: ingest and user actions never deadlock.

use std::future::Future;
use std::pin::pin;

use diesel_async::SimpleAsyncConnection;

use crate::support::prelude::*;
use crate::support::shop::Shop;

const WAITING: &str =
    "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/// Runs `action` while another transaction holds the positions of all users, as ingest does, and
/// asserts that it waits without holding a watch.
async fn with_places_held<T>(test: &TestApp, action: impl Future<Output = T>) -> T {
    let mut ingest = test.conn().await.unwrap();
    ingest.batch_execute("BEGIN; SELECT FROM live_cursors FOR NO KEY UPDATE").await.unwrap();
    let mut action = pin!(action);
    let waits = async {
        while count(test, WAITING).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = &mut action => panic!("it did not wait"),
        () = waits => {}
    }
    ingest.batch_execute("SELECT FROM watches FOR NO KEY UPDATE NOWAIT; COMMIT").await.unwrap();
    action.await
}

#[tokio::test]
async fn moves_and_mutes_hold_the_users_place_before_they_lock_watches() {
    let test = ForumTest::init().await;
    let ada = test.app.new_user("ada@example.com").await;
    for keyword in ["kettle", "teapot"] {
        test.watch(ada.user.id, keyword, &["all"]).await;
    }
    test.post("tea", "A kettle and a teapot");
    test.poll().await;
    let list = ada.get("/api/notifications").await.json;
    let ids: Vec<&str> = list["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 2);
    let matches = async || test.count("watches WHERE match_count = 1").await;
    for (to, left) in [("deleted", 0), ("restored", 2)] {
        let body = json!({"moves": [{"ids": ids, "to": to}]});
        with_places_held(&test.app, ada.post("/api/notifications/move", body)).await.expect(200);
        assert_eq!(matches().await, left, "{to}");
    }
    let body = json!({"kind": "subreddit", "value": "tea", "cleanUp": true});
    let muted = with_places_held(&test.app, ada.post("/api/mutes", body)).await;
    assert_eq!(muted.json["cleaned"], 2, "{}", muted.text);
    assert_eq!(matches().await, 0);
    let path = format!("/api/mutes/{}?restore=true", muted.json["mute"]["_id"].as_str().unwrap());
    let restored = with_places_held(&test.app, ada.delete(&path)).await;
    assert_eq!(restored.json["restored"], 2, "{}", restored.text);
    assert_eq!(matches().await, 2);
}

#[tokio::test]
async fn a_downgrade_holds_the_users_place_before_it_locks_watches() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.buy(user, "monthly").await;
    for n in 0..5 {
        user.post("/api/keywords", json!({"keyword": format!("keyword {n}")})).await.expect(201);
    }
    shop.app.sql("INSERT INTO live_cursors (user_id, seq) SELECT id, 0 FROM users").await;
    shop.approve_refund(user.user.id).await;
    shop.arrive().await;
    with_places_held(&shop.app, shop.app.work_off_events()).await;
    assert_eq!(count(&shop.app, "watches WHERE is_active").await, 3);
}

#[tokio::test]
async fn a_muted_match_locks_its_watch_under_the_users_place() {
    let test = ForumTest::init().await;
    let ada = test.listener("kettle", &["all"]).await;
    test.post("tea", "A kettle");
    test.poll().await;
    let body = json!({"kind": "subreddit", "value": "tea"});
    assert_eq!(ada.post("/api/mutes", body).await.status, 201);
    test.post("tea", "Another kettle");
    with_places_held(&test.app, test.poll()).await;
    assert_eq!(test.count("notifications").await, 1);
    assert_eq!(test.count("items WHERE is_matched").await, 2);
}
