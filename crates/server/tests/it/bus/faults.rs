//! NATS dies, freezes, or loses a server of its cluster: nothing is lost, and nobody waits.

use platform::bus::{Topic, Wakeups};

use super::{Hearer, follow, store_match, wake_until_received};
use crate::support::bluesky::BlueskyTest;
use crate::support::jobs::run_ingest;
use crate::support::nats::Nats;
use crate::support::prelude::*;

#[tokio::test]
async fn while_it_is_away_the_database_wakes_and_when_it_is_back_it_does() {
    let mut nats = Nats::start().await;
    let test = TestApp::init_with(&[&nats.setting()]).await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let mut streams = Hearer::of(test.bus.clone(), Topic::Notifications).await;
    let mut outbox = Hearer::of(test.bus.clone(), Topic::Outbox).await;
    follow(&test, &mut streams, ada).await;
    nats.kill().await;
    // The database takes over the wake-ups as soon as the client has noticed.
    for number in 1.. {
        store_match(&test, ada, &format!("kettle{number}")).await;
        if streams.receives_soon().await == Some(ada.to_string()) {
            break;
        }
    }
    outbox.hears("").await;
    nats.start_again().await;
    // Every listener checks once, since it may have missed something.
    streams.hears("connected").await;
    outbox.hears("connected").await;
    store_match(&test, ada, "teapot").await;
    streams.hears(&ada.to_string()).await;
    outbox.hears("").await;
}

#[tokio::test]
async fn a_frozen_server_holds_up_no_transaction() {
    let nats = Nats::start().await;
    let test = TestApp::init_with(&[&nats.setting()]).await;
    let ada = test.new_user("ada@example.com").await.user.id;
    nats.freeze();
    // More than the client and the connection buffer.
    let wakeups = Wakeups { users: vec![ada; 100_000], outbox: true };
    test.bus.after_commit(&wakeups).await;
    store_match(&test, ada, "kettle").await;
    nats.thaw();
}

#[tokio::test]
async fn a_cluster_wakes_with_any_of_its_servers_gone() {
    let mut cluster = Nats::start_three().await;
    let all = cluster.each_ref().map(Nats::url).join(",");
    let setting = format!("bus.url={all}");
    let test = TestApp::init_with(&[&setting]).await;
    let other = test.with_settings(&[&setting]).await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let mut streams = Hearer::of(other.bus.clone(), Topic::Notifications).await;
    follow(&other, &mut streams, ada).await;
    for server in &mut cluster {
        server.kill().await;
        wake_until_received(&test, &mut streams, ada).await;
        server.start_again().await;
    }
}

#[tokio::test]
async fn while_it_is_away_no_source_is_asked_and_when_it_is_back_one_is_read_on_at_once() {
    let mut nats = Nats::start_keeping().await;
    let settings = nats.settings();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let test = BlueskyTest::init_with(&settings).await;
    test.app.bus.items().unwrap().open().await.unwrap();
    let asked = &test.site.control;
    let wait_for = async |from: &str| {
        while test.count(from).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    nats.kill().await;
    while test.app.bus.is_connected() {
        tokio::task::yield_now().await;
    }
    test.post("The first");
    let stop = CancellationToken::new();
    let reading = tokio::spawn(run_ingest(&test.app, &stop));
    wait_for("pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()").await;
    assert_eq!(asked.connections(), 0);
    nats.start_again().await;
    wait_for("unmatched_items WHERE 'The first' IN (title, body)").await;
    assert_eq!(asked.connections(), 1);

    nats.kill().await;
    test.post("The second");
    // Leases do not expire here: the clock is stopped.
    wait_for("sequences WHERE leased_until IS NULL").await;
    nats.start_again().await;
    wait_for("unmatched_items WHERE 'The second' IN (title, body)").await;
    stop.cancel();
    reading.await.unwrap();
}
