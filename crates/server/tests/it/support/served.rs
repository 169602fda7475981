//! The app behind a real socket, and a client that reads its live stream.

use std::net::SocketAddr;
use std::pin::Pin;

use super::jobs::run_live;
use super::prelude::*;
use futures::{Stream, StreamExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub struct Served {
    pub address: SocketAddr,
    stop: CancellationToken,
    site: JoinHandle<()>,
    live: JoinHandle<()>,
}

impl Served {
    pub async fn start(app: &App) -> Self {
        Self::start_at("127.0.0.1:0".parse().unwrap(), app).await
    }

    pub async fn start_at(address: SocketAddr, app: &App) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let serving = harken::http_server::serve(listener, app.clone(), stop.clone());
        let site = tokio::spawn(serving);
        let live = tokio::spawn(run_live(app, &stop));
        Self { address, stop, site, live }
    }

    /// Opens the live stream as the holder of `token`.
    pub async fn open(&self, token: &str, last_event_id: Option<i64>) -> reqwest::Response {
        self.open_at("/api/live", token, last_event_id).await
    }

    /// Opens the stream at `path` from its beginning.
    pub async fn follow(&self, path: &str, token: &str) -> Events {
        let response = self.open_at(path, token, None).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { bytes: Box::pin(response.bytes_stream()), read: String::new() }
    }

    async fn open_at(
        &self,
        path: &str,
        token: &str,
        last_event_id: Option<i64>,
    ) -> reqwest::Response {
        let url = format!("http://{}{path}", self.address);
        // A browser's header: the stream must arrive piece by piece nonetheless.
        let mut request =
            reqwest::Client::new().get(url).bearer_auth(token).header("accept-encoding", "gzip");
        if let Some(id) = last_event_id {
            request = request.header("last-event-id", id);
        }
        request.send().await.unwrap()
    }

    /// Returns the stream after its `ready`, and the cursor that came with it.
    pub async fn listen(&self, token: &str, last_event_id: Option<i64>) -> (Events, i64) {
        let response = self.open(token, last_event_id).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(!response.headers().contains_key("content-encoding"));
        let mut events = Events { bytes: Box::pin(response.bytes_stream()), read: String::new() };
        let ready = events.next().await.unwrap();
        assert_eq!(ready.name, "ready");
        (events, ready.id)
    }

    /// Ends the server; all its streams end first.
    pub async fn stop(self) {
        self.stop.cancel();
        tokio::time::timeout(PATIENCE, self.live).await.unwrap().unwrap();
        tokio::time::timeout(PATIENCE, self.site).await.unwrap().unwrap();
    }
}

pub struct Event {
    pub name: String,
    pub id: i64,
    pub data: Value,
}

pub struct Events {
    bytes: Pin<Box<dyn Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
    read: String,
}

impl Events {
    /// Returns the next event, skipping heartbeats. `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        tokio::time::timeout(PATIENCE, self.read_event())
            .await
            .expect("nothing came over the live stream")
    }

    async fn read_event(&mut self) -> Option<Event> {
        loop {
            while let Some((block, rest)) = self.read.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.read = rest;
                let field = |name: &str| {
                    let mut lines = block.lines().filter_map(|line| line.split_once(": "));
                    lines.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
                };
                if let Some(name) = field("event") {
                    return Some(Event {
                        name,
                        // Not every stream numbers its events.
                        id: field("id").map_or(0, |id| id.parse().unwrap()),
                        data: serde_json::from_str(&field("data")?).unwrap(),
                    });
                }
            }
            let piece = self.bytes.next().await?.ok()?;
            self.read.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }
}
