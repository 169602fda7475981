//! Categorises discussions by rules that can be explained, applied to the author's own words.

use std::cmp::Reverse;

use super::SMALL;
use super::citing::top;
use super::input::Kind;
use super::phrases::{COMPARISONS, COMPLAINTS, HOW_TO, NEWS, QUESTION_OPENINGS, WANTED};
use super::reading::{Read, Reading};
use super::report::Category;
use super::sentiment::Label;
use super::text::{ends_asking, has_any};
use super::wording::share;

pub(super) const QUESTIONS: &str = "Questions";
pub(super) const COMPLAINTS_NAME: &str = "Complaints";
pub(super) const RECOMMENDATIONS_WANTED: &str = "Recommendations wanted";
pub(super) const COMPARISONS_NAME: &str = "Comparisons";
pub(super) const NEWS_NAME: &str = "News";
pub(super) const HOW_TO_NAME: &str = "How-to";
pub(super) const OTHER: &str = "Other";

#[derive(Clone, Copy)]
struct Rule {
    name: &'static str,
    method: &'static str,
    fits: fn(&Read<'_>) -> bool,
}

const RULES: [Rule; 6] = [
    Rule {
        name: QUESTIONS,
        method: "The title has a question mark or begins as questions do (\"has anyone\", \"how do\"), \
            or the last sentence is a question.",
        fits: is_question,
    },
    Rule {
        name: COMPLAINTS_NAME,
        method: "The sentiment is negative and there is a word of complaint (\"broken\", \
            \"stopped working\", \"waste of\").",
        fits: is_complaint,
    },
    Rule {
        name: RECOMMENDATIONS_WANTED,
        method: "There is a phrase that asks what to choose (\"looking for a\", \"any suggestions\", \
            \"which should I\").",
        fits: |read| has_any(&read.words, WANTED),
    },
    Rule {
        name: COMPARISONS_NAME,
        method: "There is a phrase that holds one thing against another (\"vs\", \"better than\", \
            \"switched from\").",
        fits: |read| has_any(&read.words, COMPARISONS),
    },
    Rule {
        name: NEWS_NAME,
        method: "The title of a post, no question, has a word of news (\"announces\", \"released\", \
            \"now available\").",
        fits: is_news,
    },
    Rule {
        name: HOW_TO_NAME,
        method: "There is a phrase that asks or tells how something is done (\"how to\", \"guide to\", \
            \"step by step\").",
        fits: |read| has_any(&read.words, HOW_TO),
    },
];

fn is_question(read: &Read<'_>) -> bool {
    let title = match read.post.kind {
        Kind::Post => read.post.title.as_str(),
        Kind::Comment => "",
    };
    let opens = |opening: &&str| {
        let rest = read.title.trim_start().strip_prefix(*opening);
        rest.is_some_and(|rest| rest.starts_with(' '))
    };
    title.contains('?') || QUESTION_OPENINGS.iter().any(opens) || ends_asking(&read.prose)
}

fn is_complaint(read: &Read<'_>) -> bool {
    read.label == Label::Negative && has_any(&read.words, COMPLAINTS)
}

fn is_news(read: &Read<'_>) -> bool {
    read.post.kind == Kind::Post && !read.post.title.contains('?') && has_any(&read.title, NEWS)
}

/// For each rule, whether it fits, in the order of [`RULES`].
pub(super) type Fits = [bool; RULES.len()];

pub(super) fn fits(read: &Read<'_>) -> Fits {
    RULES.map(|rule| (rule.fits)(read))
}

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
    let mut categories: Vec<Category> = RULES
        .iter()
        .map(|rule| row(rule.name, rule.method))
        .collect();
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
