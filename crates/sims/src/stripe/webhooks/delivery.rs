//! The state of the delivery of an event.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Waiting,
    /// The event is held until it is released.
    Held,
    Sending,
    /// The delivery failed and will be retried automatically.
    Retrying,
    /// The event was answered with a 2xx.
    Delivered,
    /// The delivery failed, and is not retried.
    Failed,
    Dropped,
}

/// The delivery of an event to the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The event's id.
    pub event: String,
    /// The event's type.
    pub kind: String,
    /// The id of the object that the event is about.
    pub object: String,
    pub state: State,
    /// The status that answered each attempt; `None` if there was no answer.
    pub answers: Vec<Option<u16>>,
}
