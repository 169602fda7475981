//! Searches a user's notifications by the words of their items, and by other filters: newest first,
//! batch by batch, in bounded memory.
//!
//! The cheaper of two ways is taken. A word that few items have is looked up in their index, and the
//! user's notification of each item is queried. A word that many have is in many of the user's
//! notifications too, or else in none of the newest thousands: these are scanned, and each item is
//! checked on its own.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::result::Error as DieselError;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::{Notification, NotificationStatus, WithItem, cutoff, of_keyword};
use crate::Conn;
use crate::models::item::{Item, ItemKind};
use crate::schema::notifications;

/// Notifications that are read per batch. Their texts have up to 100,000 characters each.
const AT_ONCE: usize = 200;
/// The same without their texts.
const AT_ONCE_WITHOUT_ITEMS: usize = 1_000;
/// Words that more items have than this are common.
const MAX_RARE: i64 = 2_000;
/// The timeout of a query of the index: phrases of common words, and excluded words, keep the index
/// busy for longer than a scan of a user's notifications takes.
const PATIENCE: &str = "1500ms";

/// The words of an item, in the form of the index.
macro_rules! words {
    () => {
        "to_tsvector('simple', title || ' ' || left(body, 40000))"
    };
}

/// The conditions of a search. All given conditions must hold.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Words, "phrases", OR and -without.
    pub words: Option<String>,
    pub status: Option<NotificationStatus>,
    /// Without regard to case.
    pub keyword: Option<String>,
    /// Without regard to case.
    pub subreddit: Option<String>,
    pub kind: Option<ItemKind>,
    pub is_starred: bool,
    pub from: Option<DateTime<Utc>>,
    /// The first moment that is too late.
    pub until: Option<DateTime<Utc>>,
    /// The last position in the user's sequence.
    pub up_to: Option<i64>,
    /// Also what was removed at its source, which has no words any more.
    pub removed: bool,
}

/// The position of a notification in its user's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub created_at: DateTime<Utc>,
    pub seq: i64,
}

impl Place {
    pub fn of(row: &Notification) -> Self {
        Self { created_at: row.created_at, seq: row.seq }
    }
}

/// A search in progress.
#[derive(Debug)]
pub struct Search {
    user_id: Uuid,
    since: DateTime<Utc>,
    wanted: Wanted,
    /// The items that have the words, by id and `seen_at`; `None` if there are too many to be
    /// known.
    items: Option<(Vec<Uuid>, Vec<DateTime<Utc>>)>,
    after: Option<Place>,
    ended: bool,
    looked_at: usize,
}

#[derive(QueryableByName)]
struct Hit {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
}

impl Search {
    /// Begins a search of what comes after `after` in the user's list.
    pub async fn begin(
        user_id: Uuid,
        now: DateTime<Utc>,
        wanted: Wanted,
        after: Option<Place>,
        conn: &mut Conn,
    ) -> QueryResult<Self> {
        let kept = cutoff(now);
        let items = match &wanted.words {
            Some(words) => items_with(words, conn).await?,
            None => None,
        };
        Ok(Self {
            user_id,
            since: wanted.from.map_or(kept, |from| from.max(kept)),
            items: items.map(|hits| hits.into_iter().map(|hit| (hit.id, hit.seen_at)).unzip()),
            wanted,
            after,
            ended: false,
            looked_at: 0,
        })
    }

    /// Searches the next piece of the list and returns what it found, which may be nothing; `None`
    /// at the end of the list.
    pub async fn next_batch(&mut self, conn: &mut Conn) -> QueryResult<Option<Vec<WithItem>>> {
        let Some(rows) = self.next_rows(AT_ONCE, conn).await? else {
            return Ok(None);
        };
        let items: Vec<Item> = self.items_of(&rows, "item.*").load(conn).await?;
        let items = items.into_iter().map(|item| (item.id, item));
        Ok(Some(Notification::beside(rows, &items.collect())))
    }

    /// Searches as [`next_batch`](Self::next_batch) does, without loading the items.
    pub async fn next_without_items(
        &mut self,
        conn: &mut Conn,
    ) -> QueryResult<Option<Vec<Notification>>> {
        let Some(mut rows) = self.next_rows(AT_ONCE_WITHOUT_ITEMS, conn).await? else {
            return Ok(None);
        };
        let items: Vec<Hit> = self.items_of(&rows, "item.id, item.seen_at").load(conn).await?;
        let items: HashSet<Uuid> = items.into_iter().map(|item| item.id).collect();
        rows.retain(|row| items.contains(&row.item_id));
        Ok(Some(rows))
    }

    /// Reads up to `limit` of the next rows, whatever their items are.
    async fn next_rows(
        &mut self,
        limit: usize,
        conn: &mut Conn,
    ) -> QueryResult<Option<Vec<Notification>>> {
        if self.ended {
            return Ok(None);
        }
        let rows = match &self.items {
            Some((ids, times)) => self.of_items(ids, times, limit, conn).await?,
            None if self.wanted.is_starred => self.starred(limit, conn).await?,
            None => self.by_time(limit, conn).await?,
        };
        self.ended = rows.len() < limit;
        self.looked_at += rows.len();
        self.after = rows.last().map(Place::of).or(self.after);
        Ok(Some(rows))
    }

    /// Returns the position at which the search continues; `None` at its end.
    pub fn rest(&self) -> Option<Place> {
        self.after.filter(|_| !self.ended)
    }

    /// Returns how many notifications were read so far.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// Returns whether the index of words is used.
    pub fn is_by_index(&self) -> bool {
        self.items.is_some()
    }

    async fn by_time(&self, limit: usize, conn: &mut Conn) -> QueryResult<Vec<Notification>> {
        let mut query = notifications::table
            .filter(notifications::user_id.eq(self.user_id))
            .filter(notifications::deleted_at.is_null())
            .filter(notifications::created_at.ge(self.since))
            .select(Notification::as_select())
            .order((notifications::created_at.desc(), notifications::seq.desc()))
            .limit(limit as i64)
            .into_boxed::<Pg>();
        if let Some(after) = self.after {
            let before =
                notifications::created_at.lt(after.created_at).or(notifications::seq.lt(after.seq));
            query = query.filter(notifications::created_at.le(after.created_at)).filter(before);
        }
        if let Some(until) = self.wanted.until {
            query = query.filter(notifications::created_at.lt(until));
        }
        if let Some(up_to) = self.wanted.up_to {
            query = query.filter(notifications::seq.le(up_to));
        }
        if let Some(status) = self.wanted.status {
            query = query.filter(notifications::status.eq(status));
        }
        if let Some(keyword) = &self.wanted.keyword {
            query = query.filter(of_keyword(keyword));
        }
        query.load(conn).await
    }

    /// Reads those with a star, of which a user has few.
    async fn starred(&self, limit: usize, conn: &mut Conn) -> QueryResult<Vec<Notification>> {
        let stars =
            "(SELECT notification_id, seen_at FROM kept_matches WHERE user_id = $1 AND is_starred)
            AS hit (id, seen_at)";
        self.looked_up(stars, "n.id = hit.id", limit).load(conn).await
    }

    /// Reads those of these items.
    async fn of_items(
        &self,
        ids: &[Uuid],
        times: &[DateTime<Utc>],
        limit: usize,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Notification>> {
        let is_hit = "n.item_id = hit.id AND (NOT $12 OR EXISTS (
            SELECT FROM kept_matches k WHERE k.notification_id = n.id AND k.is_starred))";
        self.looked_up("unnest($10, $11) AS hit (id, seen_at)", is_hit, limit)
            .bind::<Array<SqlUuid>, _>(ids)
            .bind::<Array<Timestamptz>, _>(times)
            .bind::<Bool, _>(self.wanted.is_starred)
            .load(conn)
            .await
    }

    /// Returns the query for the wanted notifications among `hits`, by `is_hit`. Each is looked up separately, in the
    /// one week that holds it: `OFFSET 0` ensures this.
    fn looked_up<'a>(
        &'a self,
        hits: &str,
        is_hit: &str,
        limit: usize,
    ) -> BoxedSqlQuery<'a, Pg, SqlQuery> {
        diesel::sql_query(format!(
            "SELECT found.* FROM {hits} CROSS JOIN LATERAL (
                 SELECT * FROM notifications n
                 WHERE n.seen_at = hit.seen_at AND n.user_id = $1 AND {is_hit}
                     AND n.deleted_at IS NULL AND n.created_at >= $2
                     AND ($3::timestamptz IS NULL OR n.created_at < $3)
                     AND ($4::timestamptz IS NULL OR (n.created_at, n.seq) < ($4, $5))
                     AND ($6::text IS NULL OR n.status = $6)
                     AND ($7::text IS NULL OR lower(n.keyword) = lower($7))
                     AND ($8::bigint IS NULL OR n.seq <= $8)
                 OFFSET 0
             ) AS found
             ORDER BY found.created_at DESC, found.seq DESC LIMIT $9"
        ))
        .into_boxed()
        .bind::<SqlUuid, _>(self.user_id)
        .bind::<Timestamptz, _>(self.since)
        .bind::<Nullable<Timestamptz>, _>(self.wanted.until)
        .bind::<Nullable<Timestamptz>, _>(self.after.map(|after| after.created_at))
        .bind::<BigInt, _>(self.after.map_or(0, |after| after.seq))
        .bind::<Nullable<Text>, _>(self.wanted.status)
        .bind::<Nullable<Text>, _>(self.wanted.keyword.as_deref())
        .bind::<Nullable<BigInt>, _>(self.wanted.up_to)
        .bind::<BigInt, _>(limit as i64)
    }

    /// Returns the query for `columns` of those items of the rows that still exist and are wanted.
    fn items_of<'a>(
        &'a self,
        rows: &[Notification],
        columns: &str,
    ) -> BoxedSqlQuery<'a, Pg, SqlQuery> {
        let (ids, times): (Vec<_>, Vec<_>) =
            rows.iter().map(|row| (row.item_id, row.seen_at)).unzip();
        diesel::sql_query(format!(
            concat!(
                "SELECT {} FROM unnest($1, $2) AS picked (id, seen_at) CROSS JOIN LATERAL (
                     SELECT * FROM items
                     WHERE items.id = picked.id AND items.seen_at = picked.seen_at
                         AND ($6 OR gone_at IS NULL)
                         AND ($3::text IS NULL OR lower(subreddit) = lower($3))
                         AND ($4::text IS NULL OR kind = $4)
                         AND ($5::text IS NULL OR ",
                words!(),
                " @@ websearch_to_tsquery('simple', $5)) LIMIT 1
                 ) AS item",
            ),
            columns
        ))
        .into_boxed()
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(times)
        .bind::<Nullable<Text>, _>(self.wanted.subreddit.as_deref())
        .bind::<Nullable<Text>, _>(self.wanted.kind)
        .bind::<Nullable<Text>, _>(self.wanted.words.as_deref())
        .bind::<Bool, _>(self.wanted.removed)
    }
}

/// Returns the items of all users that have the words, unless these are common.
async fn items_with(words: &str, conn: &mut Conn) -> QueryResult<Option<Vec<Hit>>> {
    let asked = conn.transaction(async |conn| -> QueryResult<Vec<Hit>> {
        // Most items in the tables led to no alert: reading on until enough is found is
        // expensive.
        diesel::sql_query(
            "SELECT set_config('statement_timeout', $1, true), \
                    set_config('enable_seqscan', 'off', true)",
        )
        .bind::<Text, _>(PATIENCE)
        .execute(conn)
        .await?;
        diesel::sql_query(concat!(
            "SELECT id, seen_at FROM items WHERE is_matched AND gone_at IS NULL AND ",
            words!(),
            " @@ websearch_to_tsquery('simple', $1) LIMIT $2",
        ))
        .bind::<Text, _>(words)
        .bind::<BigInt, _>(MAX_RARE + 1)
        .load(conn)
        .await
    });
    match asked.await {
        Ok(hits) if hits.len() as i64 > MAX_RARE => Ok(None),
        Ok(hits) => Ok(Some(hits)),
        // SQLSTATE 57014, for which Diesel has no kind.
        Err(DieselError::DatabaseError(_, info))
            if info.message().contains("statement timeout") =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
