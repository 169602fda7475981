//! Tests whether two counts or shares differ by more than chance would explain.

use super::report::Trend;
use super::wording::round;

/// Two-sided, 5 %.
const Z: f64 = 1.96;

/// Compares two counts over equally long times, assumed to be Poisson: z = (a − b) / √(a + b).
pub(super) fn trend(now: usize, before: usize) -> Trend {
    if before == 0 {
        return Trend::Unknown;
    }
    let (now, before) = (now as f64, before as f64);
    of_z((now - before) / (now + before).sqrt())
}

/// Compares `a` of `n` with `b` of `m`, by the two-proportion z-test with the pooled share.
pub(super) fn share_trend((a, n): (usize, usize), (b, m): (usize, usize)) -> Trend {
    if n == 0 || m == 0 {
        return Trend::Unknown;
    }
    let (a, n, b, m) = (a as f64, n as f64, b as f64, m as f64);
    let pooled = (a + b) / (n + m);
    let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    if error == 0.0 {
        return Trend::Steady;
    }
    of_z((a / n - b / m) / error)
}

/// Returns the change as a share of the earlier count: 0.5 is an increase by half. Returns `None`
/// if the earlier count is 0.
pub(super) fn change(now: usize, before: usize) -> Option<f64> {
    (before > 0).then(|| round(now as f64 / before as f64 - 1.0))
}

fn of_z(z: f64) -> Trend {
    if z >= Z {
        Trend::Up
    } else if z <= -Z {
        Trend::Down
    } else {
        Trend::Steady
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_differ_when_chance_does_not_explain_it() {
        for (now, before, expected) in [
            (40, 20, Trend::Up),
            (20, 40, Trend::Down),
            (4, 2, Trend::Steady),
            (110, 100, Trend::Steady),
            (1_100, 1_000, Trend::Up),
            (7, 0, Trend::Unknown),
            (0, 7, Trend::Down),
            (0, 3, Trend::Steady),
        ] {
            assert_eq!(trend(now, before), expected, "{now} after {before}");
        }
    }

    #[test]
    fn shares_differ_when_chance_does_not_explain_it() {
        for (now, before, expected) in [
            ((50, 100), (30, 100), Trend::Up),
            ((30, 100), (50, 100), Trend::Down),
            ((5, 10), (3, 10), Trend::Steady),
            ((0, 10), (0, 10), Trend::Steady),
            ((1, 1), (0, 0), Trend::Unknown),
        ] {
            assert_eq!(share_trend(now, before), expected, "{now:?} after {before:?}");
        }
    }
}
