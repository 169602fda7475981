//! The service elsewhere that is called as long as Harken is well, here a receiver on a socket.

use std::sync::Mutex;

use axum::Router;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use db::models::match_shard::MatchShard;
use foundation::telemetry::metrics::Metrics;
use harken::run::watchdog::{Missed, Watchdog};
use sims::smtp::{Action, Fault, Stage};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;

use crate::support::nats::Nats;
use crate::support::prelude::*;
use crate::support::process::{log_of, serving, signal};

/// The address, which is a secret: whoever knows it can make calls in Harken's place.
const PATH: &str = "/ping/a-secret-name?status=up&msg=OK";

#[derive(Default)]
struct Inner {
    calls: Mutex<Vec<String>>,
    called: Notify,
    /// The status of answers; none while there are none.
    status: Mutex<Option<StatusCode>>,
}

struct Receiver {
    setting: String,
    inner: Arc<Inner>,
    _served: AbortOnDropHandle<()>,
}

impl Receiver {
    async fn answering(status: Option<StatusCode>) -> Self {
        let inner = Arc::new(Inner { status: Mutex::new(status), ..Inner::default() });
        let site = Router::new().fallback(receive).with_state(inner.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let setting = format!("watchdog.url=http://{}{PATH}", listener.local_addr().unwrap());
        let served = tokio::spawn(async move { axum::serve(listener, site).await.unwrap() });
        Self { setting, inner, _served: AbortOnDropHandle::new(served) }
    }

    async fn start() -> Self {
        Self::answering(Some(StatusCode::OK)).await
    }

    fn answer(&self, status: StatusCode) {
        *self.inner.status.lock().unwrap() = Some(status);
    }

    fn calls(&self) -> usize {
        self.inner.calls.lock().unwrap().len()
    }
}

async fn receive(State(inner): State<Arc<Inner>>, method: Method, uri: Uri) -> StatusCode {
    inner.calls.lock().unwrap().push(format!("{method} {uri}"));
    inner.called.notify_one();
    let status = *inner.status.lock().unwrap();
    match status {
        Some(status) => status,
        None => std::future::pending().await,
    }
}

fn watchdog(app: &App) -> Watchdog {
    Watchdog::new(app).unwrap().unwrap()
}

fn unwell(reason: &str) -> Option<Missed> {
    Some(Missed::Unwell(reason.to_owned()))
}

/// Returns the counts of minutes: called, call failed, not well.
fn counts(metrics: &Metrics) -> [u64; 3] {
    let mut text = String::new();
    metrics.write_to(&mut text).unwrap();
    ["ok", "failed", "unwell"].map(|outcome| {
        let name = format!("harken_watchdog_calls_total{{outcome=\"{outcome}\"}} ");
        let value = text.lines().find_map(|line| line.strip_prefix(&name));
        value.map_or(0, |value| value.parse().unwrap())
    })
}

#[tokio::test]
async fn nothing_is_called_unless_an_address_is_set() {
    let app = TestApp::init().await;
    assert!(Watchdog::new(&app).unwrap().is_none());
}

#[tokio::test]
async fn a_source_that_is_late_or_fails_stops_the_calls_until_it_is_read_again() {
    let receiver = Receiver::start().await;
    let settings = [receiver.setting.as_str(), "hacker_news.enabled=true", "feeds.enabled=true"];
    let app = TestApp::init_with(&settings).await;
    let now = app.clock.now();
    app.sql(&format!(
        "INSERT INTO sequences (source, place, read_to, next_poll_at)
         VALUES ('hacker_news', 'news.ycombinator.com', 1, '{now}')"
    ))
    .await;
    let mut watchdog = watchdog(&app);
    assert_eq!(watchdog.look().await, None);
    assert_eq!(*receiver.inner.calls.lock().unwrap(), [format!("GET {PATH}")]);

    app.clock.advance(TimeDelta::minutes(3));
    assert_eq!(watchdog.look().await, unwell("news.ycombinator.com: late"));
    app.sql("UPDATE sequences SET next_poll_at = next_poll_at + interval '1 hour', failures = 1")
        .await;
    assert_eq!(watchdog.look().await, unwell("news.ycombinator.com: failing"));
    assert_eq!(receiver.calls(), 1);

    app.sql("UPDATE sequences SET failures = 0").await;
    assert_eq!(watchdog.look().await, None);
    assert_eq!(receiver.calls(), 2);
    assert_eq!(counts(&app.metrics), [2, 0, 2]);
}

#[tokio::test]
async fn a_feed_that_fails_stops_no_calls_and_feeds_that_nobody_reads_do() {
    let receiver = Receiver::start().await;
    let app = TestApp::init_with(&[&receiver.setting, "feeds.enabled=true"]).await;
    let user = app.new_user("reader@example.com").await.user.id;
    let (now, id) = (app.clock.now(), Uuid::now_v7());
    app.sql(&format!(
        "WITH hosts AS (
             INSERT INTO feed_hosts (host, free_at) VALUES ('blog.example', '{now}')),
         feeds AS (
             INSERT INTO feeds (id, place, origin, address, host, created_at, next_poll_at, failures,
                                interval_seconds)
             VALUES ('{id}', 'feed/blog.example/1', 'https://blog.example/1',
                     'https://blog.example/1', 'blog.example', '{now}', '{now}', 9, 300))
         INSERT INTO user_feeds (user_id, feed_id, added_at) VALUES ('{user}', '{id}', '{now}')"
    ))
    .await;
    let mut watchdog = watchdog(&app);
    assert_eq!(watchdog.look().await, None);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(watchdog.look().await, unwell("feeds: late"));
    // Its host has asked to wait.
    let now = app.clock.now();
    app.sql(&format!("UPDATE feed_hosts SET free_at = '{now}'")).await;
    assert_eq!(watchdog.look().await, None);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(watchdog.look().await, unwell("feeds: late"));
    // It is not polled again, and deleted with the next clean-up.
    app.sql("DELETE FROM user_feeds").await;
    assert_eq!(watchdog.look().await, None);
}

#[tokio::test]
async fn an_instance_that_is_no_longer_configured_is_not_late() {
    let receiver = Receiver::start().await;
    let settings = [
        receiver.setting.as_str(),
        "lemmy.enabled=true",
        "lemmy.instances=https://a.example,https://b.example",
    ];
    let app = TestApp::init_with(&settings).await;
    let now = app.clock.now();
    app.sql(&format!(
        "INSERT INTO lemmy_instances (address, next_poll_at)
         VALUES ('https://a.example/', '{now}'), ('https://b.example/', 'epoch')"
    ))
    .await;
    assert_eq!(watchdog(&app).look().await, unwell("join-lemmy.org: late"));
    let settings =
        [receiver.setting.as_str(), "lemmy.enabled=true", "lemmy.instances=https://a.example"];
    let app = app.with_settings(&settings).await;
    assert_eq!(watchdog(&app).look().await, None);
}

#[tokio::test]
async fn messages_that_wait_and_emails_that_are_refused_stop_the_calls_until_one_is_sent() {
    let receiver = Receiver::start().await;
    let mail = MailApp::init_with(&[&receiver.setting]).await;
    let app = &mail.app;
    let user = app.new_user("reader@example.com").await.user.id;
    let mut watchdog = watchdog(app);
    // Messages of somebody who is suspended are put aside, which says nothing about the mail server.
    let other = app.new_user("other@example.com").await.user.id;
    for _ in 0..3 {
        app.notify_by_mail(other, Match::of("kettle")).await;
    }
    app.sql(&format!("UPDATE users SET suspended_at = now() WHERE id = '{other}'")).await;
    assert_eq!(mail.drain().await, 3);
    app.notify_by_mail(user, Match::of("kettle")).await;
    assert_eq!(watchdog.look().await, None);
    app.clock.advance(TimeDelta::minutes(3));
    assert_eq!(watchdog.look().await, unwell("mail: late"));
    // Others' messages are worked on meanwhile.
    let now = app.clock.now();
    app.sql(&format!(
        "INSERT INTO attempts (id, outbox_id, number, started_at, finished_at, outcome)
         SELECT gen_random_uuid(), id, 2, '{now}', '{now}', 'skipped' FROM outbox
         WHERE user_id = '{other}'"
    ))
    .await;
    assert_eq!(watchdog.look().await, None);
    app.clock.advance(TimeDelta::minutes(3));
    assert_eq!(watchdog.look().await, unwell("mail: late"));

    mail.sink.mailbox.fault(Fault { times: 3, ..Fault::once(Stage::Connect, Action::Permanent) });
    for is_called in [true, true, false] {
        mail.drain().await;
        assert_eq!(watchdog.look().await.is_none(), is_called);
        // Longer than the third wait.
        app.clock.advance(TimeDelta::minutes(12));
    }
    mail.drain().await;
    assert_eq!(mail.mails().len(), 1);
    assert_eq!(watchdog.look().await, None);
}

#[tokio::test]
async fn shards_that_nobody_matches_for_stop_the_calls() {
    let (receiver, nats) = (Receiver::start().await, Nats::start().await);
    let app = TestApp::init_with(&[&receiver.setting, &nats.setting()]).await;
    let mut conn = app.conn().await.unwrap();
    MatchShard::divide(2, &mut conn).await.unwrap();
    drop(conn);
    let reason = "nobody matches for 2 of the shards";
    assert_eq!(watchdog(&app).look().await, unwell(reason));
    assert_eq!(receiver.calls(), 0);
}

#[tokio::test]
async fn a_call_that_is_not_taken_is_counted_and_made_again() {
    let receiver = Receiver::start().await;
    let app = TestApp::init_with(&[&receiver.setting]).await;
    let mut watchdog = watchdog(&app);
    receiver.answer(StatusCode::NOT_FOUND);
    let refused = Some(Missed::Failed("404 Not Found".to_owned()));
    assert_eq!(watchdog.look().await, refused);
    receiver.answer(StatusCode::OK);
    assert_eq!(watchdog.look().await, None);
    drop(receiver);
    // No part of the address is in the reason.
    let away = TestApp::init_with(&["watchdog.url=http://127.0.0.1:1/ping/a-secret-name"]).await;
    let missed = Watchdog::new(&away).unwrap().unwrap().look().await;
    assert_eq!(missed, Some(Missed::Failed("no connection".to_owned())));
    assert_eq!((counts(&app.metrics), counts(&away.metrics)), ([1, 1, 0], [0, 1, 0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_calls_it_from_its_start_on_and_does_not_wait_for_its_answer_to_stop() {
    let receiver = Receiver::answering(None).await;
    let app = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", app.database_url),
        "mail.backend=off".to_owned(),
        receiver.setting.clone(),
    ];
    let (mut process, _) = serving(folder.path(), &settings, "true").await;
    receiver.inner.called.notified().await;
    signal(&process, "TERM").await;
    assert!(process.wait().await.unwrap().success());
    assert_eq!(receiver.calls(), 1);
    let log = log_of(folder.path());
    assert!(!log.contains("a-secret-name") && !log.contains("some work did not end"), "{log}");
}
