//! Saved searches.

use crate::support::prelude::*;

const PATH: &str = "/api/searches";

async fn pro() -> (TestApp, SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    (app, user)
}

fn named(name: &str) -> Value {
    json!({"name": name, "filters": {"q": "green tea"}})
}

async fn listed(client: &Client) -> Vec<Value> {
    let list = client.get(PATH).await.expect(200);
    list.json["searches"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_search_is_saved_renamed_and_deleted() {
    let (app, user) = pro().await;
    let filters = json!({
        "q": "\"green tea\" -coffee", "status": "unread", "keyword": "tea", "subreddit": "drinks",
        "kind": "post", "from": "2026-01-02", "until": "2026-02-03",
    });
    let made = user.post(PATH, json!({"name": " Tea ", "filters": filters})).await.expect(201);
    assert_eq!((&made.json["name"], &made.json["filters"]), (&json!("Tea"), &filters));
    assert_eq!(made.json["createdAt"], json!(app.clock.now()));
    user.post(PATH, named("Second")).await;
    assert_eq!(listed(&user).await[0], made.json);
    let path = format!("{PATH}/{}", made.json["_id"].as_str().unwrap());
    let renamed = user.put(&path, json!({"name": "Green"})).await.expect(200);
    assert_eq!((&renamed.json["name"], &renamed.json["filters"]), (&json!("Green"), &filters));
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(user.delete(&path).await.status, 404);
    assert_eq!(listed(&user).await.len(), 1);
    let export = user.get("/api/users/export").await.json;
    assert_eq!(export["savedSearches"], json!(listed(&user).await));
}

#[tokio::test]
async fn a_view_of_the_inbox_is_saved_on_every_plan() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let view =
        json!({"name": "Old", "filters": {"status": "read"}, "view": "oldest", "density": "rows"});
    let made = user.post(PATH, view).await.expect(201).json;
    assert_eq!(listed(&user).await, std::slice::from_ref(&made));
    let shown = json!([made["filters"], made["view"], made["density"]]);
    assert_eq!(shown, json!([{"status": "read"}, "oldest", "rows"]));
    let unread = json!({"name": "All", "filters": {}, "view": "worth-a-reply"});
    let made = user.post(PATH, unread).await.expect(201).json;
    assert_eq!((&made["view"], &made["density"]), (&json!("worth-a-reply"), &Value::Null));
}

#[tokio::test]
async fn what_is_no_search_is_refused_with_its_field() {
    let (_app, user) = pro().await;
    for (body, field) in [
        (named(" "), "name"),
        (named(&"x".repeat(101)), "name"),
        (named("a\u{0}"), "name"),
        (json!({"name": "a", "filters": {}}), "filters"),
        (json!({"name": "a"}), "filters"),
        (json!({"name": "a", "filters": {"q": "x".repeat(301)}}), "filters.q"),
        (json!({"name": "a", "filters": {"q": "a\u{0}"}}), "filters.q"),
        (json!({"name": "a", "filters": {"q": "!"}}), "filters.q"),
        (json!({"name": "a", "filters": {"subreddit": "_"}}), "filters.subreddit"),
        (json!({"name": "a", "filters": {"kind": "poll"}}), "filters.kind"),
        (json!({"name": "a", "filters": {"q": "tea"}, "view": "oldest"}), "filters"),
        (json!({"name": "a", "filters": {}, "view": "upside-down"}), "view"),
        (json!({"name": "a", "filters": {"from": "soon"}}), "filters.from"),
        (json!({"name": "a", "filters": {"from": "2026-02-02", "until": "2026-02-01"}}), "until"),
    ] {
        let answer = user.post(PATH, body.clone()).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{body}");
        assert!(answer.json["fields"][field].is_string(), "{body}: {}", answer.text);
    }
    assert!(listed(&user).await.is_empty());
}

#[tokio::test]
async fn of_many_at_once_no_more_than_the_limit_are_saved() {
    let (_app, user) = pro().await;
    for n in 0..45 {
        assert_eq!(user.post(PATH, named(&format!("{n}"))).await.status, 201);
    }
    let all = (0..12).map(|n| {
        let client = user.client.clone();
        async move { client.post(PATH, named(&format!("late {n}"))).await }
    });
    let answers = futures::future::join_all(all).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == 201);
    assert_eq!((made.len(), refused.len()), (5, 7));
    for answer in refused {
        assert_eq!((answer.status, answer.code()), (409, "SAVED_SEARCH_LIMIT_EXCEEDED"));
    }
    assert_eq!(listed(&user).await.len(), 50);
}

#[tokio::test]
async fn after_a_downgrade_they_are_kept_and_none_is_added() {
    let (app, user) = pro().await;
    let made = user.post(PATH, named("Tea")).await.json;
    app.set_plan(&user.user, "free").await;
    assert_eq!(listed(&user).await, std::slice::from_ref(&made));
    let refused = user.post(PATH, named("Another")).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    let path = format!("{PATH}/{}", made["_id"].as_str().unwrap());
    assert_eq!(user.put(&path, json!({"name": "Mine"})).await.status, 200);
    assert_eq!(user.delete(&path).await.status, 204);
}
