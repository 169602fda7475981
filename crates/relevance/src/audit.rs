//! Checks what is set aside: shows one in thirty anyway, and bounds how many of them are relevant.

use crate::features::hash;

/// Of this number of matches to be set aside, one is shown as usual.
pub const AUDITED: u64 = 30;

/// Returns whether a match that would be set aside is shown as usual. The same item and watch always have the same
/// answer, so that matching again changes nothing.
pub fn is_audited(item: &str, watch: u128) -> bool {
    hash(9, watch.to_le_bytes().into_iter().chain(item.bytes())).is_multiple_of(AUDITED)
}

/// Returns the largest share of relevant matches that those shown leave possible: the one-sided 95 % limit of
/// Clopper and Pearson ("The use of confidence or fiducial limits", 1934). It is 1 if none was shown.
pub fn upper_bound(relevant: u32, shown: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    if relevant >= shown {
        return high;
    }
    // The share with which this few have a probability of 5 %. Halving 50 times is as precise as a share needs.
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if at_most(relevant, shown, middle) > 0.05 { low = middle } else { high = middle }
    }
    high
}

/// Returns the probability of at most `relevant` among `shown`, each with the same probability.
fn at_most(relevant: u32, shown: u32, share: f64) -> f64 {
    let (ln_share, ln_rest) = (share.ln(), (-share).ln_1p());
    let mut ln_ways = 0.0;
    let mut sum = 0.0;
    for count in 0..=relevant {
        let rest = shown - count;
        sum += (ln_ways + f64::from(count) * ln_share + f64::from(rest) * ln_rest).exp();
        ln_ways += (f64::from(rest) / f64::from(count + 1)).ln();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed from whole binomial coefficients, to six digits. Of none, it is 1 - 0.05^(1/n).
    #[test]
    fn the_bound_is_that_of_clopper_and_pearson() {
        let known = [
            (0, 1, 0.95),
            (0, 14, 0.192_636),
            (0, 30, 0.095_034),
            (1, 10, 0.394_163),
            (5, 10, 0.777_559),
            (9, 10, 0.994_884),
            (3, 1_000, 0.007_735),
        ];
        for (relevant, shown, bound) in known {
            let found = upper_bound(relevant, shown);
            assert!((found - bound).abs() < 6e-7, "{relevant} of {shown}: {found}");
        }
        assert_eq!(upper_bound(0, 0), 1.0);
        assert_eq!(upper_bound(7, 7), 1.0);
    }

    #[test]
    fn one_in_thirty_is_audited_and_others_for_another_watch() {
        let audited = |watch| {
            (0..30_000).filter(|item| is_audited(&format!("t3_{item}"), watch)).collect::<Vec<_>>()
        };
        let (one, other) = (audited(1), audited(2));
        for found in [&one, &other] {
            assert!((900..1_100).contains(&found.len()), "{} are audited", found.len());
        }
        let shared = one.iter().filter(|item| other.contains(item)).count();
        assert!(shared < 60, "{shared} are audited for both watches");
    }
}
