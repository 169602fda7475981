//! Bounds a share of the whole by a sample. Pure.

/// The 95 % quantile of a standard normal distribution.
const DEVIATIONS: f64 = 1.645;

/// Returns the largest part that may be missing, with 95 % confidence, if `missing` of a random
/// sample of `all` items were missing; none if the sample is empty. If none was missing, it is
/// about 3 / n.
pub fn upper_bound(missing: i64, all: i64) -> Option<f64> {
    if all <= 0 {
        return None;
    }
    // Of a Poisson distribution, by the gamma quantile of Wilson and Hilferty (1931).
    let shape = missing.max(0) as f64 + 1.0;
    let root = 1.0 - 1.0 / (9.0 * shape) + DEVIATIONS / (3.0 * shape.sqrt());
    Some((shape * root.powi(3) / all as f64).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_tables() {
        // Half the 95 % quantile of chi-squared with 2 (k + 1) degrees of freedom.
        for (missing, exact) in [(0, 2.996), (1, 4.744), (2, 6.296), (5, 10.513), (20, 29.062)] {
            let bound = 1_000.0 * upper_bound(missing, 1_000).unwrap();
            assert!((bound / exact - 1.0).abs() < 0.01, "{missing}: {bound} for {exact}");
        }
    }

    #[test]
    fn little_says_little() {
        assert_eq!(upper_bound(0, 0), None);
        assert_eq!(upper_bound(0, 2), Some(1.0));
        assert_eq!(upper_bound(7, 7), Some(1.0));
    }
}
