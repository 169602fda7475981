//! Determines which entries of a document are new. Pure.
//!
//! Neither dates nor ids can be relied on, and an entry may stay in its feed for years, longer than it is
//! stored here: so the feed's row has a mark of each entry that was read.
//!
//! An id that stays says that an entry is the same, however it was edited. One that is new may be another id of
//! an entry that is known: some servers make up ids for each answer. So the row also has a mark of link and
//! title of each entry of the last document, and an entry of the next one with the same link and title is not
//! new. Link and title that several entries of a document have distinguish none of them: then ids alone do. A
//! feed of one entry that comes with the same link and title each time, and with another id since it is another
//! one, cannot be distinguished from such a server.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use feeds::{Entry, Feed};

use db::models::feed::ClaimedFeed;
use platform::sources::ForumItem;
use platform::sources::feed::{Mark, item, mark, title_mark};

/// Maximum entries that are stored, for previews, of those that were there before anybody followed the feed.
const MAX_BACKLOG: usize = 50;
/// The maximum number of marks: at most half of them are of a document, and the others of entries that have
/// left it, and may come back when one of several servers lags behind.
const MAX_MARKS: usize = 2 * feeds::MAX_ENTRIES;

/// A date may be that of the day on which an entry was written or scheduled.
const DATED_LATE: TimeDelta = TimeDelta::days(1);

/// The result of reading a document.
pub(super) struct Entries {
    /// Items that were not read before, the newest first.
    pub(super) new: Vec<ForumItem>,
    /// The number of new items that appeared after somebody followed the feed.
    pub(super) fresh: usize,
    /// The marks to keep: of the entries, and of distinctive links and titles.
    pub(super) known: Vec<u8>,
    pub(super) known_titles: Vec<u8>,
}

/// An entry of the document.
struct Found<'a> {
    entry: &'a Entry,
    mark: Mark,
    /// The mark of link and title; `None` if these do not distinguish the entry.
    title: Option<Mark>,
}

impl<'a> Found<'a> {
    /// Returns all entries of a document.
    fn all(document: &'a Feed, place: &str) -> Vec<Self> {
        let entries = document.entries.iter();
        let titles: Vec<Option<Mark>> =
            entries.clone().map(|entry| title_mark(place, entry)).collect();
        let mut times: HashMap<Mark, usize> = HashMap::new();
        for title in titles.iter().flatten() {
            *times.entry(*title).or_default() += 1;
        }
        let found = entries.zip(titles).map(|(entry, title)| Found {
            entry,
            mark: mark(place, entry),
            title: title.filter(|title| times.get(title) == Some(&1)),
        });
        found.collect()
    }
}

/// Finds the entries of `document` that are new to the feed, first seen `now`.
pub(super) fn sort_out(document: &Feed, claimed: &ClaimedFeed, now: DateTime<Utc>) -> Entries {
    let marks = marks_in(&claimed.known);
    let titles = marks_in(&claimed.known_titles);
    let known: HashSet<&Mark> = marks.iter().collect();
    let known_titles: HashSet<&Mark> = titles.iter().collect();
    let entries = Found::all(document, &claimed.place);
    let is_known = |Found { mark, title, .. }: &&Found<'_>| {
        known.contains(mark) || title.is_some_and(|title| known_titles.contains(&title))
    };
    let none_is_known = !entries.iter().any(|entry| is_known(&entry));
    let backlog = Backlog::of(claimed, none_is_known);
    let mut new: Vec<ForumItem> = entries
        .iter()
        .filter(|entry| !is_known(entry))
        .map(|Found { entry, .. }| ForumItem {
            is_backlog: backlog.as_ref().is_some_and(|backlog| backlog.has(entry)),
            ..item(entry, &claimed.place, document.site.as_ref(), now)
        })
        .collect();
    // Documents are mostly in this order already, and what has no date stays in it.
    new.sort_by_key(|item| std::cmp::Reverse(item.created_at));
    let fresh = new.iter().filter(|item| !item.is_backlog).count();
    let mut kept = 0;
    new.retain(|item| {
        kept += usize::from(item.is_backlog);
        !item.is_backlog || kept <= MAX_BACKLOG
    });
    // An answer that breaks off or has nothing is not all of the feed.
    let is_whole = !document.broken && !entries.is_empty();
    let titles = if is_whole { &[][..] } else { titles };
    Entries {
        new,
        fresh,
        known: to_keep(entries.iter().map(|entry| entry.mark), marks, MAX_MARKS),
        known_titles: to_keep(
            entries.iter().filter_map(|entry| entry.title),
            titles,
            feeds::MAX_ENTRIES,
        ),
    }
}

fn marks_in(bytes: &[u8]) -> &[Mark] {
    bytes.as_chunks().0
}

/// Returns the marks that are present, then the earlier ones, at most `most`.
fn to_keep(present: impl Iterator<Item = Mark> + Clone, before: &[Mark], most: usize) -> Vec<u8> {
    let seen: HashSet<Mark> = present.clone().collect();
    let left = before.iter().filter(|mark| !seen.contains(*mark)).copied();
    present.chain(left).take(most).flatten().collect()
}

/// The unknown entries that were there before anybody was to be alerted of them.
struct Backlog {
    /// Those that are dated up to here,
    until: DateTime<Utc>,
    /// and those without a date.
    has_undated: bool,
}

impl Backlog {
    /// Returns the backlog of a document, or `None` if every unknown entry is new.
    fn of(claimed: &ClaimedFeed, none_is_known: bool) -> Option<Self> {
        let followed = Self { until: claimed.followed_since, has_undated: true };
        match claimed.polled_at {
            // The feed was not read then.
            None => Some(followed),
            Some(polled) if polled < claimed.followed_since => Some(followed),
            // The feed was recreated with other ids. Undated entries may be new: a document may have a few
            // entries that are all replaced between two polls.
            Some(polled) if none_is_known && !claimed.known.is_empty() => {
                Some(Self { until: polled - DATED_LATE, has_undated: false })
            }
            Some(_) => None,
        }
    }

    fn has(&self, entry: &Entry) -> bool {
        let said = entry.published.or(entry.updated);
        said.map_or(self.has_undated, |said| said <= self.until)
    }
}

#[cfg(test)]
mod tests {
    use feeds::Content;
    use uuid::Uuid;

    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(1_000)
    }

    fn entry(key: &str, hours_ago: Option<i64>) -> Entry {
        Entry {
            key: key.to_owned(),
            title: key.to_owned(),
            author: String::new(),
            content: Content::Text(String::new()),
            link: None,
            published: hours_ago.map(|hours| now() - TimeDelta::hours(hours)),
            updated: None,
            categories: Vec::new(),
        }
    }

    fn document(entries: Vec<Entry>) -> Feed {
        Feed { title: String::new(), site: None, entries, wait: None, skipped: 0, broken: false }
    }

    /// Returns a feed that was followed ten hours ago, and polled `polled` hours ago.
    fn claimed(polled: Option<i64>, known: &[u8]) -> ClaimedFeed {
        ClaimedFeed {
            id: Uuid::nil(),
            place: "feed/blog.example/0a1b2c3d".to_owned(),
            address: String::new(),
            host: String::new(),
            etag: None,
            last_modified: None,
            known: known.to_vec(),
            known_titles: Vec::new(),
            fence: 1,
            polled_at: polled.map(|hours| now() - TimeDelta::hours(hours)),
            failures: 0,
            interval_seconds: 300,
            followed_since: now() - TimeDelta::hours(10),
        }
    }

    fn titles(entries: &Entries) -> Vec<(&str, bool)> {
        let new = entries.new.iter();
        new.map(|item| (item.title.as_str(), item.is_backlog)).collect()
    }

    #[test]
    fn what_was_there_before_the_feed_was_followed_is_backlog() {
        let feed =
            document(vec![entry("undated", None), entry("late", Some(1)), entry("old", Some(11))]);
        let first = sort_out(&feed, &claimed(None, &[]), now());
        assert_eq!(titles(&first), [("undated", true), ("late", false), ("old", true)]);
        assert_eq!(first.fresh, 1);
        let again = sort_out(&feed, &claimed(Some(1), &first.known), now());
        assert_eq!((again.new.len(), &again.known), (0, &first.known));
        // Nobody followed it for a while.
        let idle = sort_out(&feed, &claimed(Some(20), &first.known[..8]), now());
        assert_eq!(titles(&idle), [("late", false), ("old", true)]);
    }

    #[test]
    fn what_is_new_later_is_fresh_whatever_its_date() {
        let known = sort_out(&document(vec![entry("a", None)]), &claimed(None, &[]), now()).known;
        let feed = document(vec![entry("a", None), entry("b", None), entry("c", Some(9_000))]);
        let later = sort_out(&feed, &claimed(Some(1), &known), now());
        assert_eq!(titles(&later), [("b", false), ("c", false)]);
        // An entry that left the feed and comes back is still known.
        let left =
            sort_out(&document(vec![entry("b", None)]), &claimed(Some(1), &later.known), now());
        assert!(left.new.is_empty());
        assert!(sort_out(&feed, &claimed(Some(1), &left.known), now()).new.is_empty());
    }

    #[test]
    fn a_feed_that_was_set_up_again_alerts_nobody_to_what_is_old() {
        let known = sort_out(&document(vec![entry("a", None)]), &claimed(None, &[]), now()).known;
        let feed = document(vec![entry("new", Some(1)), entry("x", Some(900)), entry("y", None)]);
        let anew = sort_out(&feed, &claimed(Some(2), &known), now());
        let mut new = titles(&anew);
        new.sort_unstable();
        assert_eq!(new, [("new", false), ("x", true), ("y", false)]);
    }

    /// Returns an undated entry with an id, a title, and a link unless that is empty.
    fn linked(key: &str, title: &str, link: &str) -> Entry {
        let address = || format!("https://blog.example/{link}").parse().unwrap();
        Entry {
            title: title.to_owned(),
            link: (!link.is_empty()).then(address),
            ..entry(key, None)
        }
    }

    /// Returns the new entries of each document, given what the previous ones left.
    fn read(documents: &[Feed]) -> Vec<Vec<String>> {
        let mut row = claimed(None, &[]);
        let new = documents.iter().map(|document| {
            let Entries { new, known, known_titles, .. } = sort_out(document, &row, now());
            row = ClaimedFeed { known, known_titles, ..claimed(Some(1), &[]) };
            new.into_iter().map(|item| item.title).collect()
        });
        new.collect()
    }

    #[test]
    fn ids_that_change_with_every_answer_make_nothing_new() {
        let answer = |round: usize, titles: &[&str]| {
            let entries = titles.iter();
            let entries = entries.map(|title| linked(&format!("{round} {title}"), title, title));
            document(entries.collect())
        };
        let broken = Feed { broken: true, ..answer(3, &["b"]) };
        let new = read(&[
            answer(1, &["a"]),
            answer(2, &["b", "a"]),
            broken,
            answer(4, &["b", "a"]),
            document(Vec::new()),
            answer(5, &["c", "b", "a"]),
            // One of them keeps its id, the other does not.
            document(vec![linked("6", "c", "c"), linked("5 b", "b", "b")]),
        ]);
        assert_eq!(new, [vec!["a"], vec!["b"], vec![], vec![], vec![], vec!["c"], vec![]]);
    }

    #[test]
    fn an_id_that_stays_is_that_of_an_entry_that_was_edited() {
        let new = read(&[
            document(vec![linked("1", "A", "a")]),
            document(vec![linked("1", "B", "b")]),
            document(vec![linked("2", "A", "a"), linked("1", "B", "b")]),
        ]);
        assert_eq!(new, [vec!["A"], vec![], vec!["A"]]);
    }

    #[test]
    fn what_link_and_title_do_not_distinguish_is_known_by_its_id() {
        for link in ["status", ""] {
            let built = |id: &str| linked(id, "Build failed", link);
            let new = read(&[
                document(vec![built("1")]),
                document(vec![built("2"), built("1")]),
                document(vec![built("4"), built("3")]),
                document(vec![built("5")]),
            ]);
            let counts: Vec<usize> = new.iter().map(Vec::len).collect();
            assert_eq!(counts, [1, 1, 2, 1], "{link}");
        }
    }

    #[test]
    fn backlog_and_marks_are_bounded() {
        let many = |from: usize| {
            let entries = (from..from + feeds::MAX_ENTRIES).map(|n| {
                let key = n.to_string();
                linked(&key, &key, &key)
            });
            Feed { broken: true, ..document(entries.collect()) }
        };
        let mut row = claimed(None, &[]);
        for round in 0..3 {
            let entries = sort_out(&many(round * feeds::MAX_ENTRIES), &row, now());
            assert_eq!(entries.new.len(), MAX_BACKLOG);
            (row.known, row.known_titles) = (entries.known, entries.known_titles);
        }
        let most = MAX_MARKS * size_of::<Mark>();
        assert_eq!((row.known.len(), row.known_titles.len()), (most, most / 2));
    }
}
