//! Chooses how often each group is read.

use crate::Budget;

/// The most items on a page.
const PAGE_ITEMS: f64 = 100.0;
/// The most items that may be expected between two polls, at the upper rate. A listing keeps 1,000:
/// the rest is a reserve for bursts, and for answers that take long.
pub(crate) const MAX_WAITING_ITEMS: f64 = 450.0;
/// The most that intervals are stretched beyond their bounds if the budget is short, as a factor.
const MAX_STRETCH: f64 = 16.0;

/// The items that a group brings.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Load {
    /// The sum of watches times rate.
    pub(crate) wanted: f64,
    /// Items per second.
    pub(crate) expected: f64,
    /// The sum of the squares of how far each member's upper rate is above its expected one.
    pub(crate) variance: f64,
}

impl Load {
    /// Returns the upper rate of a group. Its members vary independently, so deviations add up as
    /// the root of the sum of their squares.
    pub(crate) fn upper(self) -> f64 {
        self.expected + self.variance.sqrt()
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            wanted: self.wanted + other.wanted,
            expected: self.expected + other.expected,
            variance: self.variance + other.variance,
        }
    }

    /// Returns the load of one of `parts` equal parts.
    pub(crate) fn part(self, parts: f64) -> Self {
        Self {
            wanted: self.wanted / parts,
            expected: self.expected / parts,
            variance: self.variance / parts,
        }
    }

    /// Returns the longest interval at which nothing is lost.
    fn longest(self, budget: &Budget) -> f64 {
        let longest = budget.max_seconds.min(MAX_WAITING_ITEMS / self.upper());
        longest.max(budget.min_seconds)
    }

    /// Returns the best interval if a request per second costs `price` watched item-seconds per
    /// second: the one that minimises `wanted T / 2 + price requests(T)`. It is a root on either
    /// side of half a page, where polls begin to need a second request.
    pub(crate) fn interval(self, price: f64, budget: &Budget) -> f64 {
        let few = (2.0 * price / self.wanted).sqrt();
        let half_page = 0.5 * PAGE_ITEMS / self.expected;
        let many = few * std::f64::consts::FRAC_1_SQRT_2;
        let best = few.min(half_page.max(many));
        best.min(self.longest(budget)).max(budget.min_seconds)
    }

    /// Returns the requests per second for a group that is read every `interval` seconds.
    pub(crate) fn requests(self, interval: f64) -> f64 {
        let pages = self.expected * interval / PAGE_ITEMS + 0.5;
        pages.max(1.0) / interval
    }
}

/// Returns the time from one poll to the next, which the plan sets to `interval` seconds, after a
/// poll that brought `items` new ones over `seconds`: see [`Group::next_interval`].
///
/// [`Group::next_interval`]: crate::Group::next_interval
pub fn next_interval(interval: f64, items: usize, seconds: f64) -> f64 {
    // A clock that was set back does not show how much time has passed.
    if items == 0 || seconds <= 0.0 {
        return interval;
    }
    interval.min(MAX_WAITING_ITEMS * seconds / items as f64)
}

/// Returns the lowest price at which the requests fit the budget, by bisection.
pub(crate) fn price(budget: &Budget, mut requests_at: impl FnMut(f64) -> f64) -> f64 {
    let most = budget.requests_per_minute / 60.0;
    // Exponents of two: the lowest price is below, and the highest above, any reasonable one.
    let (mut low, mut high) = (-40.0_f64, 60.0_f64);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        match requests_at(middle.exp2()) <= most {
            true => high = middle,
            false => low = middle,
        }
    }
    high.exp2()
}

/// Returns the interval of each group, and the share of the requests that is missing to lose
/// nothing.
pub(crate) fn intervals(loads: &[Load], budget: &Budget) -> (Vec<f64>, f64) {
    let sum = |price: f64| -> f64 {
        let each = loads.iter();
        each.map(|load| load.requests(load.interval(price, budget))).sum()
    };
    let price = price(budget, sum);
    let best = |load: &Load| load.interval(price, budget);
    let needed = sum(price);
    let most = budget.requests_per_minute / 60.0;
    if needed <= most * 1.000_001 {
        return (loads.iter().map(best).collect(), 0.0);
    }
    let stretched = |by: f64| loads.iter().map(move |load| load.longest(budget) * by);
    let cost = |by: f64| -> f64 {
        let each = loads.iter().zip(stretched(by));
        each.map(|(load, interval)| load.requests(interval)).sum()
    };
    let (mut low, mut high) = (1.0, MAX_STRETCH);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        match cost(middle) <= most {
            true => high = middle,
            false => low = middle,
        }
    }
    (stretched(high).collect(), 1.0 - most / needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(wanted: f64, expected: f64) -> Load {
        Load { wanted, expected, variance: 0.0 }
    }

    fn budget(requests_per_minute: f64) -> Budget {
        Budget { requests_per_minute, ..Budget::default() }
    }

    #[test]
    fn intervals_meet_the_budget_and_follow_the_square_root() {
        let loads = [load(4.0, 0.01), load(1.0, 0.01), load(0.01, 0.01)];
        let (found, missing) = intervals(&loads, &budget(10.0));
        let requests: f64 = loads.iter().zip(&found).map(|(l, t)| l.requests(*t)).sum();
        assert!((requests * 60.0 - 10.0).abs() < 0.01, "{requests}");
        assert!((found[1] / found[0] - 2.0).abs() < 1e-6);
        assert!((found[2] / found[1] - 10.0).abs() < 1e-6);
        assert!(missing.abs() < 1e-9);
    }

    #[test]
    fn no_interval_is_better_than_the_chosen_one() {
        let budget = Budget { min_seconds: 0.001, max_seconds: 1e9, ..budget(60.0) };
        for (wanted, expected, price) in
            [(1.0, 0.01, 30.0), (1.0, 2.0, 300.0), (3.0, 2.0, 3_000.0), (50.0, 20.0, 100.0)]
        {
            let load = load(wanted, expected);
            let total = |t: f64| 0.5 * wanted * t + price * load.requests(t);
            let best = load.interval(price, &budget);
            for by in [0.5, 0.8, 0.99, 1.01, 1.2, 2.0] {
                let other = (best * by).min(load.longest(&budget));
                assert!(total(other) >= total(best) - 1e-9, "{load:?} {by}");
            }
        }
    }

    #[test]
    fn no_interval_lets_a_listing_run_over() {
        let loads = [load(0.0, 30.0), load(1_000.0, 1.0)];
        let (found, _) = intervals(&loads, &budget(60.0));
        assert!(found[0] <= 15.0 + 1e-9);
    }

    #[test]
    fn an_empty_group_is_read_at_the_longest_interval() {
        let (found, missing) = intervals(&[Load::default()], &budget(60.0));
        assert_eq!((found, missing), (vec![900.0], 0.0));
    }

    #[test]
    fn more_than_the_budget_is_said_to_be_missing() {
        let loads = [load(1.0, 50.0), load(1.0, 50.0)];
        let (found, missing) = intervals(&loads, &budget(30.0));
        assert!((0.4..0.7).contains(&missing), "{missing}");
        assert!(found.iter().all(|interval| *interval > 9.0));
    }

    #[test]
    fn plenty_of_budget_stops_at_the_shortest_interval() {
        let (found, _) = intervals(&[load(1.0, 0.1)], &budget(1_000.0));
        assert_eq!(found, [2.0]);
    }
}
