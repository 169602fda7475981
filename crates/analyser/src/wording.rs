//! Formats numbers for people.

use matcher::grouped;

/// Formats a count with its noun: `1 post`, `1,800 posts`.
pub(super) fn count(n: usize, one: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{} {one}{ending}", number(n))
}

/// Formats a number as `1,800`.
pub(super) fn number(n: usize) -> String {
    grouped(n as u64)
}

/// Formats a part of a whole as `37%`, and nothing of nothing as `0%`.
pub(super) fn percent(part: usize, whole: usize) -> String {
    format!("{:.0}%", share(part, whole) * 100.0)
}

/// Returns a part of a whole as a share of 1, to four places; 0 of nothing.
pub(super) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    round(part as f64 / whole as f64)
}

/// Rounds to four places, so that reports can be compared; never returns -0.
pub(super) fn round(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

pub(super) fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| round(numbers.iter().sum::<f64>() / numbers.len() as f64))
}

pub(super) fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let (lower, upper) = (numbers.len().checked_sub(1)? / 2, numbers.len() / 2);
    Some(round(f64::midpoint(numbers[lower], numbers[upper])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_plural_and_shares_of_nothing_are_nothing() {
        assert_eq!(
            [count(0, "post"), count(1, "post"), count(1_800, "post")],
            ["0 posts", "1 post", "1,800 posts"]
        );
        assert_eq!((percent(1, 3), percent(0, 0)), ("33%".into(), "0%".into()));
        assert_eq!((share(1, 3), share(3, 0)), (0.3333, 0.0));
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![5.0]), Some(5.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0, 4.0]), Some(3.0));
        assert_eq!((mean(&[]), mean(&[1.0, 2.0])), (None, Some(1.5)));
    }
}
