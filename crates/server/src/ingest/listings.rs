//! Which listings cover what is watched. Pure: the same names give the same listings in every
//! process.

use std::collections::BTreeSet;

use aws_lc_rs::digest;
use matcher::{ALL, Kind};

use crate::forum::{Listing, Priority};

/// The forum joins at most so many subreddits in one listing.
const MAX_NAMES: usize = 100;
/// Servers on the way refuse much longer addresses.
const MAX_PATH_BYTES: usize = 1_900;

/// A listing that is to be polled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedListing {
    /// Names it in `poll_state`: stays the same when a few names come or go.
    pub key: String,
    pub listing: Listing,
    pub priority: Priority,
}

/// Plans the listings to read: posts of everything, comments of everything as far as it goes, and
/// both of each group of watched subreddits. `watched` holds names in lower case.
pub fn plan(watched: &BTreeSet<String>) -> Vec<PlannedListing> {
    let planned = |key: String, kind, names, priority| PlannedListing {
        key,
        listing: Listing { kind, names },
        priority,
    };
    let all = || vec![ALL.to_owned()];
    let mut listings = vec![
        planned("posts:all".to_owned(), Kind::Post, all(), Priority::Poll),
        planned(
            "comments:all".to_owned(),
            Kind::Comment,
            all(),
            Priority::Sweep,
        ),
    ];
    let names: Vec<(u64, &str)> = watched
        .iter()
        .filter(|name| *name != ALL)
        .map(|name| (hash(name), name.as_str()))
        .collect();
    split(&names, "", &mut |bits, names| {
        let names: Vec<String> = names.iter().map(|(_, name)| (*name).to_owned()).collect();
        for (kind, word) in [(Kind::Post, "posts"), (Kind::Comment, "comments")] {
            let key = format!("{word}:watched/{bits}");
            listings.push(planned(key, kind, names.clone(), Priority::Poll));
        }
    });
    listings
}

/// Returns whether a listing is of everything, and there whatever is watched.
pub(super) fn is_base(key: &str) -> bool {
    !key.contains('/')
}

/// Returns whether one of two groups came out of the other by splitting: they share subreddits.
pub(super) fn are_related(key: &str, other: &str) -> bool {
    key.contains('/') && other.contains('/') && (key.starts_with(other) || other.starts_with(key))
}

/// Halves a group by the next bit of its names' hashes until each part fits. A name that is added
/// changes only the group it falls into, and at most splits that one.
fn split(names: &[(u64, &str)], bits: &str, take: &mut impl FnMut(&str, &[(u64, &str)])) {
    if names.is_empty() {
        return;
    }
    let path: usize = names.iter().map(|(_, name)| name.len() + 1).sum();
    if (names.len() <= MAX_NAMES && path <= MAX_PATH_BYTES) || bits.len() == 64 {
        take(bits, names);
        return;
    }
    let (ones, zeros): (Vec<_>, Vec<_>) = names
        .iter()
        .partition(|(hash, _)| hash >> (63 - bits.len()) & 1 == 1);
    split(&zeros, &format!("{bits}0"), take);
    split(&ones, &format!("{bits}1"), take);
}

fn hash(name: &str) -> u64 {
    let digest = digest::digest(&digest::SHA256, name.as_bytes());
    let first = digest.as_ref().iter().take(8);
    first.fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> BTreeSet<String> {
        (0..count).map(|n| format!("subreddit_{n}")).collect()
    }

    #[test]
    fn nothing_watched_means_all_alone() {
        let keys: Vec<String> = plan(&BTreeSet::new()).into_iter().map(|l| l.key).collect();
        assert_eq!(keys, ["posts:all", "comments:all"]);
        assert_eq!(plan(&BTreeSet::from(["all".to_owned()])).len(), 2);
    }

    #[test]
    fn every_name_is_in_one_group_that_fits() {
        let watched = names(1_234);
        let groups = plan(&watched);
        let posts: Vec<_> = groups
            .iter()
            .filter(|g| g.key.starts_with("posts:watched"))
            .collect();
        let mut held: Vec<&String> = posts.iter().flat_map(|g| &g.listing.names).collect();
        held.sort();
        assert_eq!(held, watched.iter().collect::<Vec<_>>());
        for group in &groups {
            assert!(group.listing.names.len() <= MAX_NAMES);
            assert!(group.listing.names.join("+").len() <= MAX_PATH_BYTES);
        }
    }

    #[test]
    fn one_more_name_changes_one_group() {
        let before = plan(&names(1_234));
        let after = plan(&names(1_235));
        let changed = after.iter().filter(|group| !before.contains(group)).count();
        assert!((2..=4).contains(&changed), "{changed} listings changed");
    }

    #[test]
    fn groups_that_split_are_related() {
        assert!(are_related("posts:watched/01", "posts:watched/0"));
        assert!(are_related("posts:watched/", "posts:watched/0"));
        assert!(!are_related("posts:watched/01", "posts:watched/00"));
        assert!(!are_related("posts:watched/0", "comments:watched/0"));
        assert!(!are_related("posts:all", "posts:watched/"));
    }
}
