//! The limits of what an instance searches for on behalf of all users together.

use super::{create, path_of};
use crate::support::prelude::*;

const WATCHES: &str = "This server already searches for as many keywords as its operator allows (3). Ask whoever \
     runs it to allow more.";
const PATTERNS: &str = "This server already searches for as many regular expressions as its operator allows (2). \
     Ask whoever runs it to allow more, or use words instead.";

async fn with(limit: &str) -> (TestApp, SignedIn, SignedIn) {
    let settings = ["server.plans=off", limit];
    let (app, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let bob = app.new_user("bob@example.com").await;
    (app, ada, bob)
}

fn assert_full(answer: &Answer, text: &str) {
    let code = "INSTANCE_LIMIT_EXCEEDED";
    assert_eq!((answer.status, answer.code()), (409, code));
    assert_eq!(answer.json["message"], text);
}

async fn post(user: &SignedIn, body: Value) -> Answer {
    user.post("/api/keywords", body).await
}

#[tokio::test]
async fn beyond_the_instances_keywords_none_is_made_imported_or_switched_on() {
    let (app, ada, bob) = with("limits.watches=3").await;
    create(&ada, "one").await;
    let two = create(&bob, "two").await;
    create(&bob, "three").await;
    let off = json!({"keyword": "four", "isActive": false});
    assert_full(&post(&ada, json!({"keyword": "four"})).await, WATCHES);
    // A keyword that is off is not searched for.
    let four = post(&ada, off).await.expect(201);
    let path = path_of(&four.json);
    assert_full(&ada.patch(&format!("{path}/toggle")).await, WATCHES);
    let on = json!({"keyword": "four", "isActive": true});
    assert_full(&ada.put(&path, on).await, WATCHES);
    let resume = json!({"action": "resume", "ids": [four.json["_id"]]});
    assert_full(&ada.post("/api/keywords/bulk", resume).await, WATCHES);
    let list = json!({"format": "f5bot", "text": "five\nsix"});
    let imported = ada.post("/api/keywords/import", list.clone()).await.json;
    assert_eq!(imported["created"], 0);
    assert_eq!(imported["lines"][0]["code"], "INSTANCE_LIMIT_EXCEEDED");
    // Existing keywords keep working, and can be changed.
    bob.put(&path_of(&two), json!({"keyword": "too"})).await.expect(200);

    // Freed capacity is known within a minute.
    assert_eq!(bob.delete(&path_of(&two)).await.status, 204);
    app.clock.advance(TimeDelta::minutes(1));
    let imported = ada.post("/api/keywords/import", list).await.json;
    assert_eq!(imported["created"], 1);
    assert_full(&ada.patch(&format!("{path}/toggle")).await, WATCHES);
}

#[tokio::test]
async fn beyond_the_instances_regular_expressions_words_are_still_taken() {
    let (app, ada, bob) = with("limits.patterns=2").await;
    let query = |text: &str| json!({"keyword": text, "mode": "query"});
    let first = post(&ada, query("tea /v\\d+/ /w\\d+/")).await.expect(201);
    assert_full(&post(&bob, query("tea /x\\d+/")).await, PATTERNS);
    assert_eq!(post(&bob, query("green tea")).await.status, 201);
    create(&bob, "https://example.com/a/b").await;
    // Replacing one with another does not exceed the limit.
    ada.put(&path_of(&first.json), query("tea /y\\d+/ title:/z\\d+/")).await.expect(200);
    // Counting again gives the same result.
    app.clock.advance(TimeDelta::minutes(1));
    assert_full(&post(&bob, query("tea /x\\d+/")).await, PATTERNS);
    ada.put(&path_of(&first.json), query("tea title:/z\\d+/")).await.expect(200);
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(post(&bob, query("tea /x\\d+/")).await.status, 201);
}

#[tokio::test]
async fn two_at_once_do_not_take_the_last_place() {
    let (_app, ada, bob) = with("limits.watches=1").await;
    let (one, other) = tokio::join!(
        post(&ada, json!({"keyword": "one"})),
        post(&bob, json!({"keyword": "other"})),
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}
