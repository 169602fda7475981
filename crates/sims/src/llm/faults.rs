//! Misbehaviour on demand, which a client of a language model has to cope with.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// This status with an error body.
    Status(u16),
    /// 200 with an HTML page, as from a proxy in front of the model.
    Html,
    /// Accepts the request and never answers.
    Stall,
    /// Reads the request and closes the connection without an answer.
    Cut,
    /// The right answer, after `delay_ms`.
    Late,
    /// An answer far longer than any client asks for.
    Endless,
    /// A completion without choices.
    NoChoices,
    /// A choice without text, as for a tool call.
    NoText,
    /// Half of the right answer, with the finish reason `length`.
    Truncated,
    /// Words instead of JSON.
    Prose,
    /// JSON of another shape.
    OtherShape,
    /// Sentences that cite posts that were not in the request.
    WrongCitations,
    /// Sentences with numbers of the model's own.
    Numbers,
    /// One good statement, and others without citations.
    Mixed,
    /// This text, whatever was asked.
    Says(String),
}

/// A fault to be served to the next calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub fault: FaultKind,
    pub times: u32,
    pub delay_ms: u64,
    /// Only calls with this text in a message; empty for all. Lets a model obey a post that it is
    /// shown.
    pub when: String,
}

impl Fault {
    /// Creates a fault for the next call.
    pub fn once(fault: FaultKind) -> Self {
        Self { fault, times: 1, delay_ms: 0, when: String::new() }
    }

    pub fn times(fault: FaultKind, times: u32) -> Self {
        Self { times, ..Self::once(fault) }
    }
}
