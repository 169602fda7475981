//! Misbehaviour of deliveries on demand.

/// What happens to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookFaultKind {
    /// It is never sent. It can still be read at `/v1/events`.
    Drop,
    /// It is kept back until it is released.
    Hold,
}

/// A fault for the next events whose type begins with `type_prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookFault {
    /// Which events; empty for all.
    pub type_prefix: String,
    /// How many.
    pub times: u32,
    /// What happens to each of them.
    pub fault: WebhookFaultKind,
}

impl WebhookFault {
    /// This fault, for the next event whose type begins with `type_prefix`.
    pub fn once(type_prefix: &str, fault: WebhookFaultKind) -> Self {
        Self {
            type_prefix: type_prefix.to_owned(),
            times: 1,
            fault,
        }
    }
}

impl crate::kit::Fault for WebhookFault {
    /// The type of an event.
    type Occasion<'a> = str;

    fn fits(&self, kind: &str) -> bool {
        kind.starts_with(&self.type_prefix)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
