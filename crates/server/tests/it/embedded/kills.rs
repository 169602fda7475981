use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use sims::forum::{Config, Handle, NewPost};
use sims::smtp::Query;

use crate::support::forum::forum_settings;
use crate::support::own_database::Home;
use crate::support::patience::PATIENCE;
use crate::support::sql::try_rows;

const KILLS: usize = 6;
/// The readers: each has one watch, and each post is for one of them.
const READERS: usize = 120;

/// Returns `None` while the database does not answer.
async fn count(home: &Home, from: &str) -> Option<usize> {
    let mut conn = home.connect().await;
    let counts = try_rows(&format!("SELECT count(*) FROM {from}"), &mut conn).await.ok()?;
    counts.into_iter().next()
}

/// Polls every few milliseconds: what another process does cannot be awaited.
async fn wait_for(home: &Home, from: &str, at_least: usize) {
    let began = Instant::now();
    while count(home, from).await.is_none_or(|n| n < at_least) {
        assert!(began.elapsed() < PATIENCE, "{from}: {}", home.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn add_readers(home: &Home) {
    let mut conn = home.connect().await;
    for statement in [
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
         SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader', now()
         FROM generate_series(1, $1) AS n",
        "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
         SELECT gen_random_uuid(), id, 'kettle ' || lpad(substring(email from '[0-9]+'), 4, '0'),
                '{tea}', now(), now()
         FROM users LIMIT $1",
    ] {
        diesel::sql_query(statement)
            .bind::<BigInt, _>(READERS as i64)
            .execute(&mut conn)
            .await
            .unwrap();
    }
}

fn post(forum: &Handle, from: usize, to: usize) {
    for n in from..to {
        forum.control.post(NewPost::titled("tea", &format!("Kettle {:04} boils", n + 1))).unwrap();
    }
}

#[tokio::test]
async fn a_postgres_that_is_killed_is_started_again_and_nothing_is_lost_or_doubled() {
    let forum = Config { budget: 1_000_000, ..Config::for_tests() };
    let forum = sims::forum::start(forum).await.unwrap();
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("mail.smtp_url=smtp://{}", sink.smtp_addr),
        // The lease of an email is twice that and 15 s.
        "mail.timeout_seconds=5".to_owned(),
        "forum.poll_seconds=1".to_owned(),
        "forum.requests_per_minute=100000".to_owned(),
    ]);
    let home = Home::new();
    let mut harken = home.start("all", &settings).await;
    add_readers(&home).await;

    let mut away = Vec::new();
    for round in 0..KILLS {
        let share = READERS / KILLS;
        let made = round * share;
        post(&forum, made, made + share / 2);
        wait_for(&home, "notifications", made + 1).await;
        post(&forum, made + share / 2, made + share);
        home.kill_postgres().await;
        away.push(harken.wait_for_health(&home).await);
    }
    wait_for(&home, "outbox WHERE status = 'sent'", READERS).await;

    for from in [
        "items",
        "notifications",
        "(SELECT DISTINCT watch_id, item_id FROM notifications) AS pairs",
        "outbox",
        "watches WHERE match_count = 1",
    ] {
        assert_eq!(count(&home, from).await, Some(READERS), "{from}");
    }
    let mails = sink.mailbox.messages(&Query::default());
    let ids: BTreeSet<&str> = mails.iter().map(|mail| mail.header("message-id").unwrap()).collect();
    assert_eq!(ids.len(), READERS);
    let repeated = mails.len() - READERS;
    println!(
        "{KILLS} kills of Postgres: 0 lost, 0 doubled, {repeated} mails repeated with their \
         Message-ID; back after {away:.1?}"
    );
    // Emails sent but not yet recorded when the database goes: one at a time.
    assert!(repeated <= KILLS, "{repeated}: {}", home.log());
    harken.process.kill().await.unwrap();
}

#[tokio::test]
async fn of_two_that_share_a_postgres_the_other_continues_when_its_owner_is_killed() {
    let home = Home::new();
    let mut first = home.start("api", &[]).await;
    let mut second = home.start("api", &[]).await;
    for _ in 0..2 {
        let postgres = home.postgres().unwrap();
        first.process.kill().await.unwrap();
        gone(&home, &postgres).await;
        let took = second.wait_for_health(&home).await;
        println!("the other had the database again after {took:.1?}");
        home.kill_postgres().await;
        second.wait_for_health(&home).await;
        // The process that comes back shares the Postgres that the other runs.
        let back = home.start("api", &[]).await;
        assert_eq!(back.health().await, 200);
        first = std::mem::replace(&mut second, back);
    }
    first.process.kill().await.unwrap();
    second.process.kill().await.unwrap();
}

/// Waits until the Postgres with this id has ended; another may run by now.
async fn gone(home: &Home, postgres: &str) {
    let began = Instant::now();
    while home.postgres().as_deref() == Some(postgres) {
        assert!(began.elapsed() < PATIENCE, "{}", home.log());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
