//! Counts discussions by place, and how that changed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::comparison::change;
use super::reading::{Read, Reading};
use super::report::Subreddit;
use super::wording::share;

const MOST: usize = 10;

pub(super) fn subreddits(reading: &Reading<'_>) -> Vec<Subreddit> {
    let compared = reading.compared.as_ref();
    let compared = compared.map(|two| (counts(&two.later), counts(&two.earlier)));
    let in_it = |counts: &Counts<'_>, key: &str| counts.get(key).map_or(0, |(_, count)| *count);
    let row = |(key, (name, count)): (String, (&str, usize))| {
        let two = compared.as_ref();
        let two = two.map(|(later, earlier)| (in_it(later, &key), in_it(earlier, &key)));
        Subreddit {
            name: name.to_owned(),
            count,
            share: share(count, reading.now.len()),
            previous: two.map(|(_, earlier)| earlier),
            change: two.and_then(|(later, earlier)| change(later, earlier)),
        }
    };
    let mut rows: Vec<Subreddit> = counts(&reading.now).into_iter().map(row).collect();
    // The rows are in the order of their names.
    rows.sort_by_key(|row| Reverse(row.count));
    rows.truncate(MOST);
    rows
}

/// Counts by the name in lower case, since the forum ignores case.
type Counts<'a> = BTreeMap<String, (&'a str, usize)>;

fn counts<'a>(reads: &[&'a Read<'_>]) -> Counts<'a> {
    let mut counts = BTreeMap::new();
    for read in reads {
        let name = read.post.subreddit.as_str();
        counts.entry(name.to_lowercase()).or_insert((name, 0)).1 += 1;
    }
    counts
}
