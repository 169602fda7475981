use matcher::{Chip, ChipField, ChipForm, Chips, Kind};
use serde::{Deserialize, Serialize};

use super::misspellings::{is_same_word, with_word};
use super::words::{is_text, words_of};
use crate::watches::OwnRule;
use db::models::watch::WatchMode;

/// One change that makes a rule looser. Stored as JSON, so a variant or a field that was ever written
/// must be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Change {
    /// Also matches items that have a word of the keyword misspelt in this way.
    Misspelling {
        word: String,
        written: String,
    },
    /// Also matches the keyword as a part of a longer word.
    PartsOfWords,
    AnyCase,
    /// No longer excludes an author.
    Author(String),
    /// No longer excludes a subreddit or another place.
    Place(String),
    /// No longer excludes a word.
    Excluded(String),
    /// Also matches items that have the keyword in their text but not in their title.
    Bodies,
    Comments,
    Posts,
    /// No longer requires a word.
    Required(String),
}

/// The fewest required words that a query keeps once one is dropped.
const MIN_REQUIRED_LEFT: usize = 2;

impl Change {
    /// Returns how much the change alters the meaning; changes are ordered by it.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Misspelling { .. } => 0,
            Self::PartsOfWords => 1,
            Self::AnyCase => 2,
            Self::Author(_) | Self::Place(_) | Self::Excluded(_) => 3,
            Self::Bodies => 4,
            Self::Comments | Self::Posts => 5,
            Self::Required(_) => 6,
        }
    }

    /// Returns the changed rule, or `None` if it cannot be made.
    pub fn apply(&self, mut rule: OwnRule) -> Option<OwnRule> {
        match self {
            Self::Misspelling { word, written } => return misspelt(rule, word, written),
            Self::PartsOfWords => rule.filters.whole_word_only = false,
            Self::AnyCase => rule.filters.case_sensitive = false,
            Self::Author(name) => {
                rule.excluded_authors.retain(|other| !is_same(name, other));
                return without_excluded(rule, ChipField::Author, name);
            }
            Self::Place(name) => {
                rule.excluded_subreddits.retain(|other| !is_same(name, other));
                return without_excluded(rule, ChipField::Sub, name);
            }
            Self::Excluded(text) => return without_text(rule, text),
            Self::Bodies => rule.filters.match_titles_only = false,
            Self::Comments => {
                rule.filters.include_comments = true;
                return with_every_kind(rule, Kind::Post);
            }
            Self::Posts => {
                rule.filters.include_posts = true;
                return with_every_kind(rule, Kind::Comment);
            }
            Self::Required(text) => {
                let mut chips = rule.chips()?;
                let is_it =
                    |group: &Vec<Chip>| word_of(group).is_some_and(|chip| chip.text == *text);
                let group = chips.groups.iter().position(is_it)?;
                chips.groups.remove(group);
                return rule.with_chips(&chips);
            }
        }
        Some(rule)
    }
}

/// Returns the words and phrases that a query requires, if one of them can be dropped.
pub(super) fn droppable(chips: &Chips) -> impl Iterator<Item = &Chip> {
    let is_enough = required(chips).count() > MIN_REQUIRED_LEFT;
    required(chips).filter(move |_| is_enough)
}

fn required(chips: &Chips) -> impl Iterator<Item = &Chip> {
    chips.groups.iter().filter_map(|group| word_of(group))
}

/// Returns the word or phrase of a group that has only one.
fn word_of(group: &[Chip]) -> Option<&Chip> {
    match group {
        [chip] if is_text(chip) && matches!(chip.form, ChipForm::Words { .. }) => Some(chip),
        _ => None,
    }
}

fn is_same(name: &str, other: &str) -> bool {
    name.eq_ignore_ascii_case(other)
}

/// Removes an excluded name, which may be in the list beside the keyword and in the query itself.
fn without_excluded(rule: OwnRule, field: ChipField, name: &str) -> Option<OwnRule> {
    if rule.mode == WatchMode::Literal {
        return Some(rule);
    }
    let Some(mut chips) = rule.chips() else {
        return Some(rule);
    };
    let before = chips.excluded.len();
    chips.excluded.retain(|chip| chip.field != field || !is_same(name, &chip.text));
    match chips.excluded.len() == before {
        // As it was written.
        true => Some(rule),
        false => rule.with_chips(&chips),
    }
}

fn without_text(rule: OwnRule, text: &str) -> Option<OwnRule> {
    let mut chips = rule.chips()?;
    let before = chips.excluded.len();
    chips.excluded.retain(|chip| !is_text(chip) || chip.text != text);
    (chips.excluded.len() < before).then(|| rule.with_chips(&chips)).flatten()
}

/// Returns a rule that also matches items of the other kind than `only`.
fn with_every_kind(rule: OwnRule, only: Kind) -> Option<OwnRule> {
    if rule.mode == WatchMode::Literal {
        return Some(rule);
    }
    match rule.chips() {
        Some(mut chips) if chips.kind == Some(only) => {
            chips.kind = None;
            rule.with_chips(&chips)
        }
        _ => Some(rule),
    }
}

/// Replaces the word by `original OR misspelt`.
fn misspelt(rule: OwnRule, word: &str, written: &str) -> Option<OwnRule> {
    let mut chips = rule.chips()?;
    let group = chips.groups.iter_mut().find_map(|group| {
        let chip = group.iter().find(|chip| {
            is_text(chip)
                && matches!(chip.form, ChipForm::Words { .. })
                && words_of(&chip.text).any(|other| is_same_word(other, word))
        })?;
        let text = with_word(&chip.text, word, written);
        let chip = Chip { text, ..chip.clone() };
        Some((group, chip))
    });
    let (group, chip) = group?;
    group.push(chip);
    rule.with_chips(&chips)
}
