use axum::http::{Request, header};
use futures::StreamExt;
use tower::ServiceExt;

use super::search::written;
use crate::support::prelude::*;

const PATH: &str = "/api/notifications/export";

/// Returns the cells of a table as RFC 4180 defines them.
fn cells(table: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(letter),
        }
    }
    assert!(!quoted && cell.is_empty() && row.is_empty(), "{table}");
    rows
}

/// Makes `count` notifications of one user, all at once.
async fn with_many(count: usize) -> (TestApp, SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let id = user.user.id;
    let now = app.clock.now();
    app.sql(&format!(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at, is_matched)
         SELECT md5('item' || n)::uuid, '{now}', 'x' || n, 'post', 'tea', 'a', 'tea ' || n,
                repeat('leaf ', 200), 'https://forum.example/' || n, '{now}', true
         FROM generate_series(1, {count}) n"
    ))
    .await;
    app.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT gen_random_uuid(), '{now}', md5('item' || n)::uuid, '{id}', '{id}', n, 'kettle', '[]',
                '{now}'
         FROM generate_series(1, {count}) n"
    ))
    .await;
    (app, user)
}

#[tokio::test]
async fn the_three_formats_say_the_same_and_carry_their_names() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let odd = "quote \" comma , line\nbreak \u{1f980}";
    app.notify(user.user.id, written("first", odd)).await;
    app.notify(user.user.id, written("second", "")).await;
    let list = user.get("/api/notifications").await.json["notifications"].clone();
    let today = app.clock.now().date_naive();
    let file = async |format: &str, kind: &str| {
        let file = user.get(&format!("{PATH}?format={format}")).await.expect(200);
        assert_eq!(file.headers["content-type"], kind);
        assert_eq!(
            file.headers["content-disposition"],
            format!("attachment; filename=\"harken-notifications-{today}.{format}\"")
        );
        assert_eq!(file.headers["x-content-type-options"], "nosniff");
        assert_eq!(file.headers["cache-control"], "no-store");
        file
    };
    let document = file("json", "application/json").await.json;
    assert_eq!(document, json!({"notifications": list, "count": 2}));
    let lines = file("ndjson", "application/x-ndjson").await.text;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json!(lines), list);
    let table = file("csv", "text/csv; charset=utf-8; header=present").await.text;
    let table = cells(&table);
    assert_eq!(table.len(), 3);
    assert_eq!(
        table[0].join(" "),
        "id createdAt keyword status kind subreddit author title content url flair link threadId \
         place"
    );
    assert_eq!(table[2][0], list[1]["_id"].as_str().unwrap());
    assert_eq!(table[2][7..9], ["first", odd]);
    assert!(table.iter().all(|row| row.len() == 14));
}

#[tokio::test]
async fn nothing_found_is_a_whole_file() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    let document = user.get(&format!("{PATH}?format=json")).await.json;
    assert_eq!(document, json!({"notifications": [], "count": 0}));
    let lines = user.get(&format!("{PATH}?format=ndjson")).await;
    assert_eq!((lines.status, lines.text.as_str()), (200, ""));
    let table = user.get(&format!("{PATH}?format=csv")).await.text;
    assert_eq!(cells(&table).len(), 1);
    assert_eq!(user.get(&format!("{PATH}?format=xls")).await.status, 400);
    assert_eq!(user.get(PATH).await.status, 400);
    assert_eq!(anon.get(&format!("{PATH}?format=csv")).await.status, 401);
}

#[tokio::test]
async fn no_cell_of_a_table_is_a_formula() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let mut matched: Match = written("=cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0");
    matched.keyword = "+1".to_owned();
    matched.subreddit = "-2".to_owned();
    let row = app.notify(user.user.id, matched).await;
    app.sql(&format!(
        "UPDATE items SET author = e'\\t=1', flair = '＝1', link = e'\\r=1', url = ' =1'
         WHERE id = '{}'",
        row.item_id
    ))
    .await;
    let table = user.get(&format!("{PATH}?format=csv")).await.text;
    for cell in cells(&table).into_iter().flatten() {
        let first = cell.chars().next().unwrap_or(' ');
        assert!(!"=+-@＝＋－＠\t\r\n ".contains(first) || cell.is_empty(), "{cell:?}");
    }
    // The other formats are for programs, and leave the text unchanged.
    let document = user.get(&format!("{PATH}?format=json")).await.json;
    assert_eq!(document["notifications"][0]["redditPost"]["title"], "=cmd|' /C calc'!A0");
}

#[tokio::test]
async fn the_filters_are_those_of_the_search_and_several_words_are_for_pro() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.notify(user.user.id, written("tea", "").in_subreddit("drinks")).await;
    app.notify(user.user.id, written("coffee", "")).await;
    let titles = async |query: &str| {
        let answer = user.get(&format!("{PATH}?format=json&{query}")).await.expect(200);
        let found = answer.json["notifications"].as_array().unwrap().clone();
        let title = |one: &Value| one["redditPost"]["title"].as_str().unwrap().to_owned();
        found.iter().map(title).collect::<Vec<_>>()
    };
    // Everyone may export.
    assert_eq!(titles("subreddit=drinks").await, ["tea"]);
    assert_eq!(titles("q=").await, ["coffee", "tea"]);
    assert_eq!(titles("q=tea").await, ["tea"]);
    let refused = user.get(&format!("{PATH}?format=json&q=tea+leaf")).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    app.make_pro(&user.user).await;
    assert_eq!(titles("q=tea+OR+coffee").await, ["coffee", "tea"]);
    user.get(&format!("{PATH}?format=csv&q=!")).await.expect(422);
}

#[tokio::test]
async fn many_batches_are_whole_each_row_once() {
    let (app, user) = with_many(601).await;
    app.make_pro(&user.user).await;
    for query in ["", "&q=leaf"] {
        let document = user.get(&format!("{PATH}?format=json{query}")).await.json;
        let rows = document["notifications"].as_array().unwrap();
        let ids: std::collections::BTreeSet<&str> =
            rows.iter().map(|row| row["_id"].as_str().unwrap()).collect();
        assert_eq!((ids.len(), &document["count"]), (601, &json!(601)), "{query}");
    }
}

/// Reads the parts of a body as they arrive, and asserts how the second ends after `act`.
async fn broken_off(app: &TestApp, user: &SignedIn, format: &str, act: &str) {
    let request = Request::get(format!("{PATH}?format={format}"))
        .header(header::AUTHORIZATION, format!("Bearer {}", user.token.as_deref().unwrap()))
        .body(Body::empty())
        .unwrap();
    let response = user.site.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    // A length would promise a complete body.
    assert!(!response.headers().contains_key(header::CONTENT_LENGTH));
    let mut parts = response.into_body().into_data_stream();
    assert!(!parts.next().await.unwrap().unwrap().is_empty());
    app.sql(act).await;
    let mut whole = true;
    while let Some(part) = parts.next().await {
        whole &= part.is_ok();
    }
    assert!(!whole, "{format} ends as if it were whole");
}

#[tokio::test]
async fn a_fault_in_the_middle_breaks_the_transfer_off() {
    let (app, user) = with_many(601).await;
    for format in ["csv", "json", "ndjson"] {
        broken_off(&app, &user, format, "ALTER TABLE items RENAME TO hidden").await;
        app.sql("ALTER TABLE hidden RENAME TO items").await;
    }
    let answer = user.get(&format!("{PATH}?format=csv")).await;
    assert_eq!(cells(&answer.text).len(), 602, "and the next one is whole");
}

#[tokio::test]
async fn a_fault_before_the_first_row_is_answered_as_one() {
    let (app, user) = with_many(1).await;
    app.sql("ALTER TABLE items RENAME TO hidden").await;
    let answer = user.get(&format!("{PATH}?format=csv")).await;
    assert_eq!((answer.status, answer.code()), (500, "INTERNAL"));
    assert!(!answer.headers.contains_key("content-disposition"));
}

#[tokio::test]
async fn no_connection_is_held_while_a_file_is_read() {
    let (app, user) = with_many(601).await;
    let mut open = Vec::new();
    // More readers than the pool has connections.
    for _ in 0..20 {
        let request = Request::get(format!("{PATH}?format=ndjson"))
            .header(header::AUTHORIZATION, format!("Bearer {}", user.token.as_deref().unwrap()))
            .body(Body::empty())
            .unwrap();
        let response = user.site.clone().oneshot(request).await.unwrap();
        let mut parts = response.into_body().into_data_stream();
        assert!(parts.next().await.unwrap().is_ok());
        open.push(parts);
    }
    assert_eq!(app.pool.state().idle_connections, app.pool.state().connections);
}
