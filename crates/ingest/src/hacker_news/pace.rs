//! Decides when Hacker News is polled next. Pure: the time is passed in.
//!
//! Polls at an interval find everything. A stream that announces new ids only hurries them on, and for as long as it
//! announces what they find, the others are rarer: all together, polls make no more requests than at the interval
//! alone. A stream that is silent, or announces what is not there, is left aside, and polls are as often as without it.

use chrono::{DateTime, TimeDelta, Utc};

/// The time from the announcement of an id to the poll that it hurries on: earlier, the id often has no item yet, and
/// would be requested twice.
const SETTLES: TimeDelta = TimeDelta::seconds(2);
/// The number of polls in a row whose finds were announced after which others are rarer.
const PROVEN: u32 = 5;
/// The factor by which they are rarer, and the most by which an item is late when the stream falls silent.
const RARER: i32 = 2;
/// The time whose polls can be saved for hurried ones.
const MAX_SAVED: TimeDelta = TimeDelta::minutes(10);

/// The pace of the polls of one process.
#[derive(Debug)]
pub(super) struct Pace {
    interval: TimeDelta,
    /// Until when the polls so far would last at the interval; none before the first.
    paid_until: Option<DateTime<Utc>>,
    /// The last id of the last poll.
    found: i64,
    /// The last id that the open stream has announced, and when it announced the first that is unread.
    announced: Option<(i64, DateTime<Utc>)>,
    /// The last id that hurries no poll on: it was read, or a poll did not find it.
    polled: i64,
    confirmed: u32,
}

impl Pace {
    pub(super) fn new(interval: TimeDelta) -> Self {
        Self { interval, paid_until: None, found: 0, announced: None, polled: 0, confirmed: 0 }
    }

    /// Notes an id that the stream announces.
    pub(super) fn announce(&mut self, id: i64, now: DateTime<Utc>) {
        let unread = self.announced.filter(|(id, _)| *id > self.polled);
        self.announced = Some((id, unread.map_or(now, |(_, since)| since)));
    }

    /// Notes that the stream has ended. Returns whether it was of use.
    pub(super) fn close(&mut self) -> bool {
        self.announced = None;
        std::mem::take(&mut self.confirmed) > 0
    }

    /// Returns when an announced id is to be read, if that is earlier than a poll is due.
    pub(super) fn hurried(&self) -> Option<DateTime<Utc>> {
        let (id, since) = self.announced?;
        (id > self.polled).then(|| self.early(since + SETTLES))
    }

    /// Notes a poll that found `last` as the last id, and ids without an item of which the first is to be requested
    /// again at `again`. Returns when the next poll is due.
    pub(super) fn poll(
        &mut self,
        last: i64,
        again: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> DateTime<Utc> {
        let paid = self.paid_until.map_or(now, |until| until.clamp(now - MAX_SAVED, now));
        self.paid_until = Some(paid + self.interval);
        let announced = self.announced.map_or(0, |(id, _)| id);
        if announced != last {
            self.confirmed = 0;
        } else if last > self.found {
            self.confirmed += 1;
        }
        self.found = last;
        self.polled = last.max(announced);
        let times = if self.confirmed >= PROVEN { RARER } else { 1 };
        let due = now + self.interval * times;
        again.map_or(due, |again| due.min(self.early(again)))
    }

    /// Returns the first time from `at` on at which a poll is paid for.
    fn early(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        self.paid_until.map_or(at, |until| until.max(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: TimeDelta = TimeDelta::seconds(5);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    /// Polls for an hour, while an id is assigned every `every` seconds and announced as `announce` says. Returns the
    /// number of polls, and the longest time from an id to the poll that found it in the last half.
    fn run(every: i64, mut announce: impl FnMut(i64, i64) -> Option<i64>) -> (i64, i64) {
        let mut pace = Pace::new(INTERVAL);
        let (mut last, mut found, mut due) = (0, 0, at(0));
        let (mut polls, mut longest) = (0, 0);
        let mut unread = None;
        for second in 0..3_600 {
            if second % every == 0 {
                last += 1;
                unread = unread.or(Some(second));
            }
            if let Some(id) = announce(last, second) {
                pace.announce(id, at(second));
            }
            if due.min(pace.hurried().unwrap_or(due)) <= at(second) {
                due = pace.poll(last, None, at(second));
                polls += 1;
                if last > found && second > 1_800 {
                    longest = longest.max(second - unread.unwrap());
                }
                (found, unread) = (last, None);
            }
        }
        (polls, longest)
    }

    #[test]
    fn announced_ids_are_read_when_they_have_settled_with_no_more_polls() {
        for every in [1, 2, 3, 4, 5, 6, 7, 9, 20, 100] {
            let (polls, longest) = run(every, |last, _| Some(last));
            assert!(polls <= 3_600 / 5 + 1, "{polls} polls at {every}");
            let wanted = if every <= 5 { 5 } else { 2 };
            assert!(longest <= wanted, "{longest} s at {every}");
        }
    }

    #[test]
    fn without_a_stream_that_is_of_use_polls_are_at_the_interval() {
        let streams: [&dyn Fn(i64, i64) -> Option<i64>; 6] = [
            &|_, _| None,
            // It has only its beginning, announces what is not there, is behind, or comes in batches.
            &|_, second| (second == 0).then_some(1),
            &|last, _| Some(last + 1_000_000),
            &|last, second| (second % 2 == 0).then_some(last + second),
            &|last, _| Some(last - 3),
            &|last, second| (second % 60 == 0).then_some(last),
        ];
        for (n, stream) in streams.into_iter().enumerate() {
            let (polls, longest) = run(3, stream);
            assert!((700..=722).contains(&polls), "{n}: {polls} polls");
            assert!(longest <= 5, "{n}: {longest} s");
        }
    }

    #[test]
    fn a_stream_that_falls_silent_makes_one_poll_later() {
        let mut pace = Pace::new(INTERVAL);
        for n in 1..=20 {
            pace.announce(n, at(20 * n));
            pace.poll(n, None, at(20 * n + 2));
        }
        assert_eq!(pace.poll(20, None, at(500)), at(510), "nothing is new");
        assert_eq!(pace.poll(21, None, at(510)), at(515));
        assert_eq!(pace.poll(21, None, at(515)), at(520));
        assert!(!pace.close());
        assert_eq!(pace.hurried(), None);
    }

    #[test]
    fn an_id_without_an_item_is_requested_again_soon_if_polls_were_saved() {
        let mut pace = Pace::new(INTERVAL);
        assert_eq!(pace.poll(1, Some(at(1)), at(0)), at(5));
        assert_eq!(pace.poll(1, None, at(20)), at(25));
        assert_eq!(pace.poll(2, Some(at(26)), at(25)), at(26));
        assert_eq!(pace.poll(2, Some(at(31)), at(26)), at(31));
    }

    #[test]
    fn a_clock_that_was_set_back_delays_nothing() {
        let mut pace = Pace::new(INTERVAL);
        pace.poll(1, None, at(86_400));
        assert_eq!(pace.poll(1, None, at(0)), at(5));
        pace.announce(2, at(1));
        assert_eq!(pace.hurried(), Some(at(5)));
    }
}
