//! Proposes changes that are worth trying, from what the matches have in common. Their effects are not
//! known yet.

use std::collections::{BTreeMap, HashSet};

use matcher::{Item, Query, folded};

use super::words::common_words;
use super::{Change, Judged, MIN_DROPPED, Matched, OwnRule};
use db::models::watch::WatchMode;

/// Returns changes, the cheapest to find first.
pub(super) fn candidates(
    judged: &Judged<Matched>,
    rule: &OwnRule,
    is_over: &mut dyn FnMut() -> bool,
) -> Vec<Change> {
    let places = shared(judged, |item| item.subreddit.to_owned());
    let authors = shared(judged, |item| item.author.to_owned());
    let mut changes: Vec<Change> = places.into_iter().map(Change::Place).collect();
    changes.extend(authors.into_iter().map(Change::Author));
    changes.extend(filters(rule));
    changes.extend(min_score(judged));
    let words = common_words(judged, rule.filters, is_over);
    changes.extend(words.into_iter().map(Change::Word));
    changes
}

/// Returns the names that occur in several irrelevant matches, and in no opened one.
fn shared(judged: &Judged<Matched>, name: fn(&Item<'_>) -> String) -> Vec<String> {
    let opened = judged.opened.iter().map(|one| folded(&name(&one.item.item())));
    let opened: HashSet<String> = opened.collect();
    let mut counted: BTreeMap<String, (String, u32)> = BTreeMap::new();
    for one in &judged.not_relevant {
        let name = name(&one.item.item());
        let known = counted.entry(folded(&name)).or_insert((name, 0));
        known.1 += 1;
    }
    let counted = counted.into_iter();
    let common = counted.filter(|(key, (_, count))| {
        *count >= MIN_DROPPED && !key.is_empty() && !opened.contains(key)
    });
    common.map(|(_, (name, _))| name).collect()
}

fn filters(rule: &OwnRule) -> impl Iterator<Item = Change> {
    let had = rule.filters;
    let is_literal = rule.mode == WatchMode::Literal;
    let both = had.include_posts && had.include_comments;
    // An exclusion would no longer apply if only the body has the word: titles alone could match more.
    let is_narrower =
        is_literal || Query::parse(&rule.keyword).is_ok_and(|query| !query.has_exclusions());
    // A keyword in lower case was not written with capitals in mind: at the beginning of a sentence there are
    // some.
    let has_capitals = is_literal && rule.keyword.chars().any(char::is_uppercase);
    [
        (both, Change::PostsOnly),
        (both, Change::CommentsOnly),
        (is_narrower && !had.match_titles_only, Change::TitlesOnly),
        (is_literal && !had.whole_word_only, Change::WholeWords),
        (has_capitals && !had.case_sensitive, Change::CaseSensitive),
    ]
    .into_iter()
    .filter_map(|(is_new, change)| is_new.then_some(change))
}

/// Returns the lowest minimum score that drops as many matches as a single score can.
fn min_score(judged: &Judged<Matched>) -> Option<Change> {
    let scores = |items: &[Matched]| -> Vec<i64> {
        let scores = items.iter().map(|one| one.item.item().score);
        scores.map(Option::unwrap_or_default).collect()
    };
    let above = scores(&judged.not_relevant).into_iter().max()? + 1;
    let lowest_opened = scores(&judged.opened).into_iter().min();
    Some(Change::MinScore(above.min(lowest_opened.unwrap_or(above))))
}
