use super::create;
use crate::support::prelude::*;

async fn change(user: &Client, action: &str, ids: &[&Value]) -> Answer {
    let body = json!({"action": action, "ids": ids});
    user.post("/api/keywords/bulk", body).await
}

/// Returns the number of keywords, and of those that are active.
async fn counts(user: &Client) -> (Value, Value) {
    let list = user.get("/api/keywords").await.json;
    (list["total"].clone(), list["active"].clone())
}

#[tokio::test]
async fn the_chosen_are_paused_resumed_and_deleted() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let one = create(&user, "one").await["_id"].clone();
    let two = create(&user, "two").await["_id"].clone();
    create(&user, "three").await;
    let paused = change(&user, "pause", &[&one, &two]).await;
    assert_eq!((paused.status, &paused.json["changed"]), (200, &json!(2)));
    assert_eq!(counts(&user).await, (json!(3), json!(1)));
    // Keywords already in the requested state stay unchanged.
    assert_eq!(change(&user, "pause", &[&one]).await.json["changed"], 0);
    assert_eq!(change(&user, "resume", &[&one, &two]).await.json["changed"], 2);
    assert_eq!(counts(&user).await, (json!(3), json!(3)));
    assert_eq!(change(&user, "delete", &[&one, &two]).await.json["changed"], 2);
    assert_eq!(counts(&user).await, (json!(1), json!(1)));
}

#[tokio::test]
async fn what_exceeds_the_plan_is_not_resumed_in_part() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    create(&user, "one").await;
    create(&user, "two").await;
    let three = create(&user, "three").await["_id"].clone();
    change(&user, "pause", &[&three]).await;
    // Left from a time when the plan allowed more.
    app.sql(
        "INSERT INTO watches (id, user_id, keyword, subreddits, is_active)
         SELECT gen_random_uuid(), user_id, 'four', subreddits, false FROM watches LIMIT 1",
    )
    .await;
    let list = user.get("/api/keywords").await.json["watches"].clone();
    let four = list.as_array().unwrap().iter().find(|w| w["keyword"] == "four");
    let four = four.unwrap()["_id"].clone();
    let refused = change(&user, "resume", &[&three, &four]).await;
    assert_eq!((refused.status, refused.code()), (403, "KEYWORD_LIMIT_EXCEEDED"));
    assert_eq!(counts(&user).await, (json!(4), json!(2)));
    assert_eq!(change(&user, "resume", &[&three]).await.status, 200);
    // None of the active ones are resumed, so nothing is refused.
    assert_eq!(change(&user, "resume", &[&three]).await.json["changed"], 0);
}

#[tokio::test]
async fn somebody_elses_are_skipped_and_too_many_are_refused() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let theirs = create(&other, "theirs").await["_id"].clone();
    let deleted = change(&user, "delete", &[&theirs]).await;
    assert_eq!((deleted.status, &deleted.json["changed"]), (200, &json!(0)));
    assert_eq!(counts(&other).await.0, 1);
    let many: Vec<Value> = (0..101).map(|n| json!(Uuid::from_u128(n))).collect();
    for ids in [json!([]), json!(many), json!(["no id"])] {
        let body = json!({"action": "pause", "ids": ids});
        let answer = user.post("/api/keywords/bulk", body).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
    }
    assert_eq!(change(&anon, "pause", &[&theirs]).await.status, 401);
}
