//! Measures how much people disagree.

use super::SMALL;
use super::citing::ids;
use super::input::Kind;
use super::polarity::Label;
use super::reading::{Read, Reading};
use super::report::{Controversy, Level, Sections};
use super::sentiment::count;
use super::wording::{round, share};

/// The fewest comments of a post that is called disputed.
const MIN_COMMENTS: u32 = 10;

const METHOD: &str = "High if half of the discussions are offset by as many of the opposite \
    sentiment (divided: 0.5), or if three in ten posts with ten or more comments have more \
    comments than points; medium at half of either; otherwise low.";

pub(super) fn controversy(reading: &Reading<'_>, sections: &Sections) -> Controversy {
    let reads = &reading.now;
    let (positive, negative) = (count(reads, Label::Positive), count(reads, Label::Negative));
    let divided = round(2.0 * share(positive.min(negative), reads.len()));
    let talked_of: Vec<_> = reads.iter().copied().filter(|read| is_talked_of(read)).collect();
    let mut disputed: Vec<_> = talked_of.iter().copied().filter(|read| is_disputed(read)).collect();
    disputed.sort_by(|a, b| {
        let heavier = b.post.comments.cmp(&a.post.comments);
        heavier.then_with(|| a.post.id.cmp(&b.post.id))
    });
    let disputed_share = known_share(disputed.len(), talked_of.len());
    let scores: Vec<i32> = reads.iter().filter_map(|read| read.post.score).collect();
    let voted_down = scores.iter().filter(|score| **score < 1).count();
    Controversy {
        level: if sections.controversy.shown {
            level(divided, disputed_share.unwrap_or_default())
        } else {
            Level::Unknown
        },
        method: METHOD.to_owned(),
        n: reads.len(),
        small: reads.len() < SMALL,
        divided,
        disputed_share,
        voted_down_share: known_share(voted_down, scores.len()),
        posts: ids(&disputed),
    }
}

fn level(divided: f64, disputed: f64) -> Level {
    if divided >= 0.5 || disputed >= 0.3 {
        Level::High
    } else if divided >= 0.25 || disputed >= 0.15 {
        Level::Medium
    } else {
        Level::Low
    }
}

fn is_talked_of(read: &Read<'_>) -> bool {
    read.post.kind == Kind::Post
        && read.post.score.is_some()
        && read.post.comments >= Some(MIN_COMMENTS)
}

fn is_disputed(read: &Read<'_>) -> bool {
    let (score, comments) = (read.post.score.unwrap_or(0), read.post.comments.unwrap_or(0));
    i64::from(comments) > i64::from(score)
}

fn known_share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| share(part, whole))
}
