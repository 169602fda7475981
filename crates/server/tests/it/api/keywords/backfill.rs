use super::{create, path_of};
use crate::support::prelude::*;

/// Stores posts of now and of two days ago; four of now mention a kettle.
async fn filled() -> (TestApp, SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let now = app.clock.now();
    let item = |id: &str, title: &str, hours: i64| {
        let mut item = read_post(id, title, now - TimeDelta::hours(hours));
        item.author = format!("author_{id}");
        item
    };
    let items = vec![
        item("t3_5", "Kettle of an old post", 48),
        item("t3_4", "Kettle four", 1),
        item("t3_3", "Kettle three", 1),
        item("t3_2", "Kettle two", 1),
        item("t3_1", "A pot", 1),
        item("t3_0", "Kettle zero", 1),
    ];
    store_items(&app, items).await;
    app.clock.advance(TimeDelta::minutes(5));
    (app, user)
}

async fn backfill(user: &Client, path: &str) -> serde_json::Value {
    user.post(&format!("{path}/backfill"), json!({})).await.expect(200).json
}

#[tokio::test]
async fn matches_of_the_last_day_are_added_once_and_no_mail_is_sent() {
    let (app, user) = filled().await;
    let watch = create(&user, "kettle").await;
    let path = path_of(&watch);
    assert_eq!(backfill(&user, &path).await, json!({"added": 4, "complete": true}));
    let shown = user.get("/api/notifications").await.json;
    assert_eq!(shown["pagination"]["totalItems"], 4);
    let first = &shown["notifications"][0];
    assert_eq!((&first["watchId"], &first["status"]), (&watch["_id"], &json!("unread")));
    assert_eq!(first["matches"], json!([{"field": "title", "start": 0, "end": 6}]));
    assert_eq!(user.get(&path).await.json["matchCount"], 4);
    assert_eq!(count(&app, "outbox").await, 0);
    assert_eq!(count(&app, "digest_entries").await, 0);
    // Each has its own position in the user's sequence.
    assert_eq!(count(&app, "(SELECT DISTINCT seq FROM notifications) AS s").await, 4);
    // Asking again adds nothing, and deleted notifications stay deleted.
    let id = first["_id"].as_str().unwrap();
    user.delete(&format!("/api/notifications/{id}")).await;
    assert_eq!(backfill(&user, &path).await["added"], 0);
    assert_eq!(user.get(&path).await.json["matchCount"], 3);
}

#[tokio::test]
async fn many_at_once_add_each_match_once() {
    let (app, user) = filled().await;
    let path = format!("{}/backfill", path_of(&create(&user, "kettle").await));
    let all = (0..8).map(|_| {
        let (client, path) = (user.client.clone(), path.clone());
        async move { client.post(&path, json!({})).await.json["added"].as_i64() }
    });
    let added = futures::future::join_all(all).await;
    assert_eq!(added.iter().flatten().sum::<i64>(), 4, "{added:?}");
    assert_eq!(count(&app, "notifications").await, 4);
    assert_eq!(count(&app, "watches WHERE match_count = 4").await, 1);
}

#[tokio::test]
async fn mutes_are_heeded_and_a_watch_that_is_off_finds_nothing() {
    let (_app, user) = filled().await;
    let mute = json!({"kind": "author", "value": "author_t3_2"});
    assert_eq!(user.post("/api/mutes", mute).await.status, 201);
    let mute = json!({"kind": "word", "value": "four"});
    assert_eq!(user.post("/api/mutes", mute).await.status, 201);
    let path = path_of(&create(&user, "kettle").await);
    user.patch(&format!("{path}/toggle")).await;
    let off = user.post(&format!("{path}/backfill"), json!({})).await;
    assert_eq!((off.status, off.code()), (409, "KEYWORD_INACTIVE"));
    user.patch(&format!("{path}/toggle")).await;
    assert_eq!(backfill(&user, &path).await["added"], 2);
}

#[tokio::test]
async fn what_the_ingest_found_makes_no_second_alert() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let path = path_of(&create(&user, "kettle").await);
    let now = app.clock.now();
    let stored = store_items(&app, vec![read_post("t3_1", "Kettle", now)]).await;
    assert_eq!((stored.notifications, stored.messages), (1, 1));
    assert_eq!(backfill(&user, &path).await["added"], 0);
    assert_eq!(count(&app, "notifications").await, 1);
    assert_eq!(count(&app, "outbox").await, 1);
}

#[tokio::test]
async fn what_is_added_is_found_by_its_words_as_what_is_new_is() {
    let (app, user) = filled().await;
    app.make_pro(&user.user).await;
    let found = async || {
        let found = user.get("/api/notifications/search?q=kettle").await.json;
        found["notifications"].as_array().unwrap().len()
    };
    let watch = create(&user, "kettle").await;
    assert_eq!(found().await, 0);
    backfill(&user, &path_of(&watch)).await;
    assert_eq!(found().await, 4);
    let now = app.clock.now();
    let items = vec![read_post("t3_9", "Kettle nine", now), read_post("t3_8", "A cup", now)];
    store_items(&app, items).await;
    assert_eq!(found().await, 5);
    // Items that nobody was notified of stay out of the index.
    assert_eq!(count(&app, "items WHERE is_matched").await, 5);
}
