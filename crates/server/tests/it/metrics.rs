//! What a process tells of itself to those who watch it, on a listener of its own.

use chrono::TimeDelta;
use harken::metrics_server;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::support::app::TestApp;
use crate::support::bluesky::{BlueskyTest, reader};
use crate::support::forum::{ForumTest, add_watch};
use crate::support::jobs::drain_outbox;
use crate::support::matches::Match;
use crate::support::outbox::MailApp;

/// A listener as the process opens it.
struct Watched {
    address: String,
    _served: AbortOnDropHandle<()>,
}

impl Watched {
    async fn of(app: &TestApp) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (context, live) = (app.context.clone(), app.live.clone());
        let served = metrics_server::serve(listener, context, live, CancellationToken::new());
        Self {
            address,
            _served: AbortOnDropHandle::new(tokio::spawn(served)),
        }
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let answer = reqwest::get(format!("{}{path}", self.address))
            .await
            .unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    async fn metrics(&self) -> String {
        let (status, text) = self.get("/metrics").await;
        assert_eq!(status, 200, "{text}");
        text
    }
}

/// The value of a metric, with its labels as they are written.
fn value(text: &str, name: &str) -> f64 {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("{name} is not in:\n{text}"));
    line.parse().unwrap()
}

#[tokio::test]
async fn polls_items_and_matches_are_counted_by_source() {
    let test = ForumTest::init().await;
    let app = &test.app;
    let user = app.new_user("reader@example.com").await.user.id;
    add_watch(app, user, "kettle", &["all"]).await;
    test.post("tea", "A kettle");
    test.post("tea", "A pot");
    let watched = Watched::of(app).await;
    test.poll().await;
    let text = watched.metrics().await;
    assert!(value(&text, r#"harken_polls_total{source="reddit",outcome="ok"}"#) >= 1.0);
    assert_eq!(value(&text, r#"harken_items_total{source="reddit"}"#), 2.0);
    assert_eq!(
        value(&text, r#"harken_matches_total{source="reddit"}"#),
        1.0
    );
    assert!(value(&text, "harken_store_seconds_count") >= 1.0);
    assert!(value(&text, "harken_listings") >= 1.0);
    assert_eq!(value(&text, "harken_database_up"), 1.0);
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(value(&text, "process_open_fds") > 3.0);
    assert!(text.ends_with("# EOF\n"));
    assert!(
        !text.contains("kettle") && !text.contains("example.com"),
        "{text}"
    );
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
async fn the_outbox_tells_what_is_due_and_what_became_of_it() {
    let mail = MailApp::init().await;
    let app = &mail.app;
    let user = app.new_user("reader@example.com").await.user.id;
    app.notify_by_mail(user, Match::of("kettle")).await;
    app.clock.advance(TimeDelta::seconds(90));
    let due = Watched::of(app).await.metrics().await;
    assert_eq!(value(&due, r#"harken_outbox_due{lane="mail"}"#), 1.0);
    assert_eq!(value(&due, r#"harken_outbox_due{lane="endpoints"}"#), 0.0);
    assert_eq!(
        value(&due, r#"harken_outbox_oldest_seconds{lane="mail"}"#),
        90.0
    );
    drain_outbox(app).await;
    // Another one, whose answer is not that of a moment ago.
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
        assert_eq!(
            text,
            "metrics.allowed_networks does not have your address\n"
        );
    }
}
