//! The metrics that a process offers to monitoring, on a separate listener.

use std::collections::BTreeSet;
use std::path::Path;

use domain::auth::AuthUser;
use foundation::telemetry::metrics::Source;
use harken::metrics_server::{self, Streams};
use ingest::removal::recheck::FIRST_CHECK;
use sims::forum::State;
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

use crate::support::bluesky::{BlueskyTest, reader};
use crate::support::forum::keep_kettles;
use crate::support::nats::Nats;
use crate::support::prelude::*;

/// A metrics listener as the process opens it.
struct Watched {
    address: String,
    _served: AbortOnDropHandle<()>,
}

impl Watched {
    async fn of(app: &TestApp) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let streams =
            Streams { notifications: app.live.clone(), insights: app.insights.streams.clone() };
        let (context, stop) = (app.context.clone(), CancellationToken::new());
        let served = metrics_server::serve(listener, context, streams, stop);
        Self { address, _served: AbortOnDropHandle::new(tokio::spawn(served)) }
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let answer = reqwest::get(format!("{}{path}", self.address)).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    async fn metrics(&self) -> String {
        let (status, text) = self.get("/metrics").await;
        assert_eq!(status, 200, "{text}");
        text
    }
}

/// Returns the value of a metric, named with its labels as written.
fn value(text: &str, name: &str) -> f64 {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("{name} is not in:\n{text}"));
    line.parse().unwrap()
}

/// Sets up a forum with two new posts, of which a watch matches one.
async fn two_posts() -> ForumTest {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user.id;
    add_watch(&test.app, user, "kettle", &["all"]).await;
    test.post("tea", "A kettle");
    test.post("tea", "A pot");
    test
}

#[tokio::test]
async fn polls_items_and_matches_are_counted_by_source() {
    let test = two_posts().await;
    let app = &test.app;
    let watched = Watched::of(app).await;
    test.poll().await;
    let text = watched.metrics().await;
    assert!(value(&text, r#"harken_polls_total{source="reddit",outcome="ok"}"#) >= 1.0);
    assert_eq!(value(&text, r#"harken_items_total{source="reddit"}"#), 2.0);
    assert_eq!(value(&text, r#"harken_matches_total{source="reddit"}"#), 1.0);
    assert!(value(&text, "harken_store_seconds_count") >= 1.0);
    assert!(value(&text, "harken_listings") >= 1.0);
    assert_eq!(value(&text, "harken_database_up"), 1.0);
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(value(&text, "process_open_fds") > 3.0);
    assert!(text.ends_with("# EOF\n"));
    assert!(!text.contains("kettle") && !text.contains("example.com"), "{text}");
}

#[tokio::test]
async fn a_stream_that_another_process_reads_is_no_failed_poll() {
    let test = BlueskyTest::init().await;
    let _session = test.open().await;
    let (_, other) = reader(&test.app).await;
    assert!(!other.read(&CancellationToken::new()).await.unwrap());
    let text = Watched::of(&test.app).await.metrics().await;
    let polls = |outcome| format!(r#"harken_polls_total{{source="bluesky",outcome="{outcome}"}}"#);
    assert_eq!(value(&text, &polls("ok")), 1.0);
    assert!(!text.contains(&polls("failed")), "{text}");
}

#[tokio::test]
async fn the_outbox_reports_what_is_due_and_what_became_of_it() {
    let mail = MailApp::init().await;
    let app = &mail.app;
    let user = app.new_user("reader@example.com").await.user.id;
    app.notify_by_mail(user, Match::of("kettle")).await;
    app.clock.advance(TimeDelta::seconds(90));
    let due = Watched::of(app).await.metrics().await;
    assert_eq!(value(&due, r#"harken_outbox_due{lane="mail"}"#), 1.0);
    assert_eq!(value(&due, r#"harken_outbox_due{lane="endpoints"}"#), 0.0);
    assert_eq!(value(&due, r#"harken_outbox_oldest_seconds{lane="mail"}"#), 90.0);
    drain_outbox(app).await;
    // Another listener, whose answer is not cached from a moment ago.
    let text = Watched::of(app).await.metrics().await;
    assert_eq!(value(&text, r#"harken_outbox_due{lane="mail"}"#), 0.0);
    let sent = r#"harken_attempts_total{channel="mail",outcome="sent"}"#;
    assert_eq!(value(&text, sent), 1.0);
}

#[tokio::test]
async fn only_allowed_networks_are_answered() {
    let own = TestApp::init().await;
    let watched = Watched::of(&own).await;
    assert_eq!(watched.get("/livez").await, (200, "ok\n".to_owned()));
    assert_eq!(watched.get("/readyz").await, (200, "ok\n".to_owned()));
    assert_eq!(watched.get("/anything").await.0, 404);
    let other = TestApp::init_with(&["metrics.allowed_networks=10.9.9.9"]).await;
    let watched = Watched::of(&other).await;
    for path in ["/metrics", "/livez", "/readyz"] {
        let (status, text) = watched.get(path).await;
        assert_eq!(status, 403);
        assert_eq!(text, "metrics.allowed_networks does not have your address\n");
    }
}

#[tokio::test]
async fn matching_and_what_the_forum_still_allows_are_measured() {
    let test = two_posts().await;
    let app = &test.app;
    let before = Watched::of(app).await.metrics().await;
    let left = value(&before, "harken_forum_requests_left");
    assert_eq!(left, value(&before, "harken_forum_requests_limit"));
    let polls: usize = test.poll().await.iter().map(|polled| polled.pages).sum();
    let text = Watched::of(app).await.metrics().await;
    let searched = value(&text, r#"harken_searched_items_total{source="reddit"}"#);
    assert_eq!(searched, 2.0);
    let batches = value(&text, r#"harken_match_seconds_count{source="reddit"}"#);
    assert!((1.0..=polls as f64).contains(&batches), "{batches}");
    assert!(value(&text, r#"harken_match_seconds_sum{source="reddit"}"#) > 0.0);
    let left_now = value(&text, "harken_forum_requests_left");
    assert!(left_now <= left - polls as f64, "{left_now}");
}

#[tokio::test]
async fn without_an_account_nothing_is_said_of_the_forums_limit() {
    let text = Watched::of(&TestApp::init().await).await.metrics().await;
    assert!(!text.contains("harken_forum_requests"), "{text}");
}

#[tokio::test]
async fn removals_are_counted_and_late_looks_are_reported() {
    let test = ForumTest::init().await;
    let app = &test.app;
    let user = app.new_user("reader@example.com").await.user.id;
    add_watch(app, user, "kettle", &["all"]).await;
    let id = test.post("tea", "A kettle");
    test.poll().await;
    // The first check is due after an hour, and has been overdue for ten minutes.
    test.pass(FIRST_CHECK + TimeDelta::minutes(10));
    let late = r#"harken_removal_check_late_seconds{source="reddit"}"#;
    let text = Watched::of(app).await.metrics().await;
    let seconds = value(&text, late);
    assert!((500.0..=700.0).contains(&seconds), "{seconds}");
    test.forum.control.set_state(&id, State::Removed);
    test.recheck().run_due().await.unwrap();
    let text = Watched::of(app).await.metrics().await;
    let removed = r#"harken_removed_items_total{source="reddit"}"#;
    assert_eq!(value(&text, removed), 1.0);
    assert!(!text.contains(late), "{text}");
}

#[tokio::test]
async fn streams_connections_and_the_clock_are_reported_of_the_process() {
    let app = TestApp::init().await;
    let user = app.new_user("reader@example.com").await.user.id;
    let auth = AuthUser { id: user, credential_id: Uuid::now_v7() };
    let tabs = [app.live.listen(auth), app.live.listen(auth)];
    assert!(tabs.iter().all(Option::is_some));
    let text = Watched::of(&app).await.metrics().await;
    let of = |name: &str, stream: &str| value(&text, &format!("{name}{{stream=\"{stream}\"}}"));
    assert_eq!(of("harken_streams", "notifications"), 2.0);
    assert_eq!(of("harken_stream_users", "notifications"), 1.0);
    assert_eq!(of("harken_streams", "insights"), 0.0);
    for (part, max) in [("api", 8.0), ("ingest", 6.0), ("delivery", 6.0)] {
        let of = |name: &str| value(&text, &format!("harken_pool_{name}{{pool=\"{part}\"}}"));
        assert_eq!((of("max_connections"), of("timeouts_total")), (max, 0.0), "{part}");
        // A pool that nobody has needed yet is empty.
        assert_eq!(of("connections") > 0.0, part == "api", "{part}: {text}");
        assert!(of("idle_connections") <= of("connections"), "{part}: {text}");
    }
    let (size, free) =
        (value(&text, "harken_data_size_bytes"), value(&text, "harken_data_free_bytes"));
    assert!(0.0 < free && free <= size, "{free} of {size}");
    // A test's clock differs from this machine's.
    let ahead = (Utc::now() - app.clock.now()).as_seconds_f64();
    let told = value(&text, "harken_clock_skew_seconds");
    assert!((told - ahead).abs() < 60.0, "{told}, {ahead}");
}

#[tokio::test]
async fn a_scrape_counts_a_limited_number_of_messages() {
    let app = TestApp::init().await;
    let user = app.new_user("reader@example.com").await.user.id;
    app.sql(&format!(
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, due_at, created_at)
         SELECT gen_random_uuid(), 'mail', kind, '{user}', gen_random_uuid(),
                '{now}'::timestamptz - interval '90 seconds', '{now}'
         FROM generate_series(1, 1100), unnest(ARRAY['match', 'digest']) AS kind",
        now = app.clock.now()
    ))
    .await;
    let text = Watched::of(&app).await.metrics().await;
    assert_eq!(value(&text, r#"harken_outbox_due{lane="mail"}"#), f64::from(2 * 1_000));
    assert_eq!(value(&text, r#"harken_outbox_oldest_seconds{lane="mail"}"#), 90.0);
}

/// Returns the files in `folder` of the repository's `ops`, with their texts.
fn ops(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops").join(folder);
    let files = std::fs::read_dir(&folder).unwrap();
    let files = files.map(|file| file.unwrap().path());
    files
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            (file.display().to_string(), text)
        })
        .collect()
}

/// Returns the names of Harken's own metrics and of process metrics in a text.
fn metric_names(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !is_part(c));
    let is_metric = |word: &&str| word.starts_with("harken_") || word.starts_with("process_");
    words.filter(is_metric).collect()
}

#[tokio::test]
async fn alerts_and_dashboards_name_metrics_that_a_scrape_has() {
    let mail = MailApp::init().await;
    let forum = ForumTest::init().await;
    let user = mail.app.new_user("reader@example.com").await.user.id;
    mail.app.notify_by_mail(user, Match::of("kettle")).await;
    drain_outbox(&mail.app).await;
    keep_kettles(&forum.app).await;
    forum.post("tea", "A kettle");
    forum.app.metrics.reads(Source::Reddit);
    forum.app.metrics.called_watchdog("ok");
    forum.poll().await;
    let nats = Nats::start().await;
    let sharded = TestApp::init_with(&[&nats.setting()]).await;
    sharded.metrics.shards.came_to(0, 0, 0, 0.0);
    let scrapes = [
        Watched::of(&mail.app).await.metrics().await,
        Watched::of(&forum.app).await.metrics().await,
        Watched::of(&sharded).await.metrics().await,
    ];
    let scraped: BTreeSet<&str> = scrapes.iter().flat_map(|text| metric_names(text)).collect();
    let named = [ops("prometheus"), ops("grafana")].concat();
    assert!(named.len() >= 3);
    for (file, text) in named {
        let names = metric_names(&text);
        assert!(!names.is_empty(), "{file}");
        let unknown: Vec<_> = names.difference(&scraped).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
}
