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
}

/// Alerts in the order of the users' ids, which is the lock order.
pub(super) type ByUser = BTreeMap<Uuid, Vec<Alert>>;
