//! Sums by keyword, day and hour of the week. Where clocks are half an hour off UTC's, an hour counts for the day
//! in which it begins.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Timelike, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Date, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName, result};
use diesel_async::RunQueryDsl;
use futures::TryStreamExt;
use uuid::Uuid;

use super::{
    Analytics, Asked, AuthorMatches, DayMatches, KeywordMatches, MatchSum, OtherKeywords,
    PlaceMatches,
};
use db::Conn;
use db::schema::watches;
use foundation::time::calendar;

/// The most keywords that are listed, each with its days.
const MAX_KEYWORDS: usize = 20;

/// A UTC day of a keyword; each text holds the counts of its 24 hours.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(sql_type = Date)]
    day: NaiveDate,
    #[diesel(sql_type = Text)]
    matches: String,
    #[diesel(sql_type = Text)]
    opened: String,
    #[diesel(sql_type = Text)]
    not_relevant: String,
}

/// The sums of the hours.
#[derive(Debug)]
pub(super) struct Hours {
    total: MatchSum,
    previous: MatchSum,
    /// The sums of the days in the range, in order.
    days: Vec<MatchSum>,
    week: Vec<Vec<i64>>,
    keywords: HashMap<Uuid, Keyword>,
    names: HashMap<Uuid, String>,
}

#[derive(Debug)]
struct Keyword {
    sum: MatchSum,
    previous: i64,
    days: Vec<i64>,
}

impl Keyword {
    fn none(days: usize) -> Self {
        Self { sum: MatchSum::default(), previous: 0, days: vec![0; days] }
    }
}

/// The place of an hour relative to the range.
#[derive(Debug, Clone, Copy)]
enum Slot {
    Before,
    In { day: usize, weekday: usize, hour: usize },
    Outside,
}

impl Slot {
    fn of(hour: DateTime<Utc>, asked: &Asked) -> Self {
        let local = hour.with_timezone(&asked.zone);
        let day = local.date_naive();
        let range = asked.range;
        if day < range.before || day > range.until {
            return Self::Outside;
        }
        match usize::try_from((day - range.from).num_days()) {
            Ok(day) => Self::In {
                day,
                weekday: local.weekday().num_days_from_monday() as usize,
                hour: local.hour() as usize,
            },
            Err(_) => Self::Before,
        }
    }
}

/// Returns the counts of the 24 hours of a day, from an array as Postgres writes it.
///
/// # Errors
/// The array is malformed, or has not 24 counts.
pub fn counts(array: &str) -> QueryResult<[i64; 24]> {
    let malformed = || {
        let error = format!("{array} are no counts of 24 hours");
        result::Error::DeserializationError(error.into())
    };
    let (mut counts, mut hour) = ([0; 24], 0);
    for byte in array.bytes() {
        match (byte, counts.get_mut(hour)) {
            (b'{', _) => {}
            (b'0'..=b'9', Some(count)) => *count = *count * 10 + i64::from(byte - b'0'),
            (b',' | b'}', _) => hour += 1,
            _ => return Err(malformed()),
        }
    }
    if hour == counts.len() { Ok(counts) } else { Err(malformed()) }
}

pub(super) async fn by_hour(asked: &Asked, mut conn: &Conn) -> QueryResult<Hours> {
    let range = asked.range;
    let start_of = |day| calendar::start_of(day, asked.zone);
    let (start, end) =
        (start_of(range.before), start_of(range.until.succ_opt().unwrap_or(range.until)));
    let mut rows = diesel::sql_query(
        "SELECT watch_id, day, matches, opened, not_relevant FROM match_hours
         WHERE user_id = $1 AND day BETWEEN utc_day($3) AND utc_day($4) AND ($2 IS NULL OR watch_id = $2)
         UNION ALL
         SELECT watch_id, utc_day(hour), sum_hours(in_hour(hour, matches))::text,
                sum_hours(in_hour(hour, opened))::text, sum_hours(in_hour(hour, not_relevant))::text
         FROM (
             SELECT watch_id, date_trunc('hour', created_at, 'UTC') AS hour, count(*) AS matches,
                    count(*) FILTER (WHERE status IN ('read', 'archived') AND not_relevant_at IS NULL) AS opened,
                    count(*) FILTER (WHERE not_relevant_at IS NOT NULL) AS not_relevant
             FROM notifications
             WHERE user_id = $1 AND created_at >= $3 AND created_at < $4 AND ($2 IS NULL OR watch_id = $2)
                 AND seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
             GROUP BY 1, 2
         ) AS uncounted
         GROUP BY 1, 2",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Timestamptz, _>(start)
    .bind::<Timestamptz, _>(end)
    .load_stream::<Row>(&mut conn)
    .await?;
    let mut hours = Hours::none(range.days().count());
    let mut slots: HashMap<NaiveDate, Vec<Slot>> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let slots = slots.entry(row.day).or_insert_with(|| {
            let midnight = row.day.and_time(chrono::NaiveTime::MIN).and_utc();
            let hours = (0..24).map(|hour| midnight + TimeDelta::hours(hour));
            hours.map(|hour| Slot::of(hour, asked)).collect()
        });
        hours.add(&row, slots)?;
    }
    drop(rows);
    hours.names = watches::table
        .filter(watches::user_id.eq(asked.user_id))
        .filter(watches::id.eq_any(hours.by_matches().into_iter().take(MAX_KEYWORDS)))
        .select((watches::id, watches::keyword))
        .load(&mut conn)
        .await?
        .into_iter()
        .collect();
    Ok(hours)
}

impl Hours {
    fn none(days: usize) -> Self {
        Self {
            total: MatchSum::default(),
            previous: MatchSum::default(),
            days: vec![MatchSum::default(); days],
            week: vec![vec![0; 24]; 7],
            keywords: HashMap::new(),
            names: HashMap::new(),
        }
    }

    fn add(&mut self, row: &Row, slots: &[Slot]) -> QueryResult<()> {
        let (matches, opened) = (counts(&row.matches)?, counts(&row.opened)?);
        let not_relevant = counts(&row.not_relevant)?;
        let Self { total, previous, days, week, keywords, .. } = self;
        let is_counted = |at: &usize| matches[*at] > 0 && !matches!(slots[*at], Slot::Outside);
        let mut counted = (0..slots.len()).filter(is_counted).peekable();
        if counted.peek().is_none() {
            return Ok(());
        }
        let keyword = keywords.entry(row.watch_id);
        let keyword = keyword.or_insert_with(|| Keyword::none(days.len()));
        for at in counted {
            let sum = MatchSum {
                matches: matches[at],
                opened: opened[at],
                not_relevant: not_relevant[at],
            };
            if let Slot::In { day, weekday, hour } = slots[at] {
                total.add(sum);
                days[day].add(sum);
                week[weekday][hour] += sum.matches;
                keyword.sum.add(sum);
                keyword.days[day] += sum.matches;
            } else {
                previous.add(sum);
                keyword.previous += sum.matches;
            }
        }
        Ok(())
    }

    /// Returns the keywords, those with most matches first.
    fn by_matches(&self) -> Vec<Uuid> {
        let mut ids: Vec<Uuid> = self.keywords.keys().copied().collect();
        ids.sort_by_key(|id| (-self.keywords[id].sum.matches, *id));
        ids
    }

    /// Builds an answer from these sums and those of places and authors.
    pub(super) fn with(
        mut self,
        asked: &Asked,
        places: Vec<PlaceMatches>,
        authors: (NaiveDate, Vec<AuthorMatches>),
    ) -> Analytics {
        let range = asked.range;
        let mut keywords = Vec::new();
        let mut other_keywords = OtherKeywords::default();
        for id in self.by_matches() {
            let Some(keyword) = self.keywords.remove(&id) else {
                continue;
            };
            if keywords.len() < MAX_KEYWORDS {
                keywords.push(KeywordMatches {
                    id,
                    keyword: self.names.remove(&id),
                    sum: keyword.sum,
                    previous: keyword.previous,
                    days: keyword.days,
                });
            } else {
                other_keywords.keywords += 1;
                other_keywords.sum.add(keyword.sum);
                other_keywords.previous += keyword.previous;
            }
        }
        let (authors_from, authors) = authors;
        Analytics {
            from: range.from,
            until: range.until,
            previous_from: range.has_before.then_some(range.before),
            time_zone: asked.zone.name().to_owned(),
            total: self.total,
            previous: range.has_before.then_some(self.previous),
            keywords,
            other_keywords,
            hours: self.week,
            places,
            authors,
            authors_from,
            days: range.days().zip(self.days).map(|(day, sum)| DayMatches { day, sum }).collect(),
        }
    }
}
