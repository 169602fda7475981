//! Groups notifications by keyword, without regard to case.
//!
//! Groups are added up from the table `notification_counts`, which triggers keep in step with every
//! change of a notification: how many a keyword has in a week, by status, and when the newest was
//! made. So a page takes as long for a user with a million notifications as for one with a
//! thousand.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, Days, NaiveTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Filter, Notification, NotificationStatus, WithItem, cutoff};
use crate::Conn;
use crate::schema::notification_versions;

/// One keyword's notifications, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The keyword in lower case.
    pub folded: String,
    pub count: i64,
    pub latest: DateTime<Utc>,
}

/// One page of groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    pub page: Vec<Group>,
    /// The number of groups on all pages.
    pub total: i64,
    /// The number of unread notifications in groups of all pages, whatever the filter.
    pub unread: i64,
    /// When the next notification becomes too old to be shown, or a while before.
    pub until: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = BigInt)]
    total: i64,
    #[diesel(sql_type = BigInt)]
    all_unread: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    oldest: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    keyword: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    count: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    latest: Option<DateTime<Utc>>,
}

#[derive(QueryableByName)]
struct Newest {
    #[diesel(sql_type = Text)]
    folded: String,
    #[diesel(embed)]
    row: Notification,
}

/// The SQL for a status in the queries. It is part of their text, where the planner sees which
/// index fits: it is one of the table's own four words.
pub(super) struct Columns {
    /// The number of shown notifications of a row of `notification_counts`.
    pub(super) count: String,
    /// The time of the newest of these.
    latest: String,
    /// The condition for a notification to be shown.
    pub(super) shown: String,
    /// The statuses shown, as a list.
    list: String,
}

impl Columns {
    pub(super) fn of(status: Option<NotificationStatus>) -> Self {
        match status {
            // Those that are set aside are counted in no week: each may have some, made at any time.
            Some(NotificationStatus::Aside) => Self {
                count: "1".to_owned(),
                latest: "week + interval '7 days'".to_owned(),
                shown: "status = 'aside'".to_owned(),
                list: "'aside'".to_owned(),
            },
            Some(status) => Self {
                count: status.to_string(),
                latest: format!("latest_{status}"),
                shown: format!("status = '{status}'"),
                list: format!("'{status}'"),
            },
            None => Self {
                count: "unread + read + archived".to_owned(),
                latest: "greatest(latest_unread, latest_read, latest_archived)".to_owned(),
                shown: "status <> 'aside'".to_owned(),
                list: "'unread', 'read', 'archived'".to_owned(),
            },
        }
    }
}

/// The conditions for the rows that are counted themselves, where notifications are shown from `$2` on and
/// the week of that time ends at `$3`. No notification is made before its item is seen, so counts are right
/// from the next week on; before it are the rows made in that week, which an index alone counts, and the few
/// that were made later of items seen by then.
pub(super) const EDGE: [&str; 2] =
    ["created_at >= $2 AND created_at < $3", "created_at >= $3 AND seen_at < $3"];

/// Returns the beginning of the weeks whose notifications with `status` are counted: of those that are set aside, no
/// week's are. `since` is the time from which on notifications are shown.
pub(super) fn first_counted_week(
    status: Option<NotificationStatus>,
    since: DateTime<Utc>,
) -> DateTime<Utc> {
    match status {
        Some(NotificationStatus::Aside) => since + Days::new(365),
        _ => end_of_week(since),
    }
}

/// Returns the end of the week that contains `time`: the beginning of the first partition that holds
/// nothing of an earlier time.
pub fn end_of_week(time: DateTime<Utc>) -> DateTime<Utc> {
    let day = time.date_naive();
    let left = 7 - u64::from(day.weekday().num_days_from_monday());
    (day + Days::new(left)).and_time(NaiveTime::MIN).and_utc()
}

impl Notification {
    /// Returns a number that grows with every change of a user's notifications.
    pub async fn version(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
        let version = notification_versions::table
            .find(user_id)
            .select(notification_versions::version)
            .first(conn)
            .await
            .optional()?;
        Ok(version.unwrap_or(0))
    }

    /// Loads one page of a user's keywords, by their latest notification.
    pub async fn groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        filter: &Filter,
        conn: &mut Conn,
    ) -> QueryResult<Groups> {
        let order = if filter.oldest_first { "ASC" } else { "DESC" };
        let Columns { count, latest, shown, list } = Columns::of(filter.status);
        let is_aside = filter.status == Some(NotificationStatus::Aside);
        let read = if is_aside { list } else { format!("'unread', {list}") };
        let whole_weeks = first_counted_week(filter.status, cutoff(now));
        let [early, late] = EDGE;
        let lines: Vec<Line> = diesel::sql_query(format!(
            "WITH counted AS ( \
                SELECT keyword, unread, {count} AS count, {latest} AS latest, \
                    NULL::timestamptz AS oldest \
                FROM notification_counts WHERE user_id = $1 AND week >= $3 \
                UNION ALL \
                SELECT lower(keyword), count(*) FILTER (WHERE status = 'unread'), \
                    count(*) FILTER (WHERE {shown}), max(created_at) FILTER (WHERE {shown}), \
                    min(created_at) \
                FROM ( \
                    SELECT keyword, status, created_at FROM notifications \
                    WHERE user_id = $1 AND {early} \
                        AND deleted_at IS NULL AND status IN ({read}) \
                    UNION ALL \
                    SELECT keyword, status, created_at FROM notifications \
                    WHERE user_id = $1 AND {late} \
                        AND deleted_at IS NULL AND status IN ({read}) \
                ) AS edge \
                GROUP BY keyword \
             ), groups AS MATERIALIZED ( \
                SELECT keyword, sum(unread) AS unread, sum(count)::bigint AS count, \
                    max(latest) AS latest, min(oldest) AS oldest \
                FROM counted GROUP BY keyword \
             ), page AS ( \
                SELECT keyword, count, latest FROM groups WHERE count > 0 \
                ORDER BY latest {order}, keyword LIMIT $4 OFFSET $5 \
             ) \
             SELECT totals.*, page.* FROM ( \
                SELECT count(*) FILTER (WHERE count > 0) AS total, \
                    coalesce(sum(unread), 0)::bigint AS all_unread, min(oldest) AS oldest FROM groups \
             ) AS totals LEFT JOIN page ON true ORDER BY latest {order}, keyword"
        ))
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<Timestamptz, _>(whole_weeks)
        .bind::<BigInt, _>(filter.limit)
        .bind::<BigInt, _>(filter.offset)
        .load(conn)
        .await?;
        let first = lines.as_slice().first();
        let unread = match is_aside {
            true => {
                let unread =
                    Filter { status: Some(NotificationStatus::Unread), ..Filter::default() };
                Self::count(user_id, now, &unread, conn).await?
            }
            false => first.map_or(0, |line| line.all_unread),
        };
        let oldest = first.and_then(|line| line.oldest);
        Ok(Groups {
            total: first.map_or(0, |line| line.total),
            unread,
            until: oldest.map_or(whole_weeks, |at| at.min(whole_weeks)) + (now - cutoff(now)),
            // A page past the end has only the totals.
            page: lines.into_iter().filter_map(Line::group).collect(),
        })
    }

    /// Loads the newest `each` notifications of each keyword in `folded`, newest first, with the
    /// keyword in lower case as the database makes it.
    pub async fn newest_of_groups(
        user_id: Uuid,
        now: DateTime<Utc>,
        folded: &[String],
        status: Option<NotificationStatus>,
        each: i32,
        conn: &mut Conn,
    ) -> QueryResult<Vec<(String, WithItem)>> {
        let Columns { count, latest, list, .. } = Columns::of(status);
        // A week is read if later ones hold too few, or if something was made in it after it had ended:
        // that may be newer than what later weeks hold.
        let newest: Vec<Newest> = diesel::sql_query(format!(
            "WITH weeks AS MATERIALIZED ( \
                SELECT keyword, week, {count} AS count, {latest} AS latest, \
                    coalesce(sum({count}) OVER (PARTITION BY keyword ORDER BY week DESC \
                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS later \
                FROM notification_counts WHERE user_id = $1 AND keyword = ANY($3) \
             ), wanted AS MATERIALIZED ( \
                SELECT keyword, week FROM weeks \
                WHERE count > 0 AND (later < $4 OR latest >= week + interval '7 days') \
             ) \
             SELECT g.folded, n.* FROM unnest($3) AS g (folded) CROSS JOIN LATERAL ( \
                SELECT of_week.* FROM wanted, unnest(ARRAY[{list}]) AS s (status) \
                CROSS JOIN LATERAL ( \
                    SELECT * FROM notifications \
                    WHERE user_id = $1 AND lower(keyword) = g.folded AND status = s.status \
                        AND created_at >= $2 AND deleted_at IS NULL \
                        AND seen_at >= wanted.week AND seen_at < wanted.week + interval '7 days' \
                    ORDER BY created_at DESC, seq DESC LIMIT $4 \
                ) AS of_week \
                WHERE wanted.keyword = g.folded \
                ORDER BY of_week.created_at DESC, of_week.seq DESC LIMIT $4 \
             ) AS n"
        ))
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<Array<Text>, _>(folded)
        .bind::<Integer, _>(each)
        .load(conn)
        .await?;
        let (keys, rows): (Vec<String>, Vec<Self>) =
            newest.into_iter().map(|n| (n.folded, n.row)).unzip();
        let folded_of: HashMap<Uuid, String> = rows.iter().map(|row| row.id).zip(keys).collect();
        let with_items = Self::with_items(rows, conn).await?;
        let with_keyword = with_items.into_iter().filter_map(|found| {
            let folded = folded_of.get(&found.0.id)?.clone();
            Some((folded, found))
        });
        Ok(with_keyword.collect())
    }
}

impl Line {
    fn group(self) -> Option<Group> {
        Some(Group { folded: self.keyword?, count: self.count?, latest: self.latest? })
    }
}
