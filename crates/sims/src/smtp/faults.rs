//! Failures on demand, one stage of a delivery at a time.

use serde::{Deserialize, Serialize};

use crate::kit::once;

/// Where in a delivery a fault strikes.
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
    /// After the message has been read, before it is kept: it is then **not** kept.
    AfterData,
    /// After the message has been kept, instead of the 250: the sender does not learn of it.
    AfterKept,
}

/// What happens there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// 421, then the connection is closed.
    #[serde(rename = "421")]
    Closing,
    /// 451: a failure that may pass.
    #[serde(rename = "451")]
    Transient,
    /// 550: a failure that stays (535 in answer to AUTH).
    #[serde(rename = "550")]
    Permanent,
    /// No answer, while the connection stays open.
    #[serde(rename = "stall")]
    Stall,
    /// The connection is closed without a word.
    #[serde(rename = "cut")]
    Cut,
    /// The session waits until it is released, then goes on as if nothing had happened.
    #[serde(rename = "hold")]
    Hold,
}

/// A fault to be served to the next deliveries that reach its stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Where.
    pub stage: Stage,
    /// What.
    pub action: Action,
    /// How often; once unless given.
    #[serde(default = "once")]
    pub times: u32,
    /// For `rcpt` and what follows it: only for recipients that contain this text.
    #[serde(default)]
    pub to: Option<String>,
}

impl Fault {
    /// Makes this fault happen once, for any recipient.
    pub fn once(stage: Stage, action: Action) -> Self {
        Self {
            stage,
            action,
            times: 1,
            to: None,
        }
    }
}

/// A stage of a delivery.
#[derive(Debug, Clone, Copy)]
pub struct Reached<'a> {
    /// Which.
    pub stage: Stage,
    /// For whom the message is, as far as is known until then.
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
