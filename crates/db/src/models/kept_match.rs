//! Matches with a star, a note or a snooze.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, sum};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::notification::NotificationStatus;
use crate::schema::{kept_matches, notifications};
use crate::{Conn, look_up_each};

/// The most matches that a user may keep: the inbox loads them all.
pub const KEPT_PER_USER: i64 = 1_000;
/// The longest note, in characters.
pub const MAX_NOTE_CHARS: usize = 2_000;
/// The most characters in all notes of a user, for the same reason.
pub const NOTE_CHARS_PER_USER: i64 = 100_000;

/// A row of `kept_matches`.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = kept_matches, check_for_backend(diesel::pg::Pg))]
#[diesel(primary_key(notification_id), treat_none_as_null = true)]
pub struct KeptMatch {
    pub notification_id: Uuid,
    pub seen_at: DateTime<Utc>,
    pub user_id: Uuid,
    pub is_starred: bool,
    pub note: String,
    /// When a snoozed match becomes unread again.
    pub returns_at: Option<DateTime<Utc>>,
}

/// Snoozed matches whose time has come.
#[derive(Debug, Default, PartialEq, Eq, QueryableByName)]
pub struct Returned {
    #[diesel(sql_type = BigInt)]
    pub rows: i64,
    /// The users whose lists have changed.
    #[diesel(sql_type = Array<SqlUuid>)]
    pub users: Vec<Uuid>,
}

/// The limit that a user has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    Matches,
    Notes,
}

define_sql_function! {
    fn char_length(text: Text) -> Integer;
}

impl KeptMatch {
    /// Loads all that a user keeps, newest first.
    pub async fn list(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        kept_matches::table
            .filter(kept_matches::user_id.eq(user_id))
            .order((kept_matches::seen_at.desc(), kept_matches::notification_id))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Stores what a user keeps of a match, or removes the row if that is nothing. A snoozed match is archived until it
    /// returns. Returns the limit that leaves no space for it, if one does. The caller holds the user's row.
    pub async fn keep(&self, conn: &mut Conn) -> QueryResult<Option<Full>> {
        let own = kept_matches::table.filter(kept_matches::user_id.eq(self.user_id));
        let this = kept_matches::notification_id.eq(self.notification_id);
        if !self.is_starred && self.note.is_empty() && self.returns_at.is_none() {
            diesel::delete(own.filter(this)).execute(conn).await?;
            return Ok(None);
        }
        let (others, chars): (i64, Option<i64>) = own
            .filter(kept_matches::notification_id.ne(self.notification_id))
            .select((count_star(), sum(char_length(kept_matches::note))))
            .get_result(conn)
            .await?;
        if others >= KEPT_PER_USER {
            return Ok(Some(Full::Matches));
        }
        let note = self.note.chars().count() as i64;
        if note > 0 && chars.unwrap_or_default() + note > NOTE_CHARS_PER_USER {
            return Ok(Some(Full::Notes));
        }
        diesel::insert_into(kept_matches::table)
            .values(self)
            .on_conflict(kept_matches::notification_id)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        if self.returns_at.is_some() {
            diesel::update(notifications::table)
                .filter(notifications::id.eq(self.notification_id))
                .filter(notifications::seen_at.eq(self.seen_at))
                .set(notifications::status.eq(NotificationStatus::Archived))
                .execute(conn)
                .await?;
        }
        Ok(None)
    }

    /// Ends the snoozes of at most `limit` matches that are over at `now`. Those that are still archived become unread.
    pub async fn return_due(
        now: DateTime<Utc>,
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Returned> {
        let returned = diesel::sql_query(
            "WITH due AS MATERIALIZED ( \
                SELECT notification_id, seen_at, user_id, is_starred OR note <> '' AS stays \
                FROM kept_matches WHERE returns_at <= $1 \
                ORDER BY returns_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED \
             ), unread AS ( \
                UPDATE notifications n SET status = 'unread' FROM due \
                WHERE n.id = due.notification_id AND n.seen_at = due.seen_at \
                    AND n.status = 'archived' AND n.not_relevant_at IS NULL \
             ), kept AS ( \
                UPDATE kept_matches k SET returns_at = NULL FROM due \
                WHERE k.notification_id = due.notification_id AND due.stays \
             ), ended AS ( \
                DELETE FROM kept_matches k USING due \
                WHERE k.notification_id = due.notification_id AND NOT due.stays \
             ) SELECT count(*) AS rows, coalesce(array_agg(DISTINCT user_id), '{}') AS users FROM due",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(limit);
        conn.transaction(async move |conn| {
            look_up_each(conn).await?;
            returned.get_result(conn).await
        })
        .await
    }
}
