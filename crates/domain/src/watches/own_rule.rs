//! The rule of a watch, to be changed: made stricter (`proposal`) or looser (`near_misses`).

use matcher::{Chip, ChipField, ChipForm, Chips, Filters, Query, WatchId};

use super::rule::{Problems, TypedRule};
use db::models::watch::{Watch, WatchMode};

/// The parts of a watch that decide whether it matches, to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRule {
    pub keyword: String,
    pub mode: WatchMode,
    pub subreddits: Vec<String>,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub filters: Filters,
}

impl OwnRule {
    pub fn of(row: &Watch) -> Self {
        Self {
            keyword: row.keyword.clone(),
            mode: row.mode,
            subreddits: row.subreddits.clone(),
            excluded_subreddits: row.excluded_subreddits.clone(),
            excluded_authors: row.excluded_authors.clone(),
            filters: row.filters(),
        }
    }

    /// Returns the watch of this rule, checked like a typed one.
    pub fn check(&self) -> Option<matcher::Watch> {
        let typed = TypedRule {
            keyword: &self.keyword,
            mode: self.mode,
            subreddits: &self.subreddits,
            excluded_subreddits: &self.excluded_subreddits,
            excluded_authors: &self.excluded_authors,
            filters: self.filters,
        };
        typed.check(WatchId(0), &mut Problems::default())
    }

    /// Returns the rule with a further part of the query, which must match as well. A literal
    /// keyword becomes the query that finds the same.
    pub(super) fn with_part(self, part: &str) -> Option<Self> {
        let query = match self.mode {
            WatchMode::Query => self.keyword,
            WatchMode::Literal => {
                let query = Query::from_chips(&self.chips()?).ok()?;
                query.source().to_owned()
            }
        };
        Some(Self { keyword: joined(&query, part)?, mode: WatchMode::Query, ..self })
    }

    /// Returns the query as chips, or a literal keyword as the one chip that finds the same; returns
    /// `None` if chips cannot represent the query.
    pub(super) fn chips(&self) -> Option<Chips> {
        match self.mode {
            WatchMode::Query => Query::parse(&self.keyword).ok()?.chips().ok(),
            WatchMode::Literal => {
                let open = !self.filters.whole_word_only;
                let chip = Chip {
                    field: ChipField::Text,
                    form: ChipForm::Words { open_start: open, open_end: open },
                    text: self.keyword.clone(),
                };
                Some(Chips { groups: vec![vec![chip]], ..Chips::default() })
            }
        }
    }

    /// Returns the rule with the query that these chips make.
    pub(super) fn with_chips(self, chips: &Chips) -> Option<Self> {
        let query = Query::from_chips(chips).ok()?;
        Some(Self { keyword: query.source().to_owned(), mode: WatchMode::Query, ..self })
    }
}

/// Joins two parts, with parentheses only if an `OR` would bind the part to its last branch alone.
fn joined(query: &str, part: &str) -> Option<String> {
    let read = |text: &str| Some(Query::parse(text).ok()?.to_string());
    let (plain, grouped) = (format!("{query} {part}"), format!("({query}) {part}"));
    let wanted = read(&grouped)?;
    let is_same = read(&plain).is_some_and(|plain| plain == wanted);
    Some(if is_same { plain } else { grouped })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(keyword: &str, mode: WatchMode, whole_word_only: bool) -> String {
        let rule = OwnRule {
            keyword: keyword.to_owned(),
            mode,
            subreddits: vec!["all".to_owned()],
            excluded_subreddits: Vec::new(),
            excluded_authors: Vec::new(),
            filters: Filters { whole_word_only, ..Filters::default() },
        };
        rule.with_part("-bubble").unwrap().keyword
    }

    #[test]
    fn a_query_keeps_its_text_and_a_literal_keyword_what_it_finds() {
        for (keyword, mode, whole, wanted) in [
            ("tea", WatchMode::Query, false, "tea -bubble"),
            ("tea OR mate", WatchMode::Query, false, "(tea OR mate) -bubble"),
            ("(tea OR mate)", WatchMode::Query, false, "(tea OR mate) -bubble"),
            ("tea  /v\\d+/ ", WatchMode::Query, false, "tea  /v\\d+/  -bubble"),
            ("tea", WatchMode::Literal, true, "tea -bubble"),
            ("tea", WatchMode::Literal, false, "*tea* -bubble"),
            ("green tea", WatchMode::Literal, false, "*\"green tea\"* -bubble"),
            ("a OR \"b\"", WatchMode::Literal, true, r#""a OR \"b\"" -bubble"#),
        ] {
            assert_eq!(changed(keyword, mode, whole), wanted);
        }
    }
}
