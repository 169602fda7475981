//! Mutes: from a value or an alert to matches that create no notification, and back.

mod api;
mod ingest;
mod links;

use crate::support::prelude::*;

/// Creates a mute and returns it.
async fn mute(client: &Client, body: Value) -> Value {
    client.post("/api/mutes", body).await.expect(201).json
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
    for statement in [
        format!("UPDATE notifications SET watch_id = '{watch}' WHERE id = '{notification}'"),
        format!("UPDATE watches SET match_count = match_count + 1 WHERE id = '{watch}'"),
    ] {
        test.sql(&statement).await;
    }
}

/// Returns the titles in the user's list, newest first.
async fn titles(client: &Client) -> Vec<String> {
    let list = client.get("/api/notifications?limit=100").await.json;
    let list = list["notifications"].as_array().unwrap().iter();
    list.map(|n| n["redditPost"]["title"].as_str().unwrap().to_owned()).collect()
}
