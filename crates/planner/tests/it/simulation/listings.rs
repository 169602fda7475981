//! The items that wait in the listings of the forum, and what a poll finds there.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

use super::Millis;
use super::forum::{Forum, Stream};
use super::readers::Listing;

/// The number of items that a listing keeps, and that one page holds.
pub(super) const READ_AT_ONCE: usize = 1_000;
pub(super) const PAGE: usize = 100;

/// One kind of items of one place.
#[derive(Default)]
pub(super) struct State {
    /// The times of the items that have not been read.
    pub(super) unread: VecDeque<Millis>,
    pub(super) listing: Option<usize>,
    /// Set after a move from another listing, until the stream is read: the time of that listing's
    /// last poll.
    pub(super) joined: Option<Millis>,
    pub(super) is_catching_up: bool,
    /// The time up to which it had been read when a check last found it open.
    pub(super) sure_until: Millis,
    pub(super) read_until: Millis,
    pub(super) is_closed: bool,
}

pub(super) struct Held {
    pub(super) key: String,
    pub(super) members: Rc<[Stream]>,
    /// Items per second.
    pub(super) rate: f64,
    pub(super) interval: Millis,
    pub(super) is_planned: bool,
    pub(super) is_claimed: bool,
    pub(super) due: Millis,
    /// The watermark: the beginning of the last successful poll.
    pub(super) read_until: Millis,
}

/// Returns whether one of two listings was split from the other.
fn are_related(key: &str, other: &str) -> bool {
    key.starts_with(other) || other.starts_with(key)
}

/// The result of a poll.
pub(super) struct Read {
    pub key: String,
    pub items: usize,
    pub seconds: f64,
    pub interval: Millis,
    pub lost: u64,
    pub unexplained: u64,
}

/// The items of one stream that a poll has read.
pub(super) struct Items<'a> {
    pub read: &'a [Millis],
    pub seconds: f64,
}

pub(super) struct Listings {
    pub(super) states: Vec<State>,
    pub(super) held: Vec<Held>,
    by_key: HashMap<String, usize>,
    /// The members of listings as polls saw them when they began.
    snapshots: Vec<Option<Rc<[Stream]>>>,
}

impl Listings {
    pub(super) fn new(streams: usize) -> Self {
        Self {
            states: (0..streams).map(|_| State::default()).collect(),
            held: Vec::new(),
            by_key: HashMap::new(),
            snapshots: Vec::new(),
        }
    }

    pub(super) fn arrive(&mut self, at: Millis, stream: Stream) {
        let state = &mut self.states[stream];
        if !state.is_closed {
            state.unread.push_back(at);
        }
    }

    pub(super) fn set_closed(&mut self, place: usize, is_closed: bool) {
        for stream in [place * 2, place * 2 + 1] {
            self.states[stream].is_closed = is_closed;
        }
    }

    pub(super) fn count_planned(&self) -> usize {
        self.held.iter().filter(|held| held.is_planned).count()
    }

    /// Replaces the plan. Returns how many streams have moved, and what is to be read of them.
    pub(super) fn replace(
        &mut self,
        planned: Vec<Listing>,
        forum: &Forum,
        now: Millis,
        due: &mut BTreeSet<(Millis, usize)>,
    ) -> (u64, Vec<(Vec<Stream>, usize)>) {
        let waiting = self.waiting();
        let mut moves = 0;
        let mut joined = Vec::new();
        let mut is_planned = vec![false; self.held.len()];
        let mut is_member = vec![false; self.states.len()];
        for listing in planned {
            let index = self.index(&listing, now);
            is_planned.resize(self.held.len(), false);
            is_planned[index] = true;
            for stream in &listing.members {
                is_member[*stream] = true;
                let from = self.states[*stream].listing;
                if from != Some(index) {
                    moves += u64::from(from.is_some());
                    self.join(*stream, index);
                    joined.push((from, *stream));
                }
            }
            let held = &mut self.held[index];
            held.rate = listing.members.iter().map(|stream| forum.rates[*stream]).sum();
            held.members = listing.members.into();
            held.interval = listing.interval;
            if !held.is_claimed {
                due.remove(&(held.due, index));
                held.due = held.due.min(held.read_until + held.interval).max(now);
                due.insert((held.due, index));
            }
        }
        for (index, (held, is_planned)) in self.held.iter_mut().zip(is_planned).enumerate() {
            held.is_planned = is_planned;
            if !is_planned {
                due.remove(&(held.due, index));
            }
        }
        // A private place is in no listing. Nobody knows when it was left out of its old one: it
        // comes back as read up to when a check last found it open.
        for (state, _) in self.states.iter_mut().zip(is_member).filter(|(_, is)| !is) {
            if state.listing.take().is_some() {
                let sure = state.sure_until;
                state.joined = Some(state.joined.map_or(sure, |since| since.min(sure)));
            }
        }
        (moves, self.hand_over(&joined, &waiting))
    }

    /// Returns a planned listing. A new one continues from those that it is split or merged from.
    fn index(&mut self, listing: &Listing, now: Millis) -> usize {
        let index = *self.by_key.entry(listing.key.clone()).or_insert(self.held.len());
        if index == self.held.len() {
            self.held.push(Held {
                key: listing.key.clone(),
                members: Rc::from([]),
                rate: 0.0,
                interval: listing.interval,
                is_planned: false,
                is_claimed: false,
                due: now,
                read_until: 0,
            });
        }
        if !self.held[index].is_planned {
            let from = listing.members.iter().filter_map(|stream| self.states[*stream].listing);
            let read_until = from.map(|from| self.held[from].read_until).min();
            self.held[index].read_until = read_until.unwrap_or(0);
        }
        index
    }

    fn join(&mut self, stream: Stream, index: usize) {
        let state = &mut self.states[stream];
        let Some(from) = state.listing.replace(index).map(|from| &self.held[from]) else {
            return;
        };
        let to = &self.held[index];
        if to.is_planned || !are_related(&from.key, &to.key) {
            state.joined = state.joined.or(Some(from.read_until));
        }
    }

    /// Returns the due listing that is most overdue in relation to its interval.
    pub(super) fn latest(&self, now: Millis, due: &BTreeSet<(Millis, usize)>) -> Option<usize> {
        let due = due.iter().take_while(|(at, _)| *at <= now).map(|(_, listing)| *listing);
        let lateness = |listing: &usize| {
            let held = &self.held[*listing];
            (now - held.read_until.min(now)) as f64 / held.interval as f64
        };
        due.max_by(|one, other| lateness(one).total_cmp(&lateness(other)))
    }

    /// Begins a poll of a listing, and returns the number of the snapshot of its current members.
    pub(super) fn claim(&mut self, listing: usize, due: &mut BTreeSet<(Millis, usize)>) -> usize {
        due.remove(&(self.held[listing].due, listing));
        self.held[listing].is_claimed = true;
        self.snapshots.push(Some(self.held[listing].members.clone()));
        self.snapshots.len() - 1
    }

    /// Ends a poll; the next one is due at `at`.
    pub(super) fn release(
        &mut self,
        listing: usize,
        at: Millis,
        due: &mut BTreeSet<(Millis, usize)>,
    ) {
        let held = &mut self.held[listing];
        held.is_claimed = false;
        held.due = at;
        if held.is_planned {
            due.insert((at, listing));
        }
    }

    /// Counts the pages that a poll which began at `start` has to read: the full pages of new
    /// items, and one more, on which it sees a known item.
    pub(super) fn count_pages(&self, listing: usize, members: usize, start: Millis) -> usize {
        if self.held[listing].read_until == 0 {
            return 1;
        }
        let known = self.seen(listing, members).filter(|state| state.joined.is_none());
        let new: usize = known.map(|state| state.unread.partition_point(|at| *at <= start)).sum();
        1 + (new / PAGE).min(READ_AT_ONCE / PAGE - 1)
    }

    /// Returns the members that a poll sees and that still are members.
    fn seen(&self, listing: usize, members: usize) -> impl Iterator<Item = &State> {
        let members = self.snapshots[members].iter().flat_map(|members| members.iter());
        let states = members.map(|stream| &self.states[*stream]);
        states.filter(move |state| state.listing == Some(listing) && !state.is_closed)
    }

    /// Reads what a poll that began at `start` has found.
    pub(super) fn read(
        &mut self,
        listing: usize,
        members: usize,
        start: Millis,
        mut take: impl FnMut(Stream, Items<'_>),
    ) -> Read {
        // The first poll takes one page, which shows how many items come.
        let is_first = self.held[listing].read_until == 0;
        let kept = if is_first { PAGE } else { READ_AT_ONCE };
        let beyond = self.beyond(listing, members, kept);
        let snapshot = self.snapshots[members].take().unwrap_or_else(|| Rc::from([]));
        let held = &mut self.held[listing];
        let mut read = Read {
            key: held.key.clone(),
            items: 0,
            seconds: (start - held.read_until.min(start)) as f64 / 1_000.0,
            interval: held.interval,
            lost: 0,
            unexplained: 0,
        };
        for stream in snapshot.iter().copied() {
            let state = &mut self.states[stream];
            if state.listing != Some(listing) || state.is_closed || state.joined.is_some() {
                continue;
            }
            // These are below the watermark: they will never be seen.
            let below = state.unread.partition_point(|at| *at < held.read_until);
            state.unread.drain(..below);
            read.unexplained += below as u64;
            let drop = state.unread.partition_point(|at| *at < beyond);
            read.lost += if is_first { 0 } else { drop as u64 };
            state.unread.drain(..drop);
            let new = state.unread.partition_point(|at| *at <= start);
            let items: Vec<Millis> = state.unread.drain(..new).collect();
            read.items += items.len() + drop;
            let since = state.read_until.max(beyond);
            let seconds = start.saturating_sub(since) as f64 / 1_000.0;
            state.read_until = start;
            take(stream, Items { read: &items, seconds });
        }
        held.read_until = start;
        read
    }

    /// Returns the time before which items are not among the newest ones of a listing.
    fn beyond(&self, listing: usize, members: usize, kept: usize) -> Millis {
        let states = || self.seen(listing, members).filter(|state| state.joined.is_none());
        let count: usize = states().map(|state| state.unread.len()).sum();
        if count <= kept {
            return 0;
        }
        let mut times: Vec<Millis> = states().flat_map(|s| s.unread.iter().copied()).collect();
        *times.select_nth_unstable(count - kept).1
    }

    /// Returns how many items of open places have waited since before a time.
    pub(super) fn forgotten(&self, since: Millis) -> u64 {
        let open = self.states.iter().filter(|state| !state.is_closed && state.joined.is_none());
        open.map(|state| state.unread.partition_point(|at| *at < since) as u64).sum()
    }
}
