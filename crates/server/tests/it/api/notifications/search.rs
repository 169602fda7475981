use db::models::notification::{Search, Wanted};
use diesel_async::RunQueryDsl;

use crate::support::prelude::*;

const PATH: &str = "/api/notifications/search";

pub(super) fn written(title: &str, body: &str) -> Match {
    let mut matched = Match::of("kettle");
    title.clone_into(&mut matched.title);
    body.clone_into(&mut matched.body);
    matched
}

async fn pro() -> (TestApp, SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    (app, user)
}

/// Returns the titles found, newest first.
async fn titles(client: &Client, query: &str) -> Vec<String> {
    let answer = client.get(&format!("{PATH}?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text);
    let found = answer.json["notifications"].as_array().unwrap();
    let title = |one: &serde_json::Value| one["redditPost"]["title"].as_str().unwrap().to_owned();
    found.iter().map(title).collect()
}

#[tokio::test]
async fn words_phrases_alternatives_and_exclusions_are_found_in_title_and_text() {
    let (app, user) = pro().await;
    let start = app.clock.now() - TimeDelta::hours(1);
    for (minute, (title, body)) in [
        ("one", "Green tea from the garden"),
        ("two", "Tea that is green"),
        ("three Tea", "black, not GREEN."),
        ("four", "coffee only"),
        ("five", "état d'âme: ÉCOLE 😀"),
    ]
    .into_iter()
    .enumerate()
    {
        let at = start + TimeDelta::minutes(minute as i64);
        app.notify(user.user.id, written(title, body).at(at)).await;
    }
    let (one, two, three, four, five) = ("one", "two", "three Tea", "four", "five");
    for (query, found) in [
        ("tea%20green", vec![three, two, one]),
        ("GREEN%20TEA", vec![three, two, one]),
        ("%22green%20tea%22", vec![one]),
        ("green%20-black", vec![two, one]),
        ("coffee%20OR%20garden", vec![four, one]),
        ("%C3%A9cole", vec![five]),
        // Words are whole words, and anything that is not a word is skipped.
        ("gre", vec![]),
        ("tea%20%26%20!%20(garden)", vec![one]),
        ("-tea", vec![five, four]),
        ("", vec![five, four, three, two, one]),
    ] {
        assert_eq!(titles(&user, &format!("q={query}")).await, found, "{query}");
    }
}

#[tokio::test]
async fn each_filter_narrows_what_is_found() {
    let (app, user) = pro().await;
    let now = app.clock.now();
    let old = written("old tea", "").at(now - TimeDelta::days(3));
    app.notify(user.user.id, old).await;
    let elsewhere = written("tea elsewhere", "").in_subreddit("Drinks");
    app.notify(user.user.id, elsewhere).await;
    let mut other = written("tea of another keyword", "");
    other.keyword = "Pot".to_owned();
    app.notify(user.user.id, other).await;
    let read = app.notify(user.user.id, written("tea that was read", "")).await;
    user.patch(&format!("/api/notifications/{}/read", read.id)).await;
    let comment = app.notify(user.user.id, written("tea in a comment", "")).await;
    app.sql(&format!("UPDATE items SET kind = 'comment' WHERE id = '{}'", comment.item_id)).await;
    let day = (now - TimeDelta::days(3)).date_naive();
    let next = day + TimeDelta::days(1);
    for (query, found) in [
        ("subreddit=drinks", vec!["tea elsewhere"]),
        ("subreddit=r%2FDRINKS", vec!["tea elsewhere"]),
        ("keyword=pot", vec!["tea of another keyword"]),
        ("status=read", vec!["tea that was read"]),
        ("kind=comment", vec!["tea in a comment"]),
        (&format!("until={day}"), vec!["old tea"]),
        (&format!("from={day}&until={day}"), vec!["old tea"]),
        (&format!("from={next}&keyword=POT"), vec!["tea of another keyword"]),
        ("kind=comment&status=read", vec![]),
    ] {
        // The words are looked up in their index, or the list is scanned.
        assert_eq!(titles(&user, &format!("q=tea&{query}")).await, found, "{query}");
        assert_eq!(titles(&user, query).await, found, "{query}");
        assert!(titles(&user, &format!("q=nothing&{query}")).await.is_empty());
    }
}

#[tokio::test]
async fn what_is_removed_deleted_out_of_date_or_somebody_elses_is_not_found() {
    let (app, user) = pro().await;
    let other = app.new_user("other@example.com").await;
    app.make_pro(&other.user).await;
    let now = app.clock.now();
    app.notify(other.user.id, written("tea of others", "")).await;
    let deleted = app.notify(user.user.id, written("deleted tea", "")).await;
    user.delete(&format!("/api/notifications/{}", deleted.id)).await;
    let old = written("tea of long ago", "").at(now - TimeDelta::days(91));
    app.notify(user.user.id, old).await;
    let gone = app.notify(user.user.id, written("gone tea", "")).await;
    // Even if its text were still stored.
    let (gone_at, id) = (now.to_rfc3339(), gone.item_id);
    app.sql(&format!("UPDATE items SET gone_at = '{gone_at}' WHERE id = '{id}'")).await;
    assert!(titles(&user, "q=tea").await.is_empty());
    assert!(titles(&user, "").await.is_empty());
    assert_eq!(titles(&other, "q=tea").await, ["tea of others"]);
}

#[tokio::test]
async fn pages_follow_each_other_whatever_comes_meanwhile() {
    let (app, user) = pro().await;
    // All have the same time: only the position in the sequence distinguishes them.
    let at = app.clock.now() - TimeDelta::hours(1);
    for n in 0..7 {
        app.notify(user.user.id, written(&format!("tea {n}"), "").at(at)).await;
    }
    for words in ["q=tea", "q="] {
        let mut found = Vec::new();
        let mut after = String::new();
        loop {
            let page = user.get(&format!("{PATH}?{words}&limit=3{after}")).await.json;
            let rows = page["notifications"].as_array().unwrap();
            let title = |row: &serde_json::Value| row["redditPost"]["title"].clone();
            found.extend(rows.iter().map(title));
            app.notify(user.user.id, written("tea that came", "")).await;
            let Some(next) = page["next"].as_str() else {
                assert_eq!(page["searchedBackTo"], json!(null));
                break;
            };
            assert_eq!(page["searchedBackTo"], rows.last().unwrap()["createdAt"]);
            after = format!("&after={next}");
        }
        let expected: Vec<_> = (0..7).rev().map(|n| json!(format!("tea {n}"))).collect();
        let found: Vec<_> = found.into_iter().filter(|title| title != "tea that came").collect();
        assert_eq!(found, expected, "{words}");
    }
}

#[tokio::test]
async fn a_search_that_finds_little_among_much_says_how_far_it_came() {
    let (app, user) = pro().await;
    let (id, wanted) = (user.user.id, app.notify(user.user.id, written("tea", "")).await);
    // More items contain the word than are checked one by one; none of the user's newest contains
    // the other.
    let now = app.clock.now();
    app.sql(&format!(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at, is_matched)
         SELECT md5('filler' || n)::uuid, '{now}', 'x' || n, 'post', 'tea', 'a',
                CASE WHEN n % 2 = 0 THEN 'common' ELSE 'usual' END, '', '', '{now}', true
         FROM generate_series(1, 5100) n"
    ))
    .await;
    app.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT gen_random_uuid(), '{now}', md5('filler' || n)::uuid, '{id}', '{id}', n + 1, 'kettle',
                '[]', '{now}'::timestamptz + n * interval '1 millisecond'
         FROM generate_series(1, 5100) n"
    ))
    .await;
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(titles(&user, "q=tea").await, ["tea"], "by the index");
    assert_eq!(titles(&user, "q=common&limit=2").await, ["common", "common"]);
    // A label that none of the fillers has: the list is scanned.
    let path = format!("{PATH}?q=common%20OR%20tea&subreddit=rust");
    let first = user.get(&path).await.json;
    assert_eq!(first["notifications"], json!([]));
    let next = first["next"].as_str().unwrap();
    assert!(first["searchedBackTo"].is_string());
    let rest = user.get(&format!("{path}&after={next}")).await.json;
    assert_eq!(rest["notifications"][0]["_id"], json!(wanted.id));
    assert_eq!(rest["next"], json!(null));
}

#[tokio::test]
async fn what_cannot_be_searched_is_refused_with_its_field() {
    let (_app, user) = pro().await;
    let long = "x".repeat(301);
    for (query, status, field) in [
        (format!("q={long}"), 422, "q"),
        ("q=%26%20!".to_owned(), 422, "q"),
        ("q=a%00b".to_owned(), 422, "q"),
        ("subreddit=_".to_owned(), 422, "subreddit"),
        (format!("keyword={}", "x".repeat(1001)), 422, "keyword"),
        ("from=2026-02-02&until=2026-02-01".to_owned(), 422, "until"),
        ("limit=0".to_owned(), 422, "limit"),
        ("limit=101".to_owned(), 422, "limit"),
        ("after=x".to_owned(), 422, "after"),
        ("after=1.x".to_owned(), 422, "after"),
        ("after=9223372036854775807.1".to_owned(), 422, "after"),
        ("from=yesterday".to_owned(), 400, "from"),
        ("kind=poll".to_owned(), 400, "kind"),
        ("status=lost".to_owned(), 400, "status"),
    ] {
        let answer = user.get(&format!("{PATH}?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{query}: {}", answer.text);
    }
    // Years outside the database's calendar are handled like others.
    for query in ["from=9999-12-31", "until=0001-01-01", "from=%2B262142-12-31"] {
        let answer = user.get(&format!("{PATH}?{query}")).await;
        assert!([200, 400, 422].contains(&answer.status), "{query}: {}", answer.text);
    }
}

#[tokio::test]
async fn syntax_of_the_database_is_only_words() {
    let (app, user) = pro().await;
    app.notify(user.user.id, written("tea", "")).await;
    for q in [
        "tea'; DROP TABLE items; --",
        "tea:* | (x <-> y) & !z",
        "\\' tea \\",
        "\"tea",
        "tea OR OR OR",
        "- - -tea --",
        "'simple' tea",
    ] {
        let q: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
        let answer = user.get(&format!("{PATH}?q={q}")).await;
        assert_eq!(answer.status, 200, "{q}: {}", answer.text);
    }
    assert_eq!(titles(&user, "q=tea").await, ["tea"]);
}

#[tokio::test]
async fn the_longest_texts_can_be_stored_and_their_first_part_is_searched() {
    let (app, user) = pro().await;
    // Rare characters, compounds and addresses: the most words from the least text.
    let dense: String = (0..100_000)
        .map(|n: u32| match n % 7 {
            3 => '-',
            5 => '.',
            6 => '/',
            _ => char::from_u32(0x20000 + (n * 31) % 40_000).unwrap(),
        })
        .collect();
    let many: String = (0..20_000).map(|n| format!("{n:x} ")).collect();
    for body in [dense, many.clone(), "x".repeat(100_000), format!("first {many} last")] {
        app.notify(user.user.id, written("tea", &body)).await;
    }
    assert_eq!(titles(&user, "q=tea").await.len(), 4);
    assert_eq!(titles(&user, "q=first").await.len(), 1);
    assert_eq!(titles(&user, "q=last").await.len(), 0);
}

#[tokio::test]
async fn one_word_is_free_and_the_rest_for_pro_or_everyone_where_plans_are_off() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    app.notify(user.user.id, written("tea", "")).await;
    assert_eq!(titles(&user, "q=tea").await, ["tea"]);
    assert_eq!(titles(&user, "q=%20tea%20&limit=1").await, ["tea"]);
    let more = ["", "status=read", "q=green+tea", "q=%22tea%22", "q=-tea", "q=tea&kind=post"];
    for query in more {
        let answer = user.get(&format!("{PATH}?{query}")).await;
        assert_eq!((answer.status, answer.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    }
    app.make_pro(&user.user).await;
    assert_eq!(titles(&user, "q=tea&kind=post").await, ["tea"]);
    assert_eq!(anon.get(PATH).await.status, 401);
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    app.notify(user.user.id, written("tea", "")).await;
    assert_eq!(titles(&user, "q=tea&kind=post").await, ["tea"]);
}

#[tokio::test]
async fn an_index_that_takes_too_long_is_not_waited_for() {
    let (app, user) = pro().await;
    app.notify(user.user.id, written("tea", "")).await;
    let mut slow = app.conn().await.unwrap();
    for statement in ["BEGIN", "LOCK TABLE items IN ACCESS EXCLUSIVE MODE"] {
        diesel::sql_query(statement).execute(&mut slow).await.unwrap();
    }
    let wanted = Wanted { words: Some("tea".to_owned()), ..Wanted::default() };
    let mut conn = app.conn().await.unwrap();
    let now = app.clock.now();
    let search = Search::begin(user.user.id, now, wanted, None, &mut conn).await;
    let mut search = search.unwrap();
    assert!(!search.is_by_index());
    diesel::sql_query("ROLLBACK").execute(&mut slow).await.unwrap();
    // The connection is still usable, and so is the search.
    let found = search.next_batch(&mut conn).await.unwrap().unwrap();
    assert_eq!(found.len(), 1);
}
