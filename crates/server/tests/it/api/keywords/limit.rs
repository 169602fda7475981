use super::{create, path_of};
use crate::support::prelude::*;

const TEXT: &str = "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";

async fn active(user: &Client) -> i64 {
    user.get("/api/keywords").await.json["active"].as_i64().unwrap()
}

#[tokio::test]
async fn the_fourth_watch_is_refused_whether_or_not_the_others_are_active() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    for keyword in ["one", "two", "three"] {
        let watch = create(&user, keyword).await;
        user.patch(&format!("{}/toggle", path_of(&watch))).await;
    }
    for body in [json!({"keyword": "four"}), json!({"keyword": "four", "isActive": false})] {
        let answer = user.post("/api/keywords", body).await;
        assert_eq!((answer.status, answer.code()), (403, "KEYWORD_LIMIT_EXCEEDED"));
        assert_eq!(answer.json["message"], TEXT);
    }
    assert_eq!(user.get("/api/keywords").await.json["total"], 3);
}

#[tokio::test]
async fn deleting_frees_a_place() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let first = create(&user, "one").await;
    create(&user, "two").await;
    create(&user, "three").await;
    user.delete(&path_of(&first)).await;
    create(&user, "four").await;
}

#[tokio::test]
async fn fifty_creates_at_once_leave_three_watches() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let all = (0..50).map(|n| {
        let client = user.client.clone();
        async move {
            let body = json!({"keyword": format!("keyword {n}")});
            client.post("/api/keywords", body).await
        }
    });
    let mut made = 0;
    for answer in futures::future::join_all(all).await {
        match answer.status {
            201 => made += 1,
            status => assert_eq!((status, answer.code()), (403, "KEYWORD_LIMIT_EXCEEDED")),
        }
    }
    assert_eq!(made, 3);
    assert_eq!(user.get("/api/keywords").await.json["total"], 3);
}

#[tokio::test]
async fn after_a_downgrade_no_fourth_watch_can_be_switched_on() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    let mut watches = Vec::new();
    for n in 0..6 {
        watches.push(create(&user, &format!("keyword {n}")).await);
    }
    for watch in &watches[3..] {
        user.patch(&format!("{}/toggle", path_of(watch))).await;
    }
    app.set_plan(&user.user, "free").await;
    for (n, watch) in watches.iter().enumerate().skip(3) {
        let path = path_of(watch);
        let changed = format!("changed {n}");
        let on = user.patch(&format!("{path}/toggle")).await;
        assert_eq!((on.status, on.code()), (403, "KEYWORD_LIMIT_EXCEEDED"));
        assert_eq!(on.json["error"], TEXT);
        let body = json!({"keyword": changed, "isActive": true});
        let on = user.put(&path, body).await;
        assert_eq!((on.status, on.code()), (403, "KEYWORD_LIMIT_EXCEEDED"));
        // Keywords that are off can be edited and stay off; those that are on stay on.
        assert_eq!(user.put(&path, json!({"keyword": changed})).await.status, 200);
    }
    let body = json!({"keyword": "changed", "isActive": true});
    assert_eq!(user.put(&path_of(&watches[0]), body).await.status, 200);
    assert_eq!(active(&user).await, 3);
    // One is turned off, and all others try to take its place concurrently.
    user.patch(&format!("{}/toggle", path_of(&watches[0]))).await;
    let rivals = watches[3..].iter().map(|watch| {
        let (client, path) = (user.client.clone(), path_of(watch));
        async move { client.patch(&format!("{path}/toggle")).await.status }
    });
    let mut statuses = futures::future::join_all(rivals).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403, 403]);
    assert_eq!(active(&user).await, 3);
}

#[tokio::test]
async fn filters_beyond_the_defaults_are_for_pro() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "rust").await;
    let strict = json!({"keyword": "rust", "filters": {"wholeWordOnly": true}});
    for answer in [
        user.post("/api/keywords", strict.clone()).await,
        user.put(&path_of(&watch), strict.clone()).await,
    ] {
        assert_eq!((answer.status, answer.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    }
    app.make_pro(&user.user).await;
    assert_eq!(user.put(&path_of(&watch), strict.clone()).await.status, 200);
    // After a downgrade the filters stay and can be removed, but none can be added.
    app.set_plan(&user.user, "free").await;
    let mut edited = strict;
    edited["keyword"] = json!("ferris");
    assert_eq!(user.put(&path_of(&watch), edited.clone()).await.status, 200);
    edited["filters"] = json!({"caseSensitive": true});
    assert_eq!(user.put(&path_of(&watch), edited.clone()).await.status, 403);
    edited["filters"] = json!({});
    assert_eq!(user.put(&path_of(&watch), edited).await.status, 200);
}

#[tokio::test]
async fn pro_users_and_everyone_with_plans_off_have_no_limit() {
    let (app, _, pro) = TestApp::init().await.with_user().await;
    app.make_pro(&pro.user).await;
    let (_off, _, free) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    for user in [pro, free] {
        for n in 0..5 {
            create(&user, &format!("keyword {n}")).await;
        }
        let list = user.get("/api/keywords").await.json;
        assert_eq!((&list["active"], &list["limit"]), (&json!(5), &json!(null)));
    }
}

#[tokio::test]
async fn filters_of_an_ended_plan_can_be_given_up_one_by_one() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "one").await;
    app.sql("UPDATE watches SET case_sensitive = true, whole_word_only = true").await;
    let with = |filters: serde_json::Value| json!({"keyword": "one", "filters": filters});
    let fewer = with(json!({"caseSensitive": true}));
    assert_eq!(user.put(&path_of(&watch), fewer).await.status, 200);
    let other = with(json!({"caseSensitive": true, "wholeWordOnly": true}));
    let refused = user.put(&path_of(&watch), other).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    assert_eq!(user.put(&path_of(&watch), with(json!({}))).await.status, 200);
}

fn named(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|n| format!("subreddit_{n}")).collect()
}

#[tokio::test]
async fn the_subreddits_of_all_watches_are_counted_together_and_each_once() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let of = |keyword: &str, names| json!({"keyword": keyword, "subreddits": names});
    let first = user.post("/api/keywords", of("one", named(0, 70))).await.expect(201);
    user.post("/api/keywords", of("two", named(40, 100))).await.expect(201);
    let over = user.post("/api/keywords", of("three", named(99, 101))).await;
    assert_eq!((over.status, over.code()), (403, "SUBREDDIT_LIMIT_EXCEEDED"));
    let text = "Your keywords can name 100 different subreddits in all, and this would make 101. \
                Name fewer, or listen to all of Reddit.";
    assert_eq!(over.json["message"], text);
    let text = "keyword,subreddits\nthree,subreddit_7\nfour,subreddit_700\n";
    let body = json!({"format": "csv", "text": text});
    let imported = user.post("/api/keywords/import", body).await;
    assert_eq!(imported.json["created"], 1, "{}", imported.text);

    // Replacing one with another does not exceed the limit.
    let path = path_of(&first.json);
    user.put(&path, of("one", named(1, 71))).await.expect(200);
    let more = user.put(&path, of("one", named(101, 150))).await;
    assert_eq!((more.status, more.code()), (403, "SUBREDDIT_LIMIT_EXCEEDED"));
    user.put(&path, of("one", vec!["all".to_owned()])).await.expect(200);
}

#[tokio::test]
async fn no_account_has_more_than_ten_thousand_keywords() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let watch = create(&user, "first").await;
    app.sql(
        "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at) \
         SELECT gen_random_uuid(), user_id, 'x' || n, subreddits, created_at, updated_at \
         FROM watches, generate_series(1, 9999) AS n",
    )
    .await;
    let over = user.post("/api/keywords", json!({"keyword": "one more"})).await;
    assert_eq!((over.status, over.code()), (403, "TOO_MANY_KEYWORDS"));
    let text = "An account can have 10,000 keywords. Delete some, or combine several into one query \
                with OR.";
    assert_eq!(over.json["message"], text);
    let body = json!({"format": "csv", "text": "keyword\none more\n"});
    let imported = user.post("/api/keywords/import", body).await.json;
    assert_eq!(imported["lines"][0]["code"], "TOO_MANY_KEYWORDS");
    // Existing keywords can be changed, and free capacity when they are deleted.
    user.put(&path_of(&watch), json!({"keyword": "second"})).await.expect(200);
    user.delete(&path_of(&watch)).await;
    create(&user, "one more").await;
}
