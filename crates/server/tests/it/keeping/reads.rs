//! Queries over both tables get the newest items through their indexes: the rows read grow with the
//! number requested, not with the number stored.

use db::models::item::{Item, Places};
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use ingest::store::partitions::Partitions;
use matcher::Scope;

use super::end_of_part;
use crate::support::prelude::*;
use crate::support::sql::Reads;

const ROWS: i64 = 20_000;
const LIMIT: i64 = 100;

/// Fills both tables with items of a hundred subreddits, seen over `hours` until `now`.
async fn fill(test: &TestApp, now: DateTime<Utc>, hours: i64, conn: &mut Conn) {
    let partitions = Partitions::default();
    for ago in 0..=hours {
        let at = now - TimeDelta::hours(ago);
        partitions.ensure(&test.pool, at).await.unwrap();
    }
    for (table, more, values) in [
        ("unmatched_items", ", thread_id, story_id, flair, link", ", '', '', '', ''"),
        ("items", "", ""),
    ] {
        let sql = format!(
            "INSERT INTO {table} (id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                                  num_comments, forum_created_at{more})
             SELECT gen_random_uuid(), '{now}'::timestamptz - n * interval '{hours} hours' / {ROWS},
                    '{table}' || n, 'post', 'Sub' || n % 100, '', '', '', '', 0, 0, '{now}'{values}
             FROM generate_series(1, {ROWS}) n"
        );
        conn.batch_execute(&sql).await.unwrap();
    }
    conn.batch_execute("VACUUM (ANALYZE) items, unmatched_items").await.unwrap();
}

/// Runs `query` and returns its result with what it read of both tables.
async fn read_by<T>(
    conn: &mut Conn,
    query: impl AsyncFnOnce(&mut Conn) -> diesel::QueryResult<T>,
) -> (T, Reads) {
    let (answer, read) = Reads::by("^(unmatched_)?items_[0-9]", conn, query).await;
    (answer.unwrap(), read)
}

#[tokio::test]
async fn the_newest_items_are_read_by_index_and_no_more_than_asked_for() {
    let test = TestApp::init().await;
    // Right after a new table begins, its few items are read together with more of the one before.
    let now = end_of_part(test.clock.now()) - TimeDelta::minutes(5);
    let mut conn = Conn::establish(&test.database_url).await.unwrap();
    fill(&test, now, 30, &mut conn).await;
    let (since, start) = (now - TimeDelta::hours(36), (now, Uuid::max()));
    let all = Places::from(&Scope::All);
    let with_site = Places::from(&Scope::everything());
    let two = Places::from(&Scope::parse(["sub7", "sub8"]).unwrap());
    let of = |places: &Places, (items, read): (Vec<Item>, Reads)| {
        assert_eq!(items.len(), usize::try_from(LIMIT).unwrap());
        assert!(items.is_sorted_by(|a, b| a.seen_at >= b.seen_at));
        let unmatched = items.iter().filter(|i| i.forum_id.starts_with("unmatched"));
        assert_eq!(unmatched.count(), 50, "from both alike");
        assert_eq!(read.by_scans, 0, "{places:?}: scans tables");
        assert!(read.by_index <= 6 * LIMIT, "{places:?}: {read:?}");
    };
    for (places, whole) in [(&all, true), (&with_site, true), (&two, false)] {
        let newest = read_by(&mut conn, async |conn| Item::newest(places, LIMIT, conn).await);
        of(places, newest.await);
        let page = read_by(&mut conn, async |conn| {
            Item::page(places, since, start, whole, LIMIT, conn).await
        });
        of(places, page.await);
    }
    let (any, read) = read_by(&mut conn, async |conn| {
        Item::any_before(now - TimeDelta::hours(20), &two, conn).await
    })
    .await;
    assert!(any && read.by_scans == 0 && read.by_index <= 10, "{read:?}");
}
