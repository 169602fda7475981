use crate::support::prelude::*;

/// Makes a watch with one notification.
async fn matched(keyword: &str, mode: &str, title: &str) -> (TestApp, SignedIn, Value, String) {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let body = json!({"keyword": keyword, "mode": mode});
    let watch = user.post("/api/keywords", body).await.expect(201);
    let item = read_post("t3_1", title, app.clock.now());
    store_items(&app, vec![item]).await;
    let list = user.get("/api/notifications").await.json;
    let id = list["notifications"][0]["_id"].as_str().unwrap();
    let path = format!("/api/notifications/{id}/explanation");
    (app, user, watch.json, path)
}

async fn explanation(user: &Client, path: &str) -> Value {
    let answer = user.get(path).await.expect(200);
    answer.json["explanation"].clone()
}

#[tokio::test]
async fn a_match_names_the_parts_of_its_rule_and_their_positions() {
    let (_app, user, _, path) = matched("🔥 tea -bubble", "query", "🔥 Green tea").await;
    let why = explanation(&user, &path).await;
    assert_eq!(
        (&why["verdict"], &why["keyword"], &why["mode"]),
        (&json!("match"), &json!("🔥 tea -bubble"), &json!("query"))
    );
    assert_eq!(
        why["reasons"],
        json!([
            {"rule": "🔥", "at": {"start": 0, "end": 2},
             "spans": [{"field": "title", "start": 0, "end": 2}]},
            {"rule": "tea", "at": {"start": 3, "end": 6},
             "spans": [{"field": "title", "start": 9, "end": 12}]},
            // The position of an excluded word starts after its minus.
            {"rule": "-bubble", "at": {"start": 8, "end": 14}, "spans": []},
        ])
    );
    assert_eq!(why["rejections"], json!([]));
}

#[tokio::test]
async fn a_watch_that_was_changed_since_says_what_rejects_the_item_now() {
    let (_app, user, watch, path) = matched("tea", "literal", "My teapot").await;
    assert_eq!(explanation(&user, &path).await["verdict"], "match");
    let own = format!("/api/keywords/{}", watch["_id"].as_str().unwrap());
    let strict = json!({"keyword": "tea", "filters": {"wholeWordOnly": true}});
    assert_eq!(user.put(&own, strict).await.status, 200);
    let why = explanation(&user, &path).await;
    assert_eq!(why["verdict"], "nearMiss");
    assert_eq!(
        why["rejections"],
        json!([{"text": "tea is only part of a longer word",
                "spans": [{"field": "title", "start": 3, "end": 6}]}])
    );
    assert_eq!(user.put(&own, json!({"keyword": "milk"})).await.status, 200);
    assert_eq!(explanation(&user, &path).await["verdict"], "miss");
    // Without the watch there is no rule to explain the match with.
    assert_eq!(user.delete(&own).await.status, 204);
    assert_eq!(explanation(&user, &path).await, Value::Null);
}

#[tokio::test]
async fn what_is_gone_is_not_explained() {
    let (app, user, _, path) = matched("tea", "literal", "Green tea").await;
    app.sql("UPDATE items SET gone_at = now(), title = '[removed]'").await;
    assert_eq!(explanation(&user, &path).await, Value::Null);
    let row = app.notify(user.user.id, Match::of("rust")).await;
    let other = app.new_user("other@example.com").await;
    let path = format!("/api/notifications/{}/explanation", row.id);
    let theirs = other.get(&path).await;
    assert_eq!((theirs.status, theirs.code()), (404, "NOT_FOUND"));
}
