//! Traces from a poll to the delivery of its alert, as a collector receives them: over HTTP, in OTLP's
//! JSON.

use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::routing::post;
use axum::{Json, Router};
use db::schema::outbox;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces::{self, Collector, Parent};
use sims::forum::Config;
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;
use tracing::Dispatch;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use url::Url;

use crate::support::prelude::*;

type Received = Arc<Mutex<Vec<Value>>>;

/// A collector on a socket, which keeps what it receives.
struct Stand {
    endpoint: Url,
    received: Received,
    _served: AbortOnDropHandle<()>,
}

/// A span as it was received.
#[derive(Debug)]
struct Span {
    name: String,
    trace: String,
    id: String,
    parent: String,
    attributes: Vec<(String, Value)>,
}

impl Stand {
    async fn open() -> Self {
        let received = Received::default();
        let site = Router::new().route("/v1/traces", post(receive)).with_state(received.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let served = tokio::spawn(async move { axum::serve(listener, site).await.unwrap() });
        Self {
            endpoint: Url::parse(&format!("http://{address}/v1/traces")).unwrap(),
            received,
            _served: AbortOnDropHandle::new(served),
        }
    }

    fn requests(&self) -> Vec<Value> {
        self.received.lock().unwrap().clone()
    }

    fn spans(&self) -> Vec<Span> {
        let within = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let requests = self.requests();
        let resources = requests.iter().flat_map(|all| within(all, "resourceSpans"));
        let scopes = resources.flat_map(|resource| within(&resource, "scopeSpans"));
        let spans = scopes.flat_map(|scope| within(&scope, "spans"));
        let spans = spans.map(|span| Span {
            name: text(&span["name"]),
            trace: text(&span["traceId"]),
            id: text(&span["spanId"]),
            parent: text(&span["parentSpanId"]),
            attributes: within(&span, "attributes")
                .iter()
                .map(|attribute| (text(&attribute["key"]), attribute["value"].clone()))
                .collect(),
        });
        spans.collect()
    }
}

impl Span {
    fn attribute(&self, key: &str) -> Option<&Value> {
        let found = self.attributes.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value)
    }
}

async fn receive(
    State(received): State<Received>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Json<Value> {
    assert_eq!(headers[header::CONTENT_TYPE], "application/json");
    received.lock().unwrap().push(body);
    Json(Value::Object(Default::default()))
}

/// Records the spans of this test's thread, on which the whole test runs.
fn record(endpoint: &Url, ratio: f64) -> (Collector, DefaultGuard) {
    // While a process has one subscriber, a span that another thread meets first is taken for one that nobody records.
    static ANOTHER: LazyLock<Dispatch> =
        LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));
    LazyLock::force(&ANOTHER);
    let collector = Collector::start(endpoint, "harken-test", ratio).unwrap();
    let recording = tracing_subscriber::registry().with(collector.layer());
    (collector, recording.set_default())
}

/// Sets up a user who receives an email for each post with a kettle, and one such post in the forum.
async fn kettle() -> (ForumTest, sims::smtp::Handle) {
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
    let settings = [
        smtp.as_str(),
        "mail.from=Harken <alerts@harken.example>",
        "server.public_url=https://harken.example",
    ];
    let test = ForumTest::init_with_settings(Config::for_tests(), &settings).await;
    let user = test.app.new_user("reader@example.com").await.user.id;
    add_watch(&test.app, user, "kettle", &["all"]).await;
    test.post("tea", "A kettle");
    (test, sink)
}

async fn parents(app: &TestApp) -> Vec<Option<Vec<u8>>> {
    let mut conn = app.conn().await.unwrap();
    let parents = outbox::table.select(outbox::trace_parent);
    parents.load(&mut conn).await.unwrap()
}

fn mails(sink: &sims::smtp::Handle) -> usize {
    sink.mailbox.messages(&sims::smtp::Query::default()).len()
}

#[tokio::test]
async fn a_poll_and_the_delivery_of_its_alert_are_one_trace() {
    let (stand, (test, sink)) = (Stand::open().await, kettle().await);
    let (collector, recording) = record(&stand.endpoint, 1.0);
    test.poll().await;
    assert_eq!(drain_outbox(&test.app).await, 1);
    assert_eq!(mails(&sink), 1);
    drop(recording);
    collector.end().await;

    let spans = stand.spans();
    let by_id = |id: &str| spans.iter().find(|span| span.id == id);
    let delivery = spans.iter().find(|span| span.name == "delivery").unwrap();
    let store = by_id(&delivery.parent).unwrap();
    let poll = by_id(&store.parent).unwrap();
    assert_eq!((store.name.as_str(), poll.name.as_str()), ("store", "poll"));
    assert_eq!(poll.parent, "");
    assert!(delivery.trace.len() == 32 && delivery.trace.bytes().any(|digit| digit != b'0'));
    assert_eq!((&store.trace, &poll.trace), (&delivery.trace, &delivery.trace));
    let text = |value: &str| serde_json::json!({ "stringValue": value });
    assert_eq!(poll.attribute("source"), Some(&text("reddit")));
    assert_eq!(delivery.attribute("channel"), Some(&text("mail")));
    assert_eq!(delivery.attribute("outcome"), Some(&text("sent")));

    let all = format!("{:?}", stand.requests());
    assert!(all.contains("harken-test") && all.contains("service.version"), "{all}");
    for private in ["kettle", "Kettle", "reader", "example", "tea"] {
        assert!(!all.contains(private), "{private} is in {all}");
    }
    let parents = parents(&test.app).await;
    let id = parents[0].as_deref().and_then(Parent::from_bytes).unwrap();
    assert!(format!("{id:?}").contains(&delivery.trace));
}

#[tokio::test]
async fn without_a_collector_messages_carry_nothing() {
    let (test, sink) = kettle().await;
    test.poll().await;
    assert_eq!(drain_outbox(&test.app).await, 1);
    assert_eq!(mails(&sink), 1);
    assert_eq!(parents(&test.app).await, [None]);
}

#[tokio::test]
async fn of_what_is_not_sampled_no_delivery_is_recorded() {
    let (stand, (test, sink)) = (Stand::open().await, kettle().await);
    let (collector, recording) = record(&stand.endpoint, 0.0);
    test.poll().await;
    assert_eq!(drain_outbox(&test.app).await, 1);
    assert_eq!(mails(&sink), 1);
    drop(recording);
    collector.end().await;
    assert_eq!(stand.requests().len(), 0);
    assert_eq!(parents(&test.app).await, [None]);
}

#[tokio::test]
async fn a_collector_that_is_away_holds_up_nothing() {
    let (test, sink) = kettle().await;
    // The collector accepts connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/v1/traces", silent.local_addr().unwrap());
    let (collector, recording) = record(&Url::parse(&endpoint).unwrap(), 1.0);
    let work = async {
        // Far more spans than can wait.
        for _ in 0..20_000 {
            drop(traces::poll(Source::Reddit));
        }
        test.poll().await;
        assert_eq!(drain_outbox(&test.app).await, 1);
        assert_eq!(mails(&sink), 1);
        drop(recording);
        collector.end().await;
    };
    // A request to the collector would take five seconds, and each of the 40 batches needs one.
    let limit = Duration::from_secs(60);
    tokio::time::timeout(limit, work).await.unwrap();
    assert!(parents(&test.app).await[0].is_some());
}
