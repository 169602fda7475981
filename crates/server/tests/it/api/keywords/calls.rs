use super::{create, path_of};
use crate::support::prelude::*;

#[tokio::test]
async fn a_keyword_alone_makes_a_watch_with_the_defaults() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let answer =
        user.post("/api/keywords", json!({"keyword": "  borrow checker "})).await.expect(201);
    insta::assert_json_snapshot!(answer.json, {
        "._id" => "[uuid]", ".createdAt" => "[time]", ".updatedAt" => "[time]",
    }, @r#"
    {
      "_id": "[uuid]",
      "createdAt": "[time]",
      "description": "",
      "excludedAuthors": [],
      "excludedSubreddits": [],
      "filters": {
        "caseSensitive": false,
        "includeComments": true,
        "includePosts": true,
        "matchTitlesOnly": false,
        "wholeWordOnly": false
      },
      "isActive": true,
      "keyword": "borrow checker",
      "lastMatchAt": null,
      "matchCount": 0,
      "mode": "literal",
      "notes": "",
      "notificationSettings": {
        "browserNotification": true,
        "emailNotification": false,
        "frequency": "realtime",
        "showAll": false
      },
      "pausedAt": null,
      "pausedPart": null,
      "snoozedUntil": null,
      "subreddits": [
        "all"
      ],
      "tags": [],
      "updatedAt": "[time]"
    }
    "#);
    let read = user.get(&path_of(&answer.json)).await;
    assert_eq!((read.status, &read.json), (200, &answer.json));
}

#[tokio::test]
async fn the_list_is_newest_first_in_pages_with_counts_of_all() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    for keyword in ["one", "two", "three", "four", "five"] {
        create(&user, keyword).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let oldest = user.get("/api/keywords?limit=2&page=3").await;
    assert_eq!(oldest.json["watches"][0]["keyword"], "one");
    user.patch(&format!("{}/toggle", path_of(&oldest.json["watches"][0]))).await;
    let first = user.get("/api/keywords?limit=2").await.json;
    let keywords: Vec<_> =
        first["watches"].as_array().unwrap().iter().map(|w| &w["keyword"]).collect();
    assert_eq!(keywords, ["five", "four"]);
    assert_eq!(
        (&first["total"], &first["active"], &first["limit"]),
        (&json!(5), &json!(4), &json!(null))
    );
    assert_eq!(user.get("/api/keywords").await.json["watches"].as_array().unwrap().len(), 5);
    let beyond = user.get("/api/keywords?page=100000").await;
    assert_eq!((beyond.status, &beyond.json["watches"]), (200, &json!([])));
    for bad in
        ["limit=0", "limit=101", "page=0", "page=100001", "limit=x", "page=-1", "page=99999999999"]
    {
        let status = user.get(&format!("/api/keywords?{bad}")).await.status;
        assert!(status == 400 || status == 422, "{bad}: {status}");
    }
}

#[tokio::test]
async fn a_free_list_names_the_plans_limit() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let list = user.get("/api/keywords?limit=5").await;
    assert_eq!(list.json, json!({"watches": [], "total": 0, "active": 0, "limit": 3}));
}

#[tokio::test]
async fn an_update_replaces_the_watch_but_keeps_whether_it_is_active() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    let watch = create(&user, "rust").await;
    let path = path_of(&watch);
    user.patch(&format!("{path}/toggle")).await;
    app.clock.advance(TimeDelta::minutes(1));
    let input = json!({
        "keyword": "ferris", "subreddits": ["r/Rust", "programming"], "tags": ["a", "b", "a"],
        "notes": " why \n not ", "filters": {"wholeWordOnly": true},
        "notificationSettings": {"emailNotification": true, "frequency": "daily"},
    });
    let answer = user.put(&path, input).await.expect(200);
    let now = &answer.json;
    assert_eq!(now["_id"], watch["_id"]);
    assert_eq!(now["keyword"], "ferris");
    assert_eq!(now["subreddits"], json!(["rust", "programming"]));
    assert_eq!((&now["tags"], &now["notes"]), (&json!(["a", "b"]), &json!("why \n not")));
    assert_eq!(now["filters"]["wholeWordOnly"], true);
    assert_eq!(now["filters"]["includePosts"], true);
    assert_eq!(now["notificationSettings"]["frequency"], "daily");
    assert_eq!(now["isActive"], false);
    assert_eq!(now["createdAt"], watch["createdAt"]);
    assert_ne!(now["updatedAt"], watch["updatedAt"]);
    // Sending back what was read changes nothing, read-only fields included.
    let same = user.put(&path, answer.json.clone()).await;
    assert_eq!(same.json, answer.json);
    let on = user.put(&path, json!({"keyword": "ferris", "isActive": true})).await;
    assert_eq!(on.json["isActive"], true);
    assert_eq!(on.json["tags"], json!([]));
}

#[tokio::test]
async fn a_toggle_switches_and_switches_back() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let toggle = format!("{}/toggle", path_of(&create(&user, "rust").await));
    for active in [false, true, false] {
        let answer = user.patch(&toggle).await;
        assert_eq!((answer.status, &answer.json["isActive"]), (200, &json!(active)));
    }
}

#[tokio::test]
async fn a_deleted_watch_is_gone() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let path = path_of(&create(&user, "rust").await);
    assert_eq!(user.delete(&path).await.status, 204);
    let again = user.delete(&path).await;
    assert_eq!((again.status, again.code()), (404, "NOT_FOUND"));
    assert_eq!(user.get(&path).await.status, 404);
}

#[tokio::test]
async fn somebody_elses_watch_does_not_exist() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let watch = create(&user, "rust").await;
    let theirs = path_of(&watch);
    let unknown = format!("/api/keywords/{}", Uuid::now_v7());
    let body = json!({"keyword": "taken over"});
    for path in [theirs.as_str(), unknown.as_str(), "/api/keywords/7", "/api/keywords/%00"] {
        for answer in [
            other.get(path).await,
            other.put(path, body.clone()).await,
            other.delete(path).await,
            other.patch(&format!("{path}/toggle")).await,
            other.get(&format!("{path}/stats")).await,
        ] {
            assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"), "{path}");
        }
    }
    assert_eq!(user.get(&theirs).await.json, watch);
    assert_eq!(other.get("/api/keywords").await.json["total"], 0);
}
