//! Failures on demand, at one stage of a delivery each.

/// The stage of a delivery at which a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// 421, then the connection is closed.
    Closing,
    /// 451: a temporary failure.
    Transient,
    /// 550: a permanent failure (535 in answer to AUTH).
    Permanent,
    /// No answer, while the connection stays open.
    Stall,
    /// The connection is closed without an answer.
    Cut,
    /// The session waits until it is released, then continues as if nothing had happened.
    Hold,
    /// For `after_kept`: the message is accepted, and later returned, because there is no such mailbox (RFC 3464).
    Bounce,
    /// As `bounce`, because the mailbox is full.
    BounceFull,
    /// For `after_kept`: the message is accepted, and its receiver reports it as spam (RFC 5965).
    Complain,
}

/// A fault to be served to the next deliveries that reach its stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub stage: Stage,
    pub action: Action,
    pub times: u32,
    /// For `rcpt` and later stages: only recipients that contain this text.
    pub to: Option<String>,
}

impl Fault {
    /// Creates a fault that happens once, for any recipient.
    pub fn once(stage: Stage, action: Action) -> Self {
        Self { stage, action, times: 1, to: None }
    }

    /// Returns true if the fault is meant for a delivery to `recipients` that reaches `stage`.
    pub(crate) fn is_for(&self, stage: Stage, recipients: &[String]) -> bool {
        let is_meant = |to: &str| recipients.iter().any(|one| one.contains(to));
        self.stage == stage && self.to.as_deref().is_none_or(is_meant)
    }
}
