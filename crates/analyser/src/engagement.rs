//! Measures how much the community takes part.

use std::collections::HashMap;

use super::SMALL;
use super::citing::top;
use super::overview::{comments, scores};
use super::reading::Reading;
use super::report::{Engagement, Level, Sections};
use super::wording::{mean, median, round, share};

/// The average number of comments per post from which the level is high.
const HIGH: f64 = 20.0;
const MEDIUM: f64 = 5.0;

const METHOD: &str = "By the average number of comments a post had when last counted: high from \
    20, medium from 5, otherwise low.";

pub(super) fn engagement(reading: &Reading<'_>, sections: &Sections) -> Engagement {
    let reads = &reading.now;
    let (scores, comments) = (scores(reads), comments(reads));
    let avg_comments = mean(&comments);
    let mut by_author: HashMap<u64, usize> = HashMap::new();
    for read in reads {
        *by_author.entry(read.post.author_hash).or_default() += 1;
    }
    let returning: usize = by_author.values().filter(|count| **count > 1).sum();
    Engagement {
        level: if sections.engagement.shown { level(avg_comments) } else { Level::Unknown },
        method: METHOD.to_owned(),
        n: comments.len(),
        small: comments.len() < SMALL,
        avg_score: mean(&scores),
        median_score: median(scores),
        avg_comments,
        median_comments: median(comments),
        discussions_per_day: sections.rate.shown.then(|| per_day(reading)).flatten(),
        returning_authors_share: share(returning, reads.len()),
        posts: top(reads),
    }
}

fn level(avg_comments: Option<f64>) -> Level {
    match avg_comments {
        None => Level::Unknown,
        Some(comments) if comments >= HIGH => Level::High,
        Some(comments) if comments >= MEDIUM => Level::Medium,
        Some(_) => Level::Low,
    }
}

/// Returns the rate since the keyword began to listen. Items from before that were not read, and
/// would count as if there had been none.
fn per_day(reading: &Reading<'_>) -> Option<f64> {
    let time = reading.range.until - reading.complete_from();
    let days = time.num_seconds() as f64 / 86_400.0;
    (days > 0.0).then(|| round(reading.listened_to().len() as f64 / days))
}
