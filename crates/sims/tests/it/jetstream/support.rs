//! A reader of Jetstream for tests.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures::StreamExt;
use serde_json::Value;
use sims::jetstream::{Config, Handle, ManualClock, NewPost, PostId, start, start_with_clock};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

pub(crate) const ADA: &str = "did:plc:adaadaadaadaadaadaadaada";
pub(crate) const BEN: &str = "did:plc:benbenbenbenbenbenbenben";

/// A subscriber.
pub(crate) struct Reader(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

/// Returns a stand-in on the machine's clock.
pub(crate) async fn sim() -> Handle {
    start(Config::for_tests()).await.unwrap()
}

/// Returns a stand-in on a stopped clock, and the clock.
pub(crate) async fn sim_at_noon(config: Config) -> (Handle, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(noon()));
    let sim = start_with_clock(config, clock.clone()).await.unwrap();
    (sim, clock)
}

/// Returns the time at which the clocks of tests are stopped.
pub(crate) fn noon() -> DateTime<Utc> {
    "2027-01-15T12:00:00Z".parse().unwrap()
}

/// Posts this text as somebody.
pub(crate) fn post(sim: &Handle, text: &str) -> PostId {
    sim.control.post(NewPost::text(text)).unwrap()
}

impl Reader {
    /// Subscribes with this query.
    pub(crate) async fn try_new(sim: &Handle, query: &str) -> Result<Self, Error> {
        let url = format!("ws://{}/subscribe?{query}", sim.addr);
        let config = WebSocketConfig::default().max_frame_size(None).max_message_size(None);
        let (socket, _) = connect_async_with_config(url, Some(config), false).await?;
        Ok(Self(socket))
    }

    /// Subscribes with this query.
    pub(crate) async fn new(sim: &Handle, query: &str) -> Self {
        Self::try_new(sim, query).await.unwrap()
    }

    /// Returns the next frame that is not a ping.
    pub(crate) async fn frame(&mut self) -> Result<Message, Error> {
        loop {
            match self.0.next().await.unwrap()? {
                Message::Ping(_) => {}
                frame => return Ok(frame),
            }
        }
    }

    /// Returns the text of the next frame.
    pub(crate) async fn text(&mut self) -> String {
        self.frame().await.unwrap().into_text().unwrap().to_string()
    }

    /// Returns the next event.
    pub(crate) async fn event(&mut self) -> Value {
        serde_json::from_str(&self.text().await).unwrap()
    }

    /// Returns the texts of the posts in the next `count` events.
    pub(crate) async fn texts(&mut self, count: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for _ in 0..count {
            texts.push(said(&self.event().await).to_owned());
        }
        texts
    }
}

/// Returns the text of the post in an event, or the event's kind.
pub(crate) fn said(event: &Value) -> &str {
    let text = &event["commit"]["record"]["text"];
    text.as_str().unwrap_or_else(|| event["kind"].as_str().unwrap())
}

/// The call that returns profiles.
pub(crate) const PROFILES: &str = "/xrpc/app.bsky.actor.getProfiles";

/// Returns an HTTP client.
pub(crate) fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// Returns the status and the body at a path.
pub(crate) async fn get(sim: &Handle, path: &str) -> reqwest::Result<(u16, String)> {
    let answer = client().get(format!("{}{path}", sim.base_url()));
    let answer = answer.send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

/// Returns the profiles that this query finds.
pub(crate) async fn profiles(sim: &Handle, query: &str) -> Value {
    let (status, text) = get(sim, &format!("{PROFILES}?{query}")).await.unwrap();
    assert_eq!(status, 200, "{text}");
    serde_json::from_str::<Value>(&text).unwrap()["profiles"].take()
}
