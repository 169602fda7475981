//! Categorises discussions by rules that can be explained, applied to the author's own words.

use std::cmp::Reverse;

use super::SMALL;
use super::citing::top;
use super::reading::rules::{OTHER, RULES};
use super::reading::{Read, Reading};
use super::report::Category;
use super::wording::share;

/// Returns the discussions of a category, the oldest first.
pub(super) fn of<'a>(reads: &[&'a Read<'a>], name: &str) -> Vec<&'a Read<'a>> {
    let place = RULES.iter().position(|rule| rule.name == name);
    let fits = |read: &&Read<'_>| match place {
        Some(place) => read.fits[place],
        None => !read.fits.contains(&true),
    };
    reads.iter().copied().filter(fits).collect()
}

/// Returns the categories that have a discussion, the most frequent first and the discussions that
/// no rule fits last.
pub(super) fn categories(reading: &Reading<'_>) -> Vec<Category> {
    let row = |name, method| category(reading, name, method, &of(&reading.now, name));
    let mut categories: Vec<Category> =
        RULES.iter().map(|rule| row(rule.name, rule.method)).collect();
    // The sort keeps the order of the rules among equals.
    categories.sort_by_key(|category| Reverse(category.count));
    categories.push(row(OTHER, "No other rule fits."));
    categories.retain(|category| category.count > 0);
    categories
}

fn category(reading: &Reading<'_>, name: &str, method: &str, reads: &[&Read<'_>]) -> Category {
    let n = reading.now.len();
    Category {
        name: name.to_owned(),
        method: method.to_owned(),
        count: reads.len(),
        percentage: (share(reads.len(), n) * 1_000.0).round() / 10.0,
        n,
        small: n < SMALL,
        range: reading.range,
        posts: top(reads),
    }
}
