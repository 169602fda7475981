//! Puts places into tiers of similar demand, which is watches times rate: a place that hundreds
//! wait for should not be read as rarely as quieter ones in the same listing.
//!
//! A level is a power of two of demand; a tier extends from one level to below the next border, and
//! is named by its lowest level. Borders are not fixed: each tier leaves listings partly filled,
//! and each listing costs requests, so few tiers of full listings are better than many pure ones.
//! Borders are chosen together with the price of a request, such that the mean wait is smallest.

use crate::groups::Size;
use crate::intervals::{Load, price};
use crate::{Budget, Kind};

/// The number of levels of demand; the lowest includes everything below it, the highest everything
/// above.
pub(crate) const LEVELS: usize = 64;
/// The level of a demand of one.
const LEVEL_OF_ONE: f64 = 40.0;
/// The factor by which demand must exceed the border of a tier for a place to leave it: first if
/// moving places is worthwhile, then if it is not.
pub(crate) const CLEARLY: f64 = 1.5;
pub(crate) const FAR: f64 = 6.0;

/// The lowest levels of the tiers of a kind, from low to high; the first is 0.
pub(crate) type Borders = Vec<u8>;

fn level(wanted: f64) -> u8 {
    // Numbers that are too large or too small, and NaN, become the nearest bound.
    (wanted.log2().floor() + LEVEL_OF_ONE).clamp(0.0, (LEVELS - 1) as f64) as u8
}

/// Returns the tier of a place. A place stays in its previous tier until its demand is beyond a
/// border by more than a factor of `slack`.
pub(crate) fn tier(wanted: f64, before: Option<u8>, borders: &Borders, slack: f64) -> u8 {
    let of = |wanted: f64| {
        let level = level(wanted);
        borders.iter().rev().find(|border| **border <= level).copied().unwrap_or(0)
    };
    match before.filter(|before| borders.contains(before)) {
        Some(before) if of(wanted / slack) <= before && before <= of(wanted * slack) => before,
        _ => of(wanted),
    }
}

/// The places of one level, or of several adjacent ones.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Level {
    size: Size,
    load: Load,
}

impl Level {
    fn plus(self, other: Self) -> Self {
        Self { size: self.size.plus(other.size), load: self.load.plus(other.load) }
    }
}

/// The places of a kind by the level of their demand.
#[derive(Debug, Clone)]
pub(crate) struct Levels([Level; LEVELS]);

impl Levels {
    pub(crate) fn new() -> Self {
        Self([Level::default(); LEVELS])
    }

    /// Adds a place whose demand over the day is `wanted` and which currently brings `load`.
    pub(crate) fn add(&mut self, size: Size, wanted: f64, load: Load) {
        let held = &mut self.0[usize::from(level(wanted))];
        *held = held.plus(Level { size, load });
    }
}

/// Returns the borders that minimise the mean wait within the budget.
pub(crate) fn borders(levels: &[Levels; 2], budget: &Budget) -> [Borders; 2] {
    let segments = Kind::ALL.map(|kind| Segments::of(&levels[kind as usize], budget));
    let price =
        price(budget, |price| segments.iter().map(|segments| segments.best(price, budget).1).sum());
    segments.map(|segments| segments.best(price, budget).0)
}

/// All tiers that a kind may have: for each, the load of one of its groups, and the number of
/// groups.
struct Segments {
    /// The levels that have places, from low to high.
    used: Vec<u8>,
    /// The tiers, by the index of their first used level and the offset of their last.
    tiers: Vec<Vec<(Load, f64)>>,
}

impl Segments {
    fn of(levels: &Levels, budget: &Budget) -> Self {
        let used: Vec<u8> = (0..LEVELS as u8)
            .filter(|level| levels.0[usize::from(*level)].size.names > 0)
            .collect();
        let from = |first: usize| {
            let mut sum = Level::default();
            let whole = used[first..].iter().map(|level| {
                sum = sum.plus(levels.0[usize::from(*level)]);
                let groups = sum.size.groups(budget);
                (sum.load.part(groups), groups)
            });
            whole.collect()
        };
        let tiers = (0..used.len()).map(from).collect();
        Self { used, tiers }
    }

    /// Returns the best borders at a price, and the requests per second that they take. Goes
    /// through the levels from low to high: the best tiers up to a level are the last of them and
    /// the best ones up to where that begins.
    fn best(&self, price: f64, budget: &Budget) -> (Borders, f64) {
        // For each used level: the total, the requests, and the beginning of the last tier.
        let mut best = vec![(0.0, 0.0, 0)];
        for end in 0..self.used.len() {
            let mut found = (f64::INFINITY, 0.0, 0);
            for (first, (total, before, _)) in best.iter().enumerate() {
                let (load, groups) = self.tiers[first][end - first];
                let interval = load.interval(price, budget);
                let requests = groups * load.requests(interval);
                let wait = 0.5 * groups * load.wanted * interval;
                let total = total + wait + price * requests;
                if total < found.0 {
                    found = (total, before + requests, first);
                }
            }
            best.push(found);
        }
        let mut borders = Vec::new();
        let mut end = self.used.len();
        while end > 0 {
            end = best[end].2;
            borders.push(if end == 0 { 0 } else { self.used[end] });
        }
        borders.reverse();
        if borders.is_empty() {
            borders.push(0);
        }
        (borders, best[self.used.len()].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_stays_in_its_tier_until_it_is_clearly_beyond() {
        let borders = vec![0, 40, 42];
        // The demand, the previous tier and the new one; borders are at 1 and 4.
        for (wanted, before, now) in [
            (0.9, None, 0),
            (1.0, None, 40),
            (3.9, None, 40),
            (4.0, None, 42),
            (5.9, Some(40), 40),
            (6.1, Some(40), 42),
            (0.7, Some(40), 40),
            (0.6, Some(40), 0),
            (2.7, Some(42), 42),
            (2.6, Some(42), 40),
            (100.0, Some(0), 42),
            // A tier that no longer exists keeps no places.
            (3.9, Some(41), 40),
        ] {
            assert_eq!(tier(wanted, before, &borders, CLEARLY), now, "{wanted} {before:?}");
        }
    }

    #[test]
    fn any_number_has_a_level() {
        for (wanted, found) in [(0.0, 0), (1e-300, 0), (1.0, 40), (2.0, 41), (1e300, 63)] {
            assert_eq!(level(wanted), found, "{wanted}");
        }
        assert_eq!(level(f64::NAN), 0);
    }

    fn levels(counts: &[(usize, f64)]) -> [Levels; 2] {
        let mut levels = [Levels::new(), Levels::new()];
        for (count, wanted) in counts {
            for _ in 0..*count {
                let load = Load { wanted: *wanted, expected: *wanted, variance: 0.0 };
                let size = Size { names: 1, bytes: 11, rate: *wanted };
                levels[0].add(size, *wanted, load);
            }
        }
        levels
    }

    #[test]
    fn few_names_are_one_tier() {
        let [posts, comments] = borders(&levels(&[(3, 1.0), (40, 0.01)]), &Budget::default());
        assert_eq!((posts, comments), (vec![0], vec![0]));
    }

    #[test]
    fn what_is_wanted_most_does_not_wait_with_the_rest() {
        let [posts, _] = borders(&levels(&[(50, 1.0), (3_000, 0.000_1)]), &Budget::default());
        assert_eq!(posts, [0, 40]);
    }
}
