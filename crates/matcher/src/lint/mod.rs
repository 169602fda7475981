//! Finds what is odd about a watch that is otherwise fine.

mod common_words;
mod context;
mod never_matches;
mod normal_form;
mod remark;

use crate::query::{TermField, ways};
use crate::watch::{Rule, Watch};
use common_words::inside_words;
pub use context::{Counts, LintContext};
use never_matches::never;
pub use remark::{Lint, NeverMatches};

/// The most ways of matching for which a query is searched for contradictions.
const MAX_WAYS: usize = 500;
/// The matches per day below which a watch gets no remark.
const MIN_MATCHES_A_DAY: f64 = 500.0;

/// Returns remarks on a watch, the most serious first.
///
/// ```
/// use matcher::{Filters, Lint, LintContext, NeverMatches, Scope, Watch, WatchId, lint};
///
/// let watch = Watch::query(WatchId(1), "tea -te*", Scope::All, Filters::default())?;
/// assert!(lint(&watch, &LintContext::default()).is_empty());
/// let watch = Watch::query(WatchId(1), "tea -tea*", Scope::All, Filters::default())?;
/// let found = lint(&watch, &LintContext::default());
/// assert_eq!(found[0].to_string(), "This can never match: it requires tea, but -tea* excludes it");
/// # Ok::<(), matcher::WatchError>(())
/// ```
pub fn lint(watch: &Watch, context: &LintContext<'_>) -> Vec<Lint> {
    let mut found = Vec::new();
    if let Rule::Query(query) = watch.rule() {
        if let Some(ways) = ways(query.root(), false, MAX_WAYS) {
            let reasons = ways.iter().map(|way| never(way, watch));
            if let Some(reasons) = reasons.collect::<Option<Vec<_>>>() {
                found.extend(reasons.into_iter().next().map(Lint::NeverMatches));
            }
        }
        query.root().each_term(&mut |term| {
            if term.field == TermField::Text && matches!(term.text.as_str(), "or" | "and" | "not") {
                // In quotes the word is meant literally.
                let source = query.source().get(term.at.0.range());
                if source == Some(term.text.as_str()) {
                    found.push(Lint::LowerCaseOperator(term.text.clone(), term.at.0));
                }
            }
        });
    }
    found.extend(same_as(watch, context));
    inside_words(watch, context.words, &mut found);
    found.extend(context.counts.and_then(matches_much));
    found
}

fn same_as(watch: &Watch, context: &LintContext<'_>) -> Option<Lint> {
    if context.others.is_empty() {
        return None;
    }
    let own = watch.normal_form();
    let mut others = context.others.iter().filter(|(id, _)| *id != watch.id());
    others.find(|(_, form)| *form == own).map(|(id, _)| Lint::SameAs(*id))
}

fn matches_much(counts: Counts) -> Option<Lint> {
    if counts.searched == 0 {
        return None;
    }
    let share = counts.matching as f64 / counts.searched as f64;
    let (percent, a_day) = (share * 100.0, share * counts.a_day);
    (a_day >= MIN_MATCHES_A_DAY).then_some(Lint::MatchesMuch { percent, a_day })
}
