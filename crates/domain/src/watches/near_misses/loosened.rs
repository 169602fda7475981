//! Proposes changes that are worth trying, from the rule alone. What they add is not known yet.

use matcher::{ChipField, Kind};

use super::Change;
use super::change::droppable;
use super::words::is_text;
use crate::watches::OwnRule;
use db::models::watch::WatchMode;

/// Returns changes, the smallest first.
pub(super) fn loosened(rule: &OwnRule) -> Vec<Change> {
    let had = rule.filters;
    let is_literal = rule.mode == WatchMode::Literal;
    let chips = match rule.mode {
        WatchMode::Query => rule.chips().unwrap_or_default(),
        WatchMode::Literal => Default::default(),
    };
    let mut changes = Vec::new();
    if is_literal && had.whole_word_only {
        changes.push(Change::PartsOfWords);
    }
    if had.case_sensitive {
        changes.push(Change::AnyCase);
    }
    changes.extend(rule.excluded_authors.iter().cloned().map(Change::Author));
    changes.extend(rule.excluded_subreddits.iter().cloned().map(Change::Place));
    for chip in &chips.excluded {
        let text = chip.text.clone();
        changes.extend(match chip.field {
            ChipField::Author => Some(Change::Author(text)),
            ChipField::Sub => Some(Change::Place(text)),
            _ if is_text(chip) => Some(Change::Excluded(text)),
            _ => None,
        });
    }
    if had.match_titles_only {
        changes.push(Change::Bodies);
    }
    if !had.include_comments || chips.kind == Some(Kind::Post) {
        changes.push(Change::Comments);
    }
    if !had.include_posts || chips.kind == Some(Kind::Comment) {
        changes.push(Change::Posts);
    }
    changes.extend(droppable(&chips).map(|chip| Change::Required(chip.text.clone())));
    changes
}
