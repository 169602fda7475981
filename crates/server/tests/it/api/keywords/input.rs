use crate::support::prelude::*;

fn with(field: &str, value: Value) -> Value {
    let mut body = json!({"keyword": "rust"});
    body[field] = value;
    body
}

#[tokio::test]
async fn every_refusal_names_its_field() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let many: Vec<String> = (0..101).map(|n| format!("name{n}")).collect();
    let cases = [
        (json!({}), "keyword"),
        (with("keyword", json!("  ")), "keyword"),
        (with("keyword", json!("\u{200b}")), "keyword"),
        (with("keyword", json!("a\u{0}b")), "keyword"),
        (with("keyword", json!("x".repeat(201))), "keyword"),
        (with("keyword", json!(7)), "keyword"),
        (with("subreddits", json!(["rust", "no spaces"])), "subreddits.1"),
        (with("subreddits", json!(["_x_"])), "subreddits.0"),
        (with("subreddits", json!(["ab"])), "subreddits.0"),
        (with("subreddits", json!([""])), "subreddits.0"),
        (with("subreddits", json!(["ru\u{0}st"])), "subreddits.0"),
        (with("subreddits", json!(["x".repeat(10_000)])), "subreddits.0"),
        (with("subreddits", json!(many)), "subreddits"),
        (with("subreddits", json!("rust")), "subreddits"),
        (with("subreddits", json!(["rust", 5])), "subreddits.1"),
        (with("tags", json!(["ok", " "])), "tags.1"),
        (with("tags", json!(["x".repeat(51)])), "tags.0"),
        (with("tags", json!(["a\u{0}"])), "tags.0"),
        (with("tags", json!(vec!["t"; 21])), "tags"),
        (with("notes", json!("x".repeat(2_001))), "notes"),
        (with("notes", json!("\u{0}")), "notes"),
        (with("description", json!("x".repeat(201))), "description"),
        (with("isActive", json!("yes")), "isActive"),
        (with("filters", json!({"includePosts": false, "includeComments": false})), "filters"),
        (with("filters", json!({"includePosts": false, "matchTitlesOnly": true})), "filters"),
        (with("filters", json!({"caseSensitive": 1})), "filters.caseSensitive"),
        (
            with("notificationSettings", json!({"frequency": "yearly"})),
            "notificationSettings.frequency",
        ),
    ];
    for (body, field) in cases {
        let answer = user.post("/api/keywords", body.clone()).await;
        assert_eq!(
            (answer.status, answer.code()),
            (422, "VALIDATION_FAILED"),
            "{field}: {}",
            answer.text
        );
        assert!(answer.json["fields"][field].is_string(), "{field}: {}", answer.text);
    }
    assert_eq!(user.get("/api/keywords").await.json["total"], 0);
}

#[tokio::test]
async fn all_wrong_fields_are_named_in_one_answer() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let body = json!({"keyword": "", "subreddits": ["a b", "ok_name", "!"], "tags": [""], "notes": "\u{0}"});
    let answer = user.post("/api/keywords", body).await;
    let fields: Vec<&String> = answer.json["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["keyword", "notes", "subreddits.0", "subreddits.2", "tags.0"]);
}

#[tokio::test]
async fn what_is_just_allowed_is_stored_as_typed() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let keyword = "ß".repeat(200);
    let body = json!({
        "keyword": keyword, "notes": "é".repeat(2_000),
        "tags": (0..20).map(|n| format!("{n:0>50}")).collect::<Vec<_>>(),
        "subreddits": (0..100).map(|n| format!("name{n}")).collect::<Vec<_>>(),
    });
    let answer = user.post("/api/keywords", body.clone()).await.expect(201);
    for field in ["keyword", "notes", "tags", "subreddits"] {
        assert_eq!(answer.json[field], body[field]);
    }
}

#[tokio::test]
async fn a_description_is_stored_on_one_line_and_edited_like_the_rest() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let typed = " Rust the language,\r\n not\u{0} the \u{202e}game ";
    let watch = user.post("/api/keywords", with("description", json!(typed))).await.expect(201);
    assert_eq!(watch.json["description"], "Rust the language, not the game");
    let path = super::path_of(&watch.json);
    assert_eq!(user.get(&path).await.expect(200).json, watch.json);
    let longest = "é".repeat(200);
    let edited = user.put(&path, with("description", json!(longest))).await.expect(200);
    assert_eq!(edited.json["description"], longest);
    let without = user.put(&path, with("notes", json!(""))).await.expect(200);
    assert_eq!(without.json["description"], "");
}

#[tokio::test]
async fn subreddits_are_reduced_to_names_in_the_forums_spelling() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.sql(&format!(
        "INSERT INTO subreddit_checks (name, display, found, expires_at)
         VALUES ('quietgardens', 'QuietGardens', true, '{}')",
        app.clock.now() + TimeDelta::hours(1)
    ))
    .await;
    let typed = json!([
        "r/quietgardens",
        "https://www.reddit.com/r/machinelearning/top",
        "/r/Own_Name",
        "own_name",
    ]);
    let answer = user.post("/api/keywords", with("subreddits", typed)).await;
    assert_eq!(answer.json["subreddits"], json!(["QuietGardens", "MachineLearning", "Own_Name"]));
    let none = user.post("/api/keywords", with("subreddits", json!([]))).await;
    assert_eq!(none.json["subreddits"], json!(["all"]));
}
