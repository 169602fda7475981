//! Every call of the API, taken from its own document, with invalid requests.

use crate::support::calls::{Call, JSON, calls};
use crate::support::prelude::*;

/// Asserts a refusal in the common error body.
fn assert_refused(call: &Call, answer: &Answer, what: &str) {
    let shown =
        format!("{} {} with {what}: {} {}", call.method, call.path, answer.status, answer.text);
    assert!((400..500).contains(&answer.status), "{shown}");
    assert!(!answer.code().is_empty(), "{shown}");
    assert_eq!(answer.json["error"], answer.json["message"], "{shown}");
}

#[tokio::test]
async fn without_a_good_token_protected_calls_answer_401() {
    let (_app, anon) = TestApp::init().await.anon();
    for call in calls().iter().filter(|call| call.secured) {
        for token in [None, Some("x"), Some("a.b.c"), Some("")] {
            let client = Client { token: token.map(str::to_owned), ..anon.clone() };
            let answer = call.send(&client, &call.nowhere(), JSON, "{}".to_owned()).await;
            let shown = format!("{} {}: {}", call.method, call.path, answer.text);
            assert_eq!((answer.status, answer.code()), (401, "UNAUTHORIZED"), "{shown}");
        }
    }
}

#[tokio::test]
async fn bodies_that_are_no_json_too_large_or_of_another_kind_are_refused() {
    let limits = ["auth.attempts_per_quarter_hour=1000", "limits.keyword_changes_per_minute=1000"];
    let (app, _, user) = TestApp::init_with(&limits).await.with_user().await;
    app.make_administrator(&user.user).await;
    for call in calls().iter().filter(|call| call.fields.is_some()) {
        let path = call.nowhere();
        let large = format!("{{\"x\": \"{}\"}}", "x".repeat(70_000));
        for (kind, body, status, code) in [
            (JSON, "{\"a\": ".to_owned(), 400, "INVALID_JSON"),
            (JSON, "\u{0}".to_owned(), 400, "INVALID_JSON"),
            (JSON, "[".repeat(5_000), 422, "VALIDATION_FAILED"),
            (JSON, large, 413, "PAYLOAD_TOO_LARGE"),
            ("text/plain", "{}".to_owned(), 415, "UNSUPPORTED_MEDIA_TYPE"),
        ] {
            let answer = call.send(&user, &path, kind, body.clone()).await;
            let what = format!("{kind} {}", body.chars().take(20).collect::<String>());
            assert_refused(call, &answer, &what);
            // Deep nesting may be reported as either fault.
            if status == 413 || status == 415 || body == "{\"a\": " {
                assert_eq!((answer.status, answer.code()), (status, code), "{} {what}", call.path);
            }
        }
        for body in ["null", "5", "\"text\"", "true"] {
            let answer = call.send(&user, &path, JSON, body.to_owned()).await;
            assert_refused(call, &answer, body);
        }
    }
}

#[tokio::test]
async fn fields_of_another_type_or_with_nul_never_make_a_500() {
    let (app, _, user) =
        TestApp::init_with(&["auth.attempts_per_quarter_hour=1000"]).await.with_user().await;
    app.make_administrator(&user.user).await;
    let odd: [Value; 8] = [
        json!("a\u{0}b"),
        json!("\u{0}"),
        json!(-1),
        json!(1e300),
        json!({"a": {"b": []}}),
        json!([["\u{0}"], {"x": 1}]),
        json!("x".repeat(30_000)),
        json!("\u{202e}\u{feff}\u{1f4a9}"),
    ];
    for call in calls() {
        for field in call.fields.iter().flatten() {
            for value in &odd {
                let mut body = json!({"keyword": "rust", "email": "a@example.com", "password": "Correct1horse"});
                body[field] = value.clone();
                let answer = call.send(&user, &call.nowhere(), JSON, body.to_string()).await;
                let shown = value.to_string().chars().take(30).collect::<String>();
                assert!(
                    answer.status < 500,
                    "{} {} {field} {shown}: {}",
                    call.method,
                    call.path,
                    answer.text
                );
            }
        }
    }
}

#[tokio::test]
async fn odd_paths_and_queries_never_make_a_500() {
    let (app, _, user) = TestApp::init_with(&[
        "forum.api_url=http://127.0.0.1:1",
        "forum.token_url=http://127.0.0.1:1",
    ])
    .await
    .with_user()
    .await;
    app.make_administrator(&user.user).await;
    let long = "x".repeat(3_000);
    for call in calls() {
        // The stream of live events does not end.
        if call.path.ends_with("/live") {
            continue;
        }
        for part in ["x", "%00", "%FF", "%2e%2e%2f", "-1", "'%20OR%201=1", &long] {
            if call.path.contains('{') {
                let body = "{\"keyword\": \"rust\"}".to_owned();
                let answer = call.send(&user, &call.at(part), JSON, body).await;
                let shown = format!("{} {} {part}: {}", call.method, call.path, answer.text);
                // A check that cannot be made is not a fault of this server.
                assert!(answer.status != 500, "{shown}");
            }
        }
        for query in [
            "page=0",
            "page=-1",
            "page=x",
            "limit=0",
            "limit=99999999999999999999",
            "limit=1e9",
            "page=4294967295&limit=4294967295",
            "status=nope",
            "sort=%00",
            "keyword=%00",
            "subreddits=%00,a",
            "%FF=%FF",
            "page=1&page=2",
            "limit",
            "=",
        ] {
            if call.method == "GET" {
                let path = format!("{}?{query}", call.nowhere());
                let answer = call.send(&user, &path, "", String::new()).await;
                assert!(answer.status != 500, "GET {path}: {}", answer.text);
            }
        }
    }
}
