//! The deliveries of messages: each with every attempt to send it.

mod failed;
mod replay;
mod replay_failed;

pub use failed::*;
pub use replay::*;
pub use replay_failed::*;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::paging::Pagination;
use db::Conn;
use db::models::attempt::Attempt;
use db::models::channel::Channel;
use db::models::outbox::{Kind, OutboxRow, Status};
use db::schema::{attempts, endpoints};
use deliver::delivery::place_names::PlaceNames;
use foundation::wording::labels::headline;

/// The most attempts that are shown with a page of messages. A message has nine at most, and as
/// many again when it is replayed.
const MAX_ATTEMPTS: i64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryKind {
    Match,
    Digest,
    Test,
    CoverageGap,
    EndpointPaused,
    WatchPaused,
    /// An email about the account.
    Account,
}

impl DeliveryKind {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Match => Self::Match,
            Kind::Digest => Self::Digest,
            Kind::Test => Self::Test,
            Kind::CoverageGap => Self::CoverageGap,
            Kind::EndpointPaused => Self::EndpointPaused,
            Kind::WatchPaused => Self::WatchPaused,
            Kind::VerifyEmail
            | Kind::ResetPassword
            | Kind::AlreadyRegistered
            | Kind::Upgraded
            | Kind::PasswordChanged
            | Kind::KeyCreated
            | Kind::KeyExpires => Self::Account,
        }
    }

    /// Returns the subject of a message if nothing more specific is known.
    fn subject(self) -> &'static str {
        match self {
            Self::Match => "A match that no longer exists",
            Self::Digest => "A digest",
            Self::Test => "A test message",
            Self::CoverageGap => "Coverage gaps",
            Self::EndpointPaused => "A channel is paused",
            Self::WatchPaused => "A keyword is paused",
            Self::Account => "About your account",
        }
    }
}

/// A message that was sent or is to be sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The id, which a webhook receives as `webhook-id`.
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: DeliveryKind,
    pub status: Status,
    pub channel: Channel,
    /// Null for email; no longer valid if `endpointName` is null.
    #[schema(required = true)]
    pub endpoint_id: Option<Uuid>,
    #[schema(required = true)]
    pub endpoint_name: Option<String>,
    /// The subject, for display.
    pub subject: String,
    /// The reason why the last attempt failed, or why nothing was sent; of a sent message, how it reached a
    /// channel that had moved.
    #[schema(required = true)]
    pub reason: Option<String>,
    #[schema(required = true)]
    pub next_attempt_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// The attempts, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryAttempt {
    /// The number of the attempt, from 1; a replay starts at 1 again.
    pub number: i32,
    pub started_at: DateTime<Utc>,
    pub duration_ms: i64,
    /// `sent`, `skipped`, `retry` or `dead`.
    pub outcome: String,
    /// The HTTP or SMTP status of the other side, if it answered.
    #[schema(required = true)]
    pub status_code: Option<i32>,
    /// The answer of the other side, or where it had moved to; may be empty.
    pub detail: String,
}

impl From<Attempt> for DeliveryAttempt {
    fn from(row: Attempt) -> Self {
        Self {
            number: row.number,
            started_at: row.started_at,
            duration_ms: (row.finished_at - row.started_at).num_milliseconds(),
            outcome: row.outcome.to_string(),
            status_code: row.status_code,
            detail: row.detail,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DeliveryList {
    pub deliveries: Vec<Delivery>,
    pub pagination: Pagination,
}

#[derive(QueryableByName)]
struct Headline {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    keyword: String,
    #[diesel(sql_type = Text)]
    subreddit: String,
    #[diesel(sql_type = Text)]
    title: String,
    /// The beginning of the body.
    #[diesel(sql_type = Text)]
    body: String,
}

impl Headline {
    fn text(&self) -> String {
        headline(&self.title, &self.body)
    }
}

impl Delivery {
    /// Loads everything that is reported about these messages, in the same order.
    pub(crate) async fn of(rows: Vec<OutboxRow>, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        let mut attempts = attempts_of(&rows, conn).await?;
        let names = names_of(&rows, conn).await?;
        let subjects = subjects_of(&rows, conn).await?;
        let listed = rows.into_iter().map(|row| {
            let kind = DeliveryKind::of(row.kind);
            Self {
                id: row.id,
                kind,
                status: row.status,
                channel: row.channel,
                endpoint_id: row.endpoint_id,
                endpoint_name: row.endpoint_id.and_then(|id| names.get(&id).cloned()),
                subject: subjects
                    .get(&row.subject_id)
                    .cloned()
                    .unwrap_or_else(|| kind.subject().to_owned()),
                reason: row.reason,
                next_attempt_at: (row.status == Status::Pending).then_some(row.due_at),
                created_at: row.created_at,
                attempts: attempts.remove(&row.id).unwrap_or_default(),
            }
        });
        Ok(listed.collect())
    }
}

async fn attempts_of(
    rows: &[OutboxRow],
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, Vec<DeliveryAttempt>>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let newest: Vec<Attempt> = attempts::table
        .filter(attempts::outbox_id.eq_any(ids))
        .order((attempts::started_at.desc(), attempts::id.desc()))
        .limit(MAX_ATTEMPTS)
        .select(Attempt::as_select())
        .load(conn)
        .await?;
    let mut by_message: HashMap<Uuid, Vec<DeliveryAttempt>> = HashMap::new();
    for attempt in newest.into_iter().rev() {
        let of_message = by_message.entry(attempt.outbox_id).or_default();
        of_message.push(attempt.into());
    }
    Ok(by_message)
}

async fn names_of(rows: &[OutboxRow], conn: &mut Conn) -> QueryResult<HashMap<Uuid, String>> {
    let ids: Vec<Uuid> = rows.iter().filter_map(|row| row.endpoint_id).collect();
    let names =
        endpoints::table.filter(endpoints::id.eq_any(ids)).select((endpoints::id, endpoints::name));
    Ok(names.load(conn).await?.into_iter().collect())
}

/// Loads the subjects of matches. Messages belong to the caller, and so do their subjects.
async fn subjects_of(rows: &[OutboxRow], conn: &mut Conn) -> QueryResult<HashMap<Uuid, String>> {
    let Some(user_id) = rows.first().map(|row| row.user_id) else {
        return Ok(HashMap::new());
    };
    let matches = rows.iter().filter(|row| DeliveryKind::of(row.kind) == DeliveryKind::Match);
    let ids: Vec<Uuid> = matches.map(|row| row.subject_id).collect();
    let found: Vec<Headline> = diesel::sql_query(
        "SELECT n.id, n.keyword, i.subreddit, i.title, left(i.body, 1000) AS body FROM notifications n \
         JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at \
         WHERE n.id = ANY($1) AND n.deleted_at IS NULL",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await?;
    let places = found.iter().map(|of| of.subreddit.as_str());
    let names = PlaceNames::find(user_id, places, conn).await?;
    let text =
        |of: &Headline| format!("“{}” {}: {}", of.keyword, names.within(&of.subreddit), of.text());
    Ok(found.iter().map(|of| (of.id, text(of))).collect())
}
