//! Finds out whether the forum can be read.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::coverage::STALE;
use db::Conn;
use db::models::poll_state::{ALL_COMMENTS, ALL_POSTS, PollState};
use db::schema::poll_state;

/// The time without a page of any listing, while polls fail, after which the forum itself counts as
/// away: a request takes at most a fourth of it.
const AWAY: TimeDelta = TimeDelta::seconds(40);
/// The fewest failures that count; a single one means nothing.
const MIN_FAILURES: i32 = 3;
/// The beginnings of stored errors when the forum refuses subreddits that cannot be read.
const REFUSALS: [&str; 2] = ["the forum forbids it", "the forum knows nothing there"];

/// Whether the forum can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumState {
    pub readable: bool,
    /// The time of the last reading, if the forum cannot be read.
    pub since: Option<DateTime<Utc>>,
    /// The reason why it cannot be read, for a person.
    pub reason: Option<&'static str>,
}

impl ForumState {
    /// Returns the time up to which it is known what was posted.
    pub fn read_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self.readable {
            true => now,
            false => self.since.unwrap_or(now),
        }
    }
}

/// Loads the state of the forum at `now`; returns none if nothing has ever been read here.
///
/// # Errors
/// The database failed.
pub async fn forum_state(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Option<ForumState>> {
    // Comments of everything are never read to their end, which is normal.
    let listings: Vec<PollState> = poll_state::table
        .filter(poll_state::listing.ne(ALL_COMMENTS))
        .select(PollState::as_select())
        .load(conn)
        .await?;
    Ok(classify(&listings, now))
}

/// Classifies the listings, without `comments:all`. Some of them may no longer be read, because the
/// watched subreddits are now grouped otherwise: their next poll is long overdue while that of
/// others is not.
pub fn classify(listings: &[PollState], now: DateTime<Utc>) -> Option<ForumState> {
    let last_read = listings.iter().filter_map(|l| l.polled_at).max();
    let kept_up: Vec<&PollState> =
        listings.iter().filter(|l| l.next_poll_at > now - STALE).collect();
    let unreadable = |since: Option<DateTime<Utc>>, reason| ForumState {
        readable: false,
        since,
        reason: Some(reason),
    };
    Some(if listings.is_empty() {
        return None;
    } else if kept_up.is_empty() {
        unreadable(last_read, "Harken has stopped reading Reddit.")
    } else if let Some(worst) = away(&kept_up, now) {
        unreadable(last_read, in_words(worst.last_error.as_deref()))
    } else if let Some(worst) = worst_of_all(&kept_up, now) {
        unreadable(worst.polled_at, in_words(worst.last_error.as_deref()))
    } else {
        ForumState { readable: true, since: None, reason: None }
    })
}

/// Returns the listing that has failed longest, if the forum is the cause: posts of everything have
/// failed for long, or most listings have. A refused group does not count, since its subreddits are
/// the cause.
fn worst_of_all<'a>(kept_up: &[&'a PollState], now: DateTime<Utc>) -> Option<&'a PollState> {
    let is_about_names = |l: &PollState| {
        let error = l.last_error.as_deref().unwrap_or_default();
        l.listing != ALL_POSTS && REFUSALS.iter().any(|refusal| error.starts_with(refusal))
    };
    let failing = |l: &&&PollState| {
        l.failures >= MIN_FAILURES
            && l.polled_at.is_none_or(|at| at < now - STALE)
            && !is_about_names(l)
    };
    let failing: Vec<&PollState> = kept_up.iter().filter(failing).copied().collect();
    let is_forum =
        failing.iter().any(|l| l.listing == ALL_POSTS) || failing.len() * 2 > kept_up.len();
    let worst = failing.into_iter().min_by_key(|l| l.polled_at);
    worst.filter(|_| is_forum)
}

/// Returns a listing that shows the cause, if no page has arrived for a while and polls have failed
/// meanwhile: those of two listings, or two of the only one. A listing that fails alone does not
/// prove that the forum is away.
fn away<'a>(kept_up: &[&'a PollState], now: DateTime<Utc>) -> Option<&'a PollState> {
    let answers = kept_up.iter().map(|l| l.polled_at.max(l.answered_at));
    let last_answer = answers.max().flatten();
    let failed = |l: &&&PollState| {
        let error = l.last_error.as_deref().unwrap_or_default();
        // Harken's own budget shows nothing about the forum.
        l.failed_at.is_some()
            && l.failed_at > last_answer
            && !error.starts_with("the request budget")
    };
    let failed: Vec<_> = kept_up.iter().filter(failed).collect();
    let is_proven = match failed.as_slice() {
        [] => false,
        [only] => kept_up.len() == 1 && only.failures >= 2,
        _ => true,
    };
    let is_silent = last_answer.is_none_or(|at| at <= now - AWAY);
    let newest = failed.into_iter().max_by_key(|l| l.failed_at);
    newest.filter(|_| is_proven && is_silent).copied()
}

/// Returns the reason that users are shown for an error; its details are for the operator.
fn in_words(error: Option<&str>) -> &'static str {
    let error = error.unwrap_or_default();
    if error.starts_with("the forum refuses the application") {
        "Reddit is refusing Harken’s requests."
    } else if error.starts_with("the forum asks to wait") {
        "Reddit has asked Harken to wait."
    } else {
        "Reddit is not answering as it should."
    }
}

/// Reports when the forum becomes unreadable and readable again, for the operator's log. Two looks in a row have to find
/// it unreadable: when the clock steps forward, every poll is long overdue until the next one begins.
#[derive(Debug, Default)]
pub struct ForumWatch {
    /// The number of looks in a row that found the forum unreadable.
    unreadable: u32,
}

/// The looks in a row after which it is reported.
const LOOKS: u32 = 2;

/// A change that is shown to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Unreadable { since: Option<DateTime<Utc>>, reason: &'static str },
    Readable,
}

impl ForumWatch {
    /// Returns the change since the last call.
    pub fn look(&mut self, state: Option<&ForumState>) -> Option<Change> {
        let Some(state) = state.filter(|state| !state.readable) else {
            let was_reported = std::mem::take(&mut self.unreadable) >= LOOKS;
            return was_reported.then_some(Change::Readable);
        };
        self.unreadable = self.unreadable.saturating_add(1);
        (self.unreadable == LOOKS).then(|| Change::Unreadable {
            since: state.since,
            reason: state.reason.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-03-01T12:00:00Z".parse().unwrap()
    }

    fn minutes_ago(minutes: i64) -> DateTime<Utc> {
        now() - TimeDelta::minutes(minutes)
    }

    /// Makes a listing by minutes: since the last good poll, and until the next.
    fn listing(polled: Option<i64>, failures: i32, next: i64, error: &str) -> PollState {
        PollState {
            listing: "posts:all".to_owned(),
            known_ids: Vec::new(),
            next_poll_at: minutes_ago(-next),
            leased_until: None,
            fence: 1,
            polled_at: polled.map(minutes_ago),
            failures,
            last_error: (!error.is_empty()).then(|| error.to_owned()),
            items_seen: 0,
            names: Vec::new(),
            planned: Vec::new(),
            interval_ms: 5_000,
            scheduled_at: None,
            answered_at: None,
            failed_at: None,
        }
    }

    /// Makes a listing by seconds: since the last good poll, since a page after it, and since the
    /// last failure.
    fn polled(good: i64, page: Option<i64>, failed: Option<i64>, failures: i32) -> PollState {
        let ago = |seconds| now() - TimeDelta::seconds(seconds);
        PollState {
            polled_at: Some(ago(good)),
            answered_at: page.map(ago),
            failed_at: failed.map(ago),
            ..listing(None, failures, 1, if failures > 0 { "x" } else { "" })
        }
    }

    /// Returns `None` if the forum can be read, else the minutes since it could be, and the reason.
    fn classified(listings: &[PollState]) -> Option<(Option<i64>, &'static str)> {
        let state = classify(listings, now()).unwrap();
        assert_eq!(state.readable, state.reason.is_none());
        let since = state.since.map(|at| (now() - at).num_minutes());
        state.reason.map(|reason| (since, reason))
    }

    #[test]
    fn the_forum_is_unreadable_when_a_listing_fails_for_long_or_nobody_reads() {
        let good = || listing(Some(1), 0, 1, "");
        let silent = "Reddit is not answering as it should.";
        let stopped = "Harken has stopped reading Reddit.";
        assert_eq!(classify(&[], now()), None);
        assert_eq!(classified(&[good()]), None);
        // Failures over minutes, or a slow listing without failures, are not reported.
        assert_eq!(classified(&[listing(Some(14), 9, 1, "x"), good()]), None);
        assert_eq!(classified(&[listing(Some(40), 2, 1, "x"), good()]), None);
        assert_eq!(classified(&[listing(Some(16), 3, 5, "x"), good()]), Some((Some(16), silent)));
        assert_eq!(classified(&[listing(None, 3, 5, "x"), good()]), Some((None, silent)));
        // A listing that is no longer read while others are.
        assert_eq!(classified(&[listing(Some(500), 9, -480, "x"), good()]), None);
        let old = |minutes: i64| listing(Some(minutes), 0, 1 - minutes, "");
        assert_eq!(classified(&[old(30), old(20)]), Some((Some(20), stopped)));
        for (error, reason) in [
            ("the forum refuses the application: 401", "Reddit is refusing Harken’s requests."),
            ("the forum asks to wait 60 s", "Reddit has asked Harken to wait."),
        ] {
            let failing = listing(Some(60), 9, 2, error);
            assert_eq!(classified(&[failing]), Some((Some(60), reason)));
        }
    }

    #[test]
    fn a_group_that_fails_alone_is_not_the_forum() {
        let failing = |error| PollState {
            listing: "posts:watched/".to_owned(),
            ..listing(None, 9, 1, error)
        };
        let group = |failures| {
            let (polled, error) = if failures > 0 { (None, "x") } else { (Some(1), "") };
            PollState {
                listing: "posts:watched/".to_owned(),
                ..listing(polled, failures, 1, error)
            }
        };
        let base = || listing(Some(1), 0, 1, "");
        assert_eq!(classified(&[base(), group(9)]), None);
        assert_eq!(classified(&[base(), group(9), group(0), group(9)]), None);
        let most = [base(), group(9), group(9)];
        assert!(classified(&most).is_some());
        for error in ["the forum forbids it: x", "the forum knows nothing there: x"] {
            assert_eq!(classified(&[base(), failing(error), failing(error)]), None);
        }
        assert!(classified(&[listing(Some(40), 9, 1, "x"), group(0), group(0)]).is_some());
    }

    #[test]
    fn a_forum_that_is_away_is_reported_within_a_minute() {
        let is_away = |listings: &[PollState]| classified(listings).is_some();
        // Two failures and no page for forty seconds, from one listing or from two.
        assert!(is_away(&[polled(40, None, Some(5), 2)]));
        assert!(is_away(&[polled(45, None, Some(9), 1), polled(40, None, Some(5), 1)]));
        assert!(is_away(&[
            polled(45, None, Some(9), 1),
            polled(41, None, Some(5), 1),
            polled(42, None, None, 0)
        ]));
        // Readable again with the first page.
        assert!(!is_away(&[polled(2, None, None, 0), polled(60, None, Some(5), 5)]));
    }

    #[test]
    fn a_listing_that_fails_alone_and_a_slow_forum_are_no_absence() {
        let readable = |listings: &[PollState]| assert_eq!(classified(listings), None);
        readable(&[polled(39, None, Some(1), 3)]);
        readable(&[polled(60, None, Some(1), 1)]);
        readable(&[polled(300, None, Some(1), 9), polled(5, None, None, 0)]);
        // A long time between two polls: the other listing has not failed.
        readable(&[polled(300, None, Some(1), 9), polled(100, None, None, 0)]);
        // A poll of many pages, each after a while.
        readable(&[polled(90, Some(12), None, 0), polled(80, None, Some(20), 2)]);
        // The forum received no request.
        let mut waiting = polled(90, None, Some(1), 5);
        waiting.last_error = Some("the request budget is spent for 9 s".to_owned());
        readable(&[waiting.clone(), waiting]);
    }

    #[test]
    fn going_and_coming_back_are_each_reported_once() {
        let mut watch = ForumWatch::default();
        let good = classify(&[listing(Some(1), 0, 1, "")], now());
        let bad = classify(&[listing(Some(60), 9, 1, "x")], now());
        let (good, bad) = (good.as_ref(), bad.as_ref());
        // A single look proves nothing.
        let looks = [None, good, bad, good, bad, bad, bad, good, None, bad, None];
        let changes = looks.map(|state| watch.look(state));
        assert!(
            matches!(&changes[5], Some(Change::Unreadable { since, .. }) if *since == Some(minutes_ago(60)))
        );
        assert_eq!(changes[7], Some(Change::Readable));
        assert_eq!(changes.iter().flatten().count(), 2);
    }
}
