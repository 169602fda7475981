//! The list of what was set aside, and what a user does with it.

use crate::support::prelude::*;

async fn with_aside() -> (TestApp, SignedIn, Vec<Uuid>) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = add_watch(&app, user.user.id, "kettle", &["all"]).await;
    let mut ids = Vec::new();
    for (title, is_shown) in [("a", false), ("b", false), ("c", true)] {
        let row = app.notify(user.user.id, Match::of(title)).await;
        app.sql(&format!(
            "INSERT INTO set_aside (notification_id, seen_at, watch_id, user_id, is_shown)
             SELECT id, seen_at, '{watch}', user_id, {is_shown} FROM notifications WHERE id = '{}'",
            row.id
        ))
        .await;
        app.sql(&format!(
            "UPDATE notifications SET watch_id = '{watch}', keyword = 'kettle',
                status = CASE WHEN {is_shown} THEN status ELSE 'aside' END
             WHERE id = '{}'",
            row.id
        ))
        .await;
        ids.push(row.id);
    }
    (app, user, ids)
}

async fn listed(user: &Client, query: &str) -> usize {
    let answer = user.get(&format!("/api/notifications{query}")).await.expect(200);
    answer.json["notifications"].as_array().unwrap().len()
}

#[tokio::test]
async fn what_is_set_aside_is_listed_there_only_and_can_be_taken_back() {
    let (_app, user, ids) = with_aside().await;
    let groups = async |status: &str| {
        let path = format!("/api/notifications/grouped?status={status}");
        let answer = user.get(&path).await.expect(200).json;
        let counts = answer["groupedNotifications"].as_array().unwrap().iter();
        let counts: Vec<i64> = counts.map(|group| group["count"].as_i64().unwrap()).collect();
        (counts, answer["unreadCount"].clone())
    };
    assert_eq!(listed(&user, "").await, 1);
    assert_eq!(listed(&user, "?status=aside").await, 2);
    assert_eq!(groups("aside").await, (vec![2], json!(1)));
    assert_eq!(groups("unread").await, (vec![1], json!(1)));
    let found = user.get("/api/notifications/search?q=asked").await.expect(200);
    assert!(found.json["notifications"].is_array());
    let stats = user.get("/api/notifications/stats").await.json["stats"].clone();
    assert_eq!((&stats["total"], &stats["today"]), (&json!(3), &json!(3)));

    let path = format!("/api/notifications/{}/unread", ids[0]);
    assert_eq!(user.patch(&path).await.expect(200).json["status"], "unread");
    let moved = json!({"moves": [{"ids": [ids[0], ids[2]], "from": "unread", "to": "aside"}]});
    user.post("/api/notifications/move", moved).await.expect(200);
    // The one that was shown had not been set aside.
    assert_eq!(listed(&user, "?status=aside").await, 2);
    assert_eq!(groups("unread").await.0, [1]);
}

#[tokio::test]
async fn how_many_were_relevant_at_most_follows_from_those_that_were_shown() {
    let (app, user, ids) = with_aside().await;
    let list =
        async || user.get("/api/keywords/set-aside").await.expect(200).json["watches"][0].clone();
    let now = list().await;
    let numbers =
        |now: &Value| ["setAside", "shown", "opened"].map(|name| now[name].as_i64().unwrap());
    assert_eq!((numbers(&now), &now["keyword"]), ([2, 1, 0], &json!("kettle")));
    assert!((now["atMostRelevant"].as_f64().unwrap() - 0.95).abs() < 1e-6, "{now}");
    // Archiving it unread says nothing.
    for (call, opened) in [("archive", 0), ("unread", 0), ("read", 1), ("archive", 1)] {
        user.patch(&format!("/api/notifications/{}/{call}", ids[2])).await.expect(200);
        assert_eq!(list().await["opened"], opened, "{call}");
    }
    let now = list().await;
    assert_eq!((numbers(&now), &now["atMostRelevant"]), ([2, 1, 1], &json!(1.0)));
    assert_eq!(now["learned"], false);
    let other = app.new_user("eve@example.com").await;
    assert_eq!(other.get("/api/keywords/set-aside").await.expect(200).json["watches"], json!([]));
}

#[tokio::test]
async fn a_word_that_is_ignored_no_longer_counts_until_it_is_counted_again() {
    let (app, user, _) = with_aside().await;
    let list =
        async || user.get("/api/keywords/set-aside").await.expect(200).json["watches"][0].clone();
    let path = format!("/api/keywords/{}/ignored-words", list().await["watchId"].as_str().unwrap());
    let change = async |word: &str, ignored: bool| {
        app.clock.advance(TimeDelta::seconds(1));
        let answer = user.put(&path, json!({"word": word, "ignored": ignored})).await.expect(200);
        answer.json["ignoredWords"].clone()
    };
    assert_eq!(change("hiring", true).await, json!(["hiring"]));
    assert_eq!(change(" gardening ", true).await, json!(["hiring", "gardening"]));
    assert_eq!(change("hiring", true).await, json!(["gardening", "hiring"]));
    assert_eq!(list().await["ignoredWords"], json!(["gardening", "hiring"]));
    assert_eq!(change("gardening", false).await, json!(["hiring"]));
    assert_eq!(change("unknown", false).await, json!(["hiring"]));
    let mut latest = Value::Null;
    for at in 0..50 {
        latest = change(&format!("w{at}"), true).await;
    }
    assert_eq!((latest.as_array().unwrap().len(), &latest[0]), (50, &json!("w0")));
    for word in ["", " ", "a\0", &"x".repeat(301)] {
        let refused = user.put(&path, json!({"word": word, "ignored": true})).await.expect(422);
        assert!(refused.json["fields"]["word"].is_string(), "{word:?}: {}", refused.text);
    }
    let other = app.new_user("eve@example.com").await;
    other.put(&path, json!({"word": "hiring", "ignored": true})).await.expect(404);
}
