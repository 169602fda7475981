//! Chooses the discussions that a statement cites.

use super::MAX_CITED;
use super::reading::Read;

/// Returns the ids of the discussions with the most points and comments first, then the newest; at
/// most [`MAX_CITED`].
pub(super) fn top(reads: &[&Read<'_>]) -> Vec<String> {
    let mut sorted = reads.to_vec();
    let weight = |read: &Read<'_>| {
        i64::from(read.post.score.unwrap_or(0)) + i64::from(read.post.comments.unwrap_or(0))
    };
    sorted.sort_by(|a, b| {
        let heavier = weight(b).cmp(&weight(a));
        let newer = b.post.created_at.cmp(&a.post.created_at);
        heavier.then(newer).then_with(|| a.post.id.cmp(&b.post.id))
    });
    ids(&sorted)
}

/// Returns the ids of the first [`MAX_CITED`], in the order given.
pub(super) fn ids(reads: &[&Read<'_>]) -> Vec<String> {
    let cited = reads.iter().take(MAX_CITED);
    cited.map(|read| read.post.id.clone()).collect()
}
