//! A watch whose regular expressions keep ingest busy is paused, and other users do not notice.

use std::fmt::Write as _;
use std::time::Duration;

use ingest::store::partitions::Partitions;
use ingest::store::{Stored, store};
use matcher::{PatternCost, Span, WatchId};
use platform::sources::ForumItem;

use crate::support::forum::set_active;
use crate::support::prelude::*;

/// A query that takes milliseconds for a KB, saved before costs were checked.
const EXPENSIVE: &str = "zqx /[a-z]([a-z ]{1,200})zqx/";

/// Returns posts of 2 KB each that keep the query busy.
fn posts(app: &TestApp, range: std::ops::Range<usize>) -> Vec<ForumItem> {
    let mut state: u64 = 1;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b"abcdefghijklmnopqrstuvwxyz      "[(state >> 59) as usize])
    };
    let posts = range.map(|n| {
        let mut body = "zqx. ".to_owned();
        body.extend((0..2_048).map(|_| letter()));
        write!(body, " {n}").unwrap();
        let title = format!("The kettle {n}");
        ForumItem { body, ..read_post(&format!("t3_{n}"), &title, app.clock.now()) }
    });
    posts.collect()
}

async fn expensive_watch(app: &TestApp, user: Uuid) -> Uuid {
    let watch = add_watch(app, user, "zqx", &["all"]).await;
    app.sql(&format!(
        "UPDATE watches SET mode = 'query', keyword = '{EXPENSIVE}' WHERE id = '{watch}'"
    ))
    .await;
    watch
}

/// Stores a batch as a process with these watches does.
async fn ingest(app: &TestApp, watches: &ActiveWatches, range: std::ops::Range<usize>) -> Stored {
    let (items, now) = (posts(app, range), app.clock.now());
    let (context, partitions) = ((&app.context).into(), Partitions::default());
    store(context, &partitions, watches, items, None, now).await.unwrap()
}

/// Returns the cost of searching 60 MB for the regular expression of a watch, in these seconds.
fn cost(watch: Uuid, seconds: u64) -> PatternCost {
    PatternCost {
        watch: WatchId(watch.as_u128()),
        query: EXPENSIVE.into(),
        span: Span { start: 4, end: EXPENSIVE.len() },
        time: Duration::from_secs(seconds),
        bytes: 60 << 20,
    }
}

async fn messages(app: &TestApp, watch: Uuid, to: &str) -> i64 {
    let kind = "kind = 'watch_paused'";
    count(app, &format!("outbox WHERE {kind} AND subject_id = '{watch}' AND {to}")).await
}

#[tokio::test]
async fn an_expensive_watch_is_paused_once_and_honest_ones_continue() {
    let mail = MailApp::init_with(&["server.plans=off"]).await;
    let app = &mail.app;
    let greedy = app.new_user("greedy@example.com").await;
    let honest = app.new_user("honest@example.com").await;
    let zqx = expensive_watch(app, greedy.user.id).await;
    let kettle = add_watch(app, honest.user.id, "kettle", &["all"]).await;
    // Of the owner's channels, those learn of it that report problems of the keyword.
    let other = add_watch(app, greedy.user.id, "spoon", &["all"]).await;
    let mut endpoints = Vec::new();
    for (name, reports, watches) in
        [("all", true, None), ("others", true, Some([other])), ("quiet", false, None)]
    {
        let input = json!({
            "channel": "webhook", "name": name, "url": format!("https://example.com/{name}"),
            "reportsGaps": reports, "watchIds": watches,
        });
        let added = greedy.post("/api/endpoints", input).await.expect(201).json;
        endpoints.push(added["_id"].as_str().unwrap().to_owned());
    }
    let one = ActiveWatches::load(&app.pool).await.unwrap();
    let other = ActiveWatches::load(&app.pool).await.unwrap();

    assert_eq!(ingest(app, &one, 0..40).await.new_items, 40);
    // This process has not learned of the pause, and measures the same.
    assert_eq!(ingest(app, &other, 40..80).await.new_items, 80 - 40);
    let of_kettle = format!("notifications WHERE watch_id = '{kettle}'");
    assert_eq!(count(app, &of_kettle).await, 80);
    assert_eq!(messages(app, zqx, "endpoint_id IS NULL").await, 1);
    for (endpoint, expected) in endpoints.iter().zip([1, 0, 0]) {
        let to = format!("endpoint_id = '{endpoint}'");
        assert_eq!(messages(app, zqx, &to).await, expected);
    }

    let path = format!("/api/keywords/{zqx}");
    let shown = greedy.get(&path).await.json;
    assert_eq!(shown["isActive"], true);
    assert_eq!(shown["pausedAt"], json!(app.clock.now()));
    let part = "/[a-z]([a-z ]{1,200})zqx/";
    assert_eq!(shown["pausedPart"], part);
    let since = app.clock.now();
    assert_eq!(
        greedy.get("/api/status").await.json["pausedWatches"],
        json!([{"watchId": zqx, "keyword": EXPENSIVE, "since": since, "part": part}])
    );
    assert_eq!(honest.get("/api/status").await.json["pausedWatches"], json!([]));
    let backfill = greedy.post(&format!("{path}/backfill"), json!({})).await;
    assert_eq!((backfill.status, backfill.code()), (409, "KEYWORD_PAUSED"));

    mail.drain().await;
    let sent = mail.mails();
    // The watch also matched before the pause.
    let subject = "A keyword is paused: searching for it takes too long";
    let sent: Vec<_> = sent.iter().filter(|m| m.subject == subject).collect();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].header("to"), Some("greedy@example.com"));
    let text = sent[0].text.as_deref().unwrap();
    insta::assert_snapshot!("watch_paused_text", text.replace(&zqx.to_string(), "[watch]"));
}

#[tokio::test]
async fn of_one_user_the_watch_that_takes_most_is_paused_when_all_take_too_much() {
    let app = TestApp::init_with(&["server.plans=off"]).await;
    let greedy = app.new_user("greedy@example.com").await.user.id;
    let honest = app.new_user("honest@example.com").await.user.id;
    let first = expensive_watch(&app, greedy).await;
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    // One watch is known from the beginning, the others are taken in later.
    let (second, third) =
        (expensive_watch(&app, greedy).await, expensive_watch(&app, greedy).await);
    let others = expensive_watch(&app, honest).await;
    watches.catch_up(&app.pool).await.unwrap();
    let charge = async |costs: &[PatternCost]| {
        let paused = watches.charge(costs, app.clock.now(), &app.pool).await;
        paused.unwrap()
    };
    // Each watch may take thirty seconds in five minutes, and all of a user sixty.
    assert_eq!(charge(&[cost(first, 20), cost(second, 21)]).await, 0);
    assert_eq!(charge(&[cost(others, 20)]).await, 0);
    assert_eq!(charge(&[cost(third, 19)]).await, 1);
    let paused = format!("watches WHERE paused_at IS NOT NULL AND id = '{second}'");
    assert_eq!(count(&app, &paused).await, 1);
    assert_eq!(count(&app, "watches WHERE paused_at IS NOT NULL").await, 1);
    assert_eq!(charge(&[cost(first, 1), cost(third, 1)]).await, 0);
}

#[tokio::test]
async fn switching_off_and_on_takes_back_nothing_of_what_it_cost() {
    let app = TestApp::init_with(&["server.plans=off"]).await;
    let greedy = app.new_user("greedy@example.com").await.user.id;
    let watch = expensive_watch(&app, greedy).await;
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    let charge = async |seconds| {
        let costs = [cost(watch, seconds)];
        watches.charge(&costs, app.clock.now(), &app.pool).await
    };
    assert_eq!(charge(20).await.unwrap(), 0);
    for is_active in [false, true] {
        set_active(&app, watch, is_active).await;
        watches.catch_up(&app.pool).await.unwrap();
        assert_eq!(watches.len(), usize::from(is_active));
    }
    assert_eq!(charge(11).await.unwrap(), 1);
}

#[tokio::test]
async fn a_pause_ends_with_a_change_of_the_rule_or_by_switching_off_and_on() {
    let (app, _, ada) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let watch = expensive_watch(&app, ada.user.id).await;
    let path = format!("/api/keywords/{watch}");
    let pause = || async {
        let paused = format!(
            "UPDATE watches SET paused_at = now(), paused_part = 'zqx' WHERE id = '{watch}'"
        );
        app.sql(&paused).await;
    };
    let is_paused = || async { ada.get(&path).await.json["pausedAt"] != Value::Null };
    let is_searched_for = || async {
        let watches = ActiveWatches::load(&app.pool).await.unwrap();
        watches.len() == 1
    };
    pause().await;
    assert!(is_paused().await && !is_searched_for().await);
    // Notes do not change what is searched for.
    let mut body = json!({"keyword": EXPENSIVE, "mode": "query", "notes": "mine"});
    assert_eq!(ada.put(&path, body.clone()).await.status, 200);
    assert!(is_paused().await);
    app.clock.advance(TimeDelta::minutes(1));
    body["keyword"] = "zqx /[a-z]{1,9}zqx/".into();
    let changed = ada.put(&path, body).await;
    assert_eq!((changed.status, &changed.json["pausedAt"]), (200, &Value::Null));
    assert!(is_searched_for().await);
    // Items written meanwhile are not searched.
    let anew = format!("watches WHERE rule_changed_at = '{}'", app.clock.now());
    assert_eq!(count(&app, &anew).await, 1);

    pause().await;
    let toggle = format!("{path}/toggle");
    ada.patch(&toggle).await;
    assert!(is_paused().await);
    assert_eq!(ada.get("/api/status").await.json["pausedWatches"], json!([]));
    ada.patch(&toggle).await;
    assert!(!is_paused().await && is_searched_for().await);
}

#[tokio::test]
async fn a_process_learns_of_a_pause_and_of_its_end() {
    let (app, _, ada) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let watch = expensive_watch(&app, ada.user.id).await;
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    for (set, len) in [("now()", 0), ("NULL", 1)] {
        app.sql(&format!("UPDATE watches SET paused_at = {set} WHERE id = '{watch}'")).await;
        assert_eq!(watches.catch_up(&app.pool).await.unwrap(), 1);
        assert_eq!(watches.len(), len);
    }
}
