//! Events as Jetstream sends them, one JSON object each. The order of the fields is Jetstream's.

use serde::Serialize;
use serde_json::Value;

/// The collection of posts.
pub(crate) const POSTS: &str = "app.bsky.feed.post";
/// The collection of likes.
pub(crate) const LIKES: &str = "app.bsky.feed.like";

/// Something that happened in the network.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Event {
    /// The DID of the account that it concerns.
    pub(crate) did: String,
    /// The time at which Jetstream received the event, in microseconds since 1970.
    pub(crate) time_us: i64,
    #[serde(flatten)]
    pub(crate) body: Body,
}

/// The kind of an event, and its details.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Body {
    /// A record was written or deleted.
    Commit { commit: Commit },
    /// A handle may have changed.
    Identity { identity: Identity },
    /// An account was created, went away or came back.
    Account { account: Account },
}

/// A change to a record.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Commit {
    /// The TID of the repository's state.
    pub(crate) rev: String,
    pub(crate) operation: Operation,
    pub(crate) collection: String,
    pub(crate) rkey: String,
    /// `None` for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<Value>,
    /// `None` for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cid: Option<String>,
}

/// The kind of a change to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    Create,
    Update,
    Delete,
}

/// The handle of an account.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Identity {
    pub(crate) did: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) handle: Option<String>,
    pub(crate) seq: u64,
    pub(crate) time: String,
}

/// Whether an account can be seen.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Account {
    pub(crate) active: bool,
    pub(crate) did: String,
    pub(crate) seq: u64,
    /// The reason why it is not active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<Status>,
    pub(crate) time: String,
}

/// The reason why an account is not active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its owner has deleted it permanently.
    Deleted,
    /// Moderators have taken it down.
    Takendown,
    /// Moderators have suspended it temporarily.
    Suspended,
    /// Its owner has hidden it, and may bring it back.
    Deactivated,
}
