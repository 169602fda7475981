use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use domain::watches::match_items::Found;

/// The key by which a stored item, and each notification of it, is found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemKey {
    pub(crate) id: Uuid,
    pub(crate) seen_at: DateTime<Utc>,
}

/// A notification that is being made.
#[derive(Debug)]
pub(super) struct Alert {
    pub(super) id: Uuid,
    pub(super) item: ItemKey,
    pub(super) found: Found,
    pub(super) seq: i64,
    /// `None` if nothing was learned about matches of its watch, or if it is probably relevant.
    pub(super) aside: Option<Aside>,
    /// Whether a language model is asked, for which the alert waits.
    pub(super) is_unsure: bool,
}

/// What becomes of an alert that is probably not relevant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    SetAside,
    /// Shown as usual, to learn how many of those set aside are relevant.
    Shown,
}

impl Alert {
    pub(super) fn is_set_aside(&self) -> bool {
        self.aside == Some(Aside::SetAside)
    }
}

/// Alerts in the order of the users' ids, which is the lock order.
pub(super) type ByUser = BTreeMap<Uuid, Vec<Alert>>;
