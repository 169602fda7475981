//! Measures the list of groups of a user with many notifications, requested over HTTP: how long an
//! answer takes at a fixed rate while the user's notifications change ten times a second, and what
//! another user notices.
//!
//! `just bench grouped` (100,000 notifications of one user, or a given number of them). Calls are sent
//! on schedule whether or not earlier ones were answered, and each is measured from the time at which
//! it should have been sent. Client, Harken and Postgres share this machine.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use api::app::App;
use chrono::{DateTime, TimeDelta, Utc};
use db::embedded::{Durability, Embedded};
use db::models::notification::{Filter, Notification, NotificationStatus};
use db::{Address, Conn};
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::auth::SessionUser;
use platform::config::{Config, Sources};
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::support::{arguments, database, rows};

/// The calls per second, over `CONNECTIONS` connections.
const RATE: u32 = 200;
const CONNECTIONS: usize = 16;
const TIME: Duration = Duration::from_secs(10);
const KEYWORDS: i64 = 50;
/// The number of notifications of another user, who calls `OTHER_RATE` times a second.
const OTHERS: i64 = 5_000;
const OTHER_RATE: u32 = 20;
/// The interval at which a notification is marked read or unread.
const CHANGES: Duration = Duration::from_millis(100);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path().to_owned(), asked.unwrap_or(100_000)).await;
    database.stop().await;
    measured
}

/// A client that calls as one user.
#[derive(Clone)]
struct Caller {
    client: reqwest::Client,
    base: String,
    token: String,
}

impl Caller {
    /// Returns the length of the answer.
    async fn get(&self, query: &str) -> anyhow::Result<usize> {
        let url = format!("{}/api/notifications/grouped?{query}", self.base);
        let answer = self.client.get(url).bearer_auth(&self.token).send().await?;
        Ok(answer.error_for_status()?.bytes().await?.len())
    }
}

async fn measure(database: &Embedded, data_dir: PathBuf, rows: i64) -> anyhow::Result<()> {
    let flags = ["mail.smtp_url=smtp://127.0.0.1:1", "limits.calls_per_minute=100000000"];
    let mut config =
        Config::load(&Sources { flags: flags.map(str::to_owned).to_vec(), ..Sources::default() })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let mut conn = Conn::establish(database.url()).await?;
    let (many, few) = (
        rows::new_user("many@example.com", app.clock.now(), &mut conn).await?,
        rows::new_user("few@example.com", app.clock.now(), &mut conn).await?,
    );
    fill(many.id, rows, few.id, app.clock.now(), &mut conn).await?;
    compare(many.id, app.clock.now(), &mut conn).await?;

    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let site =
        harken::router::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let server = tokio::spawn(async move { axum::serve(listener, site).await });
    let caller = |user: SessionUser| -> anyhow::Result<Caller> {
        Ok(Caller {
            client: reqwest::Client::builder().no_proxy().build()?,
            base: base.clone(),
            token: user.access_token(&app.secrets, app.clock.now(), 15)?,
        })
    };
    let changed = tokio::spawn(change(app.clone(), many.id));
    let (many, few) = (caller(many)?, caller(few)?);
    let shown = "page=1&limit=20&status=unread&sort=newest";
    println!("{rows} notifications of one user, {KEYWORDS} keywords, 13 weeks");
    println!("  an answer has {} KB", many.get(shown).await? / 1_024);
    at_rate(&few, shown, OTHER_RATE, Duration::from_secs(2)).await?;
    let alone = at_rate(&few, shown, OTHER_RATE, TIME / 2).await?;
    for query in [shown, "page=1&limit=20", "page=2&limit=20&status=read", "sort=oldest"] {
        at_rate(&many, query, RATE / 4, Duration::from_secs(2)).await?;
        let (taken, beside) = tokio::try_join!(
            at_rate(&many, query, RATE, TIME),
            at_rate(&few, shown, OTHER_RATE, TIME),
        )?;
        taken.print(query);
        beside.print("    another user meanwhile");
    }
    alone.print("another user alone");
    let closed = closed_loop(&many, shown, TIME / 2).await?;
    println!("  one call after the other on {CONNECTIONS} connections: {closed:.0} a second");
    anyhow::ensure!(!changed.is_finished(), "the changes ended");
    changed.abort();
    let still = at_rate(&many, shown, RATE, TIME / 2).await?;
    still.print("while nothing changes");
    server.abort();
    Ok(())
}

/// Marks the newest notification read and unread until the task is aborted.
async fn change(app: App, user: Uuid) -> anyhow::Result<()> {
    let newest = Filter { limit: 1, ..Filter::default() };
    let mut conn = app.pool.get().await?;
    let listed = Notification::list(user, app.clock.now(), &newest, &mut conn).await?;
    drop(conn);
    let id = listed.as_slice().first().context("there is none")?.0.id;
    for to in [NotificationStatus::Read, NotificationStatus::Unread].into_iter().cycle() {
        tokio::time::sleep(CHANGES).await;
        let mut conn = app.pool.get().await?;
        Notification::set_status(user, id, NotificationStatus::ALL, to, &mut conn).await?;
    }
    Ok(())
}

/// Sorted times in milliseconds, and the number of answers a second.
struct Taken(Vec<f64>, f64);

impl Taken {
    fn print(&self, name: &str) {
        let at = |share: f64| self.0[((self.0.len() - 1) as f64 * share) as usize];
        println!(
            "  {name:<44} {:>4.0}/s   p50 {:>7.1} ms   p99 {:>7.1} ms   longest {:>7.1} ms",
            self.1,
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

async fn at_rate(caller: &Caller, query: &str, rate: u32, time: Duration) -> anyhow::Result<Taken> {
    let (next, began) = (Arc::new(AtomicUsize::new(0)), Instant::now());
    let calls = (time.as_secs_f64() * f64::from(rate)) as usize;
    let work = async |next: Arc<AtomicUsize>| -> anyhow::Result<Vec<f64>> {
        let mut taken = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= calls {
                return Ok(taken);
            }
            let due = began + Duration::from_secs_f64(nth as f64 / f64::from(rate));
            tokio::time::sleep_until(due.into()).await;
            caller.get(query).await?;
            taken.push(due.elapsed().as_secs_f64() * 1_000.0);
        }
    };
    let workers = (0..CONNECTIONS).map(|_| work(next.clone()));
    let taken = futures::future::try_join_all(workers).await?;
    let mut taken = taken.concat();
    taken.sort_by(f64::total_cmp);
    Ok(Taken(taken, calls as f64 / began.elapsed().as_secs_f64()))
}

async fn closed_loop(caller: &Caller, query: &str, time: Duration) -> anyhow::Result<f64> {
    let began = Instant::now();
    let work = async || -> anyhow::Result<usize> {
        let mut calls = 0;
        while began.elapsed() < time {
            caller.get(query).await?;
            calls += 1;
        }
        Ok(calls)
    };
    let calls = futures::future::try_join_all((0..CONNECTIONS).map(|_| work())).await?;
    Ok(calls.iter().sum::<usize>() as f64 / began.elapsed().as_secs_f64())
}

/// Compares the groups by their counts with a query that counts all notifications, in turns.
async fn compare(user: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<()> {
    let filter = Filter { limit: 20, ..Filter::default() };
    let (mut by_counts, mut by_rows) = (Vec::new(), Vec::new());
    for _ in 0..30 {
        let began = Instant::now();
        let groups = Notification::groups(user, now, &filter, conn).await?;
        anyhow::ensure!(groups.page.len() == 20, "the list is too short");
        by_counts.push(began.elapsed().as_secs_f64() * 1_000.0);
        let began = Instant::now();
        diesel::sql_query(
            "SELECT lower(keyword), sum(count), max(latest) FROM ( \
                SELECT keyword, count(*) AS count, max(created_at) AS latest FROM notifications \
                WHERE user_id = $1 AND created_at >= $2 AND deleted_at IS NULL GROUP BY keyword \
             ) AS spellings GROUP BY 1 ORDER BY 3 DESC LIMIT 20",
        )
        .bind::<SqlUuid, _>(user)
        .bind::<Timestamptz, _>(now - TimeDelta::days(90))
        .execute(conn)
        .await?;
        by_rows.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    by_counts.sort_by(f64::total_cmp);
    by_rows.sort_by(f64::total_cmp);
    let (counts, rows) = (by_counts[15], by_rows[15]);
    println!(
        "the groups alone, median: by counts {counts:.1} ms, by counting all rows {rows:.1} ms, ratio {:.1}",
        rows / counts
    );
    Ok(())
}

/// Adds ninety days of both users' notifications; some keywords match far more often than others.
async fn fill(
    many: Uuid,
    rows: i64,
    few: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<()> {
    diesel::sql_query("SELECT ensure_week_partitions($1, $2)")
        .bind::<Timestamptz, _>(now - TimeDelta::days(91))
        .bind::<Timestamptz, _>(now + TimeDelta::days(8))
        .execute(conn)
        .await?;
    for (user, rows) in [(many, rows), (few, OTHERS)] {
        for statement in [
            "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                                forum_created_at, thread_id, is_matched)
             SELECT md5($1::text || 'item' || n)::uuid, $2 - n * interval '90 days' / $3, 't3_' || $1::text || n, 'post',
                    'sub' || n % 97, 'somebody', 'Somebody asks about a keyword, number ' || n,
                    repeat('Some words of a text. ', (n % 7 * 4)::int),
                    'https://forum.example/r/sub/comments/' || n || '/somebody_asks/',
                    $2 - n * interval '90 days' / $3, 't3_' || $1::text || n, true
             FROM generate_series(1, $3 - 1) AS n",
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                        status, created_at)
             SELECT gen_random_uuid(), $2 - n * interval '90 days' / $3, md5($1::text || 'item' || n)::uuid,
                    gen_random_uuid(), $1, $3 - n,
                    'Keyword ' || floor(power(n * 7919 % 1000 / 1000.0, 2) * 50),
                    '[{\"field\": \"title\", \"start\": 0, \"end\": 8}]',
                    (ARRAY['unread', 'read', 'read', 'unread', 'archived'])[n % 5 + 1],
                    $2 - n * interval '90 days' / $3
             FROM generate_series(1, $3 - 1) AS n",
        ] {
            diesel::sql_query(statement)
                .bind::<SqlUuid, _>(user)
                .bind::<Timestamptz, _>(now)
                .bind::<BigInt, _>(rows)
                .execute(conn)
                .await?;
        }
    }
    diesel::sql_query("VACUUM (ANALYZE)").execute(conn).await?;
    Ok(())
}
