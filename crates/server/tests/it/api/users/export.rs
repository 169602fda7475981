use chrono::Duration;
use db::schema::users;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::matches::Match;

const PATH: &str = "/api/users/export";

#[tokio::test]
async fn all_that_belongs_to_the_user_and_nothing_else_is_in_the_file() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    app.notify(other.user.id, Match::of("theirs")).await;
    other.post("/api/keywords", json!({"keyword": "theirs"})).await;
    let watch = user.post("/api/keywords", json!({"keyword": "mine"})).await.json;
    let odd = "quote \" backslash \\ line\nbreak \u{1f980}";
    let mut matched = Match::of("mine");
    matched.body = odd.to_owned();
    app.notify(user.user.id, matched).await;
    let deleted = app.notify(user.user.id, Match::of("gone")).await;
    user.delete(&format!("/api/notifications/{}", deleted.id)).await;
    let file = user.get(PATH).await;
    assert_eq!(file.status, 200, "{}", file.text);
    assert_eq!(file.headers["content-type"], "application/json");
    let json = &file.json;
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "endpoints",
            "exportedAt",
            "followedFeeds",
            "insights",
            "notifications",
            "savedSearches",
            "sessions",
            "subscriptions",
            "user",
            "watches"
        ]
    );
    assert_eq!(json["user"]["email"], "reader@example.com");
    assert_eq!(json["watches"], json!([watch]));
    assert_eq!(json["notifications"].as_array().unwrap().len(), 1);
    assert_eq!(json["notifications"][0]["redditPost"]["content"], odd);
    assert_eq!(json["sessions"][0]["isCurrent"], true);
    assert_eq!(json["insights"], json!(null));
    assert_eq!(anon.get(PATH).await.status, 401);
}

#[tokio::test]
async fn an_empty_account_is_exported_too() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let file = user.get(PATH).await.json;
    assert_eq!((&file["watches"], &file["notifications"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn what_takes_many_batches_is_whole_and_in_order() {
    let (app, _, user) =
        TestApp::init_with(&["limits.keyword_changes_per_minute=1000"]).await.with_user().await;
    app.make_pro(&user.user).await;
    for n in 0..201 {
        let made = user.post("/api/keywords", json!({"keyword": format!("word{n}")})).await;
        assert_eq!(made.status, 201);
    }
    let mut made = Vec::new();
    for n in 0..401 {
        let row = app.notify(user.user.id, Match::of(&format!("word{n}"))).await;
        made.push(json!(row.id));
    }
    let file = user.get(PATH).await.json;
    assert_eq!(file["watches"].as_array().unwrap().len(), 201);
    let exported: Vec<_> =
        file["notifications"].as_array().unwrap().iter().map(|n| n["_id"].clone()).collect();
    assert_eq!(exported, made);
}

#[tokio::test]
async fn the_files_name_carries_the_users_date() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let mut conn = app.conn().await.unwrap();
    for (zone, hours) in [("UTC", 0), ("Etc/GMT-14", 14), ("Etc/GMT+12", -12)] {
        diesel::update(users::table.find(user.user.id))
            .set(users::time_zone.eq(zone))
            .execute(&mut conn)
            .await
            .unwrap();
        let date = (app.clock.now() + Duration::hours(hours)).date_naive();
        assert_eq!(
            user.get(PATH).await.headers["content-disposition"],
            format!("attachment; filename=\"harken-export-{date}.json\"")
        );
    }
}
