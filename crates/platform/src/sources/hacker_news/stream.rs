//! The stream of last ids: Firebase announces each change of the value at an address by server-sent events.
//!
//! Source: the documentation of Firebase's REST API, firebase.google.com/docs/reference/rest/database (“Streaming”).

use std::future::ready;
use std::time::Duration;

use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE};
use serde::Deserialize;
use sse_stream::{Sse, SseByteStream};
use tokio::time::timeout;

use super::HackerNews;
use crate::sources::ForumError;
use crate::sources::http::{self, unavailable};

const EVENT_STREAM: &str = "text/event-stream";
/// The longest time for which a stream is kept, so that one that nobody at the other end knows any more is replaced.
const MAX_LIFE: Duration = Duration::from_secs(3_600);
/// The most bytes of a stream, many times those of an hour: what never ends an event is not gathered for ever.
const MAX_BYTES: usize = 1 << 20;
/// The time without any event, even a sign of life, after which the connection is dead; signs come every 30 seconds.
const MAX_SILENCE: Duration = Duration::from_secs(75);

/// An open stream.
pub struct LastIds(BoxStream<'static, Result<Sse, sse_stream::Error>>);

/// The data of a `put`: the new value of what is at a path.
#[derive(Deserialize)]
struct Put {
    path: String,
    data: i64,
}

impl HackerNews {
    /// Opens the stream of the last ids that were assigned, which begins with the present one.
    ///
    /// # Errors
    /// No answer, or one that is no stream.
    pub async fn last_ids(&self) -> Result<LastIds, ForumError> {
        let request = self.streams.get(self.url("maxitem")).header(ACCEPT, EVENT_STREAM);
        // Compressed events would be late, and nothing here unpacks them.
        let request = request.header(ACCEPT_ENCODING, "identity");
        let opening = timeout(self.config.timeout(), request.timeout(MAX_LIFE).send());
        let answer = opening.await.map_err(|_| unavailable("no answer in time"))?;
        let answer = answer.map_err(|error| http::broken(&error))?;
        if answer.status() != StatusCode::OK {
            return Err(unavailable(&answer.status().to_string()));
        }
        let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_none_or(|kind| !kind.starts_with(EVENT_STREAM)) {
            return Err(ForumError::Malformed("no stream of events".to_owned()));
        }
        let mut bytes = 0;
        let chunks = answer.bytes_stream().try_take_while(move |chunk| {
            bytes += chunk.len();
            ready(Ok(bytes < MAX_BYTES))
        });
        Ok(LastIds(SseByteStream::new(chunks).boxed()))
    }
}

impl LastIds {
    /// Returns the next id that the stream announces. Cancelling the call at any time is safe.
    ///
    /// # Errors
    /// The stream ended, or announced something else.
    pub async fn next(&mut self) -> Result<i64, ForumError> {
        loop {
            let event = timeout(MAX_SILENCE, self.0.next()).await;
            let event = event.map_err(|_| unavailable("the stream fell silent"))?;
            let event = event.ok_or_else(|| unavailable("the stream ended"))?;
            let event = event.map_err(|_| unavailable("the connection broke"))?;
            let data = event.data.unwrap_or_default();
            match event.event.as_deref() {
                Some("put") => {
                    let put = serde_json::from_str::<Put>(&data);
                    let put = put.map_err(|error| ForumError::Malformed(error.to_string()))?;
                    return match put.path == "/" && put.data > 0 {
                        true => Ok(put.data),
                        false => Err(ForumError::Malformed(format!("{} as the last id", put.data))),
                    };
                }
                Some(end @ ("cancel" | "auth_revoked")) => {
                    return Err(unavailable(&format!("the stream ended: {end}")));
                }
                // `keep-alive`, a sign of life.
                _ => {}
            }
        }
    }
}
