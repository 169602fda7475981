//! The real programs as on several hosts, each with its own folder, over three NATS servers:
//! readers, shards and servers are killed while matches arrive, clocks are wrong, and NATS is down.
//! Nothing is lost and nothing is duplicated. `just proof` runs the long form, through the
//! environment variables that are read here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use db::models::match_shard::MatchShard;
use ingest::retention::unmatched::delete_kept_twice;
use sims::forum::NewPost;
use sims::smtp::Query;
use tokio::process::Child;

use crate::support::app::{SECRET, TestApp};
use crate::support::forum::{IN_MESSAGES, count, forum_settings};
use crate::support::nats::Nats;
use crate::support::process::{harken, harken_with_a_wrong_clock, log_of};
use crate::support::readers::{add_readers, title};

/// Only a broken program takes this long.
const PATIENCE: Duration = Duration::from_secs(1_800);
const SENT: &str = "outbox WHERE status = 'sent'";

/// Returns a number that the long form sets higher, by an environment variable.
fn number(variable: &str, short: usize) -> usize {
    let set = std::env::var(variable).ok();
    set.map_or(short, |set| set.parse().unwrap())
}

/// A process, as on a separate host.
struct Host {
    part: &'static str,
    /// The amount by which its clock is wrong, if any.
    off_by: Option<&'static str>,
    folder: tempfile::TempDir,
    process: Child,
}

impl Host {
    fn start(part: &'static str, off_by: Option<&'static str>, settings: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { part, off_by, process: Self::process(part, off_by, folder.path(), settings), folder }
    }

    fn process(part: &str, off_by: Option<&str>, folder: &Path, settings: &[String]) -> Child {
        match off_by {
            None => harken(part, folder, settings),
            Some(off_by) => harken_with_a_wrong_clock(off_by, part, folder, settings),
        }
    }

    async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    fn start_again(&mut self, settings: &[String]) {
        self.process = Self::process(self.part, self.off_by, self.folder.path(), settings);
    }
}

/// A database, a mail server and three NATS servers, with the settings that all processes share.
struct World {
    test: TestApp,
    sink: sims::smtp::Handle,
    nats: [Nats; 3],
    settings: Vec<String>,
}

impl World {
    async fn new(sources: &[String]) -> Self {
        let test = TestApp::init().await;
        let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await;
        let sink = sink.unwrap();
        let nats = Nats::start_three().await;
        let urls = nats.each_ref().map(Nats::url).join(",");
        let mut settings = sources.to_vec();
        settings.extend([
            format!("database.url={}", test.database_url),
            "server.listen=127.0.0.1:0".to_owned(),
            format!("auth.secret={SECRET}"),
            format!("mail.smtp_url=smtp://{}", sink.smtp_addr),
            format!("bus.url={urls}"),
        ]);
        let mut conn = test.conn().await.unwrap();
        MatchShard::divide(3, &mut conn).await.unwrap();
        drop(conn);
        Self { test, sink, nats, settings }
    }

    /// Starts a part on each host; for `ingest +5m` the host's clock is off by that amount.
    fn start(&self, parts: &[&'static str]) -> Vec<Host> {
        let start = |part: &&'static str| match part.split_once(' ') {
            None => Host::start(part, None, &self.settings),
            Some((part, off_by)) => Host::start(part, Some(off_by), &self.settings),
        };
        parts.iter().map(start).collect()
    }

    /// Polls every few milliseconds: what other processes do cannot be awaited.
    async fn wait_for(&self, from: &str, at_least: usize, hosts: &[Host]) {
        let began = Instant::now();
        while count(&self.test, from).await < at_least as i64 {
            if began.elapsed() > PATIENCE {
                let found = count(&self.test, from).await;
                let logs: Vec<String> =
                    hosts.iter().map(|host| log_of(host.folder.path())).collect();
                panic!("stuck at {found} of {at_least} {from}\n{}", logs.join("\n----\n"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Asserts that every match exists once and is sent once: each of `readers` has `of_each`.
    async fn nothing_is_lost_or_doubled(&self, readers: usize, of_each: usize) {
        // As the next process that starts does: those that were killed may have left rows in both tables.
        delete_kept_twice(&self.test.pool, DateTime::<Utc>::UNIX_EPOCH).await.unwrap();
        let matches = (readers * of_each) as i64;
        let counted = format!("watches WHERE match_count = {of_each}");
        for (from, expected) in [
            ("items WHERE is_matched", matches),
            ("(SELECT DISTINCT forum_id FROM items) AS ids", matches),
            ("unmatched_items WHERE title LIKE 'Kettle%' OR body LIKE 'Kettle%'", 0),
            ("notifications", matches),
            ("(SELECT DISTINCT watch_id, item_id FROM notifications) AS pairs", matches),
            (IN_MESSAGES, matches),
            ("outbox WHERE status <> 'sent'", 0),
            (&counted, readers as i64),
        ] {
            assert_eq!(count(&self.test, from).await, expected, "{from}");
        }
    }

    /// Asserts that each of `readers` has received `of_each` emails.
    fn each_email_has_arrived_once(&self, readers: usize, of_each: usize) {
        let mails = self.sink.mailbox.messages(&Query::default());
        let mut ids_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for mail in &mails {
            let ids = ids_of.entry(mail.to[0].as_str()).or_default();
            ids.insert(mail.header("message-id").unwrap());
        }
        assert_eq!(ids_of.len(), readers);
        for (reader, ids) in ids_of {
            assert_eq!(ids.len(), of_each, "mails to {reader}, by their Message-ID");
        }
        assert_eq!(mails.len(), readers * of_each, "nobody who sends was killed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_readers_shards_and_nats_servers_lose_nothing_and_double_nothing() {
    let (kills, matches) = (number("PROOF_KILLS", 5), number("PROOF_MATCHES", 500));
    let began = Instant::now();
    // Enough readers that no batch has two matches of the same one, which would be one email.
    let readers = (matches / 10).max(250);
    let of_each = matches / readers;
    let forum = sims::forum::Config { budget: 10_000_000, ..sims::forum::Config::for_tests() };
    let forum = sims::forum::start(forum).await.unwrap();
    let mut sources = forum_settings(&forum.base_url());
    sources
        .extend(["forum.poll_seconds=1".to_owned(), "forum.requests_per_minute=100000".to_owned()]);
    let mut world = World::new(&sources).await;
    add_readers(&world.test, readers, "tea").await;
    let post = |from: usize, to: usize| {
        for n in from..to {
            forum.control.post(NewPost::titled("tea", &title(n, readers))).unwrap();
        }
    };
    let mut hosts = world.start(&[
        "match +5m",
        "ingest -5m",
        "match",
        "ingest",
        "match",
        "deliver",
        "deliver +5m",
        "api",
        "api",
    ]);
    let share = matches / kills;
    for round in 0..kills {
        let made = round * share;
        post(made, made + share / 2);
        // At a different stage of its work each time.
        world.wait_for("notifications", made + 1 + round % 20, &hosts).await;
        post(made + share / 2, made + share);
        match round % 8 {
            of_nats @ (2 | 4 | 6) => {
                let server = &mut world.nats[of_nats / 2 - 1];
                server.kill().await;
                server.start_again().await;
            }
            of_hosts => {
                // In turns: the three that match and the two that read.
                let host = &mut hosts[[0, 1, 9, 2, 9, 3, 9, 4][of_hosts]];
                host.kill().await;
                host.start_again(&world.settings);
            }
        }
    }
    let killed = began.elapsed();
    post(kills * share, readers * of_each);
    world.wait_for(SENT, readers * of_each, &hosts).await;
    for host in &mut hosts {
        host.kill().await;
        assert_eq!(
            log_of(host.folder.path())
                .contains("the clock was set: Harken takes the database's time"),
            host.off_by.is_some(),
            "{} {:?}",
            host.part,
            host.off_by
        );
    }
    world.nothing_is_lost_or_doubled(readers, of_each).await;
    world.each_email_has_arrived_once(readers, of_each);
    println!(
        "{kills} kills over {} matches: 0 lost, 0 doubled; killed for {killed:.1?}, all sent after {:.1?}",
        readers * of_each,
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_that_is_away_while_shards_are_divided_again_loses_nothing() {
    let (away, a_second) = (number("PROOF_AWAY", 3), number("PROOF_RATE", 100));
    let bluesky = sims::jetstream::start(sims::jetstream::Config::for_tests()).await.unwrap();
    let mut world = World::new(&[
        "bluesky.enabled=true".to_owned(),
        format!("bluesky.stream_urls={}", bluesky.base_url()),
        format!("bluesky.api_url={}", bluesky.base_url()),
        "bluesky.timeout_seconds=2".to_owned(),
    ])
    .await;
    const READERS: usize = 100;
    add_readers(&world.test, READERS, "bsky.app").await;
    let mut hosts = world.start(&["match", "ingest", "match", "ingest", "match", "deliver"]);
    let mut matches = 0;
    // Every tenth post is somebody's match, at `a_second` posts a second.
    let mut second = async || {
        let ends = Instant::now() + Duration::from_secs(1);
        for n in 0..a_second {
            let text = match n % 10 {
                0 => {
                    matches += 1;
                    title(matches - 1, READERS)
                }
                _ => format!("A post about teapots {n}"),
            };
            bluesky.control.post(sims::jetstream::NewPost::text(&text)).unwrap();
        }
        tokio::time::sleep_until(ends.into()).await;
        matches
    };
    let divide = async |shards| {
        let mut conn = world.test.conn().await.unwrap();
        MatchShard::divide(shards, &mut conn).await.unwrap();
    };
    let before = second().await;
    world.wait_for("notifications", before, &hosts).await;
    for shards in [1, 3, 2] {
        divide(shards).await;
        second().await;
    }
    for server in &mut world.nats {
        server.kill().await;
    }
    let began = Instant::now();
    for _ in 0..away {
        second().await;
    }
    let mut posted = second().await;
    for server in &mut world.nats {
        server.start_again().await;
    }
    // The same number for each reader.
    while posted % READERS != 0 {
        bluesky.control.post(sims::jetstream::NewPost::text(&title(posted, READERS))).unwrap();
        posted += 1;
    }
    let back = Instant::now();
    world.wait_for("notifications", posted, &hosts).await;
    let caught_up = back.elapsed();
    while count(&world.test, "outbox WHERE status = 'pending'").await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for host in &mut hosts {
        host.kill().await;
    }
    world.nothing_is_lost_or_doubled(READERS, posted / READERS).await;
    println!(
        "NATS away for {:.1?} at {a_second} posts a second, shards 3, 1, 3, 2 before: {posted} matches, 0 lost, 0 doubled; \
         caught up {:.1?} after it was back",
        back - began,
        caught_up
    );
}
