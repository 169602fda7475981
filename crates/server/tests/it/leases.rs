//! The leases of a process end when all of its connections are gone.

use db::models::feed::ClaimedFeed;
use db::models::insight_job::InsightJob;
use db::models::lease::LEASED;
use db::models::lemmy_instance::LemmyInstance;
use db::models::match_shard::MatchShard;
use db::models::poll_state::PollState;
use db::models::process::Process;
use db::models::provider_event::ProviderEvent;
use db::models::sequence::{Sequence, SequenceSource};
use deliver::outbox::claim::claim;
use deliver::outbox::lane::Lane;
use harken::run::presence::Gone;

use crate::support::db::address;
use crate::support::prelude::*;

const LEASE: TimeDelta = TimeDelta::hours(1);
const INSTANCE: &str = "https://lemmy.example";

/// Makes one thing of each kind that can be claimed.
async fn test_with_work() -> ForumTest {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    let watch = test.watch(user.id, "kettle", &["all"]).await;
    test.poll().await;
    test.app.notify_by_mail(user.id, Match::of("rust")).await;
    let (now, mut conn) = (test.app.clock.now(), test.app.conn().await.unwrap());
    Sequence::begin(SequenceSource::HackerNews, "hn", 0, now, &mut conn).await.unwrap();
    LemmyInstance::begin(&[INSTANCE], now, &mut conn).await.unwrap();
    MatchShard::divide(1, &mut conn).await.unwrap();
    for row in [
        "feed_hosts VALUES ('one.example', 'epoch')".to_owned(),
        "feeds (id, place, origin, address, host, created_at, next_poll_at, interval_seconds)
         VALUES (gen_random_uuid(), 'feed/one', 'https://one.example', 'https://one.example', 'one.example',
             'epoch', 'epoch', 1800)"
            .to_owned(),
        format!("user_feeds SELECT '{}', id, 'epoch' FROM feeds", user.id),
        "provider_events (provider, id, kind, customer, object, told_at, received_at, due_at)
         VALUES ('stripe', 'evt_1', 'invoice.paid', 'cus_1', 'in_1', 'epoch', 'epoch', 'epoch')"
            .to_owned(),
        format!(
            "insight_jobs (id, user_id, watch_ids, keywords, created_at)
             VALUES (gen_random_uuid(), '{}', ARRAY['{watch}'::uuid], ARRAY['kettle'], 'epoch')",
            user.id
        ),
    ] {
        test.app.sql(&format!("INSERT INTO {row}")).await;
    }
    drop(conn);
    test.pass(TimeDelta::minutes(12));
    test
}

/// Claims what can be claimed, and returns the tables that it is in.
async fn claim_all(now: DateTime<Utc>, conn: &mut Conn) -> Vec<&'static str> {
    let hn = SequenceSource::HackerNews;
    let interval = TimeDelta::seconds(30);
    let mut claimed = Vec::new();
    while PollState::claim_due(now, LEASE, conn).await.unwrap().is_some() {
        claimed.push("poll_state");
    }
    claimed.dedup();
    let mut add = |table, is_claimed: bool| is_claimed.then(|| claimed.push(table));
    add(
        "sequences",
        Sequence::claim(hn, now, LEASE, interval, None, conn).await.unwrap().is_some(),
    );
    let instance = LemmyInstance::claim(&[INSTANCE], now, LEASE, interval, conn).await;
    add("lemmy_instances", instance.unwrap().is_some());
    add("feeds", ClaimedFeed::claim(now, LEASE, conn).await.unwrap().is_some());
    let shard = MatchShard::claim(Uuid::now_v7(), now + LEASE, now, conn).await;
    add("match_shards", shard.unwrap().is_some());
    add("outbox", !claim(Lane::Mail, 5, &[], LEASE, now, conn).await.unwrap().is_empty());
    add("provider_events", ProviderEvent::claim(LEASE, now, conn).await.unwrap().is_some());
    add("insight_jobs", InsightJob::claim(LEASE, now, conn).await.unwrap().is_some());
    claimed
}

fn process(id: Uuid) -> Process {
    Process {
        id,
        version: "1.0.0".to_owned(),
        serves_api: true,
        ingests: true,
        delivers: true,
        matches: true,
        started_at: DateTime::UNIX_EPOCH,
        seen_at: DateTime::UNIX_EPOCH,
    }
}

#[tokio::test]
async fn the_leases_of_a_process_end_when_it_has_no_connection_for_two_looks() {
    let test = test_with_work().await;
    let (app, now) = (&test.app, test.app.clock.now());
    let tables: Vec<&str> = LEASED.iter().map(|leased| leased.table).collect();
    let (killed, lives) = (address(&app.database_url), address(&app.database_url));
    let mut of_killed = killed.connect().await.unwrap();
    let of_living = lives.connect().await.unwrap();
    let mut conn = app.conn().await.unwrap();
    for address in [&killed, &lives] {
        process(address.process()).note(now, &mut conn).await.unwrap();
    }
    let claimed = claim_all(now, &mut of_killed).await;
    assert_eq!(claimed, tables);
    for table in &tables {
        let held = format!("{table} WHERE leased_by = '{}'", killed.process());
        assert_ne!(test.count(&held).await, 0, "{table}");
    }
    drop(conn);

    let mut gone = Gone::default();
    for _ in 0..3 {
        assert_eq!(gone.look(app).await.unwrap(), 0, "both are connected");
    }
    drop(of_killed);
    let connected =
        format!("pg_stat_activity WHERE application_name = 'harken {}'", killed.process());
    while test.count(&connected).await > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(gone.look(app).await.unwrap(), 0, "one look is not enough");
    let mut conn = app.conn().await.unwrap();
    assert_eq!(claim_all(now, &mut conn).await, [] as [&str; 0]);
    assert!(gone.look(app).await.unwrap() >= tables.len());
    assert_eq!(claim_all(now, &mut conn).await, tables);
    drop(conn);
    // What is claimed now is another's, and stays.
    assert_eq!(gone.look(app).await.unwrap(), 0);
    drop(of_living);
}

#[tokio::test]
async fn every_lease_names_its_holder() {
    let test = TestApp::init().await;
    let mut tables: Vec<&str> = LEASED.iter().map(|leased| leased.table).collect();
    tables.sort_unstable();
    for column in ["leased_until", "leased_by"] {
        let listed: String = test
            .row(&format!(
                "SELECT string_agg(table_name::text, ' ' ORDER BY table_name::text)
                 FROM information_schema.columns
                 WHERE column_name = '{column}' AND table_schema = 'public'"
            ))
            .await;
        assert_eq!(listed, tables.join(" "), "{column}");
    }
}
