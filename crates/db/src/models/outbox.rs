use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bytea, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::channel::Channel;
use super::endpoint::Endpoint;
use crate::column_enum::column_enum;
use crate::listen::{OUTBOX, notify};
use crate::schema::outbox;
use crate::{Conn, Prepare};
use foundation::telemetry::traces::Parent;

/// A row of `outbox`: one message to send, with the id of its subject.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Identifiable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
pub struct OutboxRow {
    pub id: Uuid,
    pub channel: Channel,
    pub kind: Kind,
    pub user_id: Uuid,
    pub subject_id: Uuid,
    pub subject_seen_at: Option<DateTime<Utc>>,
    pub status: Status,
    /// The number of attempts that got an answer, and the current one.
    pub attempts: i32,
    pub due_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    /// The endpoint that receives the message; `None` for email.
    pub endpoint_id: Option<Uuid>,
    /// Claims since the last answer whose process ended, or hung, until the lease was over.
    pub unanswered: i32,
    /// The span in which the message was created ([`Parent`]), if that was recorded.
    pub trace_parent: Option<Vec<u8>>,
}

/// The due time of messages to suspended accounts: the year 9999. They are due again once the suspension
/// ends.
pub const SUSPENDED_UNTIL: DateTime<Utc> = DateTime::from_timestamp(253_370_764_800, 0).unwrap();

column_enum! {
    /// The topic of a message.
    pub enum Kind in outbox.kind {
        /// A notification, or a hearing test; the subject is its id.
        Match = "match",
        /// Alerts that waited; the subject is the digest.
        Digest = "digest",
        /// A user tries an endpoint; the subject is a number of its own.
        Test = "test",
        /// News about gaps in what the user watches; the subject is the round.
        CoverageGap = "coverage_gap",
        /// An endpoint is paused after days of failures; the subject is the endpoint.
        EndpointPaused = "endpoint_paused",
        /// A watch is paused because it costs too much; the subject is the watch.
        WatchPaused = "watch_paused",
        /// A link that proves an address; the subject is the email token.
        VerifyEmail = "verify_email",
        /// A link that resets a password; the subject is the email token.
        ResetPassword = "reset_password",
        /// Somebody tried to register a known address; the subject is the user.
        AlreadyRegistered = "already_registered",
        /// The plan is Pro from now on; the subject is the subscription.
        Upgraded = "upgraded",
        /// The account has a new password; the subject is a number of its own.
        PasswordChanged = "password_changed",
        /// There is a new API key; the subject is the key.
        KeyCreated = "key_created",
        /// An API key expires within days; the subject is the key.
        KeyExpires = "key_expires",
    }
}

impl Kind {
    /// Returns whether the message is about matches; other messages are about the account.
    pub fn is_alert(self) -> bool {
        matches!(self, Self::Match | Self::Digest)
    }
}

/// The order of sending, most urgent first. Same as `outbox_queue` in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// About the account: somebody waits for it, and its links live for minutes.
    Account,
    Alert,
    Digest,
}

impl Priority {
    pub const ALL: [Self; 3] = [Self::Account, Self::Alert, Self::Digest];
}

impl Kind {
    pub fn priority(self) -> Priority {
        match self {
            Self::Match | Self::Test => Priority::Alert,
            Self::Digest => Priority::Digest,
            // Alone in its queue: `outbox_queue` has no other for what is not sent by email.
            Self::CoverageGap
            | Self::EndpointPaused
            | Self::WatchPaused
            | Self::VerifyEmail
            | Self::ResetPassword
            | Self::AlreadyRegistered
            | Self::Upgraded
            | Self::PasswordChanged
            | Self::KeyCreated
            | Self::KeyExpires => Priority::Account,
        }
    }
}

column_enum! {
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[schema(as = DeliveryStatus)]
    pub enum Status in outbox.status {
        /// Still to be sent, at once or at `nextAttemptAt`.
        Pending = "pending",
        Sent = "sent",
        /// There was nothing left to send, for `reason`.
        Skipped = "skipped",
        /// Given up, for `reason`.
        Dead = "dead",
    }
}

/// A message to add to the outbox, in the same transaction as its cause.
#[derive(Debug, Clone)]
pub struct NewMessage {
    pub id: Uuid,
    pub channel: Channel,
    pub kind: Kind,
    pub user_id: Uuid,
    pub subject_id: Uuid,
    pub subject_seen_at: Option<DateTime<Utc>>,
    pub due_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub endpoint_id: Option<Uuid>,
    pub trace_parent: Option<Parent>,
}

impl NewMessage {
    /// Creates an email to `user_id` about `subject_id`, due at once.
    pub fn mail(kind: Kind, user_id: Uuid, subject_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            id: Uuid::now_v7(),
            channel: Channel::Mail,
            kind,
            user_id,
            subject_id,
            subject_seen_at: None,
            due_at: now,
            created_at: now,
            endpoint_id: None,
            trace_parent: Parent::current(),
        }
    }

    /// Creates a message to `endpoint` about `subject_id`, due at once.
    pub fn to(endpoint: &Endpoint, kind: Kind, subject_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            channel: endpoint.channel.into(),
            endpoint_id: Some(endpoint.id),
            ..Self::mail(kind, endpoint.user_id, subject_id, now)
        }
    }

    /// Creates the message of another digest to the same recipient as `row`, due later.
    pub fn later(
        row: &OutboxRow,
        subject_id: Uuid,
        due_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            channel: row.channel,
            endpoint_id: row.endpoint_id,
            due_at,
            ..Self::mail(Kind::Digest, row.user_id, subject_id, now)
        }
    }

    /// Stores messages, and wakes the outbox on COMMIT. A subject has one message per channel and kind: a
    /// second one is dropped.
    pub async fn enqueue(messages: &[Self], conn: &Conn) -> QueryResult<usize> {
        let stored = Self::store(messages, conn).await?;
        if stored > 0 {
            notify(OUTBOX, "", conn).await?;
        }
        Ok(stored)
    }

    /// Stores messages as [`NewMessage::enqueue`] does, and wakes nobody.
    pub async fn store(messages: &[Self], conn: &Conn) -> QueryResult<usize> {
        Self::insert(messages, "ON CONFLICT DO NOTHING", conn).await
    }

    /// Stores messages whose subjects are equally new, which is faster: nobody can have stored one of
    /// them before. Wakes nobody.
    pub async fn store_first(messages: &[Self], conn: &Conn) -> QueryResult<usize> {
        Self::insert(messages, "", conn).await
    }

    async fn insert(
        messages: &[Self],
        on_conflict: &'static str,
        mut conn: &Conn,
    ) -> QueryResult<usize> {
        if messages.is_empty() {
            return Ok(0);
        }
        // One array per column: the statement is the same for any number of messages.
        diesel::sql_query(
            "INSERT INTO outbox (id, channel, kind, user_id, subject_id, subject_seen_at, due_at,
                                 created_at, endpoint_id, trace_parent)
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ",
        )
        .sql(on_conflict)
        .bind::<Array<SqlUuid>, _>(messages.iter().map(|m| m.id).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(messages.iter().map(|m| m.channel).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(messages.iter().map(|m| m.kind).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(messages.iter().map(|m| m.user_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(messages.iter().map(|m| m.subject_id).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(
            messages.iter().map(|m| m.subject_seen_at).collect::<Vec<_>>(),
        )
        .bind::<Array<Timestamptz>, _>(messages.iter().map(|m| m.due_at).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(messages.iter().map(|m| m.created_at).collect::<Vec<_>>())
        .bind::<Array<Nullable<SqlUuid>>, _>(
            messages.iter().map(|m| m.endpoint_id).collect::<Vec<_>>(),
        )
        .bind::<Array<Nullable<Bytea>>, _>(
            messages.iter().map(|m| m.trace_parent.map(Parent::to_bytes)).collect::<Vec<_>>(),
        )
        .prepared()
        .execute(&mut conn)
        .await
    }
}
