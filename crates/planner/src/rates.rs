//! Estimates how many items per second a place brings.
//!
//! Items come by a Poisson process with an unknown rate. A gamma distribution describes what is
//! known about the rate: its shape is the number of items that were seen, its exposure the seconds
//! in which they were. Both fade with a half-life of seven days, so that the estimate follows a
//! place that changes.

/// The age in seconds at which an observation counts half.
pub const HALF_LIFE_SECONDS: f64 = 7.0 * 86_400.0;

/// The prior belief about a place before anything was read: half an item per minute.
///
/// Half an item is the weakest belief that leaves the rate open at both ends (Jeffreys' prior for a
/// Poisson rate). A minute gives it a mean of 30 items per hour: more than nearly all places bring,
/// so that a new one is read soon; and a poll or two outweigh it, in either direction.
const PRIOR_ITEMS: f64 = 0.5;
const PRIOR_SECONDS: f64 = 60.0;

/// The number of standard deviations below which 99 % of a normal distribution lie.
const UPPER_DEVIATIONS: f64 = 2.326_347_874;

/// The seconds of an average hour that are mixed into each hour of the profile.
const FLAT_SECONDS: f64 = 3_600.0;

/// The age in seconds at which recent items count half when they correct a factor.
pub const RECENT_HALF_LIFE_SECONDS: f64 = 1_200.0;
/// The items that are assumed to have come as expected when a factor is corrected.
const CORRECTION_ITEMS: f64 = 100.0;

/// The items per second of one kind in one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// The mean over the hours of a day.
    pub mean: f64,
    /// The expected rate in the hour of the estimate.
    pub expected: f64,
    /// The rate that is not exceeded in that hour with a probability of 99 %.
    pub upper: f64,
}

impl Rate {
    /// Estimates a rate from `items` that came in `seconds`, both faded by [`decay`]. `factor` is
    /// the [`HourProfile`]'s factor for the hour of the estimate. Each second must have been
    /// weighted with the factor of its own hour, so that a place that was read only at night is not
    /// taken for a quiet one.
    pub fn estimate(items: f64, seconds: f64, factor: f64) -> Self {
        let shape = items.max(0.0) + PRIOR_ITEMS;
        let exposure = seconds.max(0.0) + PRIOR_SECONDS;
        let mean = shape / exposure;
        Self { mean, expected: mean * factor, upper: upper_gamma(shape) / exposure * factor }
    }

    /// Returns the rate of a place of which nothing was read.
    pub fn unknown(factor: f64) -> Self {
        Self::estimate(0.0, 0.0, factor)
    }
}

/// Returns the weight of an observation that was made `age_seconds` ago.
pub fn decay(age_seconds: f64) -> f64 {
    0.5_f64.powf(age_seconds.max(0.0) / HALF_LIFE_SECONDS)
}

/// Corrects the factor of an hour by recent items, over all places of a kind: `items` came, where
/// this factor led to `expected`. The profile describes an hour on average; today may be different,
/// and on the first day there is no profile. Both counts should fade within an hour: use
/// [`RECENT_HALF_LIFE_SECONDS`].
pub fn correct_factor(factor: f64, items: f64, expected: f64) -> f64 {
    factor * (items.max(0.0) + CORRECTION_ITEMS) / (expected.max(0.0) + CORRECTION_ITEMS)
}

/// Returns the 99 % quantile of a gamma distribution of scale 1, by Wilson and Hilferty (1931): the
/// cube root of a gamma variable is nearly normal. The result is within 1 % for a shape of at least
/// a half.
fn upper_gamma(shape: f64) -> f64 {
    let ninth = 1.0 / (9.0 * shape);
    shape * (1.0 - ninth + UPPER_DEVIATIONS * ninth.sqrt()).powi(3)
}

/// The distribution of the items of a kind over the hours of a day: 1 is an average hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HourProfile {
    factors: [f64; 24],
}

impl HourProfile {
    /// Returns the profile in which all hours are equal.
    pub fn flat() -> Self {
        Self { factors: [1.0; 24] }
    }

    /// Returns a profile of the items that came in each hour of the day, over all places of a kind,
    /// and the seconds in which they did. Hours with few observations stay near the average. The
    /// mean of all factors is 1.
    pub fn from_counts(items: &[f64; 24], seconds: &[f64; 24]) -> Self {
        let total: f64 = seconds.iter().sum();
        let mean = items.iter().sum::<f64>() / total;
        if !mean.is_finite() || mean <= 0.0 {
            return Self::flat();
        }
        let mut factors = [1.0; 24];
        for (factor, (items, seconds)) in factors.iter_mut().zip(items.iter().zip(seconds)) {
            *factor = (items / mean + FLAT_SECONDS) / (seconds + FLAT_SECONDS);
        }
        let sum: f64 = factors.iter().sum();
        Self { factors: factors.map(|factor| factor * 24.0 / sum) }
    }

    /// Returns the factor of an hour of the day, 0 to 23.
    pub fn factor(&self, hour: usize) -> f64 {
        self.factors[hour % 24]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_quantile_is_near_the_exact_one() {
        // Half the 99 % quantile of chi-squared with twice as many degrees of freedom.
        for (shape, exact) in [
            (0.5, 3.317_4),
            (1.0, 4.605_2),
            (2.0, 6.638_4),
            (5.0, 11.604_6),
            (10.0, 18.783_1),
            (50.0, 67.903_3),
        ] {
            let found = upper_gamma(shape);
            assert!((found / exact - 1.0).abs() < 0.01, "{shape}: {found}");
        }
    }

    #[test]
    fn what_was_read_outweighs_what_was_believed() {
        let unknown = Rate::unknown(1.0);
        assert!((unknown.mean * 3_600.0 - 30.0).abs() < 1e-9);
        let quiet = Rate::estimate(0.0, 86_400.0, 1.0);
        assert!(quiet.mean * 3_600.0 < 0.03);
        let busy = Rate::estimate(6_000.0, 1_200.0, 1.0);
        assert!((busy.mean / 5.0 - 1.0).abs() < 0.06);
        assert!(busy.upper < 1.05 * busy.mean);
        assert!(unknown.upper > 6.0 * unknown.mean);
    }

    #[test]
    fn half_is_forgotten_in_a_week() {
        assert!((decay(HALF_LIFE_SECONDS) - 0.5).abs() < 1e-12);
        assert!((decay(0.0) - 1.0).abs() < 1e-12);
        assert!((decay(-5.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_hour_changes_what_is_expected_and_not_the_mean() {
        let evening = Rate::estimate(100.0, 1_000.0, 1.5);
        let night = Rate::estimate(100.0, 1_000.0, 0.5);
        assert!((evening.mean - night.mean).abs() < 1e-12);
        assert!((evening.expected / night.expected - 3.0).abs() < 1e-9);
        assert!((evening.upper / night.upper - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_factor_follows_what_came_lately() {
        assert!((correct_factor(1.5, 0.0, 0.0) - 1.5).abs() < 1e-12);
        assert!((correct_factor(1.0, 20_000.0, 10_000.0) - 2.0).abs() < 0.02);
        assert!(correct_factor(1.0, 0.0, 10.0) > 0.9);
    }

    #[test]
    fn a_profile_has_a_mean_of_one_and_follows_the_counts() {
        let mut items = [3_600.0 * 7.0; 24];
        items[20] *= 2.0;
        let seconds = [3_600.0 * 7.0; 24];
        let profile = HourProfile::from_counts(&items, &seconds);
        let mean: f64 = (0..24).map(|hour| profile.factor(hour)).sum::<f64>() / 24.0;
        assert!((mean - 1.0).abs() < 1e-12);
        let ratio = profile.factor(20) / profile.factor(3);
        assert!((1.7..2.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn an_hour_of_which_nothing_is_known_is_average() {
        let (mut items, mut seconds) = ([0.0; 24], [0.0; 24]);
        assert_eq!(HourProfile::from_counts(&items, &seconds), HourProfile::flat());
        (items[0], seconds[0]) = (7_200.0, 3_600.0);
        let profile = HourProfile::from_counts(&items, &seconds);
        assert!((profile.factor(5) - 1.0).abs() < 1e-9);
    }
}
