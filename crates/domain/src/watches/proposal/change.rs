use std::fmt::{self, Display, Formatter};

use crate::watches::OwnRule;

/// One change that makes a rule stricter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Excludes items with this word, or these consecutive words.
    Word(String),
    /// Excludes a subreddit or another place.
    Place(String),
    /// Excludes an author.
    Author(String),
    PostsOnly,
    CommentsOnly,
    TitlesOnly,
    WholeWords,
    CaseSensitive,
    /// Waits for a score.
    MinScore(i64),
}

impl Change {
    /// Returns the changed rule, or `None` if it cannot be made.
    pub(super) fn apply(&self, mut rule: OwnRule) -> Option<OwnRule> {
        match self {
            Self::Word(word) => return rule.with_part(&format!("-{}", written(word))),
            Self::MinScore(score) => return rule.with_part(&format!("min_score:{score}")),
            Self::Place(place) => leave_out(place, &mut rule),
            Self::Author(author) => rule.excluded_authors.push(author.clone()),
            Self::PostsOnly => rule.filters.include_comments = false,
            Self::CommentsOnly => rule.filters.include_posts = false,
            Self::TitlesOnly => rule.filters.match_titles_only = true,
            Self::WholeWords => rule.filters.whole_word_only = true,
            Self::CaseSensitive => rule.filters.case_sensitive = true,
        }
        Some(rule)
    }

    /// Returns true if alerts come later than before: new items have hardly any score.
    pub(super) fn delays_alerts(&self) -> bool {
        matches!(self, Self::MinScore(_))
    }
}

/// Excludes a place: removes it from the places that the watch names, if others remain, or else
/// adds it to the exclusions.
fn leave_out(place: &str, rule: &mut OwnRule) {
    let is_other = |name: &String| !name.eq_ignore_ascii_case(place);
    let others: Vec<String> = rule.subreddits.iter().filter(|n| is_other(n)).cloned().collect();
    if !others.is_empty() && others.len() < rule.subreddits.len() {
        rule.subreddits = others;
    } else {
        rule.excluded_subreddits.push(place.to_owned());
    }
}

/// Returns the word as a query needs it: in quotes if it would be read as an operator, or as two
/// words.
fn written(word: &str) -> String {
    let is_bare = word.chars().any(char::is_lowercase) && !word.contains(' ');
    if is_bare { word.to_owned() } else { format!("\"{word}\"") }
}

/// Formats a change as briefly as possible: of two changes with the same effect the shorter one is
/// proposed.
impl Display for Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "-{}", written(word)),
            Self::Place(place) => write!(f, "not {place}"),
            Self::Author(author) => write!(f, "not by {author}"),
            Self::PostsOnly => f.write_str("posts only"),
            Self::CommentsOnly => f.write_str("comments only"),
            Self::TitlesOnly => f.write_str("titles only"),
            Self::WholeWords => f.write_str("whole words only"),
            Self::CaseSensitive => f.write_str("case-sensitive"),
            Self::MinScore(score) => write!(f, "min_score:{score}"),
        }
    }
}
