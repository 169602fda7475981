//! Many feeds cost little. Most of them are silent for days, as feeds are, and few have some
//! entries an hour; what the reader fetches by its own schedule is compared with what the server
//! knows.

use std::collections::HashSet;
use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use db::models::feed::{Feed, NewFeed};
use diesel::QueryResult;
use diesel_async::AsyncConnection;
use futures::future::join_all;
use platform::sources::feed::place_of;
use sims::feed::{Config, Entry, Form};
use url::Url;

use crate::support::feed_server::FeedTest;
use crate::support::prelude::*;

/// The number of addresses that the feeds are spread over, from 127.0.0.2: a host that many blogs share
/// is asked for one feed at a time, with pauses in between.
const HOSTS: usize = 50;
const USERS: usize = 4;
/// The rate of the busiest feed; the n-th has an n-th of that, so that half of all feeds have at most one
/// entry in five days.
const ENTRIES_AN_HOUR: f64 = 4.0;
/// The number of polls that a process makes at the same time.
const POLLS_AT_ONCE: usize = 4;
/// Feeds due within this time are polled together, which saves queries for what is due.
const STEP: TimeDelta = TimeDelta::seconds(10);

#[tokio::test]
async fn many_feeds_cost_little() {
    let cost = Run::new(300).await.read_for(TimeDelta::hours(7)).await;
    println!("{cost}");
    // Immediately and after six hours.
    cost.check(2);
}

/// Takes minutes; run by `just bench feeds`.
#[tokio::test]
#[ignore = "takes long"]
async fn a_day_of_a_thousand_feeds() {
    let cost = Run::new(1_000).await.read_for(TimeDelta::days(1)).await;
    println!("{cost}");
    // Every six hours.
    cost.check(4);
}

struct Run {
    test: FeedTest,
    feeds: usize,
}

/// The costs and results of a run.
#[derive(Default)]
struct Cost {
    feeds: usize,
    days: f64,
    polls: usize,
    /// Polls answered with 304, and polls that brought nothing new without it.
    not_modified: usize,
    nothing_new: usize,
    failed: usize,
    /// The number of requests, as the server counted them, and the maximum number of concurrent ones: in
    /// total, and at the busiest host.
    requests: u64,
    at_once: u64,
    at_one_host: u64,
    /// The number of entries that the server had when it was asked, those of them that are not stored, and
    /// those that had left their feeds before the next request.
    shown: usize,
    lost: Vec<String>,
    left_unseen: usize,
    took: Duration,
}

impl Run {
    async fn new(feeds: usize) -> Self {
        let host = |n: usize| IpAddr::from([127, 0, 0, n as u8 + 2]);
        let config = Config {
            hosts: (0..HOSTS).map(host).collect(),
            feeds,
            entries_an_hour: ENTRIES_AN_HOUR,
            ..Config::for_tests()
        };
        let test = FeedTest::init_with(&[], config).await;
        let mut users: Vec<SignedIn> = Vec::new();
        for n in 0..USERS {
            users.push(test.app.new_user(&format!("reader{n}@example.com")).await);
        }
        let port = test.server.addr.port();
        let names = test.server.control.names();
        // Without the feed that each of these tests has.
        let names = names.iter().filter(|name| *name != "blog").enumerate();
        let now = test.app.clock.now();
        let address = |(n, name): (usize, &String)| {
            let (host, form) = (host(n % HOSTS), Form::ALL[n % Form::ALL.len()]);
            let address = format!("http://{host}:{port}/feeds/{name}.{}", form.extension());
            Url::parse(&address).unwrap()
        };
        let addresses: Vec<Url> = names.map(address).collect();
        let mut conn = test.app.conn().await.unwrap();
        // No plan allows this many.
        let following = conn.transaction::<_, diesel::result::Error, _>(async |conn| {
            follow(&addresses, &users, now, conn).await
        });
        let places = following.await.unwrap();
        drop(conn);
        assert_eq!(places.len(), feeds);
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let user = users[0].user.id;
        add_watch(&test.app, user, "Lumenbase", &places[..100]).await;
        test.watches.catch_up(&test.app.pool).await.unwrap();
        Self { test, feeds }
    }

    /// Reads for a period of Harken's time.
    async fn read_for(self, time: TimeDelta) -> Cost {
        let (began, clock) = (Instant::now(), &self.test.app.clock);
        let end = clock.now() + time;
        let mut cost = Cost {
            feeds: self.feeds,
            days: time.as_seconds_f64() / TimeDelta::days(1).as_seconds_f64(),
            ..Cost::default()
        };
        while let Some(due) = self.next_due().await.filter(|due| *due < end) {
            clock.advance((due - clock.now()).max(TimeDelta::zero()) + STEP);
            self.poll_all(&mut cost).await;
        }
        cost.took = began.elapsed();
        self.compare(&mut cost).await;
        cost
    }

    async fn next_due(&self) -> Option<DateTime<Utc>> {
        let due =
            "SELECT min(greatest(next_poll_at, free_at)) FROM feeds JOIN feed_hosts USING (host)";
        self.test.app.row(due).await
    }

    /// Polls as one process does, until nothing is due.
    async fn poll_all(&self, cost: &mut Cost) {
        let polls = (0..POLLS_AT_ONCE).map(|_| async {
            let mut polls = Vec::new();
            while let Some(polled) = self.test.reader.poll_once().await.unwrap() {
                polls.push(polled);
            }
            polls
        });
        for polled in join_all(polls).await.into_iter().flatten() {
            cost.polls += 1;
            cost.not_modified += usize::from(polled.is_unchanged);
            cost.failed += usize::from(polled.error.is_some());
            let is_new = polled.stored.new_items > 0;
            cost.nothing_new += usize::from(!is_new && !polled.is_unchanged);
        }
    }

    /// Compares what is stored with what the server knows.
    async fn compare(&self, cost: &mut Cost) {
        let control = &self.test.server.control;
        let requests = control.requests();
        cost.requests = requests.all.asked;
        cost.at_once = requests.all.most_at_once;
        let hosts = requests.hosts.values();
        cost.at_one_host = hosts.map(|host| host.most_at_once).max().unwrap_or(0);
        let stored: Vec<String> = self.test.app.rows("SELECT url FROM recent_items").await;
        let path = |url: &str| Url::parse(url).unwrap().path().to_owned();
        let stored: HashSet<String> = stored.iter().map(|url| path(url)).collect();
        for name in control.names() {
            let record = control.record(&name).unwrap();
            let is_shown = |entry: &Entry| entry.asked > 0;
            // The others date from before the feed was followed, and after the last request for it.
            let Some(first) = record.iter().position(is_shown) else {
                continue;
            };
            let last = record.iter().rposition(is_shown).unwrap_or(first);
            for entry in &record[first..=last] {
                let path = format!("/{name}/{}", entry.id);
                match entry.asked {
                    0 => cost.left_unseen += 1,
                    _ if stored.contains(&path) => cost.shown += 1,
                    _ => cost.lost.push(path),
                }
            }
        }
        cost.shown += cost.lost.len();
    }
}

/// Makes users follow feeds, some of them two users, and returns the feeds' places.
async fn follow(
    addresses: &[Url],
    users: &[SignedIn],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<String>> {
    let mut places = Vec::new();
    for (n, address) in addresses.iter().enumerate() {
        let new = NewFeed {
            place: place_of(address),
            address: address.to_string(),
            host: address.host_str().unwrap().to_owned(),
            title: String::new(),
            site: String::new(),
        };
        let feed = Feed::begin(&new, now, conn).await?.unwrap();
        for user in (n..=n + usize::from(n % 3 == 0)).map(|n| &users[n % USERS]) {
            feed.follow(user.user.id, now, conn).await?;
        }
        places.push(new.place);
    }
    Ok(places)
}

impl Cost {
    fn polls_a_day(&self) -> f64 {
        self.polls as f64 / self.feeds as f64 / self.days
    }

    /// Returns the share of 304 among the answers to polls that brought nothing new.
    fn not_modified_share(&self) -> f64 {
        self.not_modified as f64 / (self.not_modified + self.nothing_new) as f64
    }

    /// Asserts the costs; `silent` is the number of polls of a feed without new entries.
    fn check(&self, silent: usize) {
        assert_eq!(self.failed, 0, "{self}");
        assert_eq!(self.requests, self.polls as u64, "{self}");
        assert!(self.not_modified > self.feeds / 2, "{self}");
        // One server in twenty sends no validators.
        assert!(self.not_modified_share() >= 0.94, "{self}");
        // Several hosts were asked at the same time, and none for two feeds.
        assert!(self.at_once > 1 && self.at_one_host == 1, "{self}");
        assert!(self.polls >= silent * self.feeds, "{self}");
        // The few that are busy are polled more often; how often depends on when their entries appear.
        assert!(self.polls <= silent * self.feeds * 4 / 3, "{self}");
        assert!(self.shown > 15 * self.feeds, "{self}");
        assert_eq!(self.lost, [""; 0], "{self}");
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} feeds at {HOSTS} hosts for {:.2} days: {} polls ({:.1} a feed and day), of which {} were \
             answered with 304 ({:.1} % of those that brought nothing new) and {} failed; at most {} at once, \
             {} at one host. Of {} entries {} are missing, and {} had left before a poll. It took {:.1?}.",
            self.feeds,
            self.days,
            self.polls,
            self.polls_a_day(),
            self.not_modified,
            100.0 * self.not_modified_share(),
            self.failed,
            self.at_once,
            self.at_one_host,
            self.shown,
            self.lost.len(),
            self.left_unseen,
            self.took,
        )
    }
}
