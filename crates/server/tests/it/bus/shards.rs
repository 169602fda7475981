//! Items passed on are matched once for every watch, whatever happens to the processes that pass them on
//! or match them, or to the connection between them.

use std::collections::BTreeSet;

use db::models::match_shard::MatchShard;
use diesel_async::SimpleAsyncConnection;
use domain::watches::Share;
use foundation::time::clock::Clock;
use ingest::hearing_tests::read_next;
use ingest::shards::{self, ShardReader, claim};
use platform::sources::ForumItem;

use crate::support::forum::{IN_MESSAGES, pass_on_items};
use crate::support::nats::Nats;
use crate::support::prelude::*;

/// Starts a NATS server, and a Harken that passes items on over it.
async fn start() -> (Nats, TestApp) {
    let nats = Nats::start_keeping().await;
    let test = on(&nats).await;
    (nats, test)
}

async fn on(nats: &Nats) -> TestApp {
    let settings = nats.settings();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let test = TestApp::init_with(&settings).await;
    test.bus.items().unwrap().open().await.unwrap();
    test
}

/// Returns another process on the same database and the same NATS.
async fn another(test: &TestApp, nats: &Nats) -> App {
    another_with_clock(test.clock.clone(), test, nats).await
}

async fn another_with_clock(clock: Clock, test: &TestApp, nats: &Nats) -> App {
    let settings = nats.settings();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    test.with_clock(clock, &settings).await
}

async fn divide(app: &App, shards: i32) {
    let mut conn = app.conn().await.unwrap();
    MatchShard::divide(shards, &mut conn).await.unwrap();
}

/// Takes a shard as a starting process does.
async fn hold(app: &App) -> ShardReader<'_> {
    let claimed = claim(app, Uuid::now_v7()).await.unwrap();
    let claimed = claimed.expect("no shard is free");
    let share = Share::Shard { shard: claimed.shard, of: claimed.shards };
    let watches = ActiveWatches::load_share(share, &app.pool).await.unwrap();
    ShardReader::new(app, app.sources.bluesky.clone(), Arc::new(watches), claimed).unwrap()
}

/// Reads until the shard has stored everything that exists.
async fn read_all(app: &App, reader: &mut ShardReader<'_>) {
    let last = app.bus.items().unwrap().state().await.unwrap().last;
    while reader.position() < last as i64 {
        assert!(reader.step().await.unwrap(), "another process has it");
    }
}

/// Makes every shard read everything that exists, one after the other.
async fn match_all(app: &App, shards: i32) {
    let mut readers = Vec::new();
    for _ in 0..shards {
        readers.push(hold(app).await);
    }
    for reader in &mut readers {
        read_all(app, reader).await;
    }
    app.clock.advance(TimeDelta::minutes(1));
}

fn post(app: &App, id: &str, title: &str) -> ForumItem {
    read_post(id, title, app.clock.now())
}

async fn pass_on(app: &App, items: Vec<ForumItem>) -> usize {
    pass_on_items(app, items).await.unwrap().new_items
}

/// Adds users whose keyword is `kettle`, `of_each` in each of the shards.
async fn readers(test: &TestApp, shards: i32, of_each: usize) -> Vec<Uuid> {
    let mut users = Vec::new();
    for shard in 0..shards {
        let share = Share::Shard { shard, of: shards };
        let mut wanted = of_each;
        while wanted > 0 {
            let email = format!("{}@example.com", Uuid::new_v4());
            let user = test.new_user(&email).await.user.id;
            if share.has(user) {
                add_watch(test, user, "kettle", &["all"]).await;
                users.push(user);
                wanted -= 1;
            }
        }
    }
    users
}

/// Waits until `wanted` transactions of this database wait for a lock.
async fn waiting(app: &App, wanted: i64) {
    let waiting =
        "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while count(app, waiting).await < wanted {
        tokio::task::yield_now().await;
    }
}

/// Blocks transactions that store rows in a table, until it is dropped.
struct HoldUp(#[expect(dead_code)] db::Conn);

impl HoldUp {
    async fn of(test: &TestApp, table: &str) -> Self {
        test.sql(&format!(
            "CREATE FUNCTION hold_up_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ \
             BEGIN PERFORM pg_advisory_xact_lock(hashtext('{table}')); RETURN NULL; END $$"
        ))
        .await;
        test.sql(&format!(
            "CREATE TRIGGER hold_up AFTER INSERT ON {table} FOR EACH ROW \
             EXECUTE FUNCTION hold_up_{table}()"
        ))
        .await;
        let mut conn = test.database.connect().await.unwrap();
        let lock = format!("SELECT pg_advisory_lock(hashtext('{table}'))");
        conn.batch_execute(&lock).await.unwrap();
        Self(conn)
    }
}

#[tokio::test]
async fn what_is_passed_on_is_matched_by_the_shard_of_each_user_once() {
    let (_nats, test) = start().await;
    divide(&test, 3).await;
    let users = readers(&test, 3, 2).await;
    let items = vec![post(&test, "kettle", "My kettle"), post(&test, "teapot", "My teapot")];
    assert_eq!(pass_on(&test, items.clone()).await, 2);
    assert_eq!(count(&test, "unmatched_items").await, 2);
    // When they are read again, they are known.
    assert_eq!(pass_on(&test, items).await, 0);
    match_all(&test, 3).await;
    assert_eq!(count(&test, "notifications").await, 6);
    assert_eq!(count(&test, "(SELECT DISTINCT user_id FROM notifications) AS u").await, 6);
    assert_eq!(count(&test, "outbox").await, 6);
    assert_eq!(count(&test, "items WHERE is_matched").await, 1);
    assert_eq!(count(&test, "item_keys WHERE stays").await, 1);
    assert_eq!(count(&test, "unmatched_items WHERE forum_id = 'teapot'").await, 1);
    assert_eq!(count(&test, "recent_items").await, 2, "each is in one table");
    assert_eq!(count(&test, "watches WHERE match_count = 1").await, users.len() as i64);
}

#[tokio::test]
async fn a_shard_stores_what_another_keeps_for_a_higher_score() {
    let (_nats, test) = start().await;
    divide(&test, 2).await;
    let users = readers(&test, 2, 1).await;
    // The first shard's user waits for a score that the post does not have.
    let waits = format!(
        "UPDATE watches SET keyword = 'kettle min_score:10', mode = 'query' WHERE user_id = '{}'",
        users[0]
    );
    test.sql(&waits).await;
    pass_on(&test, vec![post(&test, "kettle", "My kettle")]).await;
    let mut first = hold(&test).await;
    let mut second = hold(&test).await;
    read_all(&test, &mut first).await;
    assert_eq!(count(&test, "items WHERE NOT is_matched").await, 1);
    assert_eq!(count(&test, "item_keys WHERE NOT stays").await, 1);
    read_all(&test, &mut second).await;
    assert_eq!(count(&test, "items WHERE is_matched").await, 1);
    assert_eq!(count(&test, "item_keys WHERE stays").await, 1);
    assert_eq!(count(&test, "notifications").await, 1);
}

#[tokio::test]
async fn what_is_passed_on_twice_and_read_twice_alerts_once() {
    let (_nats, test) = start().await;
    readers(&test, 1, 3).await;
    pass_on(&test, vec![post(&test, "kettle", "My kettle")]).await;
    match_all(&test, 1).await;
    // As if the reader had died before storing what it had passed on, and the stream had received other
    // messages since.
    test.sql("DELETE FROM unmatched_items").await;
    test.sql("UPDATE item_keys SET is_thread = true").await;
    let items = vec![post(&test, "teapot", "A teapot"), post(&test, "kettle", "My kettle")];
    pass_on(&test, items).await;
    test.sql("UPDATE item_keys SET is_thread = false").await;
    match_all(&test, 1).await;
    assert_eq!(count(&test, "notifications").await, 3);
    // Everything is read again, by more shards and then by fewer.
    for shards in [3, 2, 1] {
        test.sql("UPDATE match_shards SET position = 0").await;
        divide(&test, shards).await;
        match_all(&test, shards).await;
        assert_eq!(count(&test, "notifications").await, 3, "{shards} shards");
        assert_eq!(count(&test, "outbox").await, 3, "{shards} shards");
        assert_eq!(count(&test, "items").await, 1, "{shards} shards");
        assert_eq!(count(&test, "watches WHERE match_count = 1").await, 3);
    }
}

#[tokio::test]
async fn what_is_read_again_does_not_count_towards_the_hourly_ceiling() {
    let (_nats, test) = start().await;
    // No hour ends meanwhile.
    let beginning: DateTime<Utc> = "2026-11-21T15:10:00Z".parse().unwrap();
    test.clock.set(beginning - test.clock.now());
    let ada = test.new_user("ada@example.com").await.user.id;
    for keyword in ["the", "kettle", "here"] {
        add_watch(&test, ada, keyword, &["all"]).await;
    }
    let posts = async |numbers: std::ops::Range<usize>| {
        let ids = numbers.map(|n| format!("kettle{n}"));
        let posts = ids.map(|id| post(&test, &id, "The kettle is here")).collect();
        pass_on(&test, posts).await;
    };
    posts(0..200).await;
    match_all(&test, 1).await;
    assert_eq!(count(&test, "notifications").await, 600);
    for _ in 0..2 {
        test.sql("UPDATE match_shards SET position = 0").await;
        match_all(&test, 1).await;
    }
    assert_eq!(count(&test, "live_cursors WHERE listed = 600").await, 1);
    // A thousand of one user are listed in an hour: these still fit.
    posts(200..300).await;
    match_all(&test, 1).await;
    assert_eq!(count(&test, "notifications").await, 900);
    assert_eq!(count(&test, "unlisted_matches").await, 0);
}

#[tokio::test]
async fn shards_are_divided_again_between_matches_and_none_is_lost_or_doubled() {
    let (_nats, test) = start().await;
    let users = readers(&test, 3, 3).await;
    let mut posted = 0;
    for shards in [1, 3, 2, 1] {
        // The present shards have read up to different positions when they are divided.
        for _ in 0..2 {
            let id = format!("kettle{posted}");
            pass_on(&test, vec![post(&test, &id, "My kettle")]).await;
            posted += 1;
            let mut one = hold(&test).await;
            read_all(&test, &mut one).await;
            test.clock.advance(TimeDelta::minutes(1));
        }
        divide(&test, shards).await;
    }
    match_all(&test, 1).await;
    let expected = (users.len() * posted) as i64;
    assert_eq!(count(&test, "notifications").await, expected);
    assert_eq!(count(&test, IN_MESSAGES).await, expected);
}

#[tokio::test]
async fn a_shard_that_was_taken_over_stores_nothing_when_it_wakes() {
    let (_nats, test) = start().await;
    readers(&test, 1, 1).await;
    let mut frozen = hold(&test).await;
    pass_on(&test, vec![post(&test, "kettle", "My kettle")]).await;
    assert_eq!(claim(&test, Uuid::now_v7()).await.unwrap(), None, "it is held");
    test.clock.advance(TimeDelta::seconds(7));
    let mut next = hold(&test).await;
    assert!(!frozen.step().await.unwrap(), "it has the shard no more");
    assert_eq!(count(&test, "notifications").await, 0);
    assert_eq!(count(&test, "items").await, 0);
    read_all(&test, &mut next).await;
    assert_eq!(count(&test, "notifications").await, 1);
    pass_on(&test, vec![post(&test, "kettle2", "My kettle")]).await;
    assert!(!frozen.step().await.unwrap());
    read_all(&test, &mut next).await;
    assert_eq!(count(&test, "notifications").await, 2);
}

#[tokio::test]
async fn a_clock_that_is_wrong_costs_a_takeover_and_no_match() {
    let (nats, test) = start().await;
    let users = readers(&test, 1, 3).await;
    // Clocks of tests are not set by the database. A process whose clock is ahead considers leases
    // expired, and one whose clock is behind loses its own.
    for (round, minutes) in [5, -5].into_iter().enumerate() {
        let clock = Clock::manual(test.clock.now() + TimeDelta::minutes(minutes));
        let wrong = another_with_clock(clock, &test, &nats).await;
        let (right, wrong): (&App, &App) = (&test, &wrong);
        let (holder, other) = match minutes {
            5 => (right, wrong),
            _ => (wrong, right),
        };
        let mut held = hold(holder).await;
        pass_on(wrong, vec![post(&test, &format!("kettle{round}"), "My kettle")]).await;
        let mut taken = hold(other).await;
        assert!(!held.step().await.unwrap(), "{minutes} minutes");
        read_all(other, &mut taken).await;
        let expected = (users.len() * (round + 1)) as i64;
        assert_eq!(count(&test, "notifications").await, expected);
        assert_eq!(count(&test, IN_MESSAGES).await, expected);
        divide(&test, 1).await;
    }
}

#[tokio::test]
async fn while_nats_is_away_nothing_counts_as_read() {
    let (mut nats, test) = start().await;
    readers(&test, 1, 1).await;
    nats.kill().await;
    let kettle = vec![post(&test, "kettle", "My kettle")];
    let refused = pass_on_items(&test, kettle.clone()).await.unwrap_err();
    assert!(format!("{refused:#}").contains("NATS"), "{refused:#}");
    assert_eq!(test.bus.items().unwrap().failed_appends(), 1);
    assert_eq!(count(&test, "recent_items").await, 0);
    assert_eq!(count(&test, "item_keys").await, 0);
    nats.start_again().await;
    // The client takes a moment to find the server again.
    let mut last = String::new();
    for _ in 0..20 {
        match pass_on_items(&test, kettle.clone()).await {
            Ok(stored) => {
                assert_eq!(stored.new_items, 1);
                match_all(&test, 1).await;
                assert_eq!(count(&test, "notifications").await, 1);
                return;
            }
            Err(error) => last = format!("{error:#}"),
        }
    }
    panic!("{last}");
}

#[tokio::test]
async fn a_log_that_was_recreated_is_read_from_its_beginning() {
    let (mut nats, test) = start().await;
    readers(&test, 1, 1).await;
    for n in 0..3 {
        pass_on(&test, vec![post(&test, &format!("old{n}"), "An old kettle")]).await;
    }
    match_all(&test, 1).await;
    nats.kill().await;
    nats.forget();
    nats.start_again().await;
    let other = another(&test, &nats).await;
    other.bus.items().unwrap().open().await.unwrap();
    pass_on(&other, vec![post(&test, "kettle", "My kettle")]).await;
    let mut reader = hold(&other).await;
    assert_eq!(reader.position(), 3);
    assert!(reader.step().await.unwrap());
    assert_eq!(reader.position(), 1);
    assert_eq!(count(&test, "notifications").await, 4);
}

#[tokio::test]
async fn what_the_log_did_not_keep_for_long_enough_is_counted_as_lost() {
    let (nats, test) = start().await;
    readers(&test, 1, 1).await;
    for n in 0..3 {
        pass_on(&test, vec![post(&test, &format!("old{n}"), "An old kettle")]).await;
    }
    let client = async_nats::connect(nats.url()).await.unwrap();
    let jetstream = async_nats::jetstream::new(client);
    let stream = jetstream.get_stream("harken-items").await.unwrap();
    stream.purge().sequence(3).await.unwrap();
    test.sql(&format!(
        "UPDATE match_shards SET log_made_at = {}",
        test.bus.items().unwrap().state().await.unwrap().made_at
    ))
    .await;
    match_all(&test, 1).await;
    assert_eq!(count(&test, "notifications").await, 1);
    let mut metrics = String::new();
    test.metrics.write_to(&mut metrics).unwrap();
    assert!(metrics.contains("harken_shard_lost_total{shard=\"0\"} 2\n"), "{metrics}");
    assert!(metrics.contains("harken_shard_position{shard=\"0\"} 3\n"), "{metrics}");
}

#[tokio::test]
async fn a_shard_that_is_faster_than_the_reader_keeps_the_item_in_one_table() {
    let (_nats, test) = start().await;
    readers(&test, 1, 1).await;
    let held = HoldUp::of(&test, "unmatched_items").await;
    let passing = pass_on_items(&test, vec![post(&test, "kettle", "My kettle")]);
    let reading = async {
        waiting(&test, 1).await;
        let mut reader = hold(&test).await;
        read_all(&test, &mut reader).await;
        assert_eq!(count(&test, "notifications").await, 1);
        drop(held);
    };
    let (stored, ()) = futures::join!(passing, reading);
    assert_eq!(stored.unwrap().new_items, 1);
    assert_eq!(count(&test, "unmatched_items").await, 0);
    assert_eq!(count(&test, "items WHERE is_matched").await, 1);
}

#[tokio::test]
async fn a_shard_that_is_slower_than_the_reader_keeps_the_item_in_one_table() {
    let (_nats, test) = start().await;
    readers(&test, 1, 1).await;
    let shard = HoldUp::of(&test, "notifications").await;
    let reader = HoldUp::of(&test, "unmatched_items").await;
    let passing = async {
        let items = vec![post(&test, "kettle", "My kettle")];
        pass_on_items(&test, items).await.unwrap();
        drop(shard);
    };
    let reading = async {
        // The shard begins before the items passed on are stored, and ends after that.
        waiting(&test, 1).await;
        let mut shard = hold(&test).await;
        let matching = read_all(&test, &mut shard);
        let storing = async {
            waiting(&test, 2).await;
            drop(reader);
        };
        futures::join!(matching, storing);
    };
    futures::join!(passing, reading);
    assert_eq!(count(&test, "notifications").await, 1);
    assert_eq!(count(&test, "unmatched_items").await, 0);
    assert_eq!(count(&test, "recent_items").await, 1);
}

#[tokio::test]
async fn a_watch_that_comes_after_the_shard_and_before_the_reader_s_commit_is_matched() {
    let (_nats, test) = start().await;
    let user = test.new_user("ada@example.com").await.user.id;
    let held = HoldUp::of(&test, "unmatched_items").await;
    let passing = pass_on_items(&test, vec![post(&test, "kettle", "My kettle")]);
    let reading = async {
        waiting(&test, 1).await;
        let mut reader = hold(&test).await;
        read_all(&test, &mut reader).await;
        add_watch(&test, user, "kettle", &["all"]).await;
        drop(held);
        reader
    };
    let (stored, mut reader) = futures::join!(passing, reading);
    stored.unwrap();
    read_all(&test, &mut reader).await;
    assert_eq!(count(&test, "notifications").await, 1);
}

#[tokio::test]
async fn processes_share_the_shards_and_a_stopped_one_leaves_its_own_at_once() {
    let (nats, test) = start().await;
    divide(&test, 4).await;
    let of_each = async |wanted: &[i64]| {
        loop {
            let mut conn = test.conn().await.unwrap();
            let shards = MatchShard::all(&mut conn).await.unwrap();
            drop(conn);
            let holders: BTreeSet<Uuid> = shards.iter().filter_map(|shard| shard.holder).collect();
            let held = |holder| shards.iter().filter(|s| s.holder == Some(holder)).count() as i64;
            let mut counts: Vec<i64> = holders.into_iter().map(held).collect();
            counts.sort_unstable();
            if counts == wanted {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    let begin = |app: &App| {
        let stop = CancellationToken::new();
        let running = tokio::spawn(shards::run(
            app.context.clone(),
            app.sources.bluesky.clone(),
            stop.clone(),
        ));
        (stop, running)
    };
    let first = begin(&test);
    of_each(&[4]).await;
    // One connection for each channel, however many shards wait for announcements.
    let listening = "pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()";
    while count(&test, listening).await < 2 {
        tokio::task::yield_now().await;
    }
    let other = another(&test, &nats).await;
    let second = begin(&other);
    of_each(&[2, 2]).await;
    let users = readers(&test, 4, 1).await;
    pass_on(&test, vec![post(&test, "kettle", "My kettle")]).await;
    while count(&test, "notifications").await < users.len() as i64 {
        tokio::task::yield_now().await;
    }
    assert_eq!(count(&test, listening).await, 2 + 2, "of two processes");
    first.0.cancel();
    first.1.await.unwrap();
    of_each(&[4]).await;
    pass_on(&other, vec![post(&test, "kettle2", "My kettle")]).await;
    while count(&test, "notifications").await < 2 * users.len() as i64 {
        tokio::task::yield_now().await;
    }
    second.0.cancel();
    second.1.await.unwrap();
    assert_eq!(count(&test, "match_shards WHERE holder IS NULL").await, 4);
}

#[tokio::test]
async fn a_test_post_is_read_by_the_shard_of_its_user() {
    let (_nats, test) = start().await;
    let user = test.new_user("ada@example.com").await;
    let made = user.post("/api/keywords", json!({"keyword": "kettle"})).await;
    let input = json!({"watchId": made.json["_id"]});
    user.post("/api/hearing-tests", input).await.expect(201);
    let own = i32::from(Share::Shard { shard: 1, of: 2 }.has(user.user.id));
    for (shard, is_read) in [(1 - own, false), (own, true)] {
        let share = Share::Shard { shard, of: 2 };
        let watches = ActiveWatches::load_share(share, &test.pool).await.unwrap();
        assert_eq!(watches.len(), usize::from(is_read));
        let read = read_next(&test, &watches, share).await.unwrap();
        assert_eq!(read.is_some(), is_read);
    }
    let stored = "hearing_tests WHERE stored_at IS NOT NULL AND failure IS NULL";
    assert_eq!(count(&test, stored).await, 1);
}

#[tokio::test]
async fn a_shard_s_watches_follow_their_changes_and_nobody_else_s() {
    let test = TestApp::init().await;
    let users = readers(&test, 2, 2).await;
    let share = Share::Shard { shard: 0, of: 2 };
    let watches = ActiveWatches::load_share(share, &test.pool).await.unwrap();
    let names = ActiveWatches::load_share(Share::Names, &test.pool).await.unwrap();
    assert_eq!((watches.len(), names.len()), (2, 0));
    for user in &users {
        add_watch(&test, *user, "teapot", &["tea"]).await;
    }
    watches.catch_up(&test.pool).await.unwrap();
    names.catch_up(&test.pool).await.unwrap();
    assert_eq!((watches.len(), names.len()), (4, 0));
    assert_eq!(names.watched_names().users["tea"].len(), 4);
    test.sql("DELETE FROM watches").await;
    watches.catch_up(&test.pool).await.unwrap();
    assert_eq!(watches.len(), 0);
}
