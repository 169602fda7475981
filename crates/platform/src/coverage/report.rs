//! Sums of the ledger over a time.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use super::lag::Lag;
use db::Conn;
use db::models::item::ItemKind;

/// A row of the ledger: an hour, or a day if it is more than a week old.
#[derive(Debug, Clone, QueryableByName)]
pub struct Hour {
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    #[diesel(sql_type = Timestamptz)]
    pub hour: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    pub items: i64,
    #[diesel(sql_type = BigInt)]
    pub gap_seconds: i64,
    #[diesel(sql_type = Array<Integer>)]
    waits: Vec<i32>,
    /// Counts of an older version, in longer steps.
    #[diesel(sql_type = Array<Integer>)]
    lag: Vec<i32>,
}

/// The number of items read of one subreddit, and their lag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amount {
    pub items: i64,
    /// The time for which something may be missing.
    pub gap_seconds: i64,
    pub lag: Lag,
}

impl Amount {
    fn add(&mut self, hour: &Hour) {
        self.items += hour.items;
        self.gap_seconds += hour.gap_seconds;
        self.lag.add_row(&hour.waits);
        self.lag.add_old_row(&hour.lag);
    }
}

/// Rows of the ledger, by subreddit and kind.
#[derive(Debug, Default)]
pub struct Hours(HashMap<(String, ItemKind), Vec<Hour>>);

impl Hours {
    /// Returns the rows of posts or comments of one subreddit, named in lower case.
    pub fn of(&self, place: &str, kind: ItemKind) -> &[Hour] {
        let hours = self.0.get(&(place.to_owned(), kind));
        hours.map_or(&[], Vec::as_slice)
    }
}

/// Loads the ledger's rows of subreddits, named in lower case, from `since` on.
pub async fn hours(places: &[String], since: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Hours> {
    let rows: Vec<Hour> = diesel::sql_query(
        "SELECT place, kind, hour, items, gap_seconds, waits, lag FROM coverage_hours
         WHERE place = ANY ($1) AND hour >= $2",
    )
    .bind::<Array<Text>, _>(places)
    .bind::<Timestamptz, _>(since)
    .load(conn)
    .await?;
    let mut hours = Hours::default();
    for row in rows {
        let of = (row.place.clone(), row.kind);
        hours.0.entry(of).or_default().push(row);
    }
    Ok(hours)
}

/// Returns the sum of hours.
pub fn sum<'a>(hours: impl IntoIterator<Item = &'a Hour>) -> Amount {
    let mut amount = Amount::default();
    for hour in hours {
        amount.add(hour);
    }
    amount
}

/// Returns the sums of hours by day (UTC), for `days` days up to today, oldest first.
pub fn by_day<'a>(
    hours: impl IntoIterator<Item = &'a Hour>,
    days: i64,
    now: DateTime<Utc>,
) -> BTreeMap<NaiveDate, Amount> {
    let day = |back| (now - TimeDelta::days(back)).date_naive();
    let mut by_day: BTreeMap<NaiveDate, Amount> =
        (0..days).map(|back| (day(back), Amount::default())).collect();
    for hour in hours {
        if let Some(amount) = by_day.get_mut(&hour.hour.date_naive()) {
            amount.add(hour);
        }
    }
    by_day
}
