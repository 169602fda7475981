use std::time::Duration;

use futures::StreamExt;
use reqwest::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use reqwest::{StatusCode, Upgraded};
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};
use url::Url;

use super::post::COLLECTION;
use super::{Bluesky, Event, What};
use crate::sources::ForumError;
use crate::sources::http::{self, unavailable};

/// The largest frame: many times the size of a post.
const MAX_FRAME_BYTES: usize = 1 << 20;
/// The maximum time without a post, as a multiple of the timeout: an instance sends dozens a second.
/// Pings and other events prove nothing: an instance may send those alone.
const SILENCE: u32 = 3;

/// An open stream of events.
pub struct Stream {
    socket: WebSocketStream<Upgraded>,
    longest_silence: Duration,
    /// The time of the last event of a post. It outlasts each wait for an event, which may be
    /// cancelled sooner.
    heard_at: Instant,
    /// The number of frames that were no events and were skipped.
    pub skipped: usize,
}

impl Bluesky {
    /// Opens the stream of posts from `cursor` on, in microseconds since 1970, at the instance that
    /// `tried` selects: each next number selects the next instance.
    ///
    /// # Errors
    /// The instance did not answer, or not with a stream.
    pub async fn stream(&self, cursor: i64, tried: usize) -> Result<Stream, ForumError> {
        let instances = &self.config.stream_urls;
        let Some(base) = instances.get(tried % instances.len().max(1)) else {
            return Err(unavailable("no instance is configured"));
        };
        let opened = tokio::time::timeout(self.config.timeout(), self.open(base, cursor));
        let socket = opened.await.unwrap_or_else(|_| Err(unavailable("no answer in time")))?;
        let limits = WebSocketConfig::default()
            .max_message_size(Some(MAX_FRAME_BYTES))
            .max_frame_size(Some(MAX_FRAME_BYTES));
        Ok(Stream {
            socket: WebSocketStream::from_raw_socket(socket, Role::Client, Some(limits)).await,
            longest_silence: self.config.timeout() * SILENCE,
            heard_at: Instant::now(),
            skipped: 0,
        })
    }

    /// Requests the stream as RFC 6455 (4.1) specifies, through the shared HTTP client, which knows
    /// the proxies and the trusted certificates.
    async fn open(&self, base: &Url, cursor: i64) -> Result<Upgraded, ForumError> {
        let key = generate_key();
        let request = self
            .streams
            .get(address(base, cursor))
            .header(CONNECTION, "Upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, &key);
        let answer = request.send().await;
        let answer = answer.map_err(|error| http::broken(&error))?;
        if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Err(unavailable(&answer.status().to_string()));
        }
        let accepted = answer.headers().get(SEC_WEBSOCKET_ACCEPT);
        if accepted.is_none_or(|value| *value != derive_accept_key(key.as_bytes())) {
            return Err(ForumError::Malformed("no WebSocket's answer".to_owned()));
        }
        let upgraded = answer.upgrade().await;
        upgraded.map_err(|error| http::broken(&error))
    }
}

impl Stream {
    /// Returns the next event. Frames that are no events are skipped and counted. Cancelling the
    /// call at any time is safe.
    ///
    /// # Errors
    /// The stream ended, or had no post for too long.
    pub async fn next(&mut self) -> Result<Event, ForumError> {
        loop {
            let silent_at = self.heard_at + self.longest_silence;
            let frame = timeout_at(silent_at, self.socket.next()).await;
            let text = match frame {
                Err(_) => return Err(unavailable("the stream fell silent")),
                Ok(None) => return Err(unavailable("the stream ended")),
                Ok(Some(Err(error))) => return Err(torn(&error)),
                Ok(Some(Ok(Message::Close(frame)))) => {
                    let why = frame.map(|frame| frame.reason.to_string());
                    let why = why.filter(|why| !why.is_empty());
                    return Err(unavailable(why.as_deref().unwrap_or("the stream was closed")));
                }
                Ok(Some(Ok(Message::Text(text)))) => text,
                Ok(Some(Ok(Message::Binary(_)))) => {
                    self.skipped += 1;
                    continue;
                }
                // Pings are answered while the next frame is read.
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)))) => continue,
            };
            match Event::parse(&text) {
                Ok(event) => {
                    if matches!(event.what, What::Posted(..) | What::Edited(..) | What::Deleted(_))
                    {
                        self.heard_at = Instant::now();
                    }
                    return Ok(event);
                }
                Err(_) => self.skipped += 1,
            }
        }
    }
}

fn address(base: &Url, cursor: i64) -> Url {
    let mut url = base.clone();
    let secure = matches!(base.scheme(), "wss" | "https");
    // Between web schemes this always works.
    let _ = url.set_scheme(if secure { "https" } else { "http" });
    let path = base.path().trim_end_matches('/');
    url.set_path(&format!("{path}/subscribe"));
    url.query_pairs_mut()
        .append_pair("wantedCollections", COLLECTION)
        .append_pair("cursor", &cursor.to_string());
    url
}

fn torn(error: &Error) -> ForumError {
    match error {
        Error::Capacity(_) => {
            ForumError::Malformed(format!("a frame of more than {MAX_FRAME_BYTES} bytes"))
        }
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
            unavailable("the connection broke")
        }
        Error::Protocol(_) | Error::Utf8(_) => {
            ForumError::Malformed(format!("no frames of a WebSocket: {error}"))
        }
        _ => unavailable("the connection broke"),
    }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn streams_are_asked_for_by_http() {
        for (base, wanted) in [
            ("wss://a.example", "https://a.example/subscribe"),
            ("ws://127.0.0.1:8071/", "http://127.0.0.1:8071/subscribe"),
            ("https://a.example/x/", "https://a.example/x/subscribe"),
        ] {
            let url = address(&base.parse().unwrap(), 5);
            let asked = format!("{wanted}?wantedCollections=app.bsky.feed.post&cursor=5");
            assert_eq!(url.as_str(), asked);
        }
    }
}
