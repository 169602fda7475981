//! Sums by keyword, day and hour of the week, of one look at the hours. Where clocks are half an hour off UTC's,
//! an hour counts for the day in which it begins.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::sql_types::{
    BigInt, Bool, Date, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    Analytics, Asked, AuthorMatches, DayMatches, KeywordMatches, MatchSum, OtherKeywords,
    PlaceMatches,
};
use crate::calendar;
use crate::db::Conn;

/// The keywords that are listed, each with its days.
const MAX_KEYWORDS: i64 = 20;

/// A sum of what its columns that are not null have in common.
#[derive(Debug, QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    watch_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    keyword: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    day: Option<NaiveDate>,
    /// 1 is Monday.
    #[diesel(sql_type = Nullable<Integer>)]
    weekday: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    hour: Option<i32>,
    #[diesel(sql_type = Bool)]
    is_before: bool,
    #[diesel(sql_type = BigInt)]
    matches: i64,
    #[diesel(sql_type = BigInt)]
    opened: i64,
    #[diesel(sql_type = BigInt)]
    not_relevant: i64,
}

impl Row {
    fn sum(&self) -> MatchSum {
        MatchSum {
            matches: self.matches,
            opened: self.opened,
            not_relevant: self.not_relevant,
        }
    }
}

/// What the hours say.
#[derive(Debug, Default)]
pub(super) struct Hours {
    total: MatchSum,
    previous: MatchSum,
    days: HashMap<NaiveDate, MatchSum>,
    keywords: HashMap<Uuid, Keyword>,
    of_keywords: HashMap<(Uuid, NaiveDate), i64>,
    week: Vec<Vec<i64>>,
}

#[derive(Debug, Default)]
struct Keyword {
    name: Option<String>,
    sum: MatchSum,
    previous: i64,
}

pub(super) async fn by_hour(asked: &Asked, conn: &mut Conn) -> QueryResult<Hours> {
    let start_of = |day| calendar::start_of(day, asked.zone);
    let range = asked.range;
    let end = range.until.succ_opt().unwrap_or(range.until);
    let rows: Vec<Row> = diesel::sql_query(
        "WITH found AS (
             SELECT watch_id, hour AS at, matches, opened, not_relevant FROM matches_by_hour
             WHERE user_id = $1 AND hour >= $3 AND hour < $5
             UNION ALL
             SELECT watch_id, date_trunc('hour', created_at, 'UTC'), 1, (status <> 'unread' AND not_relevant_at IS NULL)::int,
                    (not_relevant_at IS NOT NULL)::int
             FROM notifications
             WHERE user_id = $1 AND created_at >= $3 AND created_at < $5
                 AND seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
         ), hours AS MATERIALIZED (
             SELECT watch_id, at < $4 AS is_before, at AT TIME ZONE $6 AS at,
                    sum(matches)::bigint AS matches, sum(opened)::bigint AS opened,
                    sum(not_relevant)::bigint AS not_relevant
             FROM found WHERE $2 IS NULL OR watch_id = $2
             GROUP BY 1, 2, 3
         ), listed AS (
             SELECT watch_id FROM hours WHERE NOT is_before
             GROUP BY 1 ORDER BY sum(matches) DESC, 1 LIMIT $7
         ), sums AS (
             SELECT hours.watch_id, is_before, NULL::date AS day, NULL::int AS weekday, NULL::int AS hour,
                    sum(matches)::bigint AS matches, sum(opened)::bigint AS opened,
                    sum(not_relevant)::bigint AS not_relevant
             FROM hours GROUP BY 1, 2
             UNION ALL
             SELECT watch_id, false, at::date, NULL, NULL, sum(matches)::bigint, 0, 0
             FROM hours JOIN listed USING (watch_id) WHERE NOT is_before GROUP BY 1, 3
             UNION ALL
             SELECT NULL, false, at::date, extract(isodow FROM at)::int, extract(hour FROM at)::int,
                    sum(matches)::bigint, sum(opened)::bigint, sum(not_relevant)::bigint
             FROM hours WHERE NOT is_before GROUP BY GROUPING SETS ((3), (4, 5))
         )
         SELECT sums.*, watches.keyword FROM sums LEFT JOIN watches ON watches.id = sums.watch_id",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Timestamptz, _>(start_of(range.before))
    .bind::<Timestamptz, _>(start_of(range.from))
    .bind::<Timestamptz, _>(start_of(end))
    .bind::<Text, _>(asked.zone.name())
    .bind::<BigInt, _>(MAX_KEYWORDS)
    .load(conn)
    .await?;
    Ok(Hours::of(&rows))
}

impl Hours {
    fn of(rows: &[Row]) -> Self {
        let mut hours = Self {
            week: vec![vec![0; 24]; 7],
            ..Self::default()
        };
        for row in rows {
            hours.add(row);
        }
        hours
    }

    fn add(&mut self, row: &Row) {
        match (row.watch_id, row.day, row.weekday, row.hour) {
            (Some(watch_id), Some(day), ..) => {
                self.of_keywords.insert((watch_id, day), row.matches);
            }
            (Some(watch_id), None, ..) => {
                let keyword = self.keywords.entry(watch_id).or_default();
                keyword.name.clone_from(&row.keyword);
                if row.is_before {
                    keyword.previous = row.matches;
                    self.previous.add(row.sum());
                } else {
                    keyword.sum = row.sum();
                    self.total.add(row.sum());
                }
            }
            (None, Some(day), ..) => {
                self.days.insert(day, row.sum());
            }
            (None, None, Some(weekday), Some(hour)) => {
                let day = usize::try_from(weekday - 1).ok();
                let hour = usize::try_from(hour).ok();
                let cell = day.zip(hour).and_then(|(day, hour)| {
                    let hours = self.week.get_mut(day)?;
                    hours.get_mut(hour)
                });
                if let Some(cell) = cell {
                    *cell = row.matches;
                }
            }
            _ => {}
        }
    }

    /// Makes an answer of the sums, those of places and those of authors.
    pub(super) fn with(
        self,
        asked: &Asked,
        places: Vec<PlaceMatches>,
        authors: (NaiveDate, Vec<AuthorMatches>),
    ) -> Analytics {
        let range = asked.range;
        let days: Vec<NaiveDate> = range.days().collect();
        let mut keywords: Vec<(Uuid, Keyword)> = self.keywords.into_iter().collect();
        keywords.sort_by_key(|(id, keyword)| (-keyword.sum.matches, *id));
        let listed = usize::try_from(MAX_KEYWORDS).unwrap_or_default();
        let others = keywords.split_off(listed.min(keywords.len()));
        let mut other_keywords = OtherKeywords::default();
        for (_, keyword) in others {
            other_keywords.keywords += 1;
            other_keywords.sum.add(keyword.sum);
            other_keywords.previous += keyword.previous;
        }
        let of_day = |id, day| {
            self.of_keywords
                .get(&(id, day))
                .copied()
                .unwrap_or_default()
        };
        let listed = keywords.into_iter().map(|(id, keyword)| KeywordMatches {
            id,
            keyword: keyword.name,
            sum: keyword.sum,
            previous: keyword.previous,
            days: days.iter().map(|day| of_day(id, *day)).collect(),
        });
        let (authors_from, authors) = authors;
        Analytics {
            from: range.from,
            until: range.until,
            previous_from: range.has_before.then_some(range.before),
            time_zone: asked.zone.name().to_owned(),
            total: self.total,
            previous: range.has_before.then_some(self.previous),
            keywords: listed.collect(),
            other_keywords,
            hours: self.week,
            places,
            authors,
            authors_from,
            days: days
                .into_iter()
                .map(|day| DayMatches {
                    day,
                    sum: self.days.get(&day).copied().unwrap_or_default(),
                })
                .collect(),
        }
    }
}
