//! Measures how long the analytics of a year with a million matches take. All but the newest thousand
//! matches are counted; they have twenty keywords, hours of the day as people write, places, and
//! authors of whom few write most. `just bench analytics`, with a number for other than a million
//! matches.

use std::time::{Duration, Instant};

use api::analytics::{Analytics, AnalyticsQuery};
use chrono::{DateTime, Days, Utc};
use chrono_tz::Tz;
use db::embedded::{Durability, Embedded};
use db::{Address, Conn};
use diesel_async::{AsyncConnection, RunQueryDsl};
use platform::config::{Config, Sources};
use uuid::Uuid;

use crate::support::{arguments, database, rows};

const CALLS: usize = 40;
const UNCOUNTED: i64 = 1_000;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path(), asked.unwrap_or(1_000_000)).await;
    database.stop().await;
    measured
}

async fn measure(
    database: &Embedded,
    data_dir: &std::path::Path,
    matches: i64,
) -> anyhow::Result<()> {
    let mut config = Config::load(&Sources {
        flags: vec!["mail.smtp_url=smtp://127.0.0.1:1".to_owned()],
        ..Sources::default()
    })?;
    config.data_dir = data_dir.to_owned();
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let now = app.clock.now();
    let mut conn = Conn::establish(database.url()).await?;
    let user = rows::new_user("many@example.com", now, &mut conn).await?.id;
    let began = Instant::now();
    fill(user, matches, now, &mut conn).await?;
    println!(
        "{matches} matches in a year, {UNCOUNTED} more not counted yet (written in {:.0?})",
        began.elapsed()
    );
    for (name, days) in [("a year", 365), ("90 days", 90), ("30 days", 30), ("7 days", 7)] {
        let query = AnalyticsQuery {
            from: now.date_naive().checked_sub_days(Days::new(days - 1)),
            ..AnalyticsQuery::default()
        };
        let mut taken = Vec::with_capacity(CALLS);
        for _ in 0..CALLS {
            let began = Instant::now();
            let found = Analytics::of(user, &query, Tz::Europe__Vienna, now, &conn).await;
            taken.push(began.elapsed());
            anyhow::ensure!(
                found.is_ok_and(|found| found.total.matches >= UNCOUNTED),
                "too few were found"
            );
        }
        taken.sort_unstable();
        let at = |share: f64| milliseconds(taken[(share * (CALLS - 1) as f64) as usize]);
        println!("  {name:<8} median {:>6.1} ms, p95 {:>6.1} ms", at(0.5), at(0.95));
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Fills the counts from matches, each with a keyword, hour, place and author; equal ones share a
/// row.
async fn fill(user: Uuid, matches: i64, now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<()> {
    let statements = format!(
        "SELECT setseed(0.24);
         CREATE TEMP TABLE made AS
             SELECT '{now}'::timestamptz - interval '1 hour'
                        - (random() * 364 * 24)::int * interval '1 hour'
                        - (random() * random() * 12)::int * interval '1 hour' AS at,
                    md5('watch' || (20 * random() * random())::int)::uuid AS watch_id,
                    'place_' || (300 * random() * random() * random())::int AS place,
                    'author_' || (30000 * random() * random())::int AS author
             FROM generate_series(1, {matches});
         INSERT INTO match_hours
             SELECT '{user}', utc_day(hour), watch_id, sum_hours(in_hour(hour, n))::text,
                    sum_hours(in_hour(hour, n / 3))::text, sum_hours(in_hour(hour, n / 9))::text
             FROM (SELECT date_trunc('hour', at, 'UTC') AS hour, watch_id, count(*) AS n FROM made GROUP BY 1, 2) AS s
             GROUP BY 2, 3;
         INSERT INTO match_places
             SELECT '{user}', coalesce(watch_id, all_keywords()), day, json_object_agg(place, n)
             FROM (
                 SELECT utc_day(at) AS day, watch_id, place, count(*) AS n FROM made
                 GROUP BY GROUPING SETS ((1, 2, 3), (1, 3))
             ) AS s
             GROUP BY 2, 3;
         INSERT INTO match_authors
             SELECT '{user}', day, watch_id, '', json_object_agg(author, n)
             FROM (
                 SELECT utc_day(at) AS day, watch_id, author, count(*) AS n FROM made
                 WHERE at > '{now}'::timestamptz - interval '90 days' GROUP BY 1, 2, 3
             ) AS s
             GROUP BY 2, 3;
         INSERT INTO counted_matches VALUES ('{user}', 0);
         SELECT ensure_week_partitions('{now}', '{now}');
         INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at)
             SELECT md5('item' || n)::uuid, '{now}'::timestamptz, 't3_' || n, 'post', 'place_' || n % 50,
                    'author_' || n % 70, 'A title', 'A text', 'https://forum.example/' || n, '{now}'
             FROM generate_series(1, {UNCOUNTED}) n;
         INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
             SELECT gen_random_uuid(), '{now}', md5('item' || n)::uuid, md5('watch' || n % 20)::uuid,
                    '{user}', n, 'word', '[]', '{now}'
             FROM generate_series(1, {UNCOUNTED}) n;
         VACUUM (ANALYZE) match_hours, match_places, match_authors, counted_matches,
             notifications, items"
    );
    for statement in statements.split(';') {
        diesel::sql_query(statement).execute(conn).await?;
    }
    Ok(())
}
