//! The rules of the categories.

use super::Read;
use crate::input::Kind;
use crate::phrases::{COMPARISONS, COMPLAINTS, HOW_TO, NEWS, QUESTION_OPENINGS, WANTED};
use crate::polarity::Label;
use crate::text::{ends_asking, has_any};

pub(crate) const QUESTIONS: &str = "Questions";
pub(crate) const COMPLAINTS_NAME: &str = "Complaints";
pub(crate) const RECOMMENDATIONS_WANTED: &str = "Recommendations wanted";
pub(crate) const COMPARISONS_NAME: &str = "Comparisons";
pub(crate) const NEWS_NAME: &str = "News";
pub(crate) const HOW_TO_NAME: &str = "How-to";
pub(crate) const OTHER: &str = "Other";

#[derive(Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) method: &'static str,
    fits: fn(&Read<'_>) -> bool,
}

pub(crate) const RULES: [Rule; 6] = [
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
pub(crate) type Fits = [bool; RULES.len()];

pub(crate) fn fits(read: &Read<'_>) -> Fits {
    RULES.map(|rule| (rule.fits)(read))
}
