//! The queries of the notifications page over many rows. The database counts what a transaction reads,
//! so these are the queries themselves and not copies for `EXPLAIN`.

use chrono::{NaiveTime, Weekday};
use db::models::notification::{
    Filter, MarkedUntil, Notification, NotificationStatus, Search, Unread, Wanted,
};
use diesel_async::{AsyncConnection, RunQueryDsl};

use crate::support::prelude::*;
use crate::support::sql::{self, Reads, row};

const EACH: i64 = 10_000;
const USERS: i64 = 7;
/// The keywords of each user; every tenth notification of a user is unread.
const KEYWORDS: i64 = 30;

/// The tables of items and notifications, by their names.
const TABLES: &str = "^(items|notifications)_[0-9]";

/// Vacuums as autovacuum does from time to time: updates statistics and the visibility map, which saves
/// looking up rows found in an index. Pages in use at that moment are skipped, so this repeats for them.
async fn vacuum(conn: &mut Conn) {
    for turn in 0.. {
        diesel::sql_query("VACUUM (ANALYZE) items, notifications").execute(conn).await.unwrap();
        let unmapped = format!(
            "SELECT sum(relpages - relallvisible) FROM pg_class
             WHERE relkind = 'r' AND relname ~ '{TABLES}'"
        );
        let unmapped: i64 = row(&unmapped, conn).await;
        if unmapped == 0 {
            break;
        }
        assert!(turn < 1_000, "{unmapped} pages are passed over");
    }
}

/// Runs `query` in a separate transaction, and asserts that it scans no table and reads at most
/// `rows` rows.
async fn assert_indexed<T>(
    name: &str,
    rows: i64,
    conn: &mut Conn,
    query: impl AsyncFnOnce(&mut Conn) -> diesel::QueryResult<T>,
) -> T {
    let (answer, read) = Reads::by(TABLES, conn, query).await;
    assert_eq!(read.by_scans, 0, "{name} scans tables");
    assert!(read.index_scans > 0, "{name} uses no index");
    assert!(read.by_index <= rows, "{name} reads {} rows", read.by_index);
    answer.unwrap()
}

/// Returns the Thursday noon before this week. The tests' notifications before it leave no week with so
/// few rows that a scan of its table would be the right plan.
fn last_thursday() -> DateTime<Utc> {
    let monday = Utc::now().date_naive().week(Weekday::Mon).first_day();
    monday.and_time(NaiveTime::MIN).and_utc() - TimeDelta::hours(84)
}

/// Makes seven users with ten thousand notifications each, over eight weeks up to `now`. Returns one of
/// the users.
async fn with_many(app: &TestApp, now: DateTime<Utc>) -> Uuid {
    let mut last = None;
    for n in 0..USERS {
        let user = app.new_user(&format!("user{n}@example.com")).await;
        last = Some(user.user.id);
    }
    let mut conn = app.conn().await.unwrap();
    // Some tests fill as many at the same time.
    let fill = format!(
        "SET LOCAL statement_timeout = 0;
         SELECT ensure_week_partitions('{now}'::timestamptz - interval '57 days', '{now}');
         INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at)
             SELECT md5('item' || n)::uuid, '{now}'::timestamptz - n * interval '8 minutes', 't3_' || n, 'post',
                    'sub' || n % 50, 'somebody', 'A title', 'A text', 'https://forum.example/' || n,
                    '{now}'::timestamptz - n * interval '8 minutes'
             FROM generate_series(1, {EACH}) n;
         INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    status, created_at)
             SELECT gen_random_uuid(), '{now}'::timestamptz - n * interval '8 minutes', md5('item' || n)::uuid,
                    gen_random_uuid(), users.id, {EACH} - n, 'Word' || n % {KEYWORDS}, '[]',
                    CASE WHEN n % 10 = 0 THEN 'unread' ELSE 'read' END,
                    '{now}'::timestamptz - n * interval '8 minutes'
             FROM generate_series(1, {EACH}) n, users"
    );
    conn.transaction::<_, diesel::result::Error, _>(async |conn| {
        for statement in fill.split(';') {
            diesel::sql_query(statement).execute(conn).await?;
        }
        Ok(())
    })
    .await
    .unwrap();
    vacuum(&mut conn).await;
    last.unwrap()
}

#[tokio::test]
async fn no_query_of_the_notifications_page_scans_a_table() {
    let app = TestApp::init().await;
    let now = last_thursday();
    let user = with_many(&app, now).await;
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    let unread = Some(NotificationStatus::Unread);
    let filter = |status, keyword: Option<&str>| Filter {
        status,
        keyword: keyword.map(str::to_owned),
        limit: 20,
        ..Filter::default()
    };
    // More than the number of executions with a custom plan.
    for _ in 0..7 {
        let count = assert_indexed("the unread count", 0, conn, async |conn| {
            Notification::count(user, now, &filter(unread, None), conn).await
        });
        assert_eq!(count.await, EACH / 10);
        // Ninety days then end in the middle of a week, whose rows are counted.
        let later = now + TimeDelta::days(40);
        let groups = assert_indexed("the groups", 0, conn, async |conn| {
            Notification::groups(user, later, &filter(unread, None), conn).await
        })
        .await;
        // Every tenth of a thirty-fold pattern: three keywords have unread ones.
        assert_eq!(groups.total, 3);
        let keys: Vec<String> = groups.page.into_iter().map(|group| group.folded).collect();
        // Each week has 42 unread ones of each keyword: 20 from one or two weeks are read, and then their
        // items.
        let newest = assert_indexed("the newest of groups", 3 * 60, conn, async |conn| {
            Notification::newest_of_groups(user, now, &keys, unread, 20, conn).await
        });
        assert_eq!(newest.await.len(), 60);
        for (status, keyword) in [(None, None), (unread, None), (unread, Some("word0"))] {
            // At most all unread ones of the keyword are read, to be sorted.
            let page = assert_indexed("a page of the list", EACH / 20, conn, async |conn| {
                Notification::list(user, now, &filter(status, keyword), conn).await
            });
            assert_eq!(page.await.len(), 20);
        }
        let after = assert_indexed("the live stream", 10 * 4, conn, async |conn| {
            Notification::after(user, EACH - 11, 100, conn).await
        });
        assert_eq!(after.await.len(), 10);
        let stats = assert_indexed("the stats", 0, conn, async |conn| {
            Notification::stats(user, now, "UTC", conn).await
        });
        assert_eq!(stats.await.total, EACH);
    }
    for (keyword, marked) in [(Some("WORD0"), 100), (None, 100)] {
        let unread = Unread { user_id: user, keyword, up_to: EACH };
        // Each is read to find the last of the step, to lock it, and to mark it, and with it what is counted.
        let read = assert_indexed("marking a step of them read", 6 * marked, conn, async |conn| {
            unread.mark_oldest(marked, &mut MarkedUntil::default(), conn).await
        });
        assert_eq!(read.await, Some(marked));
    }
}

#[tokio::test]
async fn silence_reads_what_a_silent_watch_matched_and_no_more() {
    let app = TestApp::init().await;
    let now = last_thursday();
    let user = with_many(&app, now).await;
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    // This watch has one match every 13 hours, the last of them ten days old.
    for statement in [
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits, updated_at, last_match_at)
             SELECT md5('silent')::uuid, '{user}', 'word', '{{all}}', '{now}'::timestamptz - interval '80 days',
                    max(created_at) FROM notifications WHERE created_at < '{now}'::timestamptz - interval '10 days'"
        ),
        format!(
            "UPDATE notifications SET watch_id = md5('silent')::uuid
             WHERE user_id = '{user}' AND seq % 100 = 0 AND created_at < '{now}'::timestamptz - interval '10 days'"
        ),
    ] {
        diesel::sql_query(statement).execute(conn).await.unwrap();
    }
    vacuum(conn).await;
    for _ in 0..7 {
        let quiet = assert_indexed("silence", 60, conn, async |conn| {
            platform::silence::quiet_watches(user, now, conn).await
        });
        let quiet = quiet.await;
        assert_eq!(quiet.len(), 1, "{quiet:?}");
        assert_eq!(quiet[0].silent_days, 10);
        assert!((12.0..=13.5).contains(&quiet[0].usual_per_week), "{quiet:?}");
    }
}

#[tokio::test]
async fn the_days_of_watches_are_counted_in_an_index_alone() {
    let app = TestApp::init().await;
    let now = last_thursday();
    let user = with_many(&app, now).await;
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    // The user's notifications are distributed among a hundred watches.
    let watch_of = "md5('watch' || seq % 100)::uuid";
    app.sql(&format!("UPDATE notifications SET watch_id = {watch_of} WHERE user_id = '{user}'"))
        .await;
    vacuum(conn).await;
    let ids: Vec<Uuid> =
        sql::rows("SELECT md5('watch' || n)::uuid FROM generate_series(0, 99) n", conn).await;
    let days: Vec<DateTime<Utc>> = (-6..=1).map(|day| now + TimeDelta::days(day)).collect();
    for _ in 0..7 {
        let found = assert_indexed("the days of watches", 0, conn, async |conn| {
            Notification::count_by_day(&ids, &days, conn).await
        })
        .await;
        // One notification every eight minutes, on six days: the seventh is still to come.
        let total: i64 = found.iter().map(|one| one.count).sum();
        assert!((1_079..=1_081).contains(&total), "{total}");
        assert!(found.len() > 500, "{}", found.len());
    }
}

#[tokio::test]
async fn a_search_reads_by_indexes_and_no_more_than_it_looks_at() {
    let app = TestApp::init().await;
    let now = last_thursday();
    let user = with_many(&app, now).await;
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    // Every thousandth item has the rare word, every second the common one.
    app.sql(
        "UPDATE items SET is_matched = true,
             title = CASE WHEN right(forum_id, 3) = '000' THEN 'rare' WHEN right(forum_id, 1) IN
                 ('0', '2', '4', '6', '8') THEN 'common' ELSE title END",
    )
    .await;
    vacuum(conn).await;
    // The rows for which the index of words is read, and those of a batch: at most 200 notifications and
    // their items.
    for (words, subreddit, is_rare, looked_up, rows, found) in [
        (Some("rare"), None, true, 10, 60, 10),
        (Some("nowhere"), None, true, 0, 0, 0),
        (Some("rare -nowhere"), None, true, 10, 60, 10),
        (Some("rare OR nowhere"), Some("SUB0"), true, 10, 60, 10),
        (Some("common"), None, false, EACH / 2, 600, 100),
        (None, Some("sub7"), false, 0, 600, 4),
        (None, None, false, 0, 600, 200),
    ] {
        let wanted = Wanted {
            words: words.map(str::to_owned),
            subreddit: subreddit.map(str::to_owned),
            ..Wanted::default()
        };
        let name = format!("{words:?} in {subreddit:?}");
        // More than the number of executions with a custom plan.
        for _ in 0..7 {
            // Each in a separate transaction, as in the server: the search sets its own.
            let begin =
                async |conn: &mut Conn| Search::begin(user, now, wanted.clone(), None, conn).await;
            let mut search = if words.is_some() {
                assert_indexed(&name, looked_up, conn, begin).await
            } else {
                begin(conn).await.unwrap()
            };
            assert_eq!(search.is_by_index(), is_rare, "{name}");
            let batch = if looked_up == 0 && is_rare {
                search.next_batch(conn).await.unwrap()
            } else {
                let next = async |conn: &mut Conn| search.next_batch(conn).await;
                assert_indexed(&name, rows, conn, next).await
            };
            assert_eq!(batch.unwrap().len(), found, "{name}");
        }
    }
    let unread = Wanted {
        status: Some(NotificationStatus::Unread),
        up_to: Some(EACH),
        removed: true,
        ..Wanted::default()
    };
    for _ in 0..7 {
        let mut search = Search::begin(user, now, unread.clone(), None, conn).await.unwrap();
        // A thousand notifications and their items.
        let next = async |conn: &mut Conn| search.next_without_items(conn).await;
        let ids = assert_indexed("the ids of a list", 2_000, conn, next).await;
        assert_eq!(ids.unwrap().len(), 1_000);
    }
}
