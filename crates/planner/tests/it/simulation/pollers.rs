//! Two processes that take polls from one list of due listings. One of them is killed every hour.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::budget::Requests;
use super::forum::{Arrivals, Forum, Setup, Stream, wait};
use super::listings::{Listings, READ_AT_ONCE};
use super::readers::{Book, Desk, Reader};
use super::report::{Lags, Report};
use super::{HOUR, MINUTE, Millis, START};

const PROCESSES: usize = 2;
/// The maximum number of polls that one process has in progress.
const MAX_POLLS: usize = 10;
const WAKE: Millis = 250;
const LEASE: Millis = 31_000;
const SILENCE: Millis = 30_000;
const RESTART: Millis = 5_000;
const RETRY: Millis = 5_000;
/// The divisor for the share of polls that may go to places that have moved.
const CATCH_UP: u64 = 4;
const CHECK: Millis = 15 * MINUTE;
/// The number of places in one request for states.
const CHECKED_AT_ONCE: usize = 100;
/// The shares of answers that fail and that stall.
const FAILED: f64 = 0.005;
const STALLED: f64 = 0.002;
/// Requests per minute of people, looks and the audit.
const OTHERS: f64 = 33.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Plan,
    Check,
    Close(usize),
    Kill(usize),
    Wake(usize),
    Other,
    CatchUp,
    /// A poll receives an answer.
    Answer(usize),
    /// A poll needs its next page.
    Page(usize),
}

struct Poll {
    process: usize,
    listing: usize,
    members: usize,
    start: Millis,
    leased_until: Millis,
    pages: usize,
    needed: Option<usize>,
    /// Whether the budget did not allow its next page.
    waits: bool,
}

/// Streams that have moved into a listing and have yet to be read there.
struct Moved {
    streams: Vec<Stream>,
    requests: usize,
    /// Items per second for each request.
    rate: f64,
}

/// Runs a simulation, and reports the results.
pub(crate) fn run(setup: Setup, reader: Reader) -> Report {
    let forum = Forum::new(setup);
    let mut run = Run::new(&forum, reader);
    let mut arrivals = Arrivals::new(setup);
    while let Some(Reverse((now, _, event))) = run.events.pop() {
        if now >= forum.end() {
            break;
        }
        arrivals.until(now, &forum, |at, stream| run.listings.arrive(at, stream));
        run.handle(now, event);
    }
    run.finish()
}

struct Run<'a> {
    forum: &'a Forum,
    desk: Desk,
    listings: Listings,
    events: BinaryHeap<Reverse<(Millis, u64, Event)>>,
    order: u64,
    due: BTreeSet<(Millis, usize)>,
    polls: HashMap<usize, Poll>,
    next_poll: usize,
    moved: Vec<Moved>,
    catch_up_waits: bool,
    dead_until: [Millis; PROCESSES],
    requests: Requests,
    silent_until: Millis,
    silences: usize,
    /// The number of current closures of each place, and whether the last check found it private.
    closed: Vec<u32>,
    hidden: Vec<bool>,
    lags: Lags,
    report: Report,
    rng: ChaCha8Rng,
}

impl<'a> Run<'a> {
    fn new(forum: &'a Forum, reader: Reader) -> Self {
        let places = forum.names.len();
        let mut run = Self {
            forum,
            desk: Desk::new(reader, forum),
            listings: Listings::new(forum.rates.len()),
            events: BinaryHeap::new(),
            order: 0,
            due: BTreeSet::new(),
            polls: HashMap::new(),
            next_poll: 0,
            moved: Vec::new(),
            catch_up_waits: false,
            dead_until: [0; PROCESSES],
            requests: Requests::new(forum.setup.requests_per_minute),
            silent_until: 0,
            silences: 0,
            closed: vec![0; places],
            hidden: vec![false; places],
            lags: Lags::new(),
            report: Report::default(),
            rng: ChaCha8Rng::seed_from_u64(forum.setup.seed + 2),
        };
        // A plan every five minutes, and every minute at first.
        for minute in 0..forum.setup.hours * 60 {
            if minute < 10 || minute % 5 == 0 {
                run.at(START + minute * MINUTE, Event::Plan);
            }
        }
        for at in (START..forum.end()).step_by(CHECK as usize).skip(1) {
            run.at(at, Event::Check);
        }
        for hour in 1..forum.setup.hours {
            let at = hour * HOUR + run.rng.random_range(0..10 * MINUTE);
            run.at(at, Event::Kill(hour as usize % PROCESSES));
        }
        for (index, closure) in forum.closures.iter().enumerate() {
            run.at(closure.from, Event::Close(index * 2));
            run.at(closure.until, Event::Close(index * 2 + 1));
        }
        for process in 0..PROCESSES {
            let first = process as Millis * WAKE / PROCESSES as Millis;
            run.at(START + first, Event::Wake(process));
        }
        run.at(START, Event::Other);
        run.at(START, Event::CatchUp);
        run
    }

    fn at(&mut self, at: Millis, event: Event) {
        self.order += 1;
        self.events.push(Reverse((at, self.order, event)));
    }

    fn handle(&mut self, now: Millis, event: Event) {
        match event {
            Event::Plan => self.plan(now),
            Event::Check => self.check(now),
            Event::Close(which) => {
                let place = self.forum.closures[which / 2].place;
                match which % 2 {
                    0 => self.closed[place] += 1,
                    _ => self.closed[place] -= 1,
                }
                self.listings.set_closed(place, self.closed[place] > 0);
            }
            Event::Kill(process) => self.kill(process, now),
            Event::Wake(process) => self.wake(process, now),
            Event::Other => {
                self.requests.take(now, false);
                let next = wait(OTHERS / 60_000.0, &mut self.rng) as Millis;
                self.at(now + next, Event::Other);
            }
            Event::CatchUp => self.catch_up(now),
            Event::Answer(poll) => self.answer(poll, now),
            Event::Page(poll) => self.ask(poll, now),
        }
    }

    fn plan(&mut self, now: Millis) {
        let planned = self.desk.plan(self.forum, &self.hidden, now);
        let (moves, parts) = self.listings.replace(planned, self.forum, now, &mut self.due);
        self.report.moves += moves;
        for (streams, requests) in parts {
            let rates = streams.iter().map(|stream| self.forum.rates[*stream]);
            let rate = rates.sum::<f64>() / requests as f64;
            self.moved.push(Moved { streams, requests, rate });
        }
    }

    /// Requests the states of all places, 100 at once, and plans again if one has changed.
    fn check(&mut self, now: Millis) {
        for _ in 0..self.hidden.len().div_ceil(CHECKED_AT_ONCE) {
            self.requests.take(now, false);
        }
        for place in 0..self.closed.len() {
            if self.closed[place] == 0 {
                self.listings.confirm(place);
            }
        }
        let hidden: Vec<bool> = self.closed.iter().map(|closed| *closed > 0).collect();
        if hidden != self.hidden {
            self.hidden = hidden;
            self.plan(now);
        }
    }

    /// Ends a process. The listings that it had claimed are due when the leases end.
    fn kill(&mut self, process: usize, now: Millis) {
        self.dead_until[process] = now + RESTART;
        let held: Vec<usize> = self.polls_of(process).collect();
        for poll in held {
            if let Some(poll) = self.polls.remove(&poll) {
                self.listings.release(poll.listing, poll.leased_until, &mut self.due);
            }
        }
    }

    fn polls_of(&self, process: usize) -> impl Iterator<Item = usize> {
        let held = self.polls.iter().filter(move |(_, poll)| poll.process == process);
        // The order must not depend on the process that runs the simulation.
        let held: BTreeSet<usize> = held.map(|(id, _)| *id).collect();
        held.into_iter()
    }

    fn wake(&mut self, process: usize, now: Millis) {
        self.at(now + WAKE, Event::Wake(process));
        // Polls in progress come first: while their pages wait, the listing keeps growing.
        if self.catch_up_waits || self.polls.values().any(|poll| poll.waits) {
            return;
        }
        let mut free = MAX_POLLS - self.polls_of(process).count();
        while free > 0 && now >= self.dead_until[process] && now >= self.silent_until {
            let Some(listing) = self.listings.latest(now, &self.due) else {
                return;
            };
            if !self.requests.take(now, true) {
                return;
            }
            free -= 1;
            let poll = self.next_poll;
            self.next_poll += 1;
            let members = self.listings.claim(listing, &mut self.due);
            let state = Poll {
                process,
                listing,
                members,
                start: now,
                leased_until: now + LEASE,
                pages: 0,
                needed: None,
                waits: false,
            };
            self.polls.insert(poll, state);
            let latency = self.latency();
            self.at(now + latency, Event::Answer(poll));
        }
    }

    /// Requests the next page of a poll, now or when the budget allows it.
    fn ask(&mut self, id: usize, now: Millis) {
        let may = now >= self.silent_until && self.requests.take(now, true);
        let latency = self.latency();
        let Some(poll) = self.polls.get_mut(&id) else {
            return;
        };
        poll.leased_until = now + LEASE;
        poll.waits = !may;
        match may {
            true => self.at(now + latency, Event::Answer(id)),
            false => self.at(now + 2 * WAKE, Event::Page(id)),
        }
    }

    fn latency(&mut self) -> Millis {
        match self.rng.random_bool(STALLED) {
            true => self.rng.random_range(10_000..30_000),
            false => self.rng.random_range(150..450),
        }
    }

    fn answer(&mut self, id: usize, now: Millis) {
        let Some(mut poll) = self.polls.remove(&id) else {
            return;
        };
        if self.forum.silences.get(self.silences).is_some_and(|at| *at <= now) {
            self.silences += 1;
            self.silent_until = now + SILENCE;
            return self.listings.release(poll.listing, self.silent_until, &mut self.due);
        }
        if self.rng.random_bool(FAILED) {
            return self.listings.release(poll.listing, now + RETRY, &mut self.due);
        }
        poll.pages += 1;
        let pages = || self.listings.count_pages(poll.listing, poll.members, poll.start);
        let needed = *poll.needed.get_or_insert_with(pages);
        if poll.pages < needed {
            self.polls.insert(id, poll);
            return self.ask(id, now);
        }
        let mut book = Book { forum: self.forum, desk: &mut self.desk, lags: &mut self.lags };
        let read = self.listings.read(poll.listing, poll.members, poll.start, |stream, items| {
            self.report.read += book.enter(stream, &items, poll.start, now);
        });
        self.report.lost += read.lost;
        self.report.unexplained += read.unexplained;
        let next = self.desk.plan.groups.iter().find(|group| group.key == read.key);
        let next =
            next.map(|group| group.next_interval(read.items.min(READ_AT_ONCE), read.seconds));
        let next = next.map_or(Millis::MAX, |seconds| (seconds * 1_000.0) as Millis);
        let next = poll.start + read.interval.min(next);
        self.listings.release(poll.listing, next.max(now), &mut self.due);
    }

    /// Makes one request for streams that have moved, the busiest first. Requests are spaced out,
    /// so that polls continue meanwhile.
    fn catch_up(&mut self, now: Millis) {
        let busiest = (0..self.moved.len())
            .max_by(|one, other| self.moved[*one].rate.total_cmp(&self.moved[*other].rate));
        let may = now >= self.silent_until && (busiest.is_none() || self.requests.take(now, true));
        self.catch_up_waits = !may;
        let between = CATCH_UP * MINUTE / u64::from(self.forum.setup.requests_per_minute);
        self.at(now + if may { between } else { WAKE }, Event::CatchUp);
        let Some(busiest) = busiest.filter(|_| may) else {
            return;
        };
        self.moved[busiest].requests -= 1;
        if self.moved[busiest].requests > 0 {
            return;
        }
        let moved = self.moved.swap_remove(busiest);
        let mut book = Book { forum: self.forum, desk: &mut self.desk, lags: &mut self.lags };
        let (lost, unexplained) = self.listings.read_moved(&moved.streams, now, |stream, items| {
            self.report.read += book.enter(stream, &items, now, now);
        });
        self.report.lost += lost;
        self.report.unexplained += unexplained;
    }

    fn finish(mut self) -> Report {
        self.report.set_lags(&self.lags);
        self.report.unexplained += self.listings.forgotten(self.forum.end() - 20 * MINUTE);
        self.report.listings = self.listings.count_planned();
        self.report.max_requests = self.requests.max_in_window();
        let minutes = (self.forum.setup.hours * 60) as f64;
        self.report.polls_per_minute = self.requests.total_polls as f64 / minutes;
        self.report
    }
}
