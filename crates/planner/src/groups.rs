//! Splits the places of a tier into joined listings.

use crate::Budget;

/// The most items per second, averaged over the day, of a listing of several places. A busy hour
/// brings twice as many; a listing that is not read for 45 seconds, because an answer takes long or
/// the forum demands silence, then still holds all of them. Full pages have to be read in any case,
/// so two busy listings cost hardly more than one.
const MAX_RATE: f64 = 8.0;

/// Returns a hash of a name that is the same in every process and version: FNV-1a, mixed so that its
/// first bits depend on all bytes.
pub(crate) fn hash(name: &str) -> u64 {
    let fnv = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (fnv ^ fnv >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the number of bytes of a name in the path of a joined listing.
pub(crate) fn path_bytes(name: &str) -> usize {
    name.len() + 1
}

/// The quantities that limit a joined listing.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) names: usize,
    pub(crate) bytes: usize,
    /// Items per second, averaged over the day.
    pub(crate) rate: f64,
}

impl Size {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            names: self.names + other.names,
            bytes: self.bytes + other.bytes,
            rate: self.rate + other.rate,
        }
    }

    /// Returns the number of full listings, as a fraction.
    fn listings(self, budget: &Budget) -> f64 {
        let by_names = self.names as f64 / budget.max_names as f64;
        let by_bytes = self.bytes as f64 / budget.max_path_bytes as f64;
        by_names.max(by_bytes).max(self.rate / MAX_RATE)
    }

    /// Estimates the number of groups after splitting: halving makes powers of two, and the parts
    /// are not quite equal.
    pub(crate) fn groups(self, budget: &Budget) -> f64 {
        let listings = self.listings(budget);
        match listings <= 1.0 {
            true => 1.0,
            false => (listings * 1.1).log2().ceil().exp2().min(self.names as f64),
        }
    }
}

/// An element to split: a name with a known hash.
pub(crate) trait Named {
    fn hash(&self) -> u64;
    fn size(&self) -> Size;
}

/// Halves `names`, which are in the order of their hashes, by the next bit of the hashes until each
/// part fits. Adding a name changes only the group that it belongs to, and at most splits that
/// group.
pub(crate) fn split<'a, N: Named>(
    names: &'a [N],
    budget: &Budget,
    bits: &mut String,
    take: &mut impl FnMut(&str, &'a [N]),
) {
    if names.is_empty() {
        return;
    }
    let size = names.iter().map(Named::size).fold(Size::default(), Size::plus);
    if size.listings(budget) <= 1.0 || names.len() == 1 || bits.len() == 64 {
        take(bits, names);
        return;
    }
    let bit = 63 - bits.len();
    let zeros = names.partition_point(|name| name.hash() >> bit & 1 == 0);
    for (next, part) in [('0', &names[..zeros]), ('1', &names[zeros..])] {
        bits.push(next);
        split(part, budget, bits, take);
        bits.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Named for (u64, String) {
        fn hash(&self) -> u64 {
            self.0
        }
        fn size(&self) -> Size {
            Size { names: 1, bytes: path_bytes(&self.1), rate: 0.0 }
        }
    }

    fn groups(names: impl Iterator<Item = String>) -> Vec<(String, Vec<String>)> {
        let mut names: Vec<_> = names.map(|name| (hash(&name), name)).collect();
        names.sort();
        let mut groups = Vec::new();
        split(&names, &Budget::default(), &mut String::new(), &mut |bits, part| {
            let part = part.iter().map(|(_, name)| name.clone()).collect();
            groups.push((bits.to_owned(), part));
        });
        groups
    }

    fn names(count: usize) -> impl Iterator<Item = String> {
        (0..count).map(|n| format!("subreddit_{n}"))
    }

    #[test]
    fn every_name_is_in_one_group_that_fits() {
        let groups = groups(names(1_234));
        let mut held: Vec<String> = groups.iter().flat_map(|(_, names)| names.clone()).collect();
        held.sort();
        let mut all: Vec<String> = names(1_234).collect();
        all.sort();
        assert_eq!(held, all);
        for (_, names) in &groups {
            assert!(names.len() <= 100);
            assert!(names.join("+").len() <= 1_900);
        }
    }

    #[test]
    fn one_more_name_changes_one_group() {
        for count in 1_200..1_300 {
            let (before, after) = (groups(names(count)), groups(names(count + 1)));
            let changed = after.iter().filter(|group| !before.contains(group)).count();
            assert!((1..=2).contains(&changed), "{changed} listings changed");
        }
    }

    #[test]
    fn a_name_that_is_too_long_is_alone() {
        let groups = groups(["a".repeat(2_000), "b".repeat(2_000)].into_iter());
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn the_hash_never_changes() {
        assert_eq!(hash("rust"), 0xd509_555b_ad62_4015);
        assert_eq!(hash(""), 0xf52a_15e9_a9b5_e89b);
    }
}
