//! Adds rejections for the occurrences of words.

use super::explanation::Rejection;
use crate::item::Place;
use crate::query::WordRejection;

/// The most places listed for one part of a rule.
pub(super) const MAX_PLACES: usize = 50;

/// Adds one rejection of each kind.
pub(super) fn reject_words(
    rule: &str,
    refused: &[(WordRejection, Place)],
    rejections: &mut Vec<Rejection>,
) {
    let mut seen = Vec::new();
    for (why, place) in refused {
        if !seen.contains(why) {
            seen.push(*why);
            let (rule, why, place) = (rule.to_owned(), *why, *place);
            rejections.push(Rejection::Word { rule, why, place });
        }
    }
}
