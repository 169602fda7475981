use chrono::{DateTime, TimeDelta, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::watch::{Watch, WatchMode};
use crate::Conn;
use crate::as_jsonb::as_jsonb;
use crate::schema::watch_variants;

/// The time for which a variant is searched for.
pub const TRIED_FOR: TimeDelta = TimeDelta::days(14);
/// The number of the latest items found only by the variant that are kept.
pub const MAX_LATEST: usize = 50;

/// A row of `watch_variants`: another rule that is tried alongside a watch's own.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = watch_variants, check_for_backend(diesel::pg::Pg))]
#[diesel(primary_key(watch_id), treat_none_as_null = true)]
pub struct WatchVariant {
    pub watch_id: Uuid,
    pub user_id: Uuid,
    pub keyword: String,
    pub mode: WatchMode,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub include_posts: bool,
    pub include_comments: bool,
    pub match_titles_only: bool,
    pub case_sensitive: bool,
    pub whole_word_only: bool,
    pub started_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The part of its query that costs most, if it ended because that is too much.
    pub expensive_part: Option<String>,
    /// The number of items that it found and the watch did not.
    pub added: i64,
    pub latest: Latest,
}

/// The latest items that only the variant found, the newest last.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromSqlRow, AsExpression,
)]
#[diesel(sql_type = Jsonb)]
pub struct Latest(pub Vec<Added>);

/// An item's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
}

impl WatchVariant {
    /// Returns the variant of one of the user's watches, if there is one.
    pub async fn find_own(
        watch_id: Uuid,
        user_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        watch_variants::table
            .find(watch_id)
            .filter(watch_variants::user_id.eq(user_id))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns the variants of some watches.
    pub async fn of_watches(watch_ids: &[Uuid], conn: &mut Conn) -> QueryResult<Vec<Self>> {
        watch_variants::table
            .filter(watch_variants::watch_id.eq_any(watch_ids))
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Stores the variant in place of the watch's previous one.
    pub async fn store(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(watch_variants::table)
            .values(self)
            .on_conflict(watch_variants::watch_id)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Ends the variants whose time is over, and returns how many.
    pub async fn end_outdated(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
        diesel::update(watch_variants::table)
            .filter(watch_variants::ended_at.is_null())
            .filter(watch_variants::started_at.lt(now - TRIED_FOR))
            .set(watch_variants::ended_at.eq(now))
            .execute(conn)
            .await
    }

    /// Returns the watch with this rule in place of its own.
    pub fn applied_to(self, watch: Watch) -> Watch {
        Watch {
            keyword: self.keyword,
            mode: self.mode,
            excluded_subreddits: self.excluded_subreddits,
            excluded_authors: self.excluded_authors,
            include_posts: self.include_posts,
            include_comments: self.include_comments,
            match_titles_only: self.match_titles_only,
            case_sensitive: self.case_sensitive,
            whole_word_only: self.whole_word_only,
            ..watch
        }
    }
}

as_jsonb!(Latest);
