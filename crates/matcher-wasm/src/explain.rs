//! Converts explanations from the matcher's types to the boundary's.

#[cfg(feature = "query")]
use matcher::{Explanation, Reason};
use matcher::{Field, Item, Place, Rejection, Span, WordRejection};

use crate::convert::place_spans;
#[cfg(feature = "query")]
use crate::convert::text_span;
#[cfg(feature = "query")]
use crate::types::{ItemExplanation, MatchReason, Verdict};
use crate::types::{MatchSpan, NearMissReason, RejectingFilter};

/// Describes the outcome of a watch for this keyword or query on an item.
#[cfg(feature = "query")]
pub(crate) fn explanation(
    keyword: &str,
    item: &Item<'_>,
    explanation: &Explanation,
) -> ItemExplanation {
    let (verdict, reasons, rejections) = match explanation {
        Explanation::Match(found) => {
            let reasons = found.iter().map(|one| reason(keyword, item, one));
            (Verdict::Match, reasons.collect(), Vec::new())
        }
        Explanation::NearMiss(found) => (Verdict::NearMiss, Vec::new(), rejections(item, found)),
        Explanation::Miss => (Verdict::Miss, Vec::new(), Vec::new()),
    };
    ItemExplanation { verdict, reasons, rejections, error: None }
}

#[cfg(feature = "query")]
fn reason(keyword: &str, item: &Item<'_>, reason: &Reason) -> MatchReason {
    MatchReason {
        rule: reason.rule.clone(),
        at: text_span(keyword, reason.at),
        spans: spans(item, &reason.places),
    }
}

fn spans(item: &Item<'_>, places: &[Place]) -> Vec<MatchSpan> {
    let places: Vec<(Field, Span)> = places.iter().map(|place| (place.field, place.span)).collect();
    place_spans(item, &places)
}

pub(crate) fn rejections(item: &Item<'_>, rejections: &[Rejection]) -> Vec<NearMissReason> {
    let reason = |rejection: &Rejection| NearMissReason {
        filter: filter(rejection),
        message: rejection.to_string(),
        spans: match rejection {
            Rejection::Word { place, .. } => spans(item, std::slice::from_ref(place)),
            Rejection::LeftOut { places, .. } => spans(item, places),
            _ => Vec::new(),
        },
    };
    rejections.iter().map(reason).collect()
}

fn filter(rejection: &Rejection) -> RejectingFilter {
    match rejection {
        Rejection::Kind(_) => RejectingFilter::Kind,
        Rejection::Subreddit(_) => RejectingFilter::Subreddit,
        Rejection::ExcludedSubreddit(_) => RejectingFilter::ExcludedSubreddit,
        Rejection::ExcludedAuthor { .. } => RejectingFilter::ExcludedAuthor,
        Rejection::Word { why, .. } => match why {
            WordRejection::OutsideTitle => RejectingFilter::TitlesOnly,
            WordRejection::OtherField => RejectingFilter::Field,
            WordRejection::Case => RejectingFilter::Case,
            WordRejection::PartOfWord => RejectingFilter::WholeWord,
        },
        Rejection::LeftOut { .. } => RejectingFilter::LeftOut,
        Rejection::TooFar { .. } => RejectingFilter::Near,
        Rejection::Name(_) => RejectingFilter::Name,
        Rejection::Score { .. } => RejectingFilter::Score,
    }
}
