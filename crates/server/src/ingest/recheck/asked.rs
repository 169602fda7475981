//! Whom is asked about stored items: each source about its own.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Bool, Integer, Nullable, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{Claimed, IDS_A_CALL};
use crate::db::Conn;
use crate::sources::bluesky::Bluesky;
use crate::sources::hacker_news::HackerNews;
use crate::sources::lemmy::Lemmy;
use crate::sources::reddit::{Forum, Priority};
use crate::sources::{ForumError, Page};

/// A source that is asked.
pub enum Asked {
    Reddit(Arc<dyn Forum>),
    HackerNews(Arc<HackerNews>),
    Bluesky(Arc<Bluesky>),
    Lemmy(Arc<Lemmy>),
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

impl Asked {
    /// The condition for the ids of its own: others begin with a name and a colon. As an index has it.
    fn own_ids(&self) -> &'static str {
        match self {
            Self::Reddit(_) => "forum_id NOT LIKE '%:%'",
            Self::HackerNews(_) => "forum_id LIKE 'hn:%'",
            Self::Bluesky(_) => "forum_id LIKE 'bsky:%'",
            Self::Lemmy(_) => "forum_id LIKE 'lemmy:%'",
        }
    }

    /// Returns whether a call costs the same however many ids it carries.
    fn takes_many(&self) -> bool {
        match self {
            Self::Reddit(_) => true,
            Self::HackerNews(_) | Self::Bluesky(_) | Self::Lemmy(_) => false,
        }
    }

    /// Reads items, whatever became of them.
    pub(super) async fn items(
        &self,
        ids: &[String],
        now: DateTime<Utc>,
    ) -> Result<Page, ForumError> {
        match self {
            Self::Reddit(forum) => forum.items(ids, Priority::Check).await,
            Self::HackerNews(source) => source.stored(ids, now).await,
            Self::Bluesky(source) => source.stored(ids).await,
            Self::Lemmy(source) => source.stored(ids, now).await,
        }
    }

    /// Returns when the next of its items falls due that nobody is looking for.
    pub(super) async fn next_due(
        &self,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<DateTime<Utc>>> {
        let own = self.own_ids();
        let due: Due = diesel::sql_query(format!(
            "SELECT (SELECT check_at FROM item_keys
                     WHERE check_at IS NOT NULL AND {own}
                         AND (checked_until IS NULL OR checked_until <= $1)
                     ORDER BY check_at LIMIT 1) AS at"
        ))
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await?;
        Ok(due.at)
    }

    /// Takes items until `until`: those that are due of what people were alerted to, then those of all
    /// others, then what falls due next where that costs nothing, each the longest due first.
    pub(super) async fn claim(
        &self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Claimed>> {
        let own = self.own_ids();
        diesel::sql_query(format!(
            "WITH alerted AS MATERIALIZED (
                 SELECT forum_id FROM item_keys
                 WHERE is_alerted AND check_at <= $1 AND {own}
                     AND (checked_until IS NULL OR checked_until <= $1)
                 ORDER BY check_at LIMIT $3 FOR UPDATE SKIP LOCKED),
             others AS MATERIALIZED (
                 SELECT forum_id FROM item_keys
                 WHERE check_at IS NOT NULL AND {own} AND ($4 OR check_at <= $1)
                     AND (checked_until IS NULL OR checked_until <= $1)
                     AND forum_id NOT IN (SELECT forum_id FROM alerted)
                 ORDER BY check_at LIMIT $3 - (SELECT count(*) FROM alerted) FOR UPDATE SKIP LOCKED),
             due AS (SELECT forum_id FROM alerted UNION ALL SELECT forum_id FROM others)
             UPDATE item_keys SET checked_until = $2 FROM due
             WHERE item_keys.forum_id = due.forum_id
             RETURNING item_keys.forum_id, item_id, seen_at, misses,
                 is_thread OR EXISTS (
                     SELECT 1 FROM notifications n
                     WHERE n.item_id = item_keys.item_id AND n.seen_at = item_keys.seen_at)
                     AS is_alerted"
        ))
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(until)
        .bind::<Integer, _>(IDS_A_CALL)
        .bind::<Bool, _>(self.takes_many())
        .load(conn)
        .await
    }
}
