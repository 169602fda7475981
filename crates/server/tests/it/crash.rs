//! The real program, killed repeatedly while matches flow to emails.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use sims::forum::{Config, NewComment, NewPost};
use sims::smtp::Query;

use crate::support::app::TestApp;
use crate::support::forum::{count, forum_settings};
use crate::support::length::by_length;
use crate::support::process::{harken, log_of};
use crate::support::readers::{add_readers, title};

/// Kills and matches of the short and of the long form.
const KILLS_AND_MATCHES: [(usize, usize); 2] = [(10, 1_000), (50, 10_000)];
/// Readers with one watch each: enough that no page of the forum holds two matches of one user, which
/// would be one email.
const READERS: usize = 1_000;
const SENT: &str = "outbox WHERE status = 'sent'";
/// The long form takes a minute and a half in total. At a load of ten the emails alone take five
/// minutes; only a broken program takes this long.
const PATIENCE: Duration = Duration::from_secs(900);

/// Kills that follow each other, in the short and in the long form. In the short one, less is posted in all than a
/// listing shows.
const FREQUENT_KILLS: [usize; 2] = [2, 20];
const BETWEEN_KILLS: Duration = Duration::from_secs(5);
/// How often posts and comments are made, and how many: a hundred a second.
const STEP: Duration = Duration::from_millis(100);
const POSTS: usize = 6;
const COMMENTS: usize = 4;

/// Polls every few milliseconds: what another process does cannot be awaited.
async fn wait_for(test: &TestApp, from: &str, at_least: usize) {
    let (began, at_least) = (Instant::now(), at_least as i64);
    while count(test, from).await < at_least {
        if began.elapsed() > PATIENCE {
            let waiting = count(test, "outbox WHERE status = 'pending'").await;
            let dead = count(test, "outbox WHERE status = 'dead'").await;
            panic!("stuck below {at_least} {from}; {waiting} messages wait, {dead} are dead");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn kills_while_matches_arrive_lose_nothing_and_double_nothing() {
    let [short, long] = KILLS_AND_MATCHES;
    let (kills, matches) = by_length(short, long);
    let began = Instant::now();
    let test = TestApp::init().await;
    let forum = Config { budget: 1_000_000, ..Config::for_tests() };
    let forum = sims::forum::start(forum).await.unwrap();
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    add_readers(&test, READERS, "tea").await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("database.url={}", test.database_url),
        "server.listen=127.0.0.1:0".to_owned(),
        format!("mail.smtp_url=smtp://{}", sink.smtp_addr),
        // The lease of an email is twice that and 15 s.
        "mail.timeout_seconds=5".to_owned(),
        "delivery.retry_seconds=2,2,2,2".to_owned(),
        "forum.poll_seconds=1".to_owned(),
        "forum.requests_per_minute=100000".to_owned(),
    ]);
    let share = matches / kills;
    let post = |from: usize, to: usize| {
        for n in from..to {
            forum.control.post(NewPost::titled("tea", &title(n, READERS))).unwrap();
        }
    };
    for round in 0..kills {
        let made = round * share;
        post(made, made + share / 2);
        let mut process = harken("all", folder.path(), &settings);
        let some = 1 + round % 20;
        if round % 2 == 0 {
            // The process has read the forum, and dies at a different stage of its work each time.
            wait_for(&test, "notifications", made + 1).await;
            post(made + share / 2, made + share);
            let sent = count(&test, SENT).await as usize;
            wait_for(&test, SENT, sent + some).await;
        } else {
            // The process dies at any stage as an email arrives, before it can know of that.
            post(made + share / 2, made + share);
            let arrived = sink.mailbox.stats().messages + some as u64;
            assert!(sink.mailbox.wait_for_count(arrived, PATIENCE).await);
        }
        process.kill().await.unwrap();
    }
    let killed = began.elapsed();
    let sent_by_then = count(&test, SENT).await;
    // Two processes share the rest.
    let mut last = ["all", "deliver"].map(|part| harken(part, folder.path(), &settings));
    wait_for(&test, SENT, matches).await;
    for process in &mut last {
        process.kill().await.unwrap();
    }

    let of_each = matches / READERS;
    let counted = format!("watches WHERE match_count = {of_each}");
    // Gaps are not checked: every post is in two listings, and one of them may be killed at each poll
    // until the forum no longer reaches back to where it was.
    for (from, expected) in [
        ("items", matches),
        ("notifications", matches),
        ("(SELECT DISTINCT watch_id, item_id FROM notifications) AS pairs", matches),
        ("outbox", matches),
        (counted.as_str(), READERS),
    ] {
        assert_eq!(count(&test, from).await, expected as i64, "{from}");
    }
    let mails = sink.mailbox.messages(&Query::default());
    let mut ids_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for mail in &mails {
        let ids = ids_of.entry(mail.to[0].as_str()).or_default();
        ids.insert(mail.header("message-id").unwrap());
    }
    assert_eq!(ids_of.len(), READERS);
    for (reader, ids) in ids_of {
        assert_eq!(ids.len(), of_each, "mails to {reader}, by their Message-ID");
    }
    let repeated = mails.len() - matches;
    println!(
        "{kills} kills over {matches} matches: 0 lost, 0 doubled, {repeated} mails repeated with their \
         Message-ID; killed for {killed:.1?} with {sent_by_then} sent, all sent after {:.1?}",
        began.elapsed()
    );
    assert!(repeated <= kills, "{repeated}\n{}", log_of(folder.path()));
}

#[tokio::test]
async fn kills_a_few_seconds_apart_leave_no_gap_in_what_is_read() {
    let [short, long] = FREQUENT_KILLS;
    let kills = by_length(short, long);
    let test = TestApp::init().await;
    let forum = Config { budget: 1_000_000, ..Config::for_tests() };
    let forum = sims::forum::start(forum).await.unwrap();
    add_readers(&test, READERS, "all").await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("database.url={}", test.database_url),
        "server.listen=127.0.0.1:0".to_owned(),
        // Nothing listens there: emails wait.
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "forum.poll_seconds=2".to_owned(),
        "forum.requests_per_minute=100000".to_owned(),
    ]);
    // Every second one is somebody's match.
    let mut made = 0;
    let mut next = || {
        made += 1;
        match made % 2 {
            0 => format!("A teapot, number {made}"),
            _ => title(made / 2, READERS),
        }
    };
    forum.control.post(NewPost::titled("tea", &next())).unwrap();
    let mut process = harken("all", folder.path(), &settings);
    wait_for(&test, "notifications", 1).await;
    let mut steps = tokio::time::interval(STEP);
    for kill in 0..=kills {
        if kill > 0 {
            process.kill().await.unwrap();
            process = harken("all", folder.path(), &settings);
        }
        for _ in 0..BETWEEN_KILLS.div_duration_f64(STEP) as usize {
            steps.tick().await;
            for _ in 0..POSTS {
                forum.control.post(NewPost::titled("tea", &next())).unwrap();
            }
            for _ in 0..COMMENTS {
                let comment = NewComment::in_subreddit("tea", &next());
                forum.control.comment(comment).unwrap();
            }
        }
    }
    let matches = made.div_ceil(2);
    let ended = Instant::now();
    wait_for(&test, "notifications", matches).await;
    println!(
        "{kills} kills over {made} items: {matches} matches, 0 lost; the last {:.1?} after the end",
        ended.elapsed()
    );
    process.kill().await.unwrap();
    for (from, expected) in [
        ("notifications", matches),
        ("(SELECT DISTINCT watch_id, item_id FROM notifications) AS pairs", matches),
        ("coverage_gaps", 0),
    ] {
        assert_eq!(count(&test, from).await, expected as i64, "{from}");
    }
}
