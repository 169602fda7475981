use sims::forum::NewComment;

use super::create;
use crate::support::prelude::*;

async fn preview(user: &Client, body: Value) -> Answer {
    user.post("/api/keywords/preview", body).await.expect(200)
}

/// Stores posts of two days: eleven mention a kettle, nine do not.
async fn filled() -> (TestApp, crate::support::app::SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let now = app.clock.now();
    let item = |n: i64| {
        let title = if n % 20 < 11 { "A kettle" } else { "A pot" };
        let at = now - TimeDelta::hours(if n < 5 { 30 } else { 1 });
        let mut item = read_post(&format!("t3_{n}"), &format!("{title}, number {n}"), at);
        if n < 3 {
            "Coffee".clone_into(&mut item.subreddit);
        }
        item
    };
    store_items(&app, (0..20).map(item).collect()).await;
    (app, user)
}

#[tokio::test]
async fn matches_are_counted_by_day_and_subreddit_and_the_newest_shown() {
    let (_app, user) = filled().await;
    let found = preview(&user, json!({"keyword": "kettle"})).await.json;
    assert_eq!(
        (&found["searched"], &found["matching"], &found["complete"]),
        (&json!(20), &json!(11), &json!(true))
    );
    assert_eq!(found["share"], 0.55);
    let days = found["perDay"].as_array().unwrap();
    // Thirty-six hours span two or three calendar days.
    assert_eq!(found["hours"], 36);
    assert!((2..=3).contains(&days.len()), "{days:?}");
    let counts: Vec<i64> = days.iter().map(|d| d["count"].as_i64().unwrap()).collect();
    assert_eq!(counts.iter().sum::<i64>(), 11, "{counts:?}");
    assert!(counts.contains(&5) && counts.contains(&6), "{counts:?}");
    assert_eq!(
        found["subreddits"],
        json!([{"subreddit": "tea", "count": 8}, {"subreddit": "Coffee", "count": 3}])
    );
    let newest = found["newest"].as_array().unwrap();
    assert_eq!(newest.len(), 10);
    assert_eq!(newest[0]["matches"], json!([{"field": "title", "start": 2, "end": 8}]));
    // Only posts from places in the watch's scope.
    let body = json!({"keyword": "kettle", "subreddits": ["coffee"]});
    let found = preview(&user, body).await.json;
    assert_eq!((&found["searched"], &found["matching"]), (&json!(3), &json!(3)));
    // Free users see what queries and exclusions would find.
    let body = json!({
        "keyword": "kettle -10", "mode": "query", "excludedSubreddits": ["coffee"],
    });
    let found = preview(&user, body).await.json;
    assert_eq!(found["matching"], 7);
}

#[tokio::test]
async fn what_the_first_look_finds_is_spread_over_the_time_in_which_it_was_written() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let now = app.clock.now();
    let written = |n: i64| now - TimeDelta::minutes(n * 20);
    let item = |n: i64| read_post(&format!("t3_{n}"), "A kettle", written(n));
    store_items(&app, (1..=60).map(item).collect()).await;
    let found = preview(&user, json!({"keyword": "kettle"})).await.json;
    // Sixty in twenty hours, although all were seen just now.
    let estimate = json!({"matching": 60, "minutes": 20 * 60, "perDay": 72.0});
    assert_eq!(found["estimate"], estimate);
}

#[tokio::test]
async fn a_few_matches_in_a_quarter_of_an_hour_do_not_show_how_many_a_day() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let item = |n: i64, title: &str, minutes: i64| {
        read_post(&format!("t3_{n}"), title, app.clock.now() - TimeDelta::minutes(minutes))
    };
    // A few posts from a quiet place do not make the time longer for which all were read.
    let quiet = (100..105).map(|n| item(n, "A cup", 20 * 60));
    let busy = (0..100).map(|n| item(n, if n < 6 { "A kettle" } else { "A pot" }, n % 16));
    store_items(&app, quiet.chain(busy).collect()).await;
    let few = preview(&user, json!({"keyword": "kettle"})).await.json;
    let minutes = few["estimate"]["minutes"].as_u64().unwrap();
    assert!((10..=16).contains(&minutes), "{minutes}");
    assert_eq!(few["estimate"], json!({"matching": 6, "minutes": minutes, "perDay": null}));
    // Many do, and a remark says the same.
    let many = preview(&user, json!({"keyword": "pot"})).await.json;
    let estimate = &many["estimate"];
    let per_day = estimate["perDay"].as_f64().unwrap();
    let posted = estimate["matching"].as_u64().unwrap() as f64;
    assert!((per_day * minutes as f64 / 1_440.0 - posted).abs() < 1.0, "{estimate}");
    assert_eq!(many["lints"][0]["code"], "matchesMuch");
}

#[tokio::test]
async fn an_empty_store_and_a_wrong_query_are_answered() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    let found = preview(&user, json!({"keyword": "kettle"})).await.json;
    assert_eq!((&found["searched"], &found["share"]), (&json!(0), &json!(0.0)));
    assert_eq!(found["searchedSince"], Value::Null);
    assert_eq!(found["estimate"], json!({"matching": 0, "minutes": 0, "perDay": null}));
    let body = json!({"keyword": "kettle (", "mode": "query"});
    let answer = user.post("/api/keywords/preview", body).await;
    assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
    assert_eq!(answer.json["details"], json!({"start": 7, "end": 8}));
    let stranger = anon.post("/api/keywords/preview", json!({"keyword": "a"}));
    assert_eq!(stranger.await.status, 401);
}

#[tokio::test]
async fn what_was_seen_before_all_items_are_stored_is_not_searched() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    add_watch(&app, user.user.id, "kettle", &["all"]).await;
    let item = |id: &str, title: &str| read_post(id, title, app.clock.now());
    // Matched items outlive the others, and would be the only ones found.
    store_items(&app, vec![item("t3_1", "A kettle"), item("t3_2", "A pot")]).await;
    app.clock.advance(TimeDelta::hours(37));
    store_items(&app, vec![item("t3_3", "A kettle"), item("t3_4", "A pot")]).await;
    let user = app.sign_in(user.user.id).await;
    let found = preview(&user, json!({"keyword": "kettle"})).await.json;
    assert_eq!((&found["searched"], &found["share"]), (&json!(2), &json!(0.5)));
}

#[tokio::test]
async fn days_before_the_first_item_are_known_as_not_read() {
    let (app, _, reader) = TestApp::init().await.with_user().await;
    let began = app.clock.now();
    let item =
        |n: &str, age: i64| read_post(n, "A kettle", app.clock.now() - TimeDelta::hours(age));
    store_items(&app, vec![item("t3_1", 30)]).await;
    app.clock.advance(TimeDelta::hours(10));
    let user = app.sign_in(reader.user.id).await;
    let mut quiet = item("t3_2", 1);
    "Coffee".clone_into(&mut quiet.subreddit);
    store_items(&app, vec![quiet]).await;
    let since = async |user: &Client, subreddits: &[&str]| {
        let body = json!({"keyword": "kettle", "subreddits": subreddits});
        let found = preview(user, body).await.json;
        assert_eq!(found["complete"], true);
        found["readSince"].clone()
    };
    let time = |time: &Value| time.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    assert_eq!(time(&since(&user, &[]).await), began);
    assert_eq!(time(&since(&user, &["tea"]).await), began);
    assert_eq!(time(&since(&user, &["coffee"]).await), app.clock.now());
    assert_eq!(since(&user, &["never_read"]).await, Value::Null);
    // As soon as an item is older than these hours, all of them were read.
    app.clock.advance(TimeDelta::hours(30));
    let user = app.sign_in(reader.user.id).await;
    store_items(&app, vec![item("t3_3", 1)]).await;
    assert_eq!(since(&user, &[]).await, Value::Null);
    assert_eq!(since(&user, &["tea"]).await, Value::Null);
    assert_ne!(since(&user, &["coffee"]).await, Value::Null);
    // A quiet subreddit may have no items left, but it is known since when it has been read.
    add_watch(&app, reader.user.id, "pot", &["coffee"]).await;
    assert_ne!(since(&user, &["coffee"]).await, Value::Null);
    app.sql("UPDATE places SET since = since - interval '2 days'").await;
    assert_eq!(since(&user, &["coffee"]).await, Value::Null);
}

#[tokio::test]
async fn odd_watches_are_remarked_on() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "Green  tea").await;
    let lints = async |body: Value| preview(&user, body).await.json["lints"].clone();
    assert_eq!(lints(json!({"keyword": "coffee"})).await, json!([]));
    let same = lints(json!({"keyword": "green tea"})).await;
    assert_eq!((&same[0]["code"], &same[0]["watchId"]), (&json!("sameAs"), &watch["_id"]));
    assert_eq!(same[0]["text"], "Your keyword “Green  tea” already finds the same");
    // An edited watch is not compared with itself.
    let own = json!({"keyword": "green tea", "watchId": watch["_id"]});
    assert_eq!(lints(own).await, json!([]));
    let never = lints(json!({"keyword": "tea -tea*", "mode": "query"})).await;
    assert_eq!(never[0]["code"], "neverMatches");
    let small = lints(json!({"keyword": "🔥 green or black", "mode": "query"})).await;
    assert_eq!(
        (&small[0]["code"], &small[0]["part"]),
        (&json!("lowerCaseOperator"), &json!({"start": 9, "end": 11}))
    );
}

#[tokio::test]
async fn a_keyword_inside_common_words_is_remarked_on_by_what_was_stored() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let now = app.clock.now();
    let titles = ["Steam and tea", "Instead of tea", "Teapots, teatime"];
    let item = |n: usize| read_post(&format!("t3_{n}"), titles[n % 3], now);
    store_items(&app, (0..9).map(item).collect()).await;
    let body = json!({"keyword": "Tea"});
    let lints = preview(&user, body).await.json["lints"].clone();
    assert_eq!(lints[0]["code"], "insideCommonWords");
    assert_eq!(
        lints[0]["text"],
        "Tea is part of 4 common words, such as instead, steam, teapots; \
         match whole words to exclude them"
    );
    let whole = json!({"keyword": "tea", "filters": {"wholeWordOnly": true}});
    assert_eq!(preview(&user, whole).await.json["lints"], json!([]));
    let query = json!({"keyword": "tea", "mode": "query"});
    assert_eq!(preview(&user, query).await.json["lints"], json!([]));
}

#[tokio::test]
async fn a_preview_finds_what_the_ingest_will_find() {
    let config = sims::forum::Config::for_tests();
    let test = crate::support::forum::ForumTest::init_with_settings(config, &[]).await;
    test.poll().await;
    test.post("tea", "Which kettle?");
    test.comment(NewComment::in_subreddit("tea", "My kettle"));
    test.poll().await;
    let user = test.app.new_user("reader@example.com").await;
    let body = json!({"keyword": "kettle", "subreddits": ["tea"]});
    let found = preview(&user, body).await.json;
    assert_eq!(found["matching"], 2);
    let kinds: Vec<&Value> =
        found["newest"].as_array().unwrap().iter().map(|one| &one["item"]["kind"]).collect();
    assert!(kinds.contains(&&json!("comment")), "{kinds:?}");
}
