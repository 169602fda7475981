use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::InnerJoinOn;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::item::Item;
use crate::column_enum::column_enum;
use crate::listen::NOTIFICATIONS;
use crate::schema::{digest_entries, items, live_cursors, notifications};
use crate::{Conn, Prepare, look_up_each};

mod by_day;
pub mod groups;
mod judged;
mod moves;
mod read_all;
mod relevance;
mod search;
mod totals;
mod young;

pub use by_day::{DayOfWatch, MAX_COUNTED_A_DAY};
pub use groups::{Group, Groups};
pub use judged::{Judged, Judgement};
pub use moves::MoveTarget;
pub use read_all::{MarkedUntil, Unread};
pub use relevance::Alerted;
pub use search::{Place, Search, Wanted};
pub use totals::Stats;
pub use young::{Reception, WORTH_A_REPLY_FOR};

/// Notifications older than this are no longer shown; a clean-up deletes them in whole weeks.
pub const RETENTION_DAYS: i64 = 90;

define_sql_function! {
    fn lower(text: Text) -> Text;
}

/// The time for which a deleted notification can be restored.
pub const RESTORE_HOURS: i64 = 24;

/// A row of `notifications`: one item that matched one watch. `deleted_at` is not part of it: no
/// query here finds one that is marked as deleted, except the one that restores it.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = notifications, check_for_backend(diesel::pg::Pg))]
pub struct Notification {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
    pub item_id: Uuid,
    pub watch_id: Uuid,
    pub user_id: Uuid,
    pub seq: i64,
    pub keyword: String,
    /// `[{"field": "title" | "body" | "flair" | "url" | "author", "start": n, "end": n}]`, UTF-16
    /// units. `url` refers to the item's `link`.
    pub matches: serde_json::Value,
    pub status: NotificationStatus,
    pub created_at: DateTime<Utc>,
}

column_enum! {
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum NotificationStatus in notifications.status {
        Unread = "unread",
        Read = "read",
        Archived = "archived",
        /// Set aside as probably not relevant.
        Aside = "aside",
    }
}

/// A notification with the item it is about.
pub type WithItem = (Notification, Item);

type Joined = InnerJoinOn<
    notifications::table,
    items::table,
    diesel::dsl::And<
        diesel::dsl::Eq<items::id, notifications::item_id>,
        diesel::dsl::Eq<items::seen_at, notifications::seen_at>,
    >,
>;

/// The filter of a user's list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// `None` for all that is not set aside; a digest lists that as well.
    pub status: Option<NotificationStatus>,
    /// Without regard to case.
    pub keyword: Option<String>,
    pub watch_id: Option<Uuid>,
    /// Only what one digest lists.
    pub digest_id: Option<Uuid>,
    pub oldest_first: bool,
    /// Only what comes after this position: when it was made, and its number.
    pub after: Option<(DateTime<Utc>, i64)>,
    pub limit: i64,
    pub offset: i64,
}

#[derive(QueryableByName)]
struct Marked {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// The condition for a keyword, without regard to case, as in the groups.
#[diesel::dsl::auto_type(no_type_alias)]
fn of_keyword(keyword: &str) -> _ {
    lower(notifications::keyword).eq(lower(keyword))
}

fn cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - chrono::Duration::days(RETENTION_DAYS)
}

/// Returns the query for a user's notifications that pass `filter`, on all pages and in no order.
fn filtered<'a>(
    user_id: Uuid,
    now: DateTime<Utc>,
    filter: &'a Filter,
) -> notifications::BoxedQuery<'a, Pg> {
    let mut query = notifications::table
        .filter(notifications::user_id.eq(user_id))
        .filter(notifications::deleted_at.is_null())
        .filter(notifications::created_at.ge(cutoff(now)))
        .into_boxed();
    query = match filter.status {
        Some(status) => query.filter(notifications::status.eq(status)),
        None if filter.digest_id.is_some() => query,
        None => query.filter(notifications::status.ne(NotificationStatus::Aside)),
    };
    if let Some(keyword) = &filter.keyword {
        query = query.filter(of_keyword(keyword));
    }
    if let Some(watch_id) = filter.watch_id {
        query = query.filter(notifications::watch_id.eq(watch_id));
    }
    if let Some(digest_id) = filter.digest_id {
        let entries = digest_entries::table
            .filter(digest_entries::digest_id.eq(digest_id))
            .filter(digest_entries::notification_id.eq(notifications::id))
            .filter(digest_entries::seen_at.eq(notifications::seen_at));
        query = query.filter(diesel::dsl::exists(entries));
    }
    // The first condition is for the index.
    if let Some((at, seq)) = filter.after {
        query = match filter.oldest_first {
            true => query
                .filter(notifications::created_at.ge(at))
                .filter(notifications::created_at.gt(at).or(notifications::seq.gt(seq))),
            false => query
                .filter(notifications::created_at.le(at))
                .filter(notifications::created_at.lt(at).or(notifications::seq.lt(seq))),
        };
    }
    query
}

fn joined() -> Joined {
    notifications::table.inner_join(
        items::table.on(items::id
            .eq(notifications::item_id)
            .and(items::seen_at.eq(notifications::seen_at))),
    )
}

impl Notification {
    /// Loads one page of a user's list.
    pub async fn list(
        user_id: Uuid,
        now: DateTime<Utc>,
        filter: &Filter,
        conn: &mut Conn,
    ) -> QueryResult<Vec<WithItem>> {
        let query = filtered(user_id, now, filter)
            .select(Self::as_select())
            .limit(filter.limit)
            .offset(filter.offset);
        let query = if filter.oldest_first {
            query.order((notifications::created_at.asc(), notifications::seq.asc()))
        } else {
            query.order((notifications::created_at.desc(), notifications::seq.desc()))
        };
        let rows = query.load(conn).await?;
        Self::with_items(rows, conn).await
    }

    /// Loads the items of rows and returns both together, in the same order. Rows whose item is gone
    /// are left out. Two queries instead of a join: the planner cannot know how few rows a page leaves
    /// to be joined.
    pub async fn with_items(rows: Vec<Self>, conn: &mut Conn) -> QueryResult<Vec<WithItem>> {
        let (ids, days): (Vec<_>, Vec<_>) =
            rows.iter().map(|row| (row.item_id, row.seen_at)).unzip();
        // Each item is looked up separately, in the one week that holds it.
        let found: Vec<Item> = diesel::sql_query(
            "SELECT item.* FROM unnest($1, $2) AS wanted (id, seen_at) CROSS JOIN LATERAL ( \
                SELECT * FROM items \
                WHERE items.id = wanted.id AND items.seen_at = wanted.seen_at LIMIT 1 \
             ) AS item",
        )
        .bind::<Array<diesel::sql_types::Uuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(days)
        .load(conn)
        .await?;
        let found = found.into_iter().map(|item| (item.id, item));
        Ok(Self::beside(rows, &found.collect()))
    }

    /// Pairs each row with its item. Rows whose item is missing are left out.
    fn beside(rows: Vec<Self>, items: &HashMap<Uuid, Item>) -> Vec<WithItem> {
        let with_item = |row: Self| {
            let item = items.get(&row.item_id)?.clone();
            Some((row, item))
        };
        rows.into_iter().filter_map(with_item).collect()
    }

    /// Finds one of a user's notifications with its item.
    pub async fn find(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<WithItem>> {
        joined()
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::deleted_at.is_null())
            .filter(notifications::created_at.ge(cutoff(now)))
            .select((Self::as_select(), Item::as_select()))
            .first(conn)
            .await
            .optional()
    }

    /// Loads up to `limit` notifications after `seq` that are not set aside, oldest first: the live stream's
    /// read. Returns none if there is nothing new.
    pub async fn after(
        user_id: Uuid,
        mut seq: i64,
        limit: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<WithItem>> {
        loop {
            let rows = notifications::table
                .filter(notifications::user_id.eq(user_id))
                .filter(notifications::seq.gt(seq))
                .filter(notifications::deleted_at.is_null())
                .filter(notifications::status.ne(NotificationStatus::Aside))
                .order(notifications::seq.asc())
                .limit(limit)
                .select(Self::as_select())
                .load(conn)
                .await?;
            let Some(last) = rows.last().map(|row| row.seq) else {
                return Ok(Vec::new());
            };
            let found = Self::with_items(rows, conn).await?;
            if !found.is_empty() {
                return Ok(found);
            }
            // The items of all of them are gone: continue from the last, or the reader would never end.
            seq = last;
        }
    }

    /// Wakes the live streams of these users, in every process, when the transaction commits.
    pub async fn announce(user_ids: &[Uuid], mut conn: &Conn) -> QueryResult<()> {
        if user_ids.is_empty() {
            return Ok(());
        }
        diesel::sql_query("SELECT pg_notify($1, id::text) FROM unnest($2) AS u (id)")
            .bind::<Text, _>(NOTIFICATIONS)
            .bind::<Array<diesel::sql_types::Uuid>, _>(user_ids)
            .prepared()
            .execute(&mut conn)
            .await?;
        Ok(())
    }

    /// Takes the next `count` places of a user's sequence and returns the last of them. The user's
    /// row is locked until commit: take them in the order of user ids. The holder may lock several of
    /// the user's watches in any order; for that alone, take 0 places.
    pub async fn take_places(user_id: Uuid, count: i64, conn: &mut Conn) -> QueryResult<i64> {
        diesel::insert_into(live_cursors::table)
            .values((live_cursors::user_id.eq(user_id), live_cursors::seq.eq(count)))
            .on_conflict(live_cursors::user_id)
            .do_update()
            .set(live_cursors::seq.eq(live_cursors::seq + count))
            .returning(live_cursors::seq)
            .get_result(conn)
            .await
    }

    /// Returns the last seq given to a user; 0 before the first.
    pub async fn last_seq(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
        let seq = live_cursors::table
            .find(user_id)
            .select(live_cursors::seq)
            .first(conn)
            .await
            .optional()?;
        Ok(seq.unwrap_or(0))
    }

    /// Sets the status of one of a user's notifications if its present status is in `from`, and returns
    /// whether it did.
    pub async fn set_status(
        user_id: Uuid,
        id: Uuid,
        from: &[NotificationStatus],
        to: NotificationStatus,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let read = (to == NotificationStatus::Read).then(|| notifications::was_read.eq(true));
        let changed = diesel::update(notifications::table)
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::deleted_at.is_null())
            .filter(notifications::status.eq_any(from))
            .set((notifications::status.eq(to), read))
            .execute(conn)
            .await?;
        Ok(changed > 0)
    }

    /// Marks one of a user's notifications as deleted, and subtracts it from its watch's matches.
    /// Returns whether it existed.
    pub async fn delete(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let marked: Marked = diesel::sql_query(
            "WITH marked AS ( \
                UPDATE notifications SET deleted_at = $3 \
                WHERE id = $1 AND user_id = $2 AND created_at >= $4 AND deleted_at IS NULL \
                RETURNING watch_id \
             ), counted AS ( \
                UPDATE watches SET match_count = greatest(match_count - 1, 0) FROM marked \
                WHERE watches.id = marked.watch_id \
             ) SELECT count(*) AS rows FROM marked",
        )
        .bind::<diesel::sql_types::Uuid, _>(id)
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(cutoff(now))
        .get_result(conn)
        .await?;
        Ok(marked.rows > 0)
    }

    /// Restores one that was deleted less than a day ago, and adds it to its watch's matches again.
    pub async fn restore(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let marked: Marked = diesel::sql_query(
            "WITH marked AS ( \
                UPDATE notifications SET deleted_at = NULL, muted_by = NULL \
                WHERE id = $1 AND user_id = $2 AND deleted_at > $3 \
                RETURNING watch_id \
             ), counted AS ( \
                UPDATE watches SET match_count = match_count + 1 FROM marked \
                WHERE watches.id = marked.watch_id \
             ) SELECT count(*) AS rows FROM marked",
        )
        .bind::<diesel::sql_types::Uuid, _>(id)
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<Timestamptz, _>(now - chrono::Duration::hours(RESTORE_HOURS))
        .get_result(conn)
        .await?;
        Ok(marked.rows > 0)
    }

    /// Purges up to `limit` notifications that were deleted before `cutoff`, and returns how many.
    pub async fn purge_deleted(
        cutoff: DateTime<Utc>,
        limit: usize,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        let purge = diesel::sql_query(
            "WITH old AS MATERIALIZED ( \
                SELECT id, seen_at FROM notifications WHERE deleted_at < $1 LIMIT $2 \
             ), kept AS ( \
                DELETE FROM kept_matches k USING old WHERE k.notification_id = old.id \
             ), decided AS ( \
                DELETE FROM set_aside s USING old WHERE s.notification_id = old.id \
             ), said AS ( \
                DELETE FROM second_opinions s USING old WHERE s.notification_id = old.id \
             ) DELETE FROM notifications n USING old WHERE n.id = old.id AND n.seen_at = old.seen_at",
        )
        .bind::<Timestamptz, _>(cutoff)
        .bind::<BigInt, _>(i64::try_from(limit).unwrap_or(i64::MAX));
        conn.transaction(async move |conn| {
            look_up_each(conn).await?;
            purge.execute(conn).await
        })
        .await
    }
}
