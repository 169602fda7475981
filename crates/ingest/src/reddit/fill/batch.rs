//! Members of a listing that are read together, back to the time until which they were read before. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::planned::{busiest, is_of};
use crate::reddit::interval::longest_wait;
use crate::reddit::pager::{DEEP, OVERLAP, oldest};
use crate::retry::wait_after;
use db::models::coverage_gap::{CoverageGap, reason};
use db::models::gap_fill::GapFill;
use db::models::item::ItemKind;
use platform::sources::{ForumError, Page};

/// Maximum items that the forum returns at once.
const ITEMS_A_PAGE: i32 = 100;
/// After this many failed attempts in a row, what is missing is considered lost.
const MAX_BREAKS: i32 = 6;
/// The wait after the first failed attempt.
const PAUSE: TimeDelta = TimeDelta::seconds(20);

/// One or more members. All have the same position.
#[derive(Debug)]
pub(super) struct Batch {
    /// Sorted by name; never empty.
    members: Vec<GapFill>,
}

/// The next action after a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Whole,
    Gap(String),
}

/// Returns the gap that remains of a member if nothing more is read, or `None` if everything was read.
pub(super) fn remaining(member: &GapFill, reason: &str) -> Option<CoverageGap> {
    let is_missed = member.reached_at >= member.started_at - OVERLAP;
    is_missed.then(|| member.gap(reason))
}

impl Batch {
    /// Creates a batch. Returns `None` if there are no members.
    pub(super) fn new(mut members: Vec<GapFill>) -> Option<Self> {
        members.sort_by(|one, other| one.name.cmp(&other.name));
        (!members.is_empty()).then_some(Self { members })
    }

    pub(super) fn members(&self) -> &[GapFill] {
        &self.members
    }

    pub(super) fn kind(&self) -> ItemKind {
        self.members[0].kind
    }

    pub(super) fn names(&self) -> Vec<String> {
        let names = self.members.iter().map(|member| member.name.clone());
        names.collect()
    }

    /// Returns the item after which the reading continues, or `None` for the newest page.
    pub(super) fn after(&self) -> Option<&str> {
        self.members[0].after.as_deref()
    }

    /// Processes a page.
    pub(super) fn turn(&mut self, page: &Page, now: DateTime<Utc>) -> Next {
        let oldest = oldest(&page.items);
        let before = &self.members[0];
        let read = i32::try_from(page.items.len() + page.skipped).unwrap_or(i32::MAX);
        let items_read = before.items_read.saturating_add(read);
        let reached_at = oldest.map_or(before.reached_at, |at| at.min(before.reached_at));
        for member in &mut self.members {
            (member.reached_at, member.items_read) = (reached_at, items_read);
        }
        let starts = self.members.iter().map(|member| member.started_at);
        let is_reached = |oldest| starts.clone().all(|start| oldest < start - OVERLAP);
        if oldest.is_some_and(is_reached) {
            return Next::Whole;
        }
        let is_deep = usize::try_from(items_read).is_ok_and(|read| read >= DEEP);
        let is_empty = page.items.is_empty() && page.skipped == 0;
        match &page.after {
            Some(after) if !is_empty => {
                for member in &mut self.members {
                    member.after = Some(after.clone());
                    (member.breaks, member.try_at) = (0, now);
                }
                Next::GoOn
            }
            _ if is_deep => self.halve(page, now),
            // Nothing comes after an item that has gone, so the reading begins again.
            _ if is_empty => {
                let reason = match self.after() {
                    Some(_) => reason::LOST,
                    None => reason::EMPTY,
                };
                let breaks = self.members[0].breaks.clamp(0, MAX_BREAKS);
                for member in &mut self.members {
                    (member.after, member.items_read) = (None, 0);
                }
                self.again(PAUSE * 2_i32.pow(breaks.unsigned_abs()), reason, now)
            }
            // New items push the rest out at the listing's end while it is read; nothing was pushed out of a
            // first page.
            _ if items_read > ITEMS_A_PAGE => self.halve(page, now),
            _ => Next::Whole,
        }
    }

    /// Processes a failure to get a page.
    pub(super) fn put_off(&mut self, error: &ForumError, now: DateTime<Utc>) -> Next {
        let first = &self.members[0];
        let wait = wait_after(
            Some(error),
            u32::try_from(first.breaks).unwrap_or(0) + 1,
            PAUSE,
            longest_wait(&first.name),
            rand::random(),
        );
        match error {
            ForumError::OverBudget { .. } | ForumError::RateLimited { .. } => {
                if now >= first.give_up_at {
                    return Next::Gap(reason::BUDGET.to_owned());
                }
                for member in &mut self.members {
                    member.try_at = now + wait;
                }
                Next::GoOn
            }
            // If there are several members, one may be the reason.
            ForumError::Forbidden(_) | ForumError::NotFound(_) | ForumError::TooLong
                if self.members.len() > 1 =>
            {
                self.halve(&Page::default(), now)
            }
            ForumError::Forbidden(_) | ForumError::NotFound(_) => {
                self.again(wait, reason::HIDDEN, now)
            }
            _ => self.again(wait, reason::FAILED, now),
        }
    }

    fn again(&mut self, wait: TimeDelta, reason: &str, now: DateTime<Utc>) -> Next {
        for member in &mut self.members {
            member.breaks += 1;
            member.try_at = now + wait;
        }
        let first = &self.members[0];
        if first.breaks >= MAX_BREAKS || now >= first.give_up_at {
            return Next::Gap(reason.to_owned());
        }
        Next::GoOn
    }

    /// Lets parts continue separately, as their listings reach further back: the busiest alone if it brings
    /// more than half, else each half. What a single member's listing does not reach is out of reach.
    fn halve(&mut self, page: &Page, now: DateTime<Utc>) -> Next {
        let count = self.members.len();
        if count == 1 {
            return Next::Gap(reason::TOO_OLD.to_owned());
        }
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let busiest = busiest(&names, &page.items);
        let mut first = std::mem::take(&mut self.members);
        let mut second: Vec<GapFill> = match busiest {
            Some(name) => first.extract_if(.., |member| member.name == name).collect(),
            None => first.split_off(count.div_ceil(2)),
        };
        // A quiet member alone begins again: all it has may be on its newest page.
        let goes_on = [first.len() > 1, second.len() > 1 || busiest.is_some()];
        go_on_apart(&mut first, page, goes_on[0], now);
        go_on_apart(&mut second, page, goes_on[1], now);
        self.members = [first, second].concat();
        self.members.sort_by(|one, other| one.name.cmp(&other.name));
        Next::GoOn
    }
}

/// Turns members into a batch that is read from their oldest item on a page on, if there is one and
/// `goes_on`.
fn go_on_apart(members: &mut [GapFill], page: &Page, goes_on: bool, now: DateTime<Utc>) {
    let listed = page.items.iter().filter(|item| !item.pinned);
    let all = listed.clone().count().max(1);
    let names = || members.iter().map(|member| member.name.as_str());
    let mut theirs = listed.filter(|item| names().any(|name| is_of(item, name)));
    let share = theirs.clone().count() as f64 / all as f64;
    let oldest = theirs.next_back().filter(|_| goes_on);
    let after = oldest.map(|item| item.forum_id.clone());
    let batch = Uuid::now_v7();
    for member in members {
        member.items_read = match &after {
            Some(_) => (f64::from(member.items_read) * share) as i32,
            None => 0,
        };
        (member.batch, member.after) = (batch, after.clone());
        (member.breaks, member.try_at) = (0, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::sources::ForumItem;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
    }

    /// Returns a batch whose members are to be read back from minute 60 to minute 10.
    fn batch(names: &[&str]) -> Batch {
        let fill = |name: &&str| GapFill {
            id: Uuid::now_v7(),
            batch: Uuid::nil(),
            kind: ItemKind::Post,
            name: (*name).to_owned(),
            started_at: at(10),
            ended_at: at(60),
            reason: reason::TOO_OLD.to_owned(),
            after: Some("from".to_owned()),
            reached_at: at(60),
            items_read: 500,
            breaks: 1,
            try_at: at(61),
            give_up_at: at(400),
            fence: 1,
        };
        Batch::new(names.iter().map(fill).collect()).unwrap()
    }

    fn item(subreddit: &str, minute: i64) -> ForumItem {
        ForumItem {
            subreddit: subreddit.to_owned(),
            created_at: at(minute),
            ..ForumItem::empty_post(&format!("{subreddit}{minute}"))
        }
    }

    fn page(items: Vec<ForumItem>, after: Option<&str>) -> Page {
        Page { items, after: after.map(str::to_owned), skipped: 0 }
    }

    fn state(batch: &Batch) -> Vec<(&str, Uuid, Option<&str>, i32)> {
        let members = batch.members().iter();
        members.map(|m| (m.name.as_str(), m.batch, m.after.as_deref(), m.items_read)).collect()
    }

    #[test]
    fn all_continue_until_the_earliest_start_is_reached() {
        let mut batch = batch(&["tea", "coffee"]);
        batch.members[1].started_at = at(30);
        let newer = page(vec![item("Tea", 40), item("Coffee", 20)], Some("next"));
        assert_eq!(batch.turn(&newer, at(70)), Next::GoOn);
        assert_eq!(
            state(&batch).into_iter().map(|(.., after, read)| (after, read)).collect::<Vec<_>>(),
            [(Some("next"), 502); 2]
        );
        // Nothing is missing from one of them any more.
        let gaps = batch.members().iter().filter_map(|m| remaining(m, "why"));
        let gaps: Vec<_> = gaps.map(|gap| (gap.listing, gap.ended_at)).collect();
        assert_eq!(gaps, [("posts:r/coffee".to_owned(), at(20))]);
        let older = page(vec![item("tea", 9)], Some("next"));
        assert_eq!(batch.turn(&older, at(70)), Next::Whole);
    }

    #[test]
    fn a_batch_that_overflows_is_halved_and_continues_from_its_own_items() {
        let mut four = batch(&["a", "b", "c", "d"]);
        let last = page(vec![item("B", 30), item("a", 29), item("!", 20)], None);
        assert_eq!(four.turn(&last, at(70)), Next::GoOn);
        let halves = state(&four);
        assert_eq!(halves[0].1, halves[1].1);
        assert_eq!(halves[2].1, halves[3].1);
        assert_ne!(halves[0].1, halves[2].1);
        assert_eq!([halves[0], halves[1]].map(|h| (h.2, h.3)), [(Some("a29"), 335); 2]);
        assert_eq!([halves[2], halves[3]].map(|h| (h.2, h.3)), [(None, 0); 2]);
        assert!(four.members().iter().all(|m| m.breaks == 0 && m.try_at == at(70)));
    }

    #[test]
    fn a_member_with_more_than_half_of_the_items_continues_alone() {
        let mut three = batch(&["a", "b", "c"]);
        let last = page(vec![item("B", 30), item("b", 29), item("c", 28)], None);
        assert_eq!(three.turn(&last, at(70)), Next::GoOn);
        let after = state(&three);
        assert_eq!(after[0].1, after[2].1);
        assert_ne!(after[0].1, after[1].1);
        assert_eq!(
            after.iter().map(|h| h.2).collect::<Vec<_>>(),
            [Some("c28"), Some("b29"), Some("c28")]
        );
        assert_eq!(after[1].3, 335);
    }

    #[test]
    fn a_single_member_begins_again_and_then_is_out_of_reach() {
        let mut two = batch(&["a", "b"]);
        let last = page(vec![item("a", 30), item("b", 29)], None);
        assert_eq!(two.turn(&last, at(70)), Next::GoOn);
        assert!(state(&two).iter().all(|(_, _, after, read)| (*after, *read) == (None, 0)));
        let mut one = batch(&["a"]);
        let next = one.turn(&page(vec![item("a", 30)], None), at(70));
        assert_eq!(next, Next::Gap(reason::TOO_OLD.to_owned()));
        assert_eq!(remaining(&one.members[0], "why").unwrap().ended_at, at(30));
    }

    #[test]
    fn a_listing_that_cannot_be_had_is_halved_to_find_out_whose_fault_it_is() {
        for error in [
            ForumError::Forbidden("private".to_owned()),
            ForumError::NotFound("banned".to_owned()),
            ForumError::TooLong,
        ] {
            let mut two = batch(&["a", "b"]);
            assert_eq!(two.put_off(&error, at(70)), Next::GoOn);
            assert_ne!(two.members[0].batch, two.members[1].batch);
            let mut one = batch(&["a"]);
            assert_eq!(one.put_off(&error, at(70)), Next::GoOn);
            assert_eq!((one.members[0].breaks, one.after()), (2, Some("from")));
            assert!(one.members[0].try_at > at(70));
        }
    }
}
