//! How much the community takes part.

use std::collections::HashMap;

use super::SMALL;
use super::citing::top;
use super::overview::{comments, scores};
use super::reading::Reading;
use super::report::{Engagement, Level};
use super::wording::{mean, median, round, share};

/// Comments a post on average, from which the level is so.
const HIGH: f64 = 20.0;
const MEDIUM: f64 = 5.0;

const METHOD: &str = "By the average number of comments a post had when they were last counted: \
    high from 20, medium from 5, else low.";

pub(super) fn engagement(reading: &Reading<'_>) -> Engagement {
    let reads = &reading.now;
    let (scores, comments) = (scores(reads), comments(reads));
    let avg_comments = mean(&comments);
    let mut by_author: HashMap<u64, usize> = HashMap::new();
    for read in reads {
        *by_author.entry(read.post.author_hash).or_default() += 1;
    }
    let returning: usize = by_author.values().filter(|count| **count > 1).sum();
    Engagement {
        level: level(avg_comments),
        method: METHOD.to_owned(),
        n: comments.len(),
        small: comments.len() < SMALL,
        avg_score: mean(&scores),
        median_score: median(scores),
        avg_comments,
        median_comments: median(comments),
        discussions_per_day: per_day(reads.len(), reading.days()),
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

fn per_day(count: usize, days: f64) -> f64 {
    if days > 0.0 {
        round(count as f64 / days)
    } else {
        0.0
    }
}
