//! The parts of the previous plan that the next one needs.

use std::collections::{BTreeSet, HashMap};

use crate::tiers::{Borders, LEVELS};
use crate::{Kind, Plan};

/// The previous listing of each place. The keys of a plan and their names are enough to make it: a
/// process that has just started can do so from the database.
#[derive(Debug, Default, Clone)]
pub struct Previous<'a> {
    held: [HashMap<&'a str, &'a str>; 2],
    borders: [BTreeSet<u8>; 2],
}

/// A place that is read in another listing than before. Its items since the last poll of its old
/// listing may be below the watermark of the new one, which is therefore read by time back to that
/// poll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<'a> {
    /// The name of the place.
    pub name: &'a str,
    /// The key of its old listing; `None` if it was in no listing.
    pub from: Option<&'a str>,
    /// The key of its new listing.
    pub to: &'a str,
}

impl<'a> Previous<'a> {
    /// Creates it from the keys of listings and the names in them. Keys that are not from a plan
    /// are skipped.
    pub fn from_groups<N>(groups: impl IntoIterator<Item = (&'a str, N)>) -> Self
    where
        N: IntoIterator<Item = &'a str>,
    {
        let mut previous = Self::default();
        for (key, names) in groups {
            let Some((kind, tier)) = parse(key) else {
                continue;
            };
            previous.borders[kind as usize].insert(tier);
            let names = names.into_iter().map(|name| (name, key));
            previous.held[kind as usize].extend(names);
        }
        previous
    }

    /// Returns the places of a plan whose listing differs from their previous one.
    pub fn moves<'b>(&'b self, plan: &'b Plan) -> impl Iterator<Item = Move<'b>> {
        plan.groups.iter().flat_map(move |group| {
            let held = &self.held[group.kind as usize];
            group.members.iter().filter_map(move |member| {
                let from = held.get(member.name.as_str()).copied();
                let (name, to) = (member.name.as_str(), group.key.as_str());
                (from != Some(to)).then_some(Move { name, from, to })
            })
        })
    }

    pub(crate) fn tier(&self, kind: Kind, name: &str) -> Option<u8> {
        let key = self.held[kind as usize].get(name)?;
        parse(key).map(|(_, tier)| tier)
    }

    /// Returns the borders of tiers of both kinds, if there was a previous plan.
    pub(crate) fn borders(&self) -> Option<[Borders; 2]> {
        let is_empty = self.borders.iter().all(BTreeSet::is_empty);
        let borders = |kind: &BTreeSet<u8>| {
            let mut borders = kind.clone();
            borders.insert(0);
            borders.into_iter().collect()
        };
        (!is_empty).then(|| self.borders.each_ref().map(borders))
    }
}

impl<'a> From<&'a Plan> for Previous<'a> {
    fn from(plan: &'a Plan) -> Self {
        let groups = plan.groups.iter();
        Self::from_groups(groups.map(|group| (group.key.as_str(), group.names())))
    }
}

/// Returns the key of a listing.
pub(crate) fn key(kind: Kind, tier: u8, bits: &str) -> String {
    format!("{}:watched/{tier:02}/{bits}", kind.word())
}

fn parse(key: &str) -> Option<(Kind, u8)> {
    let (word, rest) = key.split_once(":watched/")?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word)?;
    let (tier, _) = rest.split_once('/')?;
    let tier = tier.parse().ok()?;
    (usize::from(tier) < LEVELS).then_some((kind, tier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_says_its_kind_and_tier() {
        let key = key(Kind::Comment, 7, "01");
        assert_eq!(key, "comments:watched/07/01");
        assert_eq!(parse(&key), Some((Kind::Comment, 7)));
        for other in ["posts:all", "posts:watched/01", "posts:watched/99/", "posts:watched/x/"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }

    #[test]
    fn borders_are_read_from_keys() {
        let names = ["rust"];
        let groups = [("posts:watched/31/0", names), ("posts:all", names)];
        let previous = Previous::from_groups(groups);
        assert_eq!(previous.borders(), Some([vec![0, 31], vec![0]]));
        assert_eq!(previous.tier(Kind::Post, "rust"), Some(31));
        assert_eq!(previous.tier(Kind::Comment, "rust"), None);
        assert_eq!(Previous::default().borders(), None);
    }
}
