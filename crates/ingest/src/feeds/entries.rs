//! Determines which entries of a document are new. Pure.
//!
//! Neither dates nor ids can be relied on, and an entry may stay in its feed for years, longer than it is
//! stored here: so the feed's row has a mark of each entry that was read, and its [`Identity`].
//!
//! An id that stays says that an entry is the same, however it was edited, unless both its link and its title
//! are others. Of a row that has only the mark of an id, since an older release has written it, the id alone
//! counts. An id that is new may be another id of an entry that is known: some servers make up ids for each
//! answer. So the row also has a mark of link and title of each entry of the last document, and an entry of
//! the next one with the same link and title is not new. What several entries of a document have in common
//! distinguishes none of them. A feed of one entry that comes with the same link and title each time, and with
//! another id since it is another one, cannot be distinguished from such a server.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use feeds::{Entry, Feed};

use db::models::feed::ClaimedFeed;
use platform::sources::ForumItem;
use platform::sources::feed::{Identity, Mark, item, title_mark};

/// Maximum entries that are stored, for previews, of those that were there before anybody followed the feed.
const MAX_BACKLOG: usize = 50;
/// The maximum number of marks: at most half of them are of a document, and the others of entries that have
/// left it, and may come back when one of several servers lags behind.
pub(super) const MAX_MARKS: usize = 2 * feeds::MAX_ENTRIES;

/// A date may be that of the day on which an entry was written or scheduled.
const DATED_LATE: TimeDelta = TimeDelta::days(1);

/// The result of reading a document.
pub(super) struct Entries {
    /// Items that were not read before, the newest first.
    pub(super) new: Vec<ForumItem>,
    /// The number of new items that appeared after somebody followed the feed.
    pub(super) fresh: usize,
    /// What to keep: marks of the entries, their identities, and marks of distinctive links and titles.
    pub(super) known: Vec<u8>,
    pub(super) known_identities: Vec<u8>,
    pub(super) known_titles: Vec<u8>,
    /// Whether no entry of the document was read before.
    pub(super) none_is_known: bool,
}

/// An entry of the document.
struct Found<'a> {
    entry: &'a Entry,
    identity: Identity,
    /// The mark of link and title; `None` if these do not distinguish the entry.
    title: Option<Mark>,
}

impl<'a> Found<'a> {
    /// Returns the entries of a document, each once.
    fn all(document: &'a Feed, place: &str) -> Vec<Self> {
        let mut seen = HashSet::new();
        let identities = document.entries.iter().map(|entry| (entry, Identity::of(place, entry)));
        let entries = identities.filter(|(_, identity)| seen.insert(*identity));
        let found = entries.map(|(entry, identity)| Found {
            entry,
            identity,
            title: title_mark(place, entry),
        });
        let mut found: Vec<Self> = found.collect();
        let mut times: HashMap<Mark, usize> = HashMap::new();
        for title in found.iter().filter_map(|found| found.title) {
            *times.entry(title).or_default() += 1;
        }
        for found in &mut found {
            found.title = found.title.filter(|title| times.get(title) == Some(&1));
        }
        found
    }
}

/// The identities of some entries, by their ids.
#[derive(Default)]
struct Identities(HashMap<Mark, Vec<Identity>>);

impl Identities {
    fn of(all: impl Iterator<Item = Identity>) -> Self {
        let mut by_id: HashMap<Mark, Vec<Identity>> = HashMap::new();
        for identity in all {
            by_id.entry(identity.id).or_default().push(identity);
        }
        Self(by_id)
    }

    fn with_id(&self, id: Mark) -> &[Identity] {
        self.0.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the only entry that has the same id and also `part` in common with an entry.
    fn only<T: PartialEq>(&self, entry: &Identity, part: fn(&Identity) -> T) -> Option<Identity> {
        let mut same = self.with_id(entry.id).iter().filter(|other| part(other) == part(entry));
        same.next().filter(|_| same.next().is_none()).copied()
    }

    /// Returns what was known of an entry of a document, if anything was.
    fn before(&self, entry: &Identity, document: &Self) -> Option<Identity> {
        if self.with_id(entry.id).contains(entry) {
            return Some(*entry);
        }
        let by_link = self.only(entry, |identity| identity.link);
        let by_title = self.only(entry, |identity| identity.title);
        let by_link = by_link.filter(|_| document.only(entry, |identity| identity.link).is_some());
        let by_title =
            by_title.filter(|_| document.only(entry, |identity| identity.title).is_some());
        // What the document has as well is known as itself.
        let is_free = |known: &Identity| !document.with_id(entry.id).contains(known);
        by_link.filter(is_free).or(by_title.filter(is_free))
    }
}

/// Finds the entries of `document` that are new to the feed, first seen `now`.
pub(super) fn sort_out(document: &Feed, claimed: &ClaimedFeed, now: DateTime<Utc>) -> Entries {
    let marks = marks_in(&claimed.known);
    let titles = marks_in(&claimed.known_titles);
    let known: HashSet<&Mark> = marks.iter().collect();
    let known_titles: HashSet<&Mark> = titles.iter().collect();
    let before: Vec<Identity> =
        claimed.known_identities.as_chunks().0.iter().map(Identity::from_bytes).collect();
    let identities = Identities::of(before.iter().copied());
    let entries = Found::all(document, &claimed.place);
    let present = Identities::of(entries.iter().map(|found| found.identity));
    let mut replaced = HashSet::new();
    let mut is_known = |Found { identity, title, .. }: &Found<'_>| {
        let by_id = match identities.with_id(identity.id) {
            [] => known.contains(&identity.id),
            _ => {
                let before = identities.before(identity, &present);
                replaced.extend(before);
                before.is_some()
            }
        };
        by_id || title.is_some_and(|title| known_titles.contains(&title))
    };
    let (old, unknown): (Vec<&Found<'_>>, Vec<&Found<'_>>) =
        entries.iter().partition(|entry| is_known(entry));
    let none_is_known = old.is_empty();
    let backlog = Backlog::of(claimed, none_is_known);
    let mut new: Vec<ForumItem> = unknown
        .into_iter()
        .map(|Found { entry, identity, .. }| {
            let is_only = present.with_id(identity.id).len() == 1 && !known.contains(&identity.id);
            let mark = if is_only { identity.id } else { identity.own_mark() };
            ForumItem {
                is_backlog: backlog.as_ref().is_some_and(|backlog| backlog.has(entry)),
                ..item(entry, mark, &claimed.place, document.site.as_ref(), now)
            }
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
    let left = before.into_iter().filter(|identity| !replaced.contains(identity));
    let present = entries.iter().map(|entry| entry.identity);
    Entries {
        new,
        fresh,
        known: to_keep(
            present.clone().map(|identity| identity.id),
            marks.iter().copied(),
            MAX_MARKS,
        ),
        known_identities: to_keep(
            present.map(Identity::to_bytes),
            left.map(Identity::to_bytes),
            MAX_MARKS,
        ),
        known_titles: to_keep(
            entries.iter().filter_map(|entry| entry.title),
            titles.iter().copied(),
            feeds::MAX_ENTRIES,
        ),
        none_is_known,
    }
}

pub(super) fn marks_in(bytes: &[u8]) -> &[Mark] {
    bytes.as_chunks().0
}

/// Returns the marks that are present, then the earlier ones, each once and at most `most`.
pub(super) fn to_keep<const LENGTH: usize>(
    present: impl Iterator<Item = [u8; LENGTH]>,
    before: impl Iterator<Item = [u8; LENGTH]>,
    most: usize,
) -> Vec<u8> {
    let mut seen = HashSet::new();
    present.chain(before).filter(|mark| seen.insert(*mark)).take(most).flatten().collect()
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
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(1_000)
    }

    fn entry(key: &str, hours_ago: Option<i64>) -> Entry {
        Entry {
            key: key.to_owned(),
            title: key.to_owned(),
            published: hours_ago.map(|hours| now() - TimeDelta::hours(hours)),
            ..Entry::default()
        }
    }

    fn document(entries: Vec<Entry>) -> Feed {
        Feed { entries, ..Feed::default() }
    }

    /// Returns a feed that was followed ten hours ago, and polled `polled` hours ago.
    fn claimed(polled: Option<i64>, known: &[u8]) -> ClaimedFeed {
        ClaimedFeed {
            place: "feed/blog.example/0a1b2c3d".to_owned(),
            known: known.to_vec(),
            polled_at: polled.map(|hours| now() - TimeDelta::hours(hours)),
            interval_seconds: 300,
            followed_since: now() - TimeDelta::hours(10),
            ..ClaimedFeed::default()
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
            let Entries { new, known, known_identities, known_titles, .. } =
                sort_out(document, &row, now());
            row = ClaimedFeed { known, known_identities, known_titles, ..claimed(Some(1), &[]) };
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

    /// Returns the new entries of two documents, the second after the first.
    fn then(first: &[(&str, &str, &str)], second: &[(&str, &str, &str)]) -> Vec<String> {
        let all = |entries: &[(&str, &str, &str)]| {
            document(entries.iter().map(|(key, title, link)| linked(key, title, link)).collect())
        };
        read(&[all(first), all(second)]).remove(1)
    }

    #[test]
    fn id_link_and_title_together_say_whether_an_entry_is_known() {
        let one = [("1", "A", "a")];
        for edited in [
            ("1", "A", "a"),
            ("1", "B", "a"),
            ("1", "A", "b"),
            ("1", "B", "a?utm_source=x"),
            ("1", "A", ""),
            ("2", "A", "a"),
        ] {
            assert!(then(&one, &[edited]).is_empty(), "{edited:?}");
        }
        assert_eq!(then(&one, &[("1", "B", "b")]), ["B"]);
        assert_eq!(then(&one, &[("1", "B", "b"), one[0]]), ["B"]);
        assert_eq!(then(&one, &[("2", "B", "a")]), ["B"]);
        // One id for all, and links or titles for all.
        let old = [("1", "B", "b"), ("1", "A", "a")];
        assert_eq!(then(&old, &[("1", "C", "c"), old[0], old[1]]), ["C"]);
        assert_eq!(then(&old, &[("1", "C", "c"), old[0]]), ["C"]);
        assert_eq!(then(&old, &[("1", "B2", "b"), old[1]]), [""; 0]);
        let old = [("1", "B", "x"), ("1", "A", "x")];
        assert_eq!(then(&old, &[("1", "C", "x"), old[0]]), ["C"]);
        let old = [("1", "A", "b"), ("1", "A", "a")];
        assert_eq!(then(&old, &[("1", "A", "c"), old[0]]), ["A"]);
        let old = [("1", "B", ""), ("1", "A", "")];
        assert_eq!(then(&old, &[("1", "C", ""), old[0], old[1]]), ["C"]);
    }

    #[test]
    fn entries_of_one_id_are_stored_each_as_its_own() {
        let three = ["A", "B", "C"].map(|title| linked("1", title, title));
        let first = sort_out(&document(three.to_vec()), &claimed(None, &[]), now());
        let ids: HashSet<&str> = first.new.iter().map(|item| item.forum_id.as_str()).collect();
        assert_eq!((first.new.len(), ids.len()), (3, 3));
        // Exact repeats are one.
        let twice = document(vec![linked("1", "A", "a"), linked("1", "A", "a")]);
        assert_eq!(sort_out(&twice, &claimed(None, &[]), now()).new.len(), 1);
        // After an entry of that id alone, whose item has the mark of the id.
        let row = |found: &Entries| ClaimedFeed {
            known_identities: found.known_identities.clone(),
            ..claimed(Some(1), &found.known)
        };
        let alone = sort_out(&document(vec![linked("1", "A", "a")]), &claimed(None, &[]), now());
        let next = sort_out(&document(vec![linked("1", "B", "b")]), &row(&alone), now());
        assert_ne!(alone.new[0].forum_id, next.new[0].forum_id);
    }

    #[test]
    fn an_edited_entry_stays_known_by_what_it_became() {
        let steps = [("A", "a"), ("B", "a"), ("B", "b"), ("C", "b"), ("D", "d")];
        let documents = steps.map(|(title, link)| document(vec![linked("1", title, link)]));
        assert_eq!(read(&documents), [vec!["A"], vec![], vec![], vec![], vec!["D"]]);
    }

    #[test]
    fn what_an_older_release_has_stored_is_known_by_its_id() {
        let three = ["A", "B", "C"].map(|title| linked("1", title, title)).to_vec();
        let known = sort_out(&document(three.clone()), &claimed(None, &[]), now()).known;
        let upgraded = sort_out(&document(three.clone()), &claimed(Some(1), &known), now());
        assert!(upgraded.new.is_empty());
        let row = ClaimedFeed {
            known_identities: upgraded.known_identities,
            ..claimed(Some(1), &upgraded.known)
        };
        let next = document([vec![linked("1", "D", "d")], three].concat());
        assert_eq!(titles(&sort_out(&next, &row, now())), [("D", false)]);
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
            row.known_identities = entries.known_identities;
            (row.known, row.known_titles) = (entries.known, entries.known_titles);
        }
        let most = MAX_MARKS * size_of::<Mark>();
        assert_eq!((row.known.len(), row.known_titles.len()), (most, most / 2));
        assert_eq!(row.known_identities.len(), 2 * most);
    }
}
