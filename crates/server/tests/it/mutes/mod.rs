//! Mutes: from a value or an alert to matches that create no notification, and back.

mod api;
mod ingest;
mod links;

use db::schema::notifications;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::app::{Client, TestApp};

/// Creates a mute and returns it.
async fn mute(client: &Client, body: Value) -> Value {
    let answer = client.post("/api/mutes", body).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json
}

fn id_of(mute: &Value) -> String {
    mute["mute"]["_id"].as_str().unwrap().to_owned()
}

/// Creates a watch through the API, and returns its id.
async fn watch(client: &Client, keyword: &str) -> Uuid {
    let made = client.post("/api/keywords", json!({"keyword": keyword})).await;
    made.json["_id"].as_str().unwrap().parse().unwrap()
}

/// Assigns the notification to this watch, as if it had matched.
async fn of_watch(test: &TestApp, notification: Uuid, watch: Uuid) {
    let mut conn = test.conn().await.unwrap();
    diesel::update(notifications::table.filter(notifications::id.eq(notification)))
        .set(notifications::watch_id.eq(watch))
        .execute(&mut conn)
        .await
        .unwrap();
    diesel::sql_query("UPDATE watches SET match_count = match_count + 1 WHERE id = $1")
        .bind::<diesel::sql_types::Uuid, _>(watch)
        .execute(&mut conn)
        .await
        .unwrap();
}

/// Returns the titles in the user's list, newest first.
async fn titles(client: &Client) -> Vec<String> {
    let list = client.get("/api/notifications?limit=100").await.json;
    let list = list["notifications"].as_array().unwrap().iter();
    list.map(|n| n["redditPost"]["title"].as_str().unwrap().to_owned()).collect()
}
