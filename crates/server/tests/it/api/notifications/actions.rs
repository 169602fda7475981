use db::models::notification::Notification;
use ingest::retention;

use crate::support::prelude::*;

#[tokio::test]
async fn reading_archiving_and_deleting_change_one_notification() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let row = app.notify(user.user.id, Match::of("rust")).await;
    let path = format!("/api/notifications/{}", row.id);
    let unread = async || user.get("/api/notifications/unread/count").await.json["count"].clone();
    assert_eq!(unread().await, 1);
    assert_eq!(user.patch(&format!("{path}/read")).await.json["status"], "read");
    assert_eq!(unread().await, 0);
    assert_eq!(user.patch(&format!("{path}/archive")).await.json["status"], "archived");
    let read = user.patch(&format!("{path}/read")).await;
    assert_eq!(read.json["status"], "archived", "an archived one stays archived");
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(user.delete(&path).await.status, 404);
    assert_eq!(user.get("/api/notifications/recent/popup").await.json, json!([]));
}

#[tokio::test]
async fn notifications_of_somebody_else_do_not_exist() {
    let (app, _, owner) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let row = app.notify(owner.user.id, Match::of("rust")).await;
    let path = format!("/api/notifications/{}", row.id);
    for answer in [
        other.patch(&format!("{path}/read")).await,
        other.patch(&format!("{path}/archive")).await,
        other.patch(&format!("{path}/unread")).await,
        other.patch(&format!("{path}/restore")).await,
        other.delete(&path).await,
        other.delete("/api/notifications/not-an-id").await,
    ] {
        assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"));
    }
    assert_eq!(other.get("/api/notifications").await.json["notifications"], json!([]));
    let list = owner.get("/api/notifications").await;
    assert_eq!(list.json["notifications"][0]["status"], "unread");
}

#[tokio::test]
async fn an_action_can_be_taken_back() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let row = app.notify(user.user.id, Match::of("rust")).await;
    let path = format!("/api/notifications/{}", row.id);
    let act = async |what: &str| user.patch(&format!("{path}/{what}")).await.json;
    for done in ["read", "archive", "unread"] {
        act(done).await;
        assert_eq!(act("unread").await["status"], "unread", "after {done}");
    }
    // A restored notification is unchanged.
    act("archive").await;
    assert_eq!(user.delete(&path).await.status, 204);
    let restored = act("restore").await;
    assert_eq!((&restored["_id"], &restored["status"]), (&json!(row.id), &json!("archived")));
    assert_eq!(act("restore").await, restored, "one that is not deleted stays as it is");
}

#[tokio::test]
async fn a_deleted_one_is_in_no_list_count_or_action() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = user.post("/api/keywords", json!({"keyword": "rust"})).await.json;
    let watch_path = format!("/api/keywords/{}", watch["_id"].as_str().unwrap());
    let matched = Match::of("rust").of_watch(watch["_id"].as_str().unwrap().parse().unwrap());
    let kept = app.notify(user.user.id, matched.clone()).await;
    let row = app.notify(user.user.id, matched).await;
    app.sql("UPDATE watches SET match_count = 2").await;
    let path = format!("/api/notifications/{}", row.id);
    let counts = async || {
        let grouped = user.get("/api/notifications/grouped").await.json;
        let unread = user.get("/api/notifications/grouped?status=unread").await.json;
        let live = {
            let mut conn = app.conn().await.unwrap();
            Notification::after(user.user.id, 0, 10, &mut conn).await.unwrap()
        };
        [
                grouped["groupedNotifications"][0]["count"].clone(),
                json!(
                    grouped["groupedNotifications"][0]["notifications"].as_array().unwrap().len()
                ),
                unread["unreadCount"].clone(),
                user.get("/api/notifications").await.json["pagination"]["totalItems"].clone(),
                user.get("/api/notifications?keyword=rust&status=unread").await.json["pagination"]
                    ["totalItems"]
                    .clone(),
                json!(
                    user.get("/api/notifications/recent/popup")
                        .await
                        .json
                        .as_array()
                        .unwrap()
                        .len()
                ),
                user.get("/api/notifications/stats").await.json["stats"]["total"].clone(),
                user.get("/api/notifications/unread/count").await.json["count"].clone(),
                user.get(&watch_path).await.json["matchCount"].clone(),
                user.get(&format!("{watch_path}/stats")).await.json["today"].clone(),
                json!(live.len()),
            ]
    };
    assert_eq!(counts().await, [2; 11].map(|n| json!(n)));
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(counts().await, [1; 11].map(|n| json!(n)));
    assert_eq!(
        user.get("/api/notifications").await.json["notifications"][0]["_id"],
        json!(kept.id)
    );
    for answer in [
        user.delete(&path).await,
        user.patch(&format!("{path}/read")).await,
        user.patch(&format!("{path}/archive")).await,
        user.patch(&format!("{path}/unread")).await,
    ] {
        assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"));
    }
    let all = user.post("/api/notifications/read", json!({})).await;
    assert_eq!((&all.json["changed"], &all.json["remaining"]), (&json!(1), &json!(0)));
    let restored = user.patch(&format!("{path}/restore")).await;
    assert_eq!(restored.json["status"], "unread", "it was not marked read with the others");
    assert_eq!(user.get(&watch_path).await.json["matchCount"], 2);
}

#[tokio::test]
async fn a_deletion_is_final_after_a_day() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    // Directly in the database: no access token lives that long.
    let mut ids = Vec::new();
    for hours in [0, 1] {
        app.clock.advance(TimeDelta::hours(hours));
        let row = app.notify(user.user.id, Match::of("rust")).await;
        let mut conn = app.conn().await.unwrap();
        let now = app.clock.now();
        let deleted = Notification::delete(user.user.id, row.id, now, &mut conn).await;
        assert!(deleted.unwrap());
        ids.push(row.id);
    }
    app.clock.advance(TimeDelta::hours(23));
    let restored = async |id: Uuid| {
        let mut conn = app.conn().await.unwrap();
        let now = app.clock.now();
        Notification::restore(user.user.id, id, now, &mut conn).await.unwrap()
    };
    let clean_up = async || {
        let now = app.clock.now();
        let deleted = retention::delete_outdated(&app.pool, now).await;
        deleted.unwrap().unwrap().deleted_notifications
    };
    assert!(!restored(ids[0]).await, "a day after, before the clean-up");
    assert_eq!(clean_up().await, 0, "at the last instant of the day");
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(clean_up().await, 1);
    assert!(!restored(ids[0]).await);
    assert!(restored(ids[1]).await, "the other was deleted an hour later");
}

#[tokio::test]
async fn all_or_one_keyword_are_marked_read_and_nobody_elses() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    for keyword in ["Rust", "rust", "go"] {
        app.notify(user.user.id, Match::of(keyword)).await;
    }
    app.notify(other.user.id, Match::of("rust")).await;
    let read = async |body| user.post("/api/notifications/read", body).await;
    let changed = async |body| {
        let answer = read(body).await.expect(200).json;
        assert_eq!(answer["remaining"], 0);
        answer["changed"].as_i64().unwrap()
    };
    assert_eq!(changed(json!({"keyword": "zig"})).await, 0);
    assert_eq!(changed(json!({"keyword": "RUST"})).await, 2);
    assert_eq!(changed(json!({})).await, 1);
    assert_eq!(changed(json!({})).await, 0);
    let count = other.get("/api/notifications/unread/count").await;
    assert_eq!(count.json["count"], 1);
    for keyword in ["x".repeat(1_001), "a\u{0}b".to_owned()] {
        let answer = read(json!({"keyword": keyword})).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert!(answer.json["fields"]["keyword"].is_string());
    }
}
