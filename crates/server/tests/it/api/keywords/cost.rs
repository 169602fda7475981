//! Limits on what a query may cost other users.

use super::path_of;
use crate::support::prelude::*;

/// Takes milliseconds for a KB: the repetition keeps hundreds of alternatives open at the same time.
const DEAR: &str = "zqx /[a-z]([a-z ]{1,200})zqx/";

fn query(text: &str) -> Value {
    json!({"keyword": text, "mode": "query"})
}

async fn with_everything() -> (TestApp, SignedIn) {
    let settings = ["server.plans=off"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    (app, user)
}

#[tokio::test]
async fn a_dear_query_is_refused_wherever_it_comes_from_and_the_dear_part_named() {
    let (_app, user) = with_everything().await;
    for path in ["/api/keywords", "/api/keywords/preview"] {
        let refused = user.post(path, query(DEAR)).await;
        assert_eq!(refused.code(), "VALIDATION_FAILED", "{path}");
        let said = refused.json["fields"]["keyword"].as_str().unwrap();
        assert!(said.starts_with("This regular expression takes too long: "), "{said}");
        assert!(said.contains("all those of a query together may take only 500"), "{said}");
        assert_eq!(refused.json["details"], json!({"start": 4, "end": 29}), "{path}");
    }
    let table = format!("keyword,mode\n{DEAR},query\nkettle /v\\d+/,query\n");
    let body = json!({"format": "csv", "text": table});
    let imported = user.post("/api/keywords/import", body).await.json;
    assert_eq!(imported["created"], 1, "{imported}");
    assert_eq!(imported["lines"][0]["watchId"], Value::Null);
    let cheap = user.post("/api/keywords", query("tea /v\\d+/")).await;
    let changed = user.put(&path_of(&cheap.json), query(DEAR)).await;
    assert_eq!(changed.code(), "VALIDATION_FAILED");
}

#[tokio::test]
async fn a_dear_query_that_is_there_already_stays_and_can_be_edited() {
    let (app, user) = with_everything().await;
    let watch = user.post("/api/keywords", query("tea /v\\d+/")).await.json;
    app.sql(&format!("UPDATE watches SET keyword = '{DEAR}'")).await;
    let mut change = query(DEAR);
    change["notes"] = "from before".into();
    user.put(&path_of(&watch), change).await.expect(200);
}

#[tokio::test]
async fn the_regular_expressions_of_all_watches_are_counted_together() {
    let (app, user) = with_everything().await;
    let watch = user.post("/api/keywords", query("tea /v\\d+/")).await.json;
    app.sql(
        "INSERT INTO watches (id, user_id, keyword, mode, subreddits, created_at, updated_at) \
         SELECT gen_random_uuid(), user_id, 'x' || n || ' /a' || n || '/ /b' || n || '/', mode, \
             subreddits, created_at, updated_at \
         FROM watches, generate_series(1, 49) AS n",
    )
    .await;
    user.post("/api/keywords", query("tea /w\\d+/")).await.expect(201);
    let over = user.post("/api/keywords", query("tea /x\\d+/")).await;
    assert_eq!((over.status, over.code()), (403, "PATTERN_LIMIT_EXCEEDED"));
    let text = "Your keywords can have 100 regular expressions in all, and this would make 101. \
                Use words instead of some of them.";
    assert_eq!(over.json["message"], text);
    let table = "keyword,mode\ntea /y\\d+/,query\ngreen tea,query\n";
    let body = json!({"format": "csv", "text": table});
    let imported = user.post("/api/keywords/import", body).await.json;
    assert_eq!(imported["lines"][0]["code"], "PATTERN_LIMIT_EXCEEDED");
    assert_eq!(imported["created"], 1);
    // Replacing one with another does not exceed the limit.
    user.put(&path_of(&watch), query("tea /z\\d+/")).await.expect(200);
}
