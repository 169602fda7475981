//! What is known of one event's way.

/// Where an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// An event's way to the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The event.
    pub event: String,
    /// Its type.
    pub kind: String,
    /// The id of the object that it is about.
    pub object: String,
    /// Where it is.
    pub state: State,
    /// What each try was answered; `None` if nothing was.
    pub answers: Vec<Option<u16>>,
}
