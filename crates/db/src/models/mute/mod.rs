use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::notification::RESTORE_HOURS;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{mutes, notifications, users, watches};

mod clean_up;

pub use clean_up::{Candidate, Caught, candidates, has_muted, mark_muted, restore_muted};

/// The maximum number of mutes per user. Each is checked for each match.
pub const MUTES_PER_USER: i64 = 500;

/// A row of `mutes`: what a user does not want alerts about.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = mutes, check_for_backend(diesel::pg::Pg))]
pub struct Mute {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The watch; `None` for all of the user's watches.
    pub watch_id: Option<Uuid>,
    pub kind: MuteKind,
    /// The value as compared; for a thread, the forum's id.
    pub value: String,
    /// The value as shown; for a thread, its title.
    pub shown: String,
    /// The end of the mute; `None` for a permanent one.
    pub until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

column_enum! {
    /// The property by which something is muted.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum MuteKind in mutes.kind {
        /// The name of the author.
        Author = "author",
        Subreddit = "subreddit",
        /// A post with all its comments.
        Thread = "thread",
        /// A whole word or phrase in the title or text, searched for like a keyword.
        Word = "word",
    }
}

/// A mute as listed.
#[derive(Debug, Clone)]
pub struct Listed {
    pub mute: Mute,
    /// The watch's keyword, if the mute is for one watch.
    pub keyword: Option<String>,
    /// The number of notifications it has cleaned up that can still be restored.
    pub cleaned: i64,
}

/// The number of notifications that a mute has cleaned up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub struct Cleaned {
    #[diesel(sql_type = SqlUuid)]
    pub muted_by: Uuid,
    #[diesel(sql_type = BigInt)]
    pub rows: i64,
}

impl Mute {
    /// Loads the mutes of a user that are in force at `now`, newest first.
    pub async fn list(
        user_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Listed>> {
        let rows: Vec<(Self, Option<String>)> = mutes::table
            .left_join(watches::table.on(watches::id.nullable().eq(mutes::watch_id)))
            .filter(mutes::user_id.eq(user_id))
            .filter(mutes::until.is_null().or(mutes::until.gt(now)))
            .order((mutes::created_at.desc(), mutes::id.desc()))
            .select((Self::as_select(), watches::keyword.nullable()))
            .load(conn)
            .await?;
        let ids: Vec<Uuid> = rows.iter().map(|(mute, _)| mute.id).collect();
        let cleaned = cleaned_by(&ids, now, conn).await?;
        let listed = rows.into_iter().map(|(mute, keyword)| Listed {
            cleaned: cleaned.iter().find(|c| c.muted_by == mute.id).map_or(0, |c| c.rows),
            keyword,
            mute,
        });
        Ok(listed.collect())
    }

    /// Stores the mute or, if the user has it already, gives that one the end of this one. Returns `None`
    /// if the user has too many.
    ///
    /// The user's row is locked to wait for transactions that create notifications for the user at this
    /// moment: those are visible once the mute is stored, and all later ones respect it.
    pub async fn save(&self, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let new = self.clone();
        conn.transaction(async move |conn| {
            users::table
                .find(new.user_id)
                .select(users::id)
                .for_update()
                .first::<Uuid>(conn)
                .await?;
            let changed = diesel::update(mutes::table)
                .filter(mutes::user_id.eq(new.user_id))
                .filter(mutes::watch_id.is_not_distinct_from(new.watch_id))
                .filter(mutes::kind.eq(new.kind))
                .filter(mutes::value.eq(&new.value))
                .set((mutes::until.eq(new.until), mutes::shown.eq(&new.shown)))
                .returning(Self::as_returning())
                .get_result(conn)
                .await
                .optional()?;
            if changed.is_some() {
                return Ok(changed);
            }
            let held: i64 = mutes::table
                .filter(mutes::user_id.eq(new.user_id))
                .filter(mutes::until.is_null().or(mutes::until.gt(new.created_at)))
                .count()
                .get_result(conn)
                .await?;
            if held >= MUTES_PER_USER {
                return Ok(None);
            }
            let row = diesel::insert_into(mutes::table)
                .values(&new)
                .returning(Self::as_returning())
                .get_result(conn)
                .await?;
            Ok(Some(row))
        })
        .await
    }

    /// Deletes one of a user's mutes, and returns whether it existed.
    pub async fn delete(user_id: Uuid, id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let mine = mutes::table.find(id).filter(mutes::user_id.eq(user_id));
        Ok(diesel::delete(mine).execute(conn).await? > 0)
    }

    /// Deletes those of these mutes that are the user's.
    pub async fn delete_many(user_id: Uuid, ids: &[Uuid], conn: &mut Conn) -> QueryResult<()> {
        let mine = mutes::table.filter(mutes::user_id.eq(user_id)).filter(mutes::id.eq_any(ids));
        diesel::delete(mine).execute(conn).await?;
        Ok(())
    }

    /// Finds the user's own mute with this value, if there is one.
    pub async fn find_same(&self, conn: &mut Conn) -> QueryResult<Option<Self>> {
        mutes::table
            .filter(mutes::user_id.eq(self.user_id))
            .filter(mutes::watch_id.is_not_distinct_from(self.watch_id))
            .filter(mutes::kind.eq(self.kind))
            .filter(mutes::value.eq(&self.value))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Loads the mutes of `users` that are in force at `now` and may concern items with these `values`
    /// (folded authors and subreddits, threads), including all mutes of words.
    pub async fn that_concern(
        users: &[Uuid],
        values: &[String],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        mutes::table
            .filter(mutes::user_id.eq_any(users))
            .filter(mutes::until.is_null().or(mutes::until.gt(now)))
            .filter(mutes::kind.eq(MuteKind::Word).or(mutes::value.eq_any(values)))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Deletes the mutes that are over.
    pub async fn purge(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::delete(mutes::table.filter(mutes::until.le(now))).execute(conn).await
    }
}

/// Counts, for each of these mutes, the notifications it has marked that can still be restored.
async fn cleaned_by(
    ids: &[Uuid],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Cleaned>> {
    diesel::sql_query(
        "SELECT muted_by, count(*) AS rows FROM notifications
         WHERE muted_by = ANY($1) AND deleted_at > $2 GROUP BY muted_by",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Timestamptz, _>(now - TimeDelta::hours(RESTORE_HOURS))
    .load(conn)
    .await
}
