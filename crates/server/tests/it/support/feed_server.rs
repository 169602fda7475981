//! Harken with a small server of feeds: the real client over real HTTP, polled by hand.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use harken::app::App;
use harken::ingest::feed::{FeedReader, PolledOnce};
use harken::watches::ActiveWatches;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use uuid::Uuid;

use super::app::{SignedIn, TestApp};
use super::forum::{add_watch, count};

/// What is answered for a path.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn body(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: body.into(),
            ..Self::status(200).with("content-type", content_type)
        }
    }

    pub fn feed(entries: &[Entry]) -> Self {
        Self::body("application/rss+xml", rss("A test feed", entries))
    }

    pub fn redirect(status: u16, to: &str) -> Self {
        Self::status(status).with("location", to)
    }

    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}

/// An entry of a feed.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: &'static str,
    pub title: &'static str,
    pub at: Option<DateTime<Utc>>,
}

impl Entry {
    pub fn undated(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            at: None,
        }
    }
}

pub fn rss(title: &str, entries: &[Entry]) -> String {
    let items: String = entries
        .iter()
        .map(|Entry { id, title, at }| {
            let date = at.map(|at| format!("<pubDate>{}</pubDate>", at.to_rfc2822()));
            format!(
                "<item><guid isPermaLink=\"false\">{id}</guid><title>{title}</title>\
                 <link>https://blog.example/{id}</link>{}</item>",
                date.unwrap_or_default()
            )
        })
        .collect();
    format!("<rss version=\"2.0\"><channel><title>{title}</title>{items}</channel></rss>")
}

/// A request as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub path: String,
    pub if_none_match: Option<String>,
    pub if_modified_since: Option<String>,
}

struct Shared {
    replies: Mutex<HashMap<String, Reply>>,
    asked: Mutex<Vec<Asked>>,
    /// Whether answers are held back.
    held: watch::Sender<bool>,
}

/// A server on loopback that ends with the test.
pub struct FeedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for FeedServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl FeedServer {
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    pub async fn start_at(host: &str) -> Self {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            replies: Mutex::default(),
            asked: Mutex::default(),
            held: watch::Sender::new(false),
        });
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        Self {
            address,
            shared,
            task,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn set(&self, path: &str, reply: Reply) {
        let mut replies = self.shared.replies.lock().unwrap();
        replies.insert(path.to_owned(), reply);
    }

    /// The requests since this was asked last.
    pub fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut *self.shared.asked.lock().unwrap())
    }

    /// Holds answers back, or lets them go.
    pub fn hold(&self, held: bool) {
        self.shared.held.send_replace(held);
    }
}

async fn answer(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap) -> Response {
    let header = |name: &str| {
        let value = headers.get(name)?;
        Some(value.to_str().ok()?.to_owned())
    };
    let path = uri.to_string();
    shared.asked.lock().unwrap().push(Asked {
        path: path.clone(),
        if_none_match: header("if-none-match"),
        if_modified_since: header("if-modified-since"),
    });
    let mut held = shared.held.subscribe();
    held.wait_for(|held| !held).await.unwrap();
    let reply = shared.replies.lock().unwrap().get(&path).cloned();
    let reply = reply.unwrap_or_else(|| Reply::status(404));
    let etag = reply.headers.iter().find(|(name, _)| *name == "etag");
    if etag.is_some_and(|(_, etag)| header("if-none-match").as_ref() == Some(etag)) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = Response::builder().status(reply.status);
    for (name, value) in reply.headers {
        response = response.header(name, value);
    }
    response.body(reply.body.into()).unwrap()
}

/// A test's Harken, a server of feeds, a reader, and who follows them.
pub struct FeedTest {
    pub app: TestApp,
    pub server: FeedServer,
    pub user: SignedIn,
    pub watches: Arc<ActiveWatches>,
    pub reader: FeedReader,
}

impl FeedTest {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    pub async fn init_with(settings: &[&str]) -> Self {
        let settings = [
            settings,
            &[
                "feeds.enabled=true",
                "delivery.allowed_networks=127.0.0.0/8",
                "delivery.timeout_seconds=5",
            ],
        ]
        .concat();
        let app = TestApp::init_with(&settings).await;
        let user = app.new_user("reader@example.com").await;
        let (watches, reader) = reader(&app).await;
        Self {
            server: FeedServer::start().await,
            user,
            watches,
            reader,
            app,
        }
    }

    /// Follows what is at a path of the server, and returns the feed.
    pub async fn follow(&self, path: &str) -> Value {
        self.follow_as(&self.user, &self.server.url(path)).await
    }

    pub async fn follow_as(&self, user: &SignedIn, address: &str) -> Value {
        let answer = user
            .post("/api/sources/feeds", json!({"address": address}))
            .await;
        assert!([200, 201].contains(&answer.status), "{}", answer.text);
        self.server.asked();
        answer.json["feed"].clone()
    }

    /// Moves time on beyond what any feed waits without being asked to, takes in changed watches, and makes
    /// one poll.
    pub async fn poll_later(&self) -> PolledOnce {
        self.app.clock.advance(TimeDelta::hours(8));
        self.poll().await.expect("a feed that is due")
    }

    /// The same with what is due now; the server was left alone for long enough.
    pub async fn poll_now(&self) -> PolledOnce {
        self.app.clock.advance(TimeDelta::seconds(3));
        self.poll().await.expect("a feed that is due")
    }

    pub async fn poll(&self) -> Option<PolledOnce> {
        self.watches.catch_up(&self.app.pool).await.unwrap();
        self.reader.poll_once().await.unwrap()
    }

    /// The user's feed as the API has it now; a token lives a quarter of an hour.
    pub async fn feed(&self) -> Value {
        let client = self.app.sign_in(self.user.user.id).await;
        let answer = client.get("/api/sources/feeds").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json["feeds"][0].clone()
    }

    pub async fn watch(&self, user: Uuid, keyword: &str, feed: &Value) -> Uuid {
        add_watch(&self.app, user, keyword, &[place(feed)]).await
    }

    /// `SELECT count(*) FROM …`
    pub async fn count(&self, from: &str) -> i64 {
        count(&self.app, from).await
    }
}

pub fn place(feed: &Value) -> &str {
    feed["place"].as_str().unwrap()
}

/// A reader as one ingest process has it.
pub async fn reader(app: &App) -> (Arc<ActiveWatches>, FeedReader) {
    let watches = Arc::new(ActiveWatches::load(&app.pool).await.unwrap());
    let source = app.sources.feeds.clone().unwrap();
    let reader = FeedReader::new(app.context.clone(), source, watches.clone());
    (watches, reader)
}
