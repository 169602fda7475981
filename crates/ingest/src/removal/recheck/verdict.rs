//! Decides from an answer what has become of the requested items. Pure.
//!
//! The forum answers for deleted and removed items too, and says so. An item that is left out may
//! be gone, but a part of the forum may also be down: so it must be left out repeatedly, and an
//! answer that has none of many items is not trusted.

use std::collections::HashMap;

use super::Claimed;
use platform::sources::Page;

/// The number of answers in a row that must leave an item out if they bring at least half of the
/// others.
const ENOUGH_MISSES: i32 = 2;
/// The same for answers that bring less than half of them: a forum of which a part is down for
/// hours.
const ENOUGH_MISSES_OF_MANY: i32 = 6;
/// The number of items from which on an answer without any of them is not trusted.
const MANY: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    There,
    /// Deleted or removed.
    Gone,
    /// Left out of the answer, but not yet often enough to be sure.
    Missing,
    /// Possibly in the answer, in a form that could not be read.
    Unknown,
}

/// Returns the verdict on each item, in order; `None` if the answer is not to be trusted.
pub(super) fn classify(asked: &[Claimed], answer: &Page) -> Option<Vec<Verdict>> {
    let there: HashMap<&str, bool> =
        answer.items.iter().map(|item| (item.forum_id.as_str(), item.is_gone)).collect();
    let came = asked.iter().filter(|a| there.contains_key(a.forum_id.as_str())).count();
    if came == 0 && asked.len() >= MANY {
        return None;
    }
    let enough = if came * 2 >= asked.len() { ENOUGH_MISSES } else { ENOUGH_MISSES_OF_MANY };
    let verdict = |item: &Claimed| match there.get(item.forum_id.as_str()) {
        Some(true) => Verdict::Gone,
        Some(false) => Verdict::There,
        None if answer.skipped > 0 => Verdict::Unknown,
        None if item.misses + 1 >= enough => Verdict::Gone,
        None => Verdict::Missing,
    };
    Some(asked.iter().map(verdict).collect())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use platform::sources::ForumItem;

    fn asked(ids: &[(&str, i32)]) -> Vec<Claimed> {
        let claimed = ids.iter().map(|(id, misses)| Claimed {
            forum_id: (*id).to_owned(),
            item_id: Uuid::nil(),
            seen_at: DateTime::UNIX_EPOCH,
            misses: *misses,
            is_alerted: false,
        });
        claimed.collect()
    }

    /// Returns an answer with the given ids; a `-` before an id marks a removed item.
    fn answer(ids: &str, skipped: usize) -> Page {
        let item = |id: &str| ForumItem {
            is_gone: id.starts_with('-'),
            ..ForumItem::empty_post(id.trim_start_matches('-'))
        };
        Page { items: ids.split_whitespace().map(item).collect(), after: None, skipped }
    }

    #[test]
    fn what_the_forum_calls_gone_is_gone_at_once() {
        let verdicts = classify(&asked(&[("a", 0), ("b", 1)]), &answer("-a b", 0)).unwrap();
        assert_eq!(verdicts, [Verdict::Gone, Verdict::There]);
    }

    #[test]
    fn what_is_left_out_twice_is_gone() {
        let verdicts =
            classify(&asked(&[("a", 0), ("b", 1), ("c", 0), ("d", 0)]), &answer("c d", 0));
        let wanted = [Verdict::Missing, Verdict::Gone, Verdict::There, Verdict::There];
        assert_eq!(verdicts.unwrap(), wanted);
    }

    #[test]
    fn an_answer_that_lacks_most_must_come_for_hours() {
        let lacking =
            |misses| classify(&asked(&[("a", misses), ("b", 0), ("c", 0)]), &answer("c", 0));
        assert_eq!(lacking(1).unwrap()[0], Verdict::Missing);
        assert_eq!(lacking(ENOUGH_MISSES_OF_MANY - 1).unwrap()[0], Verdict::Gone);
    }

    #[test]
    fn an_answer_with_none_of_many_says_nothing() {
        let many = [("a", 9), ("b", 9), ("c", 9), ("d", 9), ("e", 9)];
        assert_eq!(classify(&asked(&many), &answer("", 0)), None);
        assert_eq!(classify(&asked(&many), &answer("x -y", 0)), None);
    }

    #[test]
    fn an_answer_with_none_of_a_few_must_come_for_hours() {
        let misses = |misses| classify(&asked(&[("a", misses)]), &answer("", 0)).unwrap()[0];
        assert_eq!(misses(1), Verdict::Missing);
        assert_eq!(misses(ENOUGH_MISSES_OF_MANY - 1), Verdict::Gone);
    }

    #[test]
    fn what_could_not_be_read_is_nobodys_miss() {
        let verdicts = classify(&asked(&[("a", 1), ("b", 0)]), &answer("b", 1)).unwrap();
        assert_eq!(verdicts, [Verdict::Unknown, Verdict::There]);
    }
}
