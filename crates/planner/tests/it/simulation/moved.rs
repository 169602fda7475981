//! Streams that are read in another listing than before, and places that were private.

use std::collections::BTreeMap;

use super::Millis;
use super::forum::Stream;
use super::listings::{Items, Listings, PAGE, READ_AT_ONCE};

impl Listings {
    /// Records how far a place has been read, when a check finds it open.
    pub(super) fn confirm(&mut self, place: usize) {
        for stream in [place * 2, place * 2 + 1] {
            let state = &mut self.states[stream];
            if let Some(listing) = state.listing {
                state.sure_until = state.joined.unwrap_or(self.held[listing].read_until);
            }
        }
    }

    /// Returns how many items wait in each listing with its current members.
    pub(super) fn waiting(&self) -> Vec<usize> {
        let unread = |stream: &Stream| self.states[*stream].unread.len();
        let held = self.held.iter();
        held.map(|held| held.members.iter().map(unread).sum()).collect()
    }

    /// Returns the reads for streams that have joined another listing and were not read since, each
    /// with its number of requests. One last poll of an old listing reads all streams that have
    /// left it up to now, with items that had to be read in any case; a few streams, or those that
    /// come from no listing, are read separately.
    pub(super) fn hand_over(
        &mut self,
        joined: &[(Option<usize>, Stream)],
        waiting: &[usize],
    ) -> Vec<(Vec<Stream>, usize)> {
        let mut from: BTreeMap<Option<usize>, Vec<Stream>> = BTreeMap::new();
        for (listing, stream) in joined {
            let state = &mut self.states[*stream];
            if state.joined.is_some() && !state.is_catching_up {
                state.is_catching_up = true;
                from.entry(*listing).or_default().push(*stream);
            }
        }
        let mut parts = Vec::new();
        for (listing, streams) in from {
            let items = listing.map_or(READ_AT_ONCE, |listing| waiting[listing]);
            let pages = 1 + items / PAGE;
            match items < READ_AT_ONCE && pages < streams.len() {
                true => parts.push((streams, pages)),
                false => parts.extend(streams.into_iter().map(|stream| (vec![stream], 1))),
            }
        }
        parts
    }

    /// Reads streams that have moved, wherever they are now, and passes on what was read. Returns
    /// how many items their own listings no longer held, and how many are older than the time it
    /// reads back to.
    pub(super) fn read_moved(
        &mut self,
        moved: &[Stream],
        now: Millis,
        mut take: impl FnMut(Stream, Items<'_>),
    ) -> (u64, u64) {
        let (mut lost, mut unexplained) = (0, 0);
        for stream in moved.iter().copied() {
            let state = &mut self.states[stream];
            state.is_catching_up = false;
            if state.listing.is_none() || state.is_closed {
                continue;
            }
            let Some(since) = state.joined.take() else {
                continue;
            };
            let below = state.unread.partition_point(|at| *at < since);
            state.unread.drain(..below);
            unexplained += below as u64;
            // A stream that was never read begins with its newest page, as in a first poll.
            let is_first = state.read_until == 0;
            let kept = if is_first { PAGE } else { READ_AT_ONCE };
            let drop = state.unread.len().saturating_sub(kept);
            let oldest = state.unread.drain(..drop).next_back();
            lost += if is_first { 0 } else { drop as u64 };
            let items: Vec<Millis> = state.unread.drain(..).collect();
            let seconds =
                (now - state.read_until.max(oldest.unwrap_or(0)).min(now)) as f64 / 1_000.0;
            state.read_until = now;
            take(stream, Items { read: &items, seconds });
        }
        (lost, unexplained)
    }
}
