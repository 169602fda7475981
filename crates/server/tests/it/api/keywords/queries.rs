use super::{create, path_of};
use crate::support::prelude::*;

fn query(text: &str) -> Value {
    json!({"keyword": text, "mode": "query"})
}

async fn with_everything() -> (TestApp, crate::support::app::SignedIn) {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    (app, user)
}

#[tokio::test]
async fn mode_and_exclusions_are_taken_listed_and_changed() {
    let (_app, user) = with_everything().await;
    let input = json!({
        "keyword": " (green OR black) tea ", "mode": "query",
        "excludedSubreddits": ["r/MachineLearning", "own_name", "Own_Name"],
        "excludedAuthors": ["u/Tea_Bot", "tea_bot", "other-one"],
    });
    let made = user.post("/api/keywords", input).await.expect(201);
    assert_eq!(made.json["keyword"], "(green OR black) tea");
    assert_eq!(made.json["mode"], "query");
    assert_eq!(made.json["excludedSubreddits"], json!(["MachineLearning", "own_name"]));
    assert_eq!(made.json["excludedAuthors"], json!(["Tea_Bot", "other-one"]));
    let listed = user.get("/api/keywords").await.json;
    assert_eq!(listed["watches"][0], made.json);
    let path = path_of(&made.json);
    // A field omitted from an update gets its default.
    let changed = user.put(&path, json!({"keyword": "tea"})).await.json;
    assert_eq!((&changed["mode"], &changed["excludedAuthors"]), (&json!("literal"), &json!([])));
    assert_eq!(changed["excludedSubreddits"], json!([]));
    let back = user.put(&path, made.json.clone()).await.json;
    assert_eq!(back["excludedSubreddits"], made.json["excludedSubreddits"]);
    assert_eq!(back["mode"], "query");
}

#[tokio::test]
async fn a_query_that_cannot_be_read_says_where_and_what_to_write() {
    let (_app, user) = with_everything().await;
    // The position is given in the text as sent, in UTF-16 units.
    for (text, start, end) in
        [("tea OR (green", 7, 8), ("  tea OR (green", 9, 10), ("🔥 OR (green", 6, 7)]
    {
        let answer = user.post("/api/keywords", query(text)).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{}", answer.text);
        let shown = answer.json["fields"]["keyword"].as_str().unwrap();
        assert!(shown.contains("never closed"), "{shown}");
        assert!(shown.contains("Add a )"), "{shown}");
        assert_eq!(answer.json["details"], json!({"start": start, "end": end}), "{text}");
    }
    // Reported together with all other errors.
    let both = json!({"keyword": "tea -", "mode": "query", "tags": [""]});
    let answer = user.post("/api/keywords", both).await;
    assert!(answer.json["fields"]["tags.0"].is_string());
    assert_eq!(answer.json["details"], json!({"start": 4, "end": 5}));
    // Other rejections have no position.
    let answer = user.post("/api/keywords", json!({"keyword": ""})).await;
    assert_eq!(answer.json.get("details"), None);
    assert_eq!(user.get("/api/keywords").await.json["total"], 0);
}

#[tokio::test]
async fn what_is_no_query_is_refused_and_what_is_just_one_is_stored() {
    let (_app, user) = with_everything().await;
    for text in [
        "",
        "-tea",
        "tea OR",
        "ti*le*",
        "a\u{0}b",
        "/(/",
        "\u{200b}",
        &"x ".repeat(600),
        &["鳥"; 150].join(" OR "),
        // Few enough characters, but too many bytes.
        &format!("\"{}\"", "鳥茶".repeat(90)).repeat(4),
    ] {
        let answer = user.post("/api/keywords", query(text)).await;
        let shown: String = text.chars().take(30).collect();
        assert_eq!(
            (answer.status, answer.code()),
            (422, "VALIDATION_FAILED"),
            "{shown}: {}",
            answer.text
        );
        assert!(answer.json["fields"]["keyword"].is_string(), "{shown}");
    }
    // In a literal text the symbols have no meaning.
    create(&user, "tea OR (green").await;
    // Longer than a literal keyword can be.
    let long = format!("tea \"{}\"", "x".repeat(150)) + &format!(" -\"{}\"", "y".repeat(150));
    let answer = user.post("/api/keywords", query(&long)).await.expect(201);
    assert_eq!(answer.json["keyword"], long);
}

#[tokio::test]
async fn a_change_of_mode_parses_the_keyword_again() {
    let (_app, user) = with_everything().await;
    let watch = create(&user, "tea (green").await;
    let path = path_of(&watch);
    let answer = user.put(&path, query("tea (green")).await;
    assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
    assert_eq!(answer.json["details"], json!({"start": 4, "end": 5}));
    assert_eq!(user.get(&path).await.json, watch);
    assert_eq!(user.put(&path, query("tea (green)")).await.status, 200);
}

#[tokio::test]
async fn exclusions_that_cannot_be_name_their_field() {
    let (_app, user) = with_everything().await;
    let many: Vec<String> = (0..101).map(|n| format!("name{n}")).collect();
    for (field, value, named) in [
        ("excludedSubreddits", json!(["rust", "no spaces"]), "excludedSubreddits.1"),
        ("excludedSubreddits", json!(["all"]), "excludedSubreddits"),
        ("excludedSubreddits", json!(many), "excludedSubreddits"),
        ("excludedSubreddits", json!("rust"), "excludedSubreddits"),
        ("excludedAuthors", json!(["ok", "no spaces"]), "excludedAuthors.1"),
        ("excludedAuthors", json!(["a\u{0}"]), "excludedAuthors.0"),
        ("excludedAuthors", json!(["x".repeat(10_000)]), "excludedAuthors.0"),
        ("excludedAuthors", json!(many), "excludedAuthors"),
        ("mode", json!("regex"), "mode"),
    ] {
        let mut body = json!({"keyword": "tea"});
        body[field] = value;
        let answer = user.post("/api/keywords", body).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert!(answer.json["fields"][named].is_string(), "{}", answer.text);
    }
    let nothing_left = json!({
        "keyword": "tea", "subreddits": ["tea", "Coffee"], "excludedSubreddits": ["TEA", "coffee"],
    });
    let answer = user.post("/api/keywords", nothing_left).await;
    assert!(answer.json["fields"]["excludedSubreddits"].is_string());
}

#[tokio::test]
async fn queries_and_exclusions_are_for_pro_and_stay_after_a_downgrade() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "tea").await;
    let advanced = [
        query("green tea"),
        json!({"keyword": "tea", "excludedSubreddits": ["boston"]}),
        json!({"keyword": "tea", "excludedAuthors": ["tea_bot"]}),
    ];
    for body in &advanced {
        for answer in [
            user.post("/api/keywords", body.clone()).await,
            user.put(&path_of(&watch), body.clone()).await,
        ] {
            assert_eq!((answer.status, answer.code()), (403, "PLAN_UPGRADE_REQUIRED"), "{body}");
        }
    }
    app.make_pro(&user.user).await;
    let both = json!({
        "keyword": "green tea", "mode": "query", "excludedAuthors": ["tea_bot", "other"],
    });
    let path = path_of(&watch);
    assert_eq!(user.put(&path, both.clone()).await.status, 200);
    app.set_plan(&user.user, "free").await;
    // The query can be edited and shortened, but not extended.
    let mut edited = both;
    edited["keyword"] = json!("black tea");
    edited["excludedAuthors"] = json!(["other"]);
    assert_eq!(user.put(&path, edited.clone()).await.status, 200);
    edited["excludedAuthors"] = json!(["other", "third"]);
    assert_eq!(user.put(&path, edited.clone()).await.status, 403);
    assert_eq!(user.put(&path, json!({"keyword": "tea"})).await.status, 200);
    assert_eq!(user.put(&path, query("tea")).await.status, 403);
}
