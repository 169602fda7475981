//! The reports of gaps that webhooks and chats receive, and their timing.

use std::collections::BTreeSet;

use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use diesel_async::SimpleAsyncConnection;
use ingest::reddit::fill::Ended;
use ingest::reddit::gap_rounds::{Sent, look, send_some};
use sims::forum::FaultKind as ForumFault;
use sims::receiver::{Config, Fault, FaultKind, Handle, Query, Received};

use crate::support::jobs::run_ingest;
use crate::support::prelude::*;

const HOUR: TimeDelta = TimeDelta::hours(1);
const REPORTS: &str = "outbox WHERE kind = 'coverage_gap'";

/// Stores a gap of posts of this subreddit, from an hour ago until now, as a poll does.
async fn record(test: &TestApp, place: &str) -> CoverageGap {
    record_of(test, ItemKind::Post, place, TimeDelta::minutes(1)).await
}

async fn record_of(test: &TestApp, kind: ItemKind, place: &str, joined: TimeDelta) -> CoverageGap {
    record_at(test, kind, place, joined, test.clock.now()).await
}

async fn record_at(
    test: &TestApp,
    kind: ItemKind,
    place: &str,
    joined: TimeDelta,
    now: DateTime<Utc>,
) -> CoverageGap {
    let gap = CoverageGap {
        id: Uuid::now_v7(),
        listing: CoverageGap::listing_of(kind, place),
        started_at: now - HOUR,
        ended_at: now,
        reason: reason::TOO_MANY.to_owned(),
    };
    let mut conn = test.conn().await.unwrap();
    gap.record(joined, now, &mut conn).await.unwrap();
    gap
}

/// Runs as one process does until nothing is left to do, and returns the number of messages written.
async fn report(test: &TestApp) -> usize {
    let mut messages = 0;
    loop {
        match send_some(test).await.unwrap() {
            Some(sent) => messages += sent.messages,
            None if look(test).await.unwrap() => {}
            None => return messages,
        }
    }
}

/// Advances time, and returns the number of messages reported then.
async fn report_after(test: &TestApp, time: TimeDelta) -> usize {
    test.clock.advance(time);
    report(test).await
}

async fn ask_for_reports(setup: &ChannelTest, endpoint: Uuid) {
    let path = format!("/api/endpoints/{endpoint}");
    let changed = setup.user.put(&path, json!({"reportsGaps": true})).await.expect(200);
    assert_eq!(changed.json["reportsGaps"], true);
}

/// Makes a webhook that asks for reports, of a user with a watch on r/Tea.
async fn watching_tea() -> (ChannelTest, Uuid) {
    let setup = ChannelTest::init_with(&["delivery.retry_jitter_percent=0"]).await;
    add_watch(&setup.app, setup.user.user.id, "kettle", &["Tea"]).await;
    let endpoint = setup.add("webhook").await;
    ask_for_reports(&setup, endpoint).await;
    (setup, endpoint)
}

fn body(request: &Received) -> Value {
    serde_json::from_str(&request.text).unwrap()
}

fn millis(time: DateTime<Utc>) -> i64 {
    time.timestamp_millis()
}

/// Returns the states of the gaps that each request lists, with their ids.
fn reported(setup: &ChannelTest) -> Vec<Vec<(String, Uuid)>> {
    let gaps = |request: &Received| {
        let body = body(request);
        let gaps = body["data"]["gaps"].as_array().unwrap().clone();
        let gap = |gap: &Value| {
            let id = gap["id"].as_str().unwrap().parse().unwrap();
            (gap["state"].as_str().unwrap().to_owned(), id)
        };
        gaps.iter().map(gap).collect()
    };
    let requests = setup.received("/hook/a");
    requests.iter().map(|request| gaps(request)).collect()
}

#[tokio::test]
async fn a_webhook_that_asks_for_it_is_sent_what_is_missing_and_signed() {
    let (setup, endpoint) = watching_tea().await;
    let path = format!("/api/endpoints/{endpoint}/secret");
    let secret = setup.user.get(&path).await.json["secret"].clone();
    let control = &setup.receiver.control;
    assert!(control.require_signature("a", secret.as_str().unwrap()));
    // The receiver rejects requests whose time is far from its own.
    let (kind, then) = (ItemKind::Post, setup.app.clock.now() - TimeDelta::minutes(6));
    let gap = record_at(&setup.app, kind, "tea", TimeDelta::minutes(1), then).await;
    assert_eq!(report(&setup.app).await, 1);
    setup.drain().await;
    let request = setup.received("/hook/a").remove(0);
    let body = body(&request);
    assert_eq!(body["type"], "coverage_gaps.changed");
    assert_eq!(body["data"]["count"], 1);
    let mut sent = body["data"]["gaps"][0].clone();
    for (field, time) in [("startedAt", gap.started_at), ("endedAt", gap.ended_at)] {
        let shown: DateTime<Utc> = sent[field].take().as_str().unwrap().parse().unwrap();
        assert_eq!(millis(shown), millis(time), "{field}");
    }
    assert_eq!(
        sent,
        json!({
            "id": gap.id, "state": "closed", "place": "tea", "kind": "post", "startedAt": null,
            "endedAt": null, "cause": "too_many", "url": "https://harken.example/coverage/tea",
        })
    );
    let log = setup.log(endpoint).await;
    let delivery = &log["deliveries"][0];
    assert_eq!(delivery["kind"], "coverage_gap");
    assert_eq!(delivery["status"], "sent", "{delivery}");
}

#[tokio::test]
async fn an_endpoint_that_does_not_ask_gets_nothing() {
    let setup = ChannelTest::init().await;
    add_watch(&setup.app, setup.user.user.id, "kettle", &["tea"]).await;
    let silent = setup.add("slack").await;
    let asking = setup.add("discord").await;
    ask_for_reports(&setup, asking).await;
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 1);
    let of = |endpoint: Uuid| format!("{REPORTS} AND endpoint_id = '{endpoint}'");
    assert_eq!(count(&setup.app, &of(silent)).await, 0);
    assert_eq!(count(&setup.app, &of(asking)).await, 1);
}

#[tokio::test]
async fn whoever_looks_through_something_else_gets_nothing() {
    let (setup, endpoint) = watching_tea().await;
    let (test, user) = (&setup.app, setup.user.user.id);
    let coffee = add_watch(test, user, "kettle", &["coffee"]).await;
    let reported = async |why: &str, expected: usize| {
        assert_eq!(report_after(test, TimeDelta::minutes(6)).await, expected, "{why}");
    };
    record(test, "milk").await;
    record_of(test, ItemKind::Comment, "all", HOUR).await;
    reported("nobody watches it", 0).await;

    test.sql("UPDATE watches SET include_comments = false").await;
    record_of(test, ItemKind::Comment, "tea", TimeDelta::minutes(1)).await;
    reported("posts alone", 0).await;

    let only = format!("/api/endpoints/{endpoint}");
    setup.user.put(&only, json!({"watchIds": [coffee]})).await;
    record(test, "tea").await;
    reported("another watch's endpoint", 0).await;
    record(test, "coffee").await;
    reported("this watch's endpoint", 1).await;

    for change in [
        "UPDATE watches SET is_active = false",
        "UPDATE watches SET is_active = true",
        "UPDATE watches SET paused_at = now()",
        "UPDATE watches SET paused_at = NULL",
        "UPDATE endpoints SET paused_at = now()",
        "UPDATE endpoints SET paused_at = NULL",
        "UPDATE users SET plan = 'free'",
    ] {
        test.sql(change).await;
        record(test, "coffee").await;
        let is_on = change.ends_with("true") || change.ends_with("NULL");
        reported(change, usize::from(is_on)).await;
    }
}

#[tokio::test]
async fn a_gap_that_continues_is_reported_when_it_is_known_and_when_it_is_over() {
    let (setup, _) = watching_tea().await;
    let gap = record_of(&setup.app, ItemKind::Post, "tea", HOUR).await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(4)).await, 0);
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(2)).await, 1);
    setup.drain().await;
    for _ in 0..5 {
        setup.app.clock.advance(TimeDelta::minutes(40));
        record_of(&setup.app, ItemKind::Post, "tea", HOUR).await;
        assert_eq!(report(&setup.app).await, 0);
    }
    assert_eq!(count(&setup.app, "coverage_gaps").await, 1);
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(61)).await, 1);
    assert_eq!(report_after(&setup.app, HOUR).await, 0);
    setup.drain().await;
    let state = |state: &str| vec![(state.to_owned(), gap.id)];
    assert_eq!(reported(&setup), [state("open"), state("closed")]);
    // A closed gap stays closed: later failures form another gap.
    record_of(&setup.app, ItemKind::Post, "tea", TimeDelta::days(1)).await;
    assert_eq!(count(&setup.app, "coverage_gaps").await, 2);
}

#[tokio::test]
async fn an_outage_of_many_places_is_one_message_and_the_next_follows_five_minutes_later() {
    let setup = ChannelTest::init().await;
    let places: Vec<String> = (0..150).map(|n| format!("place{n}")).collect();
    let names: Vec<&str> = places.iter().map(String::as_str).collect();
    for some in [&names[..100], &names[50..], &names[..2]] {
        add_watch(&setup.app, setup.user.user.id, "kettle", some).await;
    }
    let endpoint = setup.add("webhook").await;
    ask_for_reports(&setup, endpoint).await;
    for place in &names[1..] {
        record(&setup.app, place).await;
    }
    setup.app.clock.advance(TimeDelta::minutes(2));
    record(&setup.app, names[0]).await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(4)).await, 1);
    setup.drain().await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(2)).await, 0);
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(3)).await, 1);
    setup.drain().await;
    let requests = setup.received("/hook/a");
    let counts = requests.iter().map(|request| {
        let body = body(request);
        (body["data"]["count"].as_i64().unwrap(), body["data"]["gaps"].as_array().unwrap().len())
    });
    assert_eq!(counts.collect::<Vec<_>>(), [(149, 100), (1, 1)]);
}

/// Stores changes as they are recorded: for each gap of `ids`, one of each of these states.
async fn note(test: &TestApp, ids: &str, states: &str) {
    test.sql(&format!(
        "INSERT INTO gap_changes (gap_id, state, place, kind, started_at, ended_at, reason)
         SELECT id, state, 'tea', 'post', now(), now(), '' FROM {ids} AS gaps, unnest('{states}'::text[]) AS state"
    ))
    .await;
}

#[tokio::test]
async fn a_gap_that_ends_before_it_is_sent_is_sent_as_it_ended() {
    let (setup, _) = watching_tea().await;
    for end in ["filled", "closed"] {
        let states = format!("{{open,{end}}}");
        let id = format!("(SELECT '{}'::uuid AS id)", Uuid::now_v7());
        note(&setup.app, &id, &states).await;
    }
    assert_eq!(report(&setup.app).await, 1);
    setup.drain().await;
    let [gaps] = &reported(&setup)[..] else { panic!("one message") };
    let states: BTreeSet<&str> = gaps.iter().map(|(state, _)| state.as_str()).collect();
    assert_eq!((gaps.len(), states), (2, BTreeSet::from(["closed", "filled"])));
}

#[tokio::test]
async fn what_is_more_than_a_round_has_waits_for_the_next_one() {
    let test = TestApp::init().await;
    let many = "(SELECT gen_random_uuid() AS id FROM generate_series(1, 10001))";
    note(&test, many, "{closed}").await;
    report(&test).await;
    let waiting = "gap_changes WHERE round_id IS NULL";
    assert_eq!(count(&test, waiting).await, 1);
    report_after(&test, TimeDelta::minutes(5)).await;
    assert_eq!(count(&test, waiting).await, 0);
    assert_eq!(count(&test, "gap_rounds").await, 2);
}

#[tokio::test]
async fn a_round_of_a_clock_that_was_ahead_holds_up_none() {
    let (setup, _) = watching_tea().await;
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::days(30)).await, 1);
    setup.app.clock.advance(TimeDelta::days(-29));
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 1);
}

/// Adds users with a watch on r/tea and a webhook that asks for reports.
async fn add_readers(test: &TestApp, users: usize) {
    test.sql(&format!(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, plan)
         SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader', 'pro'
         FROM generate_series(1, {users}) AS n"
    ))
    .await;
    test.sql(
        "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
         SELECT gen_random_uuid(), id, 'kettle', '{tea}', now(), now() FROM users",
    )
    .await;
    test.sql(
        "INSERT INTO endpoints (id, user_id, channel, name, target, fingerprint, shown, created_at,
                                reports_gaps)
         SELECT gen_random_uuid(), id, 'webhook', 'A', '', sha256(id::text::bytea), 'a', now(), true FROM users",
    )
    .await;
}

/// Asserts that every user has exactly one message.
async fn assert_each_has_one(test: &TestApp, users: i64) {
    assert_eq!(count(test, REPORTS).await, users);
    let distinct = format!("(SELECT DISTINCT endpoint_id FROM {REPORTS}) AS reports");
    assert_eq!(count(test, &distinct).await, users);
}

#[tokio::test]
async fn processes_that_work_at_once_report_it_once() {
    let test = TestApp::init().await;
    add_readers(&test, 500).await;
    record(&test, "tea").await;
    test.clock.advance(TimeDelta::minutes(6));
    let processes = (0..4).map(|_| async {
        while count(&test, "gap_rounds WHERE ended_at IS NOT NULL").await == 0 {
            report(&test).await;
        }
    });
    futures::future::join_all(processes).await;
    assert_each_has_one(&test, 500).await;
    assert_eq!(count(&test, "gap_rounds").await, 1);
    assert_eq!(count(&test, "gap_changes").await, 1);
}

#[tokio::test]
async fn a_round_continues_where_it_was_interrupted() {
    let test = TestApp::init().await;
    add_readers(&test, 500).await;
    record(&test, "tea").await;
    test.clock.advance(TimeDelta::minutes(6));
    assert!(look(&test).await.unwrap());
    let batch = |messages, ended| Some(Sent { messages, ended });
    assert_eq!(send_some(&test).await.unwrap(), batch(200, false));
    // One message of the third batch cannot be written, so none of the batch is.
    test.sql(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'no'; END $$",
    )
    .await;
    test.sql("CREATE TABLE refused AS SELECT max(user_id::text)::uuid AS id FROM endpoints").await;
    test.sql(
        "CREATE TRIGGER refuse AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
    )
    .await;
    assert!(send_some(&test).await.is_err());
    assert_eq!(count(&test, REPORTS).await, 200);
    test.sql("DROP TRIGGER refuse ON outbox").await;
    // Another process continues, even after a user has been deleted.
    test.sql("DELETE FROM users WHERE id = (SELECT id FROM refused)").await;
    assert_eq!(send_some(&test).await.unwrap(), batch(200, false));
    assert_eq!(send_some(&test).await.unwrap(), batch(99, false));
    assert_eq!(send_some(&test).await.unwrap(), batch(0, true));
    assert_eq!(send_some(&test).await.unwrap(), None);
    assert_each_has_one(&test, 499).await;
}

#[tokio::test]
async fn a_batch_that_another_process_has_is_left_to_it() {
    let test = TestApp::init().await;
    add_readers(&test, 1).await;
    record(&test, "tea").await;
    test.clock.advance(TimeDelta::minutes(6));
    assert!(look(&test).await.unwrap());
    let mut other = test.conn().await.unwrap();
    let hold = "BEGIN; SELECT FROM gap_rounds FOR UPDATE";
    other.batch_execute(hold).await.unwrap();
    assert_eq!(send_some(&test).await.unwrap(), None);
    assert!(!look(&test).await.unwrap());
    other.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(report(&test).await, 1);
}

#[tokio::test]
async fn a_report_that_fails_is_sent_again_under_its_id() {
    let (setup, _) = watching_tea().await;
    let control = &setup.receiver.control;
    control.fault(Fault::once("/hook/a", FaultKind::Status(500)));
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 1);
    setup.drain().await;
    assert_eq!(count(&setup.app, &format!("{REPORTS} AND status = 'pending'")).await, 1);
    setup.app.clock.advance(TimeDelta::minutes(1));
    setup.drain().await;
    let requests = setup.received("/hook/a");
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0].headers["webhook-id"], requests[1].headers["webhook-id"]);
    assert_eq!(requests[0].text, requests[1].text);
    assert_eq!(count(&setup.app, &format!("{REPORTS} AND status = 'sent'")).await, 1);
}

#[tokio::test]
async fn what_nobody_watches_any_more_is_not_sent() {
    let (setup, _) = watching_tea().await;
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 1);
    setup.app.sql("UPDATE watches SET subreddits = '{coffee}'").await;
    setup.drain().await;
    assert_eq!(setup.received("/hook/a").len(), 0);
    assert_eq!(count(&setup.app, &format!("{REPORTS} AND status = 'skipped'")).await, 1);
}

#[tokio::test]
async fn every_chat_takes_a_report() {
    let setup = ChannelTest::init().await;
    add_watch(&setup.app, setup.user.user.id, "kettle", &["tea", "coffee"]).await;
    for channel in ["slack", "discord", "telegram", "ntfy"] {
        let endpoint = setup.add(channel).await;
        ask_for_reports(&setup, endpoint).await;
    }
    record(&setup.app, "tea").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 4);
    record(&setup.app, "tea").await;
    record(&setup.app, "coffee").await;
    assert_eq!(report_after(&setup.app, TimeDelta::minutes(6)).await, 4);
    setup.drain().await;
    assert_eq!(count(&setup.app, &format!("{REPORTS} AND status = 'sent'")).await, 8);
    let slack = setup.received("/slack/");
    let texts: BTreeSet<String> = slack.iter().map(|request| request.text.clone()).collect();
    let says = |text: &str| texts.iter().any(|one| one.contains(text));
    assert!(says("r/tea: posts may be missing"), "{texts:?}");
    assert!(says("2 coverage gaps"), "{texts:?}");
    assert!(says("More was posted than Reddit lists."), "{texts:?}");
}

/// Sets up a subreddit read together with a busy one, which took its place in the listing; its own
/// listing fails.
async fn being_filled() -> (ForumTest, Handle) {
    let receiver = sims::receiver::start(Config::for_tests()).await.unwrap();
    let settings = ["delivery.allowed_networks=127.0.0.1/32"];
    let test = ForumTest::init_with_settings(sims::forum::Config::for_tests(), &settings).await;
    let user = test.app.new_user("reader@example.com").await;
    test.app.make_pro(&user.user).await;
    let input = json!({
        "channel": "webhook", "name": "Mine", "reportsGaps": true,
        "url": format!("{}/hook/a", receiver.base_url()),
    });
    let made = user.post("/api/endpoints", input).await;
    assert_eq!((made.status, &made.json["reportsGaps"]), (201, &true.into()));
    test.watch(user.user.id, "kettle", &["tea", "coffee"]).await;
    test.post("tea", "The first one");
    test.post("coffee", "The first one");
    test.poll().await;
    test.pass(TimeDelta::minutes(20));
    test.posts("tea", "A pot", 0..150);
    test.posts("coffee", "A pot", 0..980);
    test.fault("/r/tea/new", ForumFault::Unavailable, 1);
    test.poll().await;
    test.fill().await;
    assert_eq!(test.count("gap_fills").await, 1);
    (test, receiver)
}

/// Sends what is due, and returns the states of the gaps reported so far, with their ids.
async fn states(receiver: &Handle, test: &ForumTest) -> Vec<(String, Value)> {
    drain_outbox(&test.app).await;
    let requests = receiver.control.requests(&Query::path("/hook/a"));
    let bodies = requests.iter().map(|request| body(request));
    let reports = bodies.filter(|body| body["type"] == "coverage_gaps.changed");
    let gaps = reports.map(|body| body["data"]["gaps"][0].clone());
    gaps.map(|gap| (gap["state"].as_str().unwrap().to_owned(), gap["id"].clone())).collect()
}

#[tokio::test]
async fn a_gap_that_is_filled_is_reported_as_filled_if_it_was_reported() {
    let (test, receiver) = being_filled().await;
    test.pass(TimeDelta::minutes(6));
    assert_eq!(report(&test.app).await, 1);
    assert_eq!(states(&receiver, &test).await.len(), 1);
    let ended = test.fill().await;
    assert_eq!(ended.last().and_then(|filled| filled.ended), Some(Ended::Whole));
    assert_eq!(report_after(&test.app, TimeDelta::minutes(6)).await, 1);
    let reported = states(&receiver, &test).await;
    assert_eq!(reported[0].0, "open");
    assert_eq!(reported[1], ("filled".to_owned(), reported[0].1.clone()));
    assert_eq!(reported.len(), 2);
}

#[tokio::test]
async fn a_gap_that_is_filled_at_once_is_reported_to_nobody() {
    let (test, receiver) = being_filled().await;
    test.pass(TimeDelta::minutes(4));
    assert_eq!(report(&test.app).await, 0);
    test.fill().await;
    assert_eq!(test.count("gap_fills").await, 0);
    assert_eq!(report_after(&test.app, TimeDelta::minutes(20)).await, 0);
    assert_eq!(states(&receiver, &test).await, []);
}

#[tokio::test]
async fn a_gap_that_cannot_be_filled_stays_the_one_that_was_reported() {
    let (test, receiver) = being_filled().await;
    test.pass(TimeDelta::minutes(6));
    assert_eq!(report(&test.app).await, 1);
    assert_eq!(states(&receiver, &test).await.len(), 1);
    test.fault("/r/tea/new", ForumFault::Unavailable, 100);
    while test.count("gap_fills").await > 0 {
        test.fill().await;
        test.pass(TimeDelta::minutes(10));
    }
    assert_eq!(report_after(&test.app, TimeDelta::minutes(6)).await, 1);
    let reported = states(&receiver, &test).await;
    assert_eq!(reported[0].0, "open");
    assert_eq!(reported[1], ("closed".to_owned(), reported[0].1.clone()));
    let gap = format!("coverage_gaps WHERE id = {}", reported[0].1.to_string().replace('"', "'"));
    assert_eq!(test.count(&gap).await, 1);
}

#[tokio::test]
async fn a_process_that_reads_the_forum_reports_gaps() {
    let test = ForumTest::init().await;
    add_readers(&test.app, 1).await;
    let (kind, then) = (ItemKind::Post, test.app.clock.now() - TimeDelta::minutes(6));
    record_at(&test.app, kind, "tea", TimeDelta::minutes(1), then).await;
    let stop = CancellationToken::new();
    let reported = async {
        while test.count(REPORTS).await == 0 {}
        stop.cancel();
    };
    let both = async { tokio::join!(run_ingest(&test.app, &stop), reported) };
    tokio::time::timeout(PATIENCE, both).await.unwrap();
    assert_each_has_one(&test.app, 1).await;
}
