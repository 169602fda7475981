//! The notifications of one keyword are a group, without regard to case.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Filter, Notification, WithItem, cutoff};
use crate::db::Conn;
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
    #[diesel(sql_type = Text)]
    folded: String,
    #[diesel(embed)]
    row: Notification,
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
            // Folded after the counting: there are many rows and few spellings.
            "SELECT lower(keyword) AS folded, sum(count)::bigint AS count, max(latest) AS latest, \
                count(*) OVER () AS groups \
             FROM ( \
                SELECT keyword, count(*) AS count, max(created_at) AS latest, max(seq) AS last \
                FROM notifications \
                WHERE user_id = $1 AND created_at >= $2 AND {shown} \
                GROUP BY keyword \
             ) AS spellings \
             GROUP BY lower(keyword) \
             ORDER BY max(latest) {order}, max(last) {order} LIMIT $3 OFFSET $4"
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
            "SELECT g.folded, n.* FROM unnest($3) AS g (folded) CROSS JOIN LATERAL ( \
                SELECT * FROM notifications \
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
        let folded_of: HashMap<Uuid, String> = newest
            .iter()
            .map(|n| (n.row.id, n.folded.clone()))
            .collect();
        let mut rows: Vec<Self> = newest.into_iter().map(|n| n.row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.seq)));
        let with_items = Self::with_items(rows, conn).await?;
        let with_keyword = with_items.into_iter().filter_map(|found| {
            let folded = folded_of.get(&found.0.id)?.clone();
            Some((folded, found))
        });
        Ok(with_keyword.collect())
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
             ) AS n CROSS JOIN LATERAL ( \
                SELECT subreddit FROM items WHERE id = n.item_id AND seen_at = n.seen_at LIMIT 1 \
             ) AS i \
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
