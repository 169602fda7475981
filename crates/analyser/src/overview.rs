//! Counts discussions, authors and places, and compares them with the equally long time before.

use std::collections::HashSet;

use super::comparison::{change, trend};
use super::input::Kind;
use super::reading::{Compared, Read, Reading};
use super::report::{Numbers, Overview, Week};
use super::wording::mean;

pub(super) fn overview(reading: &Reading<'_>) -> Overview {
    let before = &reading.before;
    Overview {
        numbers: numbers(&reading.now),
        previous: (!before.is_empty()).then(|| numbers(before)),
        trend: trend(reading.now.len(), before.len()),
        week: reading.weeks.as_ref().map(week),
    }
}

fn week(weeks: &Compared<'_>) -> Week {
    let (count, previous) = (weeks.later.len(), weeks.earlier.len());
    Week { count, previous, change: change(count, previous), trend: trend(count, previous) }
}

fn numbers(reads: &[&Read<'_>]) -> Numbers {
    let posts = reads.iter().filter(|read| read.post.kind == Kind::Post);
    let posts = posts.count();
    let subreddits: HashSet<String> =
        reads.iter().map(|read| read.post.subreddit.to_lowercase()).collect();
    let authors: HashSet<u64> = reads.iter().map(|read| read.post.author_hash).collect();
    Numbers {
        total_posts: reads.len(),
        posts,
        comments: reads.len() - posts,
        total_subreddits: subreddits.len(),
        authors: authors.len(),
        avg_score: mean(&scores(reads)),
        avg_comments: mean(&comments(reads)),
    }
}

/// Returns the points that are known.
pub(super) fn scores(reads: &[&Read<'_>]) -> Vec<f64> {
    let known = reads.iter().filter_map(|read| read.post.score);
    known.map(f64::from).collect()
}

/// Returns the numbers of comments below posts for which they were counted.
pub(super) fn comments(reads: &[&Read<'_>]) -> Vec<f64> {
    let posts = reads.iter().filter(|read| read.post.kind == Kind::Post);
    posts.filter_map(|read| read.post.comments).map(f64::from).collect()
}
