//! Misbehaviour of deliveries on demand.

use serde::{Deserialize, Serialize};
use sim_kit::once;

use super::Manner;

/// What happens to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookFaultKind {
    /// It is never sent. It can still be read at `/v1/events`.
    Drop,
    /// It is sent a second time after it was taken.
    Duplicate,
    /// It is kept back until it is released.
    Hold,
    /// It is sent as the fault's `manner` says.
    Manner,
}

/// A fault for the next events whose type begins with `type_prefix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookFault {
    /// Which events; empty for all.
    #[serde(default)]
    pub type_prefix: String,
    /// How many; 1 unless given.
    #[serde(default = "once")]
    pub times: u32,
    /// What happens to them.
    pub fault: WebhookFaultKind,
    /// For [`WebhookFaultKind::Manner`].
    #[serde(default)]
    pub manner: Manner,
}

impl WebhookFault {
    /// This fault, for the next event whose type begins with `type_prefix`.
    pub fn once(type_prefix: &str, fault: WebhookFaultKind) -> Self {
        Self {
            type_prefix: type_prefix.to_owned(),
            times: 1,
            fault,
            manner: Manner::default(),
        }
    }

    /// The next event whose type begins with `type_prefix` is sent like that.
    pub fn manner(type_prefix: &str, manner: Manner) -> Self {
        Self {
            manner,
            ..Self::once(type_prefix, WebhookFaultKind::Manner)
        }
    }
}

impl sim_kit::Fault for WebhookFault {
    /// The type of an event.
    type Occasion<'a> = str;

    fn fits(&self, kind: &str) -> bool {
        kind.starts_with(&self.type_prefix)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
