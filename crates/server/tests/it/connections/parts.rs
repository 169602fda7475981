//! The real program with all its parts, one of which is at work in the database with all its connections.

use std::time::{Duration, Instant};

use db::Part;
use diesel_async::SimpleAsyncConnection;
use sims::forum::{Config, NewPost};
use sims::smtp::Query;

use super::WAITING;
use crate::support::app::SECRET;
use crate::support::forum::forum_settings;
use crate::support::prelude::*;
use crate::support::process::{address_of, harken_that_reports, log_of};

/// Each part with its number of connections, and a table that only this part needs.
const PARTS: [(Part, i64, &str); 3] = [
    (Part::Api, 1, "sessions"),
    (Part::Ingest, 2, "poll_state"),
    // It stores what became of one email at a time.
    (Part::Delivery, 1, "attempts"),
];

/// Waits until there are as many rows. What another process does cannot be awaited.
async fn wait_for(test: &TestApp, from: &str, at_least: i64, log: impl Fn() -> String) {
    let began = Instant::now();
    while count(test, from).await < at_least {
        assert!(began.elapsed() < PATIENCE, "{from}: {}", log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_part_that_is_slow_with_all_its_connections_stops_no_other() {
    // The test holds its locks for as long as it takes.
    let test = TestApp::init_with(&["database.idle_transaction_timeout_seconds=0"]).await;
    let forum = Config { budget: 1_000_000, ..Config::for_tests() };
    let forum = sims::forum::start(forum).await.unwrap();
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let ada = test.new_user("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await;
    add_watch(&test, bob.user.id, "kettle", &["tea"]).await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("database.url={}", test.database_url),
        format!("auth.secret={SECRET}"),
        "server.listen=127.0.0.1:0".to_owned(),
        format!("mail.smtp_url=smtp://{}", sink.smtp_addr),
        "forum.poll_seconds=1".to_owned(),
        "forum.requests_per_minute=100000".to_owned(),
        // A slow statement takes as long as the test lets it.
        "database.statement_timeout_seconds=0".to_owned(),
        "database.pool_wait_seconds=2".to_owned(),
    ]);
    settings.extend(
        PARTS.map(|(part, number, _)| format!("database.{}_connections={number}", part.as_str())),
    );
    let mut process = harken_that_reports("all", folder.path(), &settings);
    let address = address_of(&mut process, folder.path()).await;
    let log = || log_of(folder.path());
    let site = reqwest::Client::new();
    let call = || {
        let call = site.get(format!("http://{address}/api/users/profile"));
        let call = call.bearer_auth(ada.token.as_deref().unwrap());
        tokio::spawn(async move { call.send().await.unwrap().status() })
    };
    let post = || {
        forum.control.post(NewPost::titled("tea", "A kettle")).unwrap();
    };
    let mails = || sink.mailbox.messages(&Query::default()).len() as u64;
    // Everything works.
    assert_eq!(call().await.unwrap(), 200);
    post();
    assert!(sink.mailbox.wait_for_count(1, PATIENCE).await, "{}", log());

    for (slow, connections, table) in PARTS {
        let mut lock = test.conn().await.unwrap();
        let statement = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
        lock.batch_execute(&statement).await.unwrap();
        let (stored, sent) = (count(&test, "notifications").await, mails());
        let slow_call = (slow == Part::Api).then(call);
        if slow == Part::Delivery {
            test.notify_by_mail(ada.user.id, Match::of("first")).await;
        }
        wait_for(&test, WAITING, connections, log).await;
        if slow != Part::Api {
            assert_eq!(call().await.unwrap(), 200, "{slow:?}: {}", log());
        }
        if slow != Part::Ingest {
            post();
            wait_for(&test, "notifications", stored + 1, log).await;
        }
        if slow != Part::Delivery {
            test.notify_by_mail(ada.user.id, Match::of("word")).await;
            assert!(sink.mailbox.wait_for_count(sent + 1, PATIENCE).await, "{slow:?}: {}", log());
        }
        lock.batch_execute("ROLLBACK").await.unwrap();
        if let Some(call) = slow_call {
            assert_eq!(call.await.unwrap(), 200, "{}", log());
        }
    }
    process.kill().await.unwrap();
}
