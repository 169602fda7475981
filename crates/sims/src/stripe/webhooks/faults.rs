//! Misbehaviour of deliveries on demand.

/// The way in which a delivery misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookFaultKind {
    /// The event is never sent. It can still be read at `/v1/events`.
    Drop,
    /// The event is held until it is released.
    Hold,
}

/// A fault for the next events whose type begins with `type_prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookFault {
    /// The prefix of the types of events; empty for all.
    pub type_prefix: String,
    pub times: u32,
    /// The way in which their delivery misbehaves.
    pub fault: WebhookFaultKind,
}

impl WebhookFault {
    /// Creates a fault for the next event whose type begins with `type_prefix`.
    pub fn once(type_prefix: &str, fault: WebhookFaultKind) -> Self {
        Self { type_prefix: type_prefix.to_owned(), times: 1, fault }
    }
}
