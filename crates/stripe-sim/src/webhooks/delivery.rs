//! What is known of one event's way.

use chrono::{DateTime, Utc};
use serde::Serialize;

/// Where an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits for its turn.
    Waiting,
    /// It is kept back until it is released.
    Held,
    /// It is being sent.
    Sending,
    /// It failed and will be sent again by itself.
    Retrying,
    /// It was answered by a 2xx.
    Delivered,
    /// It failed as often as it is tried.
    Failed,
    /// It is never sent.
    Dropped,
}

/// One try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// When the answer was there, by the machine's clock or the test's.
    pub at: DateTime<Utc>,
    /// What was answered; `None` if nothing was.
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// An event's way to the endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Delivery {
    /// The event.
    pub event: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id of the object that it is about.
    pub object: String,
    /// Where it is.
    pub state: State,
    /// Every try so far.
    pub attempts: Vec<Attempt>,
}
