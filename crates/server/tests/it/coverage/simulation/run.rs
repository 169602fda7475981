//! Advances the time of a simulation and makes Harken read.

use std::collections::{HashMap, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};
use db::models::item::ItemKind;
use ingest::reddit::poller::Poller;
use sims::forum::{Access, Config, Fault, FaultKind, NewComment};

use super::truth::{Record, Truth};
use super::world::{Event, HiddenTimes, Posted, Scale, World};
use crate::support::forum::{ForumTest, poller};

/// The longest time between two rounds of work.
const STEP: TimeDelta = TimeDelta::seconds(5);
/// The time after the last post by which everything readable is read.
const DRAIN: TimeDelta = TimeDelta::minutes(12);
/// The interval at which gaps, places and audits are handled.
const REST: TimeDelta = TimeDelta::seconds(30);

pub(super) struct Run {
    test: ForumTest,
    scale: Scale,
    world: World,
    /// The second process.
    other: Poller,
    records: Vec<Record>,
    /// The newest post of each subreddit.
    newest: HashMap<String, String>,
    /// The times at which places were hidden, by the place's number, for all that are or were hidden.
    hidden: HashMap<usize, HiddenTimes>,
    requests: VecDeque<(DateTime<Utc>, u64)>,
    rest_at: DateTime<Utc>,
    truth: Truth,
}

fn name(place: Option<usize>) -> String {
    match place {
        Some(place) => format!("place_{place}"),
        None => "elsewhere".to_owned(),
    }
}

impl Run {
    pub(super) async fn new(scale: Scale) -> Self {
        let rate = format!("forum.requests_per_minute={}", scale.requests_per_minute);
        let settings = [rate.as_str(), "forum.timeout_seconds=30"];
        let test = ForumTest::init_with_settings(Config::for_tests(), &settings).await;
        let places: Vec<String> = (0..scale.places).map(|place| name(Some(place))).collect();
        let mut newest = HashMap::new();
        for place in places.iter().map(String::as_str).chain(["elsewhere"]) {
            newest.insert(place.to_owned(), test.post(place, "The first one"));
        }
        // The busier a place, the more people watch it, in turns of a hundred names.
        for (n, names) in places.chunks(100).enumerate() {
            let user = test.app.new_user(&format!("reader{n}@example.com")).await.user;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            test.watch(user.id, "zqx", &names).await;
        }
        let user = test.app.new_user("everything@example.com").await.user;
        test.watch(user.id, "zqx", &["all", "place_0", "place_1"]).await;
        let width = format!("UPDATE poll_plan SET width_names = {}", scale.names);
        test.app.sql(&width).await;
        test.watches.catch_up(&test.app.pool).await.unwrap();
        test.pass(TimeDelta::minutes(1));
        let (_, other) = poller(&test.app).await;
        let mut run = Self {
            world: World::new(scale, test.app.clock.now()),
            test,
            scale,
            other,
            records: Vec::new(),
            newest,
            hidden: HashMap::new(),
            requests: VecDeque::new(),
            rest_at: DateTime::UNIX_EPOCH,
            truth: Truth::default(),
        };
        let begin = run.world.begin();
        run.pass_until(run.test.app.clock.now(), begin);
        run.records.clear();
        run.work().await;
        run.test.pass(TimeDelta::seconds(1));
        run
    }

    /// Makes people post from `now`, which is Harken's time, until `until`.
    fn pass_until(&mut self, mut now: DateTime<Utc>, until: DateTime<Utc>) {
        while let Some(posted) = self.world.next_post(until) {
            if posted.at > now {
                self.test.pass(posted.at - now);
                now = posted.at;
            }
            self.post(posted);
        }
        if until > now {
            self.test.pass(until - now);
        }
    }

    pub(super) async fn finish(mut self) -> Truth {
        // The world's own time: events come late by no more than a step.
        let mut now = self.test.app.clock.now();
        let end = self.world.end() + DRAIN;
        while now < end {
            let due = self.test.poller.next_due().await.unwrap().unwrap_or(now + STEP);
            let until = due.clamp(now + TimeDelta::milliseconds(200), now + STEP);
            self.pass_until(now, until);
            now = now.max(until);
            while let Some(event) = self.world.next_event(now) {
                self.happen(event).await;
            }
            self.work().await;
        }
        self.truth.look(&self.test, self.records, &self.hidden, self.scale).await;
        self.truth
    }

    fn post(&mut self, posted: Posted) {
        let Posted { place, is_comment, .. } = posted;
        let (subreddit, is_hidden) =
            (name(place), place.is_some_and(|place| self.is_hidden(place)));
        // The forum keeps a limited number of items: a place may have no post left to comment on.
        let comment = is_comment.then(|| self.comment(&subreddit)).flatten();
        let (made, kind) = match comment {
            Some(made) => (made, ItemKind::Comment),
            None => {
                let made = self.test.post(&subreddit, "A post");
                self.newest.insert(subreddit.clone(), made.clone());
                (made, ItemKind::Post)
            }
        };
        // A hidden place cannot be expected to be read.
        if place.is_some() && !is_hidden {
            self.records.push(Record {
                forum_id: made,
                place: subreddit,
                kind,
                created_at: self.test.forum_now(),
            });
        }
    }

    /// Comments on the newest post of a subreddit; none if it has none.
    fn comment(&self, subreddit: &str) -> Option<String> {
        let made = self
            .test
            .forum
            .control
            .comment(NewComment::on(self.newest.get(subreddit)?, "A comment"))
            .ok()?;
        Some(made.fullname)
    }

    fn is_hidden(&self, place: usize) -> bool {
        let times = self.hidden.get(&place).and_then(|times| times.last());
        times.is_some_and(|(_, until)| until.is_none())
    }

    async fn happen(&mut self, event: Event) {
        let (now, control) = (self.test.forum_now(), &self.test.forum.control);
        match event {
            Event::Fault(kind, times) => {
                self.test.fault("/r/", kind, times);
                self.truth.faults += 1;
            }
            Event::Hide(place) => {
                control.set_subreddit(&name(Some(place)), Access::Private);
                self.hidden.entry(place).or_default().push((now, None));
                self.truth.hidden += 1;
            }
            Event::Show(place) => {
                control.set_subreddit(&name(Some(place)), Access::Public);
                let times = self.hidden.get_mut(&place).and_then(|times| times.last_mut());
                if let Some((_, until)) = times {
                    *until = Some(now);
                }
            }
            Event::Kill => self.kill().await,
        }
    }

    /// Kills the second process while it reads, and starts it again.
    async fn kill(&mut self) {
        // Something is due, whatever the time.
        let due = "UPDATE poll_state SET next_poll_at = 'epoch', leased_until = NULL
                   WHERE listing LIKE 'posts:watched/%'";
        self.test.app.sql(due).await;
        let control = &self.test.forum.control;
        control.clear_faults();
        let stalled = || control.stats().faults_served.get(&FaultKind::Stall).copied().unwrap_or(0);
        let before = stalled();
        control.fault(Fault::once("/r/", FaultKind::Stall));
        let asked = async {
            while stalled() == before {
                tokio::task::yield_now().await;
            }
        };
        let is_asked = tokio::select! {
            _ = self.other.run_due() => false,
            () = asked => true,
        };
        if !is_asked {
            // The budget happens to be used up.
            control.clear_faults();
            let later = self.test.app.clock.now() + TimeDelta::minutes(1);
            return self.world.put_off(Event::Kill, later);
        }
        self.truth.kills += 1;
        println!(
            "hour {}: {} posted, {} polls",
            self.truth.kills,
            self.records.len(),
            self.truth.polls
        );
        self.other = poller(&self.test.app).await.1;
    }

    /// Runs what the two processes do now.
    async fn work(&mut self) {
        loop {
            let (one, two) =
                tokio::try_join!(self.test.poller.poll_once(), self.other.poll_once()).unwrap();
            for poll in [&one, &two].into_iter().flatten() {
                self.truth.note(poll);
            }
            if one.is_none() && two.is_none() {
                break;
            }
        }
        self.count_requests();
        let now = self.test.app.clock.now();
        if now < self.rest_at {
            return;
        }
        self.rest_at = now + REST;
        for filled in self.test.fill().await {
            self.truth.fills += usize::from(filled.ended.is_some());
        }
        let places = self.test.places();
        places.run_due().await.unwrap();
        while let Ok(1..) = places.look_once().await.unwrap() {}
        self.test.audit().audit_once().await.unwrap();
    }

    fn count_requests(&mut self) {
        let stats = self.test.forum.control.stats();
        let api = stats.requests.iter().filter(|(name, _)| *name != "access_token");
        let so_far: u64 = api.map(|(_, requests)| requests).sum();
        let now = self.test.app.clock.now();
        self.requests.push_back((now, so_far));
        while let Some((at, before)) = self.requests.front().copied() {
            if now - at < TimeDelta::minutes(10) {
                self.truth.most_requests = self.truth.most_requests.max(so_far - before);
                break;
            }
            self.requests.pop_front();
        }
    }
}
