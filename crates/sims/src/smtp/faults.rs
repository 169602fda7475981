//! Failures on demand, at one stage of a delivery each.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// The stage of a delivery at which a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Instead of the greeting.
    Connect,
    /// In answer to AUTH.
    Auth,
    /// In answer to MAIL FROM.
    Mail,
    /// In answer to RCPT TO.
    Rcpt,
    /// In answer to DATA.
    Data,
    /// After the message has been read, before it is kept: it is **not** kept.
    AfterData,
    /// After the message has been kept, instead of the 250: the sender does not learn that it was.
    AfterKept,
}

/// The action of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// 421, then the connection is closed.
    #[serde(rename = "421")]
    Closing,
    /// 451: a temporary failure.
    #[serde(rename = "451")]
    Transient,
    /// 550: a permanent failure (535 in answer to AUTH).
    #[serde(rename = "550")]
    Permanent,
    /// No answer, while the connection stays open.
    #[serde(rename = "stall")]
    Stall,
    /// The connection is closed without an answer.
    #[serde(rename = "cut")]
    Cut,
    /// The session waits until it is released, then continues as if nothing had happened.
    #[serde(rename = "hold")]
    Hold,
}

/// A fault to be served to the next deliveries that reach its stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The stage at which it happens.
    pub stage: Stage,
    /// The action.
    pub action: Action,
    /// Number of times; 1 by default.
    #[serde(default = "once")]
    pub times: u32,
    /// For `rcpt` and later stages: only recipients that contain this text.
    #[serde(default)]
    pub to: Option<String>,
}

impl Fault {
    /// Creates a fault that happens once, for any recipient.
    pub fn once(stage: Stage, action: Action) -> Self {
        Self { stage, action, times: 1, to: None }
    }
}

/// A stage of a delivery.
#[derive(Debug, Clone, Copy)]
pub struct Reached<'a> {
    /// The stage.
    pub stage: Stage,
    /// The recipients of the message that are known so far.
    pub recipients: &'a [String],
}

impl crate::kit::Fault for Fault {
    type Occasion<'a> = Reached<'a>;

    fn fits(&self, reached: &Reached<'_>) -> bool {
        let is_meant = |to: &str| reached.recipients.iter().any(|one| one.contains(to));
        self.stage == reached.stage && self.to.as_deref().is_none_or(is_meant)
    }

    fn times(&mut self) -> &mut u32 {
        &mut self.times
    }
}
