//! Converts remarks on watches from the matcher's types to the boundary's.

use matcher::{Counts, Lint, LintContext, Watch, WatchId, lint};

use crate::convert::text_span;
use crate::types::{LintInput, WatchLint, WatchLintCode};

/// Returns remarks on a watch.
pub(crate) fn remarks(watch: &Watch, input: &LintInput) -> Vec<WatchLint> {
    let words: Vec<&str> = input.words.iter().map(String::as_str).collect();
    // The watch itself has the id 0.
    let others: Vec<(WatchId, &str)> =
        (1..).map(WatchId).zip(input.others.iter().map(String::as_str)).collect();
    let context = LintContext {
        words: &words,
        counts: input.counts.map(|counts| Counts {
            matching: counts.matching as u64,
            searched: counts.searched as u64,
            a_day: counts.a_day,
        }),
        others: &others,
    };
    let shown = |found: &Lint| WatchLint {
        code: match found {
            Lint::NeverMatches(_) => WatchLintCode::NeverMatches,
            Lint::LowerCaseOperator(..) => WatchLintCode::LowerCaseOperator,
            Lint::InsideCommonWords { .. } => WatchLintCode::InsideCommonWords,
            Lint::MatchesMuch { .. } => WatchLintCode::MatchesMuch,
            Lint::SameAs(_) => WatchLintCode::SameAs,
        },
        message: found.to_string(),
        span: match found {
            Lint::LowerCaseOperator(_, at) => Some(text_span(watch.keyword(), *at)),
            _ => None,
        },
        other: match found {
            Lint::SameAs(id) => Some(id.0 as usize - 1),
            _ => None,
        },
    };
    lint(watch, &context).iter().map(shown).collect()
}
