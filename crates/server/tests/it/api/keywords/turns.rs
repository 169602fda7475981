//! One account's searches of stored items take at most one slot each, and none from other accounts.

use super::{create, path_of};
use crate::support::prelude::*;

async fn preview(user: &Client) -> Answer {
    user.post("/api/keywords/preview", json!({"keyword": "kettle"})).await
}

fn assert_own(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (429, "SEARCH_IN_PROGRESS"));
    assert_eq!(answer.headers["retry-after"], "2");
}

#[tokio::test]
async fn a_greedy_user_waits_for_their_own_search_and_an_honest_one_does_not() {
    let settings = ["limits.searches=2"];
    let (app, _, greedy) = TestApp::init_with(&settings).await.with_user().await;
    let honest = app.new_user("honest@example.com").await;
    let watch = create(&greedy, "kettle").await;
    // The searches that are running.
    let one = app.previews.take(greedy.user.id).await.unwrap();
    let other = app.backfills.take(greedy.user.id).await.unwrap();
    let backfill = format!("{}/backfill", path_of(&watch));
    let (first, second, third) =
        tokio::join!(preview(&greedy), preview(&greedy), greedy.post(&backfill, json!({})),);
    for answer in [first, second, third] {
        assert_own(&answer);
    }
    preview(&honest).await.expect(200);
    drop((one, other));
    assert_eq!(preview(&greedy).await.status, 200);
    assert_eq!(greedy.post(&backfill, json!({})).await.status, 200);
}

#[tokio::test]
async fn beyond_the_limit_of_searches_a_call_is_asked_to_retry() {
    let settings = ["limits.searches=1"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let going_on = app.previews.take(other.user.id).await.unwrap();
    let answer = preview(&user).await;
    assert_eq!((answer.status, answer.code()), (503, "OVERLOADED"));
    assert_eq!(answer.headers["retry-after"], "5");
    drop(going_on);
    assert_eq!(preview(&user).await.status, 200);
}

#[tokio::test]
async fn a_query_is_checked_while_no_other_of_its_user_is() {
    let settings = ["limits.searches=1", "server.plans=off"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let query = json!({"keyword": "tea /v\\d+/", "mode": "query"});
    let list = json!({"format": "f5bot", "text": "kettle"});
    let own = app.probes.take(user.user.id).await.unwrap();
    let (made, previewed, imported, literal) = tokio::join!(
        user.post("/api/keywords", query.clone()),
        user.post("/api/keywords/preview", query.clone()),
        user.post("/api/keywords/import", list),
        user.post("/api/keywords", json!({"keyword": "tea"})),
    );
    assert_own(&made);
    assert_own(&previewed);
    assert_own(&imported);
    // A watch without a regular expression need not be checked.
    assert_eq!(literal.status, 201, "{}", literal.text);
    preview(&user).await.expect(200);
    let busy = other.post("/api/keywords", query.clone()).await;
    assert_eq!((busy.status, busy.code()), (503, "OVERLOADED"));
    drop(own);
    assert_eq!(user.post("/api/keywords", query).await.status, 201);
}
