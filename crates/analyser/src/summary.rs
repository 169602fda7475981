//! Writes the report in sentences: each states one number of the report, and nothing else.

use std::collections::BTreeSet;

use matcher::{Site, in_place, is_subreddit};

use super::citing::top;
use super::comparison::trend;
use super::reading::{Compared, Reading};
use super::recommendations::last;
use super::report::{Part, Report, Statement, Trend};
use super::wording::{count, number, percent};
use super::{MAX_CITED, MAX_POSTS, SMALL};

/// The most terms that a sentence names.
const MAX_TERMS: usize = 3;

pub(super) fn summary(reading: &Reading<'_>, report: &Report) -> Vec<Statement> {
    let say = |part, text, n: usize, posts: Vec<String>| Statement {
        part,
        text,
        n,
        small: n < SMALL,
        range: reading.range,
        posts,
    };
    let n = report.n;
    let mut all = vec![say(Part::Main, what_matched(reading, report), n, top(&reading.now))];
    if n == 0 {
        return all;
    }
    if let Some(compared) = &reading.compared {
        let both = compared.later.len() + compared.earlier.len();
        all.push(say(Part::Main, change(compared), both, top(&compared.later)));
    }
    if report.sections.sentiment.shown {
        all.push(say(Part::Main, mood(report), n, examples(report)));
    }
    let engagement = &report.engagement;
    if let Some(text) = comments(report).filter(|_| report.sections.engagement.shown) {
        all.push(say(Part::Engagement, text, engagement.n, engagement.posts.clone()));
    }
    if let Some(category) = report.categories.first() {
        all.push(say(Part::Conclusion, kinds(report), n, category.posts.clone()));
    }
    if let Some(topic) = report.topics.first() {
        all.push(say(Part::Conclusion, terms(report), n, topic.posts.clone()));
    }
    all
}

fn what_matched(reading: &Reading<'_>, report: &Report) -> String {
    let range = reading.range;
    let shown = "%-d %b %Y %H:%M";
    let (from, until) = (range.from.format(shown), range.until.format(shown));
    let numbers = &report.overview.numbers;
    let mut text = format!("From {from} to {until} UTC, ");
    if report.n == 0 {
        return text + "no discussion matched.";
    }
    text += &format!(
        "{} ({}, {}) by {} {} matched.",
        count(report.n, "discussion"),
        count(numbers.posts, "post"),
        count(numbers.comments, "comment"),
        count(numbers.authors, "author"),
        places(reading),
    );
    if reading.cut {
        text += &format!(" There may be more: the newest {} matches were read.", number(MAX_POSTS));
    }
    if report.small {
        text += " The sample is small, so the results may be due to chance.";
    }
    text
}

/// Returns the places of all discussions: "in 3 subreddits and on Hacker News". Communities are
/// named by their site, however many there are.
fn places(reading: &Reading<'_>) -> String {
    let places = reading.now.iter();
    let places: BTreeSet<String> = places
        .map(|read| match Site::of(&read.post.subreddit) {
            Some(site) => site.place.to_owned(),
            None => read.post.subreddit.to_lowercase(),
        })
        .collect();
    let (subreddits, sites): (Vec<_>, Vec<_>) =
        places.iter().partition(|place| is_subreddit(place));
    let subreddits = match subreddits.len() {
        0 => None,
        n => Some(format!("in {}", count(n, "subreddit"))),
    };
    let sites = sites.into_iter().map(|site| in_place(site));
    let mut all: Vec<String> = subreddits.into_iter().chain(sites).collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}

fn change(compared: &Compared<'_>) -> String {
    let (later, earlier) = (compared.later.len(), compared.earlier.len());
    let last = last(compared);
    let verdict = match trend(later, earlier) {
        Trend::Up => "more, and by more than chance would explain",
        Trend::Down => "fewer, and by more than chance would explain",
        Trend::Steady => "a difference that chance could explain",
        Trend::Unknown => "nothing to compare with",
    };
    let (later, earlier) = (number(later), number(earlier));
    format!("There were {later} in {last} and {earlier} in the same period before: {verdict}.")
}

fn mood(report: &Report) -> String {
    let sentiment = &report.sentiment;
    let n = sentiment.n;
    format!(
        "{} are positive, {} neutral and {} negative; the average is {:.2} on a scale from -1 to \
         1.",
        percent(sentiment.positive, n),
        percent(sentiment.neutral, n),
        percent(sentiment.negative, n),
        sentiment.average
    )
}

/// Returns the most positive and the most negative examples, as many of each as fit.
fn examples(report: &Report) -> Vec<String> {
    let (positive, negative) =
        report.sentiment.examples.split_at(report.sentiment.positive.min(MAX_CITED));
    let both = positive.iter().take(2).chain(negative);
    both.take(MAX_CITED).cloned().collect()
}

fn comments(report: &Report) -> Option<String> {
    let engagement = &report.engagement;
    let (comments, half) = (engagement.avg_comments?, engagement.median_comments?);
    let posts = count(engagement.n, "post");
    let half = match half {
        0.0 => "none".to_owned(),
        half => format!("{half} or fewer"),
    };
    let mut text = format!(
        "{posts} had {comments:.1} comments on average when last counted; half had {half}."
    );
    if let Some(score) = engagement.avg_score {
        text += &format!(" Discussions had {score:.1} points on average.");
    }
    Some(text)
}

fn kinds(report: &Report) -> String {
    let kinds: Vec<String> = report
        .categories
        .iter()
        .take(3)
        .map(|category| {
            // A share of few discussions would seem more significant than it is.
            if category.small {
                format!("{} ({})", category.name, number(category.count))
            } else {
                format!(
                    "{} ({}, {:.0}%)",
                    category.name,
                    number(category.count),
                    category.percentage
                )
            }
        })
        .collect();
    format!("By kind: {}. One discussion can be of more than one kind.", kinds.join(", "))
}

fn terms(report: &Report) -> String {
    let terms: Vec<String> = report
        .topics
        .iter()
        .take(MAX_TERMS)
        .map(|topic| format!("\"{}\" ({})", topic.term, number(topic.count)))
        .collect();
    format!("Terms that stand out, and how many discussions use them: {}.", terms.join(", "))
}
