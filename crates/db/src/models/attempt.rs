use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::column_enum::column_enum;
use crate::schema::attempts;

/// A row of `attempts`: one try to send one message.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = attempts, check_for_backend(diesel::pg::Pg))]
pub struct Attempt {
    pub id: Uuid,
    pub outbox_id: Uuid,
    /// From 1. An attempt during which its process ended is not among them.
    pub number: i32,
    pub started_at: DateTime<Utc>,
    pub finished_at: DateTime<Utc>,
    pub outcome: AttemptOutcome,
    /// What the other side said, without addresses.
    pub detail: String,
    /// The other side's status (HTTP or SMTP), if it gave one.
    pub status_code: Option<i32>,
}

column_enum! {
    /// What an attempt led to.
    pub enum AttemptOutcome in attempts.outcome {
        Sent = "sent",
        Skipped = "skipped",
        /// The message stays pending.
        Retry = "retry",
        Dead = "dead",
    }
}
