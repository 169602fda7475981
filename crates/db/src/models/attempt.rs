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
    /// The attempt's number, from 1. Attempts during which their process ended are not counted.
    pub number: i32,
    pub started_at: DateTime<Utc>,
    pub finished_at: DateTime<Utc>,
    pub outcome: AttemptOutcome,
    /// The other side's answer, without addresses.
    pub detail: String,
    /// The other side's status (HTTP or SMTP), if it gave one.
    pub status_code: Option<i32>,
}

column_enum! {
    /// The outcome of an attempt.
    pub enum AttemptOutcome in attempts.outcome {
        Sent = "sent",
        Skipped = "skipped",
        /// The message stays pending.
        Retry = "retry",
        Dead = "dead",
    }
}
