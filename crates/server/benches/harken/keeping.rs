//! Measures the disk space of stored items: matched ones, unmatched ones, and what remains once the
//! unmatched ones are dropped; and computes the size of ninety days of the whole forum. `just bench
//! keeping` stores a million items, or a given number of them, of which a twentieth match.
//!
//! Items are those of the NDJSON file that HARKEN_ITEMS names, else those beside the project, else
//! generated ones; they are repeated under new ids until there are enough. Only what is called computed
//! is extrapolated.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use db::embedded::Durability;
use db::{Address, Pool};
use diesel_async::SimpleAsyncConnection;
use domain::watches::ActiveWatches;
use ingest::removal::recheck::{Demand, YOUNG};
use ingest::retention::unmatched::delete_expired;
use ingest::store::partitions::Partitions;
use ingest::store::{StoreContext, store};
use matcher::Kind;
use platform::bus;
use platform::config::Plans;
use platform::sources::ForumItem;

use crate::support::{arguments, database, disk, texts};

const PAGE: usize = 100;
/// One in this many items is matched.
const MATCHED_EACH: usize = 20;
const DATABASE: &str = "pg_database_size(current_database())";
/// A keyword that no recorded text contains.
const KEYWORD: &str = "zqkeeping";
/// Users, each with a keyword of their own, so that no user's limit is reached.
const USERS: usize = 2_000;
const KEEP: TimeDelta = TimeDelta::hours(36);
/// The number of posts per second in the whole forum.
const POSTS_A_SECOND: f64 = 17.0;
const COMMENTS_A_SECOND: f64 = 60.0;
const RATE: f64 = POSTS_A_SECOND + COMMENTS_A_SECOND;
/// The hours of unmatched items in the database: those that are kept, and those of one more table.
const UNMATCHED_HOURS: f64 = 39.0;
/// Matched items are deleted by the week.
const MATCHED_WEEK_DAYS: f64 = 7.0;
/// The forum's limit for one application.
const REQUESTS_PER_MINUTE: u32 = 100;
/// Enough requests for ninety days with a check every forty hours.
const REQUESTS_ENOUGH: u32 = 1_000;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let number: usize = asked.unwrap_or(1_000_000);
    let (texts, source) = texts::texts(20_000)?;
    let posts = texts.iter().filter(|item| item.kind == Kind::Post).count();
    println!(
        "keeping: {number} items ({source}, {posts} posts in {}), of which a twentieth is matched",
        texts.len()
    );
    let (database, _folder) = database::start(Durability::None).await?;
    let measured = measure(database.url(), &texts, number).await;
    database.stop().await;
    measured
}

async fn measure(url: &str, texts: &[ForumItem], number: usize) -> anyhow::Result<()> {
    let address = Address::parse(url)?;
    let (pool, bus) = (database::pool(&address), bus::of_database(&address));
    let context = StoreContext {
        pool: &pool,
        plans: Plans::Off,
        bus: &*bus,
        asks_second_opinions: false,
        embeddings: None,
    };
    add_watches(&pool).await?;
    let watches = ActiveWatches::load(&pool).await?;
    let (now, partitions) = (Utc::now(), Partitions::default());
    let a_second = TimeDelta::seconds(1);
    let mut conn = pool.get().await?;
    let empty = disk::number(DATABASE, &mut conn).await?;
    let began = Instant::now();
    for first in (0..number).step_by(PAGE) {
        // At the rate at which items arrive: equal times would make the indexes too small.
        let at = now + a_second * first as i32 / RATE as i32;
        let page = (first..number.min(first + PAGE)).map(|n| item(texts, n, at));
        store(context, &partitions, &watches, page.collect(), None, at).await?;
    }
    println!("  stored in {:.0} s", began.elapsed().as_secs_f64());
    let full = disk::number(DATABASE, &mut conn).await?;
    let rows = number as f64;
    let unmatched = disk::table("unmatched_items", &mut conn).await?;
    for table in ["items", "item_keys", "notifications", "outbox"] {
        disk::table(table, &mut conn).await?;
    }
    let began = Instant::now();
    let end = now + a_second * number as i32 / RATE as i32;
    let deleted = delete_expired(&pool, KEEP, end + TimeDelta::hours(48)).await?;
    let took = began.elapsed().as_secs_f64();
    println!("  dropped in {took:.2} s: {deleted:?}");
    let left = disk::number(DATABASE, &mut conn).await?;
    println!(
        "  the database: {:.1} MB, {:.1} MB once unmatched items were dropped ({:.0} and {:.0} bytes an \
         item, alerts and messages included)",
        megabytes(full - empty),
        megabytes(left - empty),
        (full - empty) / rows,
        (left - empty) / rows,
    );
    let share = 1.0 / MATCHED_EACH as f64;
    let with_alert = (left - empty) / (rows * share);
    println!("  {with_alert:.0} bytes a matched item with its alert and message");
    for requests in [REQUESTS_PER_MINUTE, REQUESTS_ENOUGH] {
        project(unmatched, with_alert, requests);
    }
    Ok(())
}

/// Prints the size of the database after ninety days of the whole forum, of which a twentieth is
/// matched, from the bytes per item.
fn project(unmatched: f64, matched: f64, requests_per_minute: u32) {
    let matched_a_day = RATE / MATCHED_EACH as f64 * 86_400.0;
    let unmatched_a_day = RATE * 86_400.0 - matched_a_day;
    let demand =
        Demand { young: matched_a_day * YOUNG.as_seconds_f64() / 86_400.0, ..Demand::default() };
    let days = f64::from(demand.kept_days(requests_per_minute));
    println!(
        "  computed, for {POSTS_A_SECOND} posts and {COMMENTS_A_SECOND} comments a second and \
         {requests_per_minute} requests a minute, which pay for {days} days of matched items:"
    );
    for after in [1.0, 7.0, 30.0, 90.0, 180.0] {
        let of_unmatched = unmatched_a_day * f64::min(after, UNMATCHED_HOURS / 24.0) * unmatched;
        let of_matched = matched_a_day * f64::min(after, days + MATCHED_WEEK_DAYS) * matched;
        println!(
            "    after {after} days {:.0} GB: {:.0} GB unmatched, {:.0} GB matched",
            (of_unmatched + of_matched) / 1e9,
            of_unmatched / 1e9,
            of_matched / 1e9
        );
    }
}

/// Returns the `n`-th item, with an author and an address as long as the forum's.
fn item(texts: &[ForumItem], n: usize, now: DateTime<Utc>) -> ForumItem {
    let text = &texts[n % texts.len()];
    let (id, name) = (format!("t3_1{n:07x}"), &text.subreddit);
    let matched = n.is_multiple_of(MATCHED_EACH);
    ForumItem {
        thread_id: id.clone(),
        author: format!("author_{:06}", n % 200_000),
        url: format!(
            "https://www.reddit.com/r/{name}/comments/1{n:07x}/the_words_of_its_title_stand/"
        ),
        body: match matched {
            true => format!("{} {KEYWORD}{:04}", text.body, n / MATCHED_EACH % USERS + 1),
            false => text.body.clone(),
        },
        created_at: now,
        forum_id: id,
        ..text.clone()
    }
}

/// Adds a watch of each user, which matches the items with the user's keyword.
async fn add_watches(pool: &Pool) -> anyhow::Result<()> {
    let watches = format!(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
         SELECT gen_random_uuid(), 'keeper' || n || '@example.com', '', 'Ada', 'Lovelace', now()
         FROM generate_series(1, {USERS}) AS n;
         INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
         SELECT gen_random_uuid(), id, '{KEYWORD}' || lpad(substring(email from '[0-9]+'), 4, '0'), ARRAY['all'], now(), now()
         FROM users"
    );
    Ok(pool.get().await?.batch_execute(&watches).await?)
}

fn megabytes(bytes: f64) -> f64 {
    bytes / 1e6
}
