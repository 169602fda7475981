//! Measures how long the list of groups takes, and how long a batch takes to be stored, before and
//! while a week of notifications is deleted.
//!
//! `just bench retention` (a million notifications are deleted, or a given number of them). The list
//! is requested as the API does, and its answer is built: everything but HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use db::embedded::Durability;
use db::models::notification::{Filter, Notification};
use db::{Address, Pool};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::watches::ActiveWatches;
use ingest::retention::{Deleted, delete_outdated};
use ingest::store::partitions::Partitions;
use ingest::store::{StoreContext, store};
use platform::bus;
use platform::config::Plans;
use platform::sources::ForumItem;
use platform::wire::Notification as Shown;
use uuid::Uuid;

use crate::support::{arguments, database, rows};

/// Users whose notifications stay, each with those of ninety days.
const USERS: i64 = 20;
const KEPT_EACH: i64 = 5_000;
const KEYWORDS: i64 = 30;
/// Notifications about one item, among those that are deleted.
const NOTIFICATIONS_OF_ONE: i64 = 10;
const PAGE: usize = 100;
const BEFORE: Duration = Duration::from_secs(20);
/// The clean-up takes little time: the measurement lasts at least this long from its start.
const WHILE: Duration = Duration::from_secs(10);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let deleted: i64 = asked.unwrap_or(1_000_000);
    let (database, _folder) = database::start(Durability::Full).await?;
    let address = Address::parse(database.url())?;
    let (pool, bus) = (database::pool(&address), bus::of_database(&address));
    let now = Utc::now();
    let users = fill(&pool, deleted, now).await?;
    let watches = Arc::new(ActiveWatches::load(&pool).await?);
    println!(
        "retention: {deleted} notifications are deleted, {} of {USERS} users stay; a list asks for \
         {KEYWORDS} keywords' groups, a batch is {PAGE} items",
        KEPT_EACH * USERS
    );

    let context = StoreContext {
        pool: &pool,
        plans: Plans::On,
        bus: &*bus,
        asks_second_opinions: false,
        embeddings: None,
    };
    // One pass to fill the caches.
    measure(context, &users, &watches, now, Duration::from_secs(3), None).await?;
    let quiet = measure(context, &users, &watches, now, BEFORE, None).await?;
    let ended = Arc::new(AtomicBool::new(false));
    let cleaning = tokio::spawn(clean(pool.clone(), now, ended.clone()));
    let busy = measure(context, &users, &watches, now, WHILE, Some(ended)).await?;
    let (took, done) = cleaning.await??;
    println!("  the clean-up took {:.2} s: {done:?}", took.as_secs_f64());
    report("list of groups", &quiet.lists, &busy.lists);
    report("storing a batch", &quiet.batches, &busy.batches);
    drop(pool);
    database.stop().await;
    Ok(())
}

async fn clean(
    pool: Pool,
    now: DateTime<Utc>,
    ended: Arc<AtomicBool>,
) -> anyhow::Result<(Duration, Deleted)> {
    let began = Instant::now();
    let done = delete_outdated(&pool, now).await;
    let took = began.elapsed();
    ended.store(true, Ordering::Release);
    let done = done?.ok_or_else(|| anyhow::anyhow!("another process deletes"))?;
    Ok((took, done))
}

/// The seconds that each call took, sorted.
#[derive(Default)]
struct Measured {
    lists: Vec<f64>,
    batches: Vec<f64>,
}

/// Runs two readers and one writer for at least `time`, and until `ended`.
async fn measure(
    context: StoreContext<'_>,
    users: &[Uuid],
    watches: &ActiveWatches,
    now: DateTime<Utc>,
    time: Duration,
    ended: Option<Arc<AtomicBool>>,
) -> anyhow::Result<Measured> {
    let began = Instant::now();
    let goes_on = || {
        let is_ended =
            ended.as_ref().is_none_or(|ended| AtomicBool::load(ended, Ordering::Acquire));
        began.elapsed() < time || !is_ended
    };
    let read = async |first: usize| -> anyhow::Result<Vec<f64>> {
        let mut took = Vec::new();
        for user in users.iter().cycle().skip(first) {
            if !goes_on() {
                break;
            }
            let asked = Instant::now();
            list(context.pool, *user, now).await?;
            took.push(asked.elapsed().as_secs_f64());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(took)
    };
    let write = async || -> anyhow::Result<Vec<f64>> {
        let partitions = Partitions::default();
        let mut took = Vec::new();
        while goes_on() {
            let (items, at) = (batch(), Utc::now());
            let asked = Instant::now();
            store(context, &partitions, watches, items, None, at).await?;
            took.push(asked.elapsed().as_secs_f64());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(took)
    };
    let (one, other, batches) = futures::join!(read(0), read(7), write());
    let mut measured = Measured { lists: [one?, other?].concat(), batches: batches? };
    measured.lists.sort_by(f64::total_cmp);
    measured.batches.sort_by(f64::total_cmp);
    Ok(measured)
}

/// Does what `GET /notifications/grouped` does.
async fn list(pool: &Pool, user: Uuid, now: DateTime<Utc>) -> anyhow::Result<()> {
    let filter = Filter { limit: 20, ..Filter::default() };
    let mut conn = pool.get().await?;
    let groups = Notification::groups(user, now, &filter, &mut conn).await?;
    let keys: Vec<String> = groups.page.into_iter().map(|group| group.folded).collect();
    let newest = Notification::newest_of_groups(user, now, &keys, None, 20, &mut conn).await?;
    drop(conn);
    let shown: Vec<Shown> = newest.into_iter().map(|(_, found)| found.into()).collect();
    anyhow::ensure!(serde_json::to_string(&shown)?.len() > 1_000, "the list is empty");
    Ok(())
}

fn batch() -> Vec<ForumItem> {
    let body = "Which of them do you use every day, and for how long have you had it? ".repeat(6);
    let item = |n: usize| {
        let id = format!("t3_{}", Uuid::now_v7().simple());
        // One in ten is an item that a watch matches.
        let one = if n.is_multiple_of(10) { "1" } else { "" };
        rows::read_post(&id, &format!("Keyword{one} and a kettle, number {n}"), &body)
    };
    (0..PAGE).map(item).collect()
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    id: Uuid,
}

/// Adds ninety days of notifications that stay, and `deleted` in the week before those. Returns the
/// users.
async fn fill(pool: &Pool, deleted: i64, now: DateTime<Utc>) -> anyhow::Result<Vec<Uuid>> {
    let mut conn = pool.get().await?;
    let old = now - TimeDelta::days(98);
    let run = [
        format!(
            "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
             SELECT gen_random_uuid(), 'user' || n || '@example.com', '', 'A', 'B', now()
             FROM generate_series(1, {USERS}) n"
        ),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits)
             SELECT gen_random_uuid(), id, 'Keyword' || n, '{{all}}'
             FROM users, generate_series(1, {KEYWORDS}) n"
        ),
        items("kept", KEPT_EACH, "now() - n * interval '24 minutes'"),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword,
                                        matches, status, created_at)
             SELECT gen_random_uuid(), now() - n * interval '24 minutes', md5('kept' || n)::uuid,
                    gen_random_uuid(), users.id, {KEPT_EACH} - n, 'Keyword' || n % {KEYWORDS},
                    '[{{\"field\": \"title\", \"start\": 0, \"end\": 8}}]',
                    CASE WHEN n % 10 = 0 THEN 'unread' ELSE 'read' END,
                    now() - n * interval '24 minutes'
             FROM generate_series(1, {KEPT_EACH}) n, users"
        ),
        items("old", deleted / NOTIFICATIONS_OF_ONE, "monday + n * interval '1 millisecond'"),
        "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
         SELECT forum_id, id, seen_at, now() + interval '1 day' FROM items"
            .to_owned(),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword,
                                        matches, status, created_at)
             SELECT gen_random_uuid(), monday + n % ({deleted} / {NOTIFICATIONS_OF_ONE})
                        * interval '1 millisecond',
                    md5('old' || n % ({deleted} / {NOTIFICATIONS_OF_ONE}))::uuid, gen_random_uuid(),
                    users.id, 0, 'Keyword' || n % {KEYWORDS},
                    '[{{\"field\": \"title\", \"start\": 0, \"end\": 8}}]', 'read', monday
             FROM generate_series(1, {deleted}) n
             JOIN (SELECT id, row_number() OVER () AS place FROM users) users
                 ON users.place = n % {USERS} + 1,
                 (SELECT date_trunc('week', $1, 'UTC') AS monday) AS week"
        ),
    ];
    diesel::sql_query("SELECT ensure_week_partitions($1, now() + interval '8 days')")
        .bind::<Timestamptz, _>(old)
        .execute(&mut conn)
        .await?;
    for statement in run {
        // The same moment for all: a notification carries the time its item was seen.
        let at = |time: DateTime<Utc>| format!("'{}'::timestamptz", time.to_rfc3339());
        let statement = statement.replace("$1", &at(old)).replace("now()", &at(now));
        diesel::sql_query(statement).execute(&mut conn).await?;
    }
    for statement in ["VACUUM (ANALYZE)", "CHECKPOINT"] {
        diesel::sql_query(statement).execute(&mut conn).await?;
    }
    let users: Vec<Id> = diesel::sql_query("SELECT id FROM users LIMIT $1")
        .bind::<BigInt, _>(USERS)
        .load(&mut conn)
        .await?;
    Ok(users.into_iter().map(|user| user.id).collect())
}

/// Returns the statement that makes `count` items, whose ids are derived from `name`.
fn items(name: &str, count: i64, seen_at: &str) -> String {
    format!(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at, thread_id)
         SELECT md5('{name}' || n)::uuid, {seen_at}, 't3_{name}' || n, 'post', 'sub' || n % 50,
                'somebody', 'Keyword' || n % {KEYWORDS} || ' is asked about', repeat('A text. ', 40),
                'https://forum.example/' || n, {seen_at}, 't3_{name}' || n
         FROM generate_series(0, {count}) n, (SELECT date_trunc('week', $1, 'UTC') AS monday) AS week"
    )
}

fn report(name: &str, quiet: &[f64], busy: &[f64]) {
    let at = |sorted: &[f64], share: f64| {
        let place = (sorted.len() as f64 * share) as usize;
        sorted.get(place.min(sorted.len().saturating_sub(1))).map_or(f64::NAN, |s| s * 1_000.0)
    };
    for (label, share) in [("p50", 0.5), ("p99", 0.99), ("longest", 1.0)] {
        let (before, meanwhile) = (at(quiet, share), at(busy, share));
        println!(
            "  {name:<16} {label:<8} before {before:>8.2} ms ({}), meanwhile {meanwhile:>8.2} ms \
             ({}), ratio {:.2}",
            quiet.len(),
            busy.len(),
            meanwhile / before
        );
    }
}
