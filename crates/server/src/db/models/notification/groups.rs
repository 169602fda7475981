//! The notifications of one keyword are a group, without regard to case.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Filter, Notification, WithItem, cutoff, joined};
use crate::db::Conn;
use crate::db::models::item::Item;
use crate::db::schema::notifications;

/// One keyword's notifications, counted.
#[derive(Debug, Clone, QueryableByName)]
pub struct Group {
    /// The keyword in lower case.
    #[diesel(sql_type = Text)]
    pub folded: String,
    #[diesel(sql_type = BigInt)]
    pub count: i64,
    #[diesel(sql_type = Timestamptz)]
    pub latest: DateTime<Utc>,
    /// How many groups there are on all pages.
    #[diesel(sql_type = BigInt)]
    pub groups: i64,
}

#[derive(QueryableByName)]
struct GroupSubreddits {
    #[diesel(sql_type = Text)]
    folded: String,
    #[diesel(sql_type = Array<Text>)]
    subreddits: Vec<String>,
}

#[derive(QueryableByName)]
struct Newest {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    seen_at: DateTime<Utc>,
}

/// The condition for what a list shows. The status stands in the text, where the planner sees which
/// index fits: it is one of the table's own three words.
fn shown(status: Option<&'static str>) -> String {
    match status {
        Some(status) => format!("status = '{status}' AND deleted_at IS NULL"),
        None => "deleted_at IS NULL".to_owned(),
    }
}

impl Notification {
    /// One page of a user's keywords, by their latest notification.
    pub async fn groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        filter: &Filter,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Group>> {
        let order = if filter.oldest_first { "ASC" } else { "DESC" };
        let shown = shown(filter.status);
        diesel::sql_query(format!(
            "SELECT lower(keyword) AS folded, count(*) AS count, max(created_at) AS latest, \
                count(*) OVER () AS groups \
             FROM notifications \
             WHERE user_id = $1 AND created_at >= $2 AND {shown} \
             GROUP BY lower(keyword) \
             ORDER BY max(created_at) {order}, max(seq) {order} LIMIT $3 OFFSET $4"
        ))
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<BigInt, _>(filter.limit)
        .bind::<BigInt, _>(filter.offset)
        .load(conn)
        .await
    }

    /// How many keywords [`Notification::groups`] finds on all pages.
    pub async fn count_groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        status: Option<&'static str>,
        conn: &mut Conn,
    ) -> QueryResult<i64> {
        let mut query = notifications::table
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::deleted_at.is_null())
            .filter(notifications::created_at.ge(cutoff(now)))
            .into_boxed::<Pg>();
        if let Some(status) = status {
            query = query.filter(notifications::status.eq(status.to_owned()));
        }
        query
            .select(sql::<BigInt>("count(DISTINCT lower(keyword))"))
            .first(conn)
            .await
    }

    /// The newest `each` notifications of each keyword in `folded`, newest first, with the keyword
    /// in lower case as the database makes it.
    pub async fn newest_of_groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        folded: &[String],
        status: Option<&'static str>,
        each: i32,
        conn: &mut Conn,
    ) -> QueryResult<Vec<(String, WithItem)>> {
        let shown = shown(status);
        let newest: Vec<Newest> = diesel::sql_query(format!(
            "SELECT n.id, n.seen_at FROM unnest($3) AS g (folded) CROSS JOIN LATERAL ( \
                SELECT id, seen_at FROM notifications \
                WHERE user_id = $1 AND lower(keyword) = g.folded AND created_at >= $2 \
                    AND {shown} \
                ORDER BY created_at DESC, seq DESC LIMIT $4 \
             ) AS n"
        ))
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<Array<Text>, _>(folded)
        .bind::<Integer, _>(each)
        .load(conn)
        .await?;
        let (ids, days): (Vec<_>, Vec<_>) = newest.iter().map(|n| (n.id, n.seen_at)).unzip();
        // The partition key is named too, so that only the weeks in question are opened.
        joined()
            .filter(notifications::id.eq_any(ids))
            .filter(notifications::seen_at.eq_any(days))
            .order((notifications::created_at.desc(), notifications::seq.desc()))
            .select((
                sql::<Text>("lower(notifications.keyword)"),
                (Self::as_select(), Item::as_select()),
            ))
            .load(conn)
            .await
    }

    /// Where each keyword of `folded` was found: subreddits of its newest `look_back` notifications,
    /// as pairs of keyword and names in order.
    pub async fn subreddits_of_groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        folded: &[String],
        status: Option<&'static str>,
        look_back: i32,
        conn: &mut Conn,
    ) -> QueryResult<Vec<(String, Vec<String>)>> {
        let shown = shown(status);
        let rows: Vec<GroupSubreddits> = diesel::sql_query(format!(
            "SELECT g.folded, array_agg(DISTINCT i.subreddit) AS subreddits \
             FROM unnest($3) AS g (folded) CROSS JOIN LATERAL ( \
                SELECT item_id, seen_at FROM notifications \
                WHERE user_id = $1 AND lower(keyword) = g.folded AND created_at >= $2 \
                    AND {shown} \
                ORDER BY created_at DESC, seq DESC LIMIT $4 \
             ) AS n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at \
             GROUP BY g.folded"
        ))
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<Array<Text>, _>(folded)
        .bind::<Integer, _>(look_back)
        .load(conn)
        .await?;
        Ok(rows.into_iter().map(|r| (r.folded, r.subreddits)).collect())
    }
}
