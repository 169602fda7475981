use chrono::DurationRound;
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::item::ItemKind;
use platform::coverage::{begin_reading, record_gap, roll_up, stop_reading};
use serde::Deserialize;

use crate::support::prelude::*;

#[derive(Deserialize, Debug, PartialEq)]
struct Row {
    hour: DateTime<Utc>,
    items: i64,
    gap_seconds: i64,
    waits: i64,
}

async fn rows(test: &TestApp) -> Vec<Row> {
    let query =
        "SELECT hour, items, gap_seconds, (SELECT sum(n) FROM unnest(lag || waits) AS n) AS waits
         FROM coverage_hours ORDER BY hour";
    test.rows(query).await
}

#[tokio::test]
async fn hours_become_days_after_a_week_and_sum_up_to_the_same() {
    let test = TestApp::init().await;
    let today = test.clock.now().duration_trunc(TimeDelta::days(1)).unwrap();
    // One row an hour for ten days, up to now, some of them begun by an older version.
    test.sql(&format!(
        "INSERT INTO coverage_hours (place, kind, hour, items, gap_seconds, lag, waits)
         SELECT 'tea', 'post', hour, 4, 60, lag_counts('{{0, 5, 59}}'),
                CASE extract(hour FROM hour) WHEN 3 THEN '{{}}' ELSE wait_counts('{{7}}') END
         FROM generate_series('{}'::timestamptz, '{}', interval '1 hour') AS hour",
        (today - TimeDelta::days(9)).to_rfc3339(),
        (today + TimeDelta::hours(5)).to_rfc3339(),
    ))
    .await;
    let mut conn = test.conn().await.unwrap();
    let now = today + TimeDelta::hours(5);
    assert_eq!(roll_up(now, &mut conn).await.unwrap(), 2 * 23);
    let after = rows(&test).await;
    let day = |back| Row {
        hour: today - TimeDelta::days(back),
        items: 96,
        gap_seconds: 1_440,
        waits: 95,
    };
    assert_eq!(after[..2], [day(9), day(8)]);
    assert_eq!(after.len(), 2 + 7 * 24 + 6);
    assert_eq!(roll_up(now, &mut conn).await.unwrap(), 0);
    // A day already begun is continued.
    assert_eq!(roll_up(now + TimeDelta::days(1), &mut conn).await.unwrap(), 23);
    assert_eq!(rows(&test).await[2], day(7));
}

#[tokio::test]
async fn a_gap_is_divided_among_the_hours_that_it_touches() {
    let test = TestApp::init().await;
    let hour = test.clock.now().duration_trunc(TimeDelta::hours(1)).unwrap();
    let gap = |listing: &str| CoverageGap {
        id: Uuid::now_v7(),
        listing: listing.to_owned(),
        started_at: hour - TimeDelta::minutes(10),
        ended_at: hour + TimeDelta::minutes(65),
        reason: reason::FAILED.to_owned(),
    };
    let mut conn = test.conn().await.unwrap();
    assert_eq!(record_gap(&gap("posts:r/tea"), &mut conn).await.unwrap(), 3);
    let gaps: Vec<i64> = rows(&test).await.iter().map(|row| row.gap_seconds).collect();
    assert_eq!(gaps, [600, 3_600, 300]);
    // A gap of a listing of several places cannot be assigned to any of them.
    assert_eq!(record_gap(&gap("posts:watched/01"), &mut conn).await.unwrap(), 0);
}

#[tokio::test]
async fn a_record_continues_until_nobody_watches_and_then_starts_over() {
    let test = TestApp::init().await;
    let (then, now) = (test.clock.now() - TimeDelta::days(1), test.clock.now());
    let begin = async |at| {
        let mut conn = test.conn().await.unwrap();
        let places = ["tea".to_owned(), "all".to_owned()];
        begin_reading(ItemKind::Post, &places, at, &mut conn).await.unwrap();
    };
    let stop = async |read: &[&str]| {
        let mut conn = test.conn().await.unwrap();
        let read: Vec<String> = read.iter().map(ToString::to_string).collect();
        stop_reading(&read.iter().collect::<Vec<_>>(), now, &mut conn).await.unwrap();
    };
    let begun = format!("place_readings WHERE since < '{}'", now.to_rfc3339());
    begin(then).await;
    begin(now).await;
    stop(&["tea"]).await;
    assert_eq!(count(&test, &begun).await, 2);
    // Everything is read regardless of what is watched.
    stop(&[]).await;
    assert_eq!(count(&test, &begun).await, 1);
    begin(now).await;
    assert_eq!(count(&test, "place_readings").await, 2);
    assert_eq!(count(&test, &begun).await, 1);
    assert_eq!(count(&test, "coverage_gaps").await, 0);
}
