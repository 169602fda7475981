use super::create;
use crate::support::prelude::*;

async fn import(user: &Client, text: &str, format: &str) -> Answer {
    let body = json!({"text": text, "format": format});
    user.post("/api/keywords/import", body).await
}

/// Returns `(line, code)` of each line, with null for one that was imported.
fn codes(answer: &Answer) -> Vec<(u64, Value)> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let lines = answer.json["lines"].as_array().unwrap();
    lines.iter().map(|line| (line["line"].as_u64().unwrap(), line["code"].clone())).collect()
}

#[tokio::test]
async fn a_list_makes_a_watch_of_each_good_line_and_reports_the_others() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    create(&user, "green tea").await;
    let long = "x".repeat(201);
    let text = format!(
        "keyword\n\nacme.com only-reddit\nGREEN   TEA\n{long}\n\u{200b}\nC++\nacme.com\nkeyword, or OR\n"
    );
    let answer = import(&user, &text, "f5bot").await;
    assert_eq!(
        codes(&answer),
        [
            (1, json!(null)),
            (3, json!(null)),
            (4, json!("ALREADY_WATCHED")),
            (5, json!("VALIDATION_FAILED")),
            (6, json!("VALIDATION_FAILED")),
            (7, json!(null)),
            (8, json!("ALREADY_WATCHED")),
            (9, json!(null)),
        ]
    );
    assert_eq!((&answer.json["created"], &answer.json["refused"]), (&json!(4), &json!(4)));
    let lines = answer.json["lines"].as_array().unwrap();
    assert!(lines[1]["notes"][0].as_str().unwrap().contains("only-reddit"));
    assert!(lines[2]["error"].as_str().unwrap().contains("green tea"));
    let list = user.get("/api/keywords").await.json;
    assert_eq!(list["total"], 5);
    let id = lines[1]["watchId"].as_str().unwrap();
    let watch = user.get(&format!("/api/keywords/{id}")).await.json;
    assert_eq!(
        (&watch["keyword"], &watch["mode"], &watch["isActive"]),
        (&json!("acme.com"), &json!("literal"), &json!(true))
    );
    // Sending the list again creates nothing.
    let again = import(&user, &text, "f5bot").await;
    assert_eq!(again.json["created"], 0);
}

#[tokio::test]
async fn a_table_brings_modes_subreddits_and_exclusions() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let text = "\n\nkeyword,mode,subreddits,excluded_authors,whole_word_only\n\
        \"tea, green\",,MachineLearning rust,,yes\n\
        green OR black,query,,u/tea_bot,\n\
        tea (,query,,,\n\
        coffee,,no!name,,\n\
        ,,rust,,\n\
        milk,,,,maybe\n";
    let answer = import(&user, text, "csv").await;
    assert_eq!(
        codes(&answer),
        [
            (4, json!(null)),
            (5, json!(null)),
            (6, json!("VALIDATION_FAILED")),
            (7, json!("VALIDATION_FAILED")),
            (8, json!("VALIDATION_FAILED")),
            (9, json!("VALIDATION_FAILED")),
        ]
    );
    let wrong = answer.json["lines"][2]["error"].as_str().unwrap();
    assert!(wrong.contains("never closed"), "{wrong}");
    let list = user.get("/api/keywords").await.json;
    let watches = list["watches"].as_array().unwrap();
    let of = |keyword: &str| watches.iter().find(|w| w["keyword"] == keyword).unwrap();
    let literal = of("tea, green");
    assert_eq!(literal["subreddits"], json!(["MachineLearning", "rust"]));
    assert_eq!(literal["filters"]["wholeWordOnly"], true);
    let query = of("green OR black");
    assert_eq!((&query["mode"], &query["excludedAuthors"]), (&json!("query"), &json!(["tea_bot"])));
}

/// The first column has no name, as in an index that a program wrote.
#[tokio::test]
async fn cells_copied_from_a_spreadsheet_are_a_table() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let text =
        "\t\t\n\tkeyword\tsubreddits\n1\ttea, green; hot\trust; MachineLearning\n2\tmilk\t\n";
    let answer = import(&user, text, "csv").await;
    assert_eq!(codes(&answer), [(3, json!(null)), (4, json!(null))]);
    let list = user.get("/api/keywords").await.json;
    let watches = list["watches"].as_array().unwrap();
    let tea = watches.iter().find(|w| w["keyword"] == "tea, green; hot");
    assert_eq!(tea.unwrap()["subreddits"], json!(["rust", "MachineLearning"]));
}

#[tokio::test]
async fn the_plans_limit_and_its_filters_hold() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    create(&user, "one").await;
    let text = "keyword,mode,case_sensitive\ntwo,query,\nthree,,yes\nfour,,\nfive,,\nsix,,\n";
    let answer = import(&user, text, "csv").await;
    assert_eq!(
        codes(&answer),
        [
            (2, json!("PLAN_UPGRADE_REQUIRED")),
            (3, json!("PLAN_UPGRADE_REQUIRED")),
            (4, json!(null)),
            (5, json!(null)),
            (6, json!("KEYWORD_LIMIT_EXCEEDED")),
        ]
    );
    assert_eq!(user.get("/api/keywords").await.json["total"], 3);
}

#[tokio::test]
async fn many_imports_at_once_leave_three_watches() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let all = (0..10).map(|n| {
        let client = user.client.clone();
        async move {
            let text = format!("first {n}\nsecond {n}\n");
            import(&client, &text, "f5bot").await.json["created"].as_i64()
        }
    });
    let created = futures::future::join_all(all).await;
    assert_eq!(created.iter().flatten().sum::<i64>(), 3, "{created:?}");
    assert_eq!(user.get("/api/keywords").await.json["total"], 3);
}

#[tokio::test]
async fn thousands_of_lines_are_taken_and_what_is_no_table_is_refused() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let text: String = (0..4_000).map(|n| format!("word {n}\n")).collect();
    let answer = import(&user, &text, "f5bot").await;
    assert_eq!(answer.json["created"], 4_000, "{}", answer.status);
    assert_eq!(user.get("/api/keywords").await.json["total"], 4_000);
    for text in ["tea\ncoffee\n", "\n \ntea\n", "keyword", "a,b\n1,2\n"] {
        let answer = import(&user, text, "csv").await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert!(answer.json["fields"]["text"].is_string());
    }
    let empty = import(&user, "", "f5bot").await;
    assert_eq!((empty.status, empty.code()), (422, "VALIDATION_FAILED"));
    let long = import(&user, &"a".repeat(60_001), "f5bot").await;
    assert_eq!((long.status, long.code()), (422, "VALIDATION_FAILED"));
    let other = import(&user, "tea", "xml").await;
    assert!(other.json["fields"]["format"].is_string(), "{}", other.text);
}

/// An import of which nothing could come never looks like one that succeeded.
#[tokio::test]
async fn what_has_nothing_to_import_is_refused_with_what_is_expected() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    for (text, format, expected) in [
        (" \n\r\n", "f5bot", "at least one keyword"),
        ("tea\rmilk\r", "csv", "one of them must be keyword"),
        ("Suchwort;Forum\ntee;de\n", "csv", "keyword,subreddits"),
        ("keyword,subreddits\n,\n\n", "csv", "no rows below the first"),
        ("k\0e\0y\0", "csv", "not plain text"),
    ] {
        let answer = import(&user, text, format).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{text:?}");
        let told = answer.json["fields"]["text"].as_str().unwrap();
        assert!(told.contains(expected), "{text:?}: {told}");
    }
    let table = "keyword,subreddits\rboiler,rust\rkettle,rust\r";
    let answer = import(&user, table, "csv").await;
    assert_eq!(codes(&answer), [(2, json!(null)), (3, json!(null))]);
}
