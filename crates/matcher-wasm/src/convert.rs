//! Between the border's types and the matcher's.

use matcher::{
    Field, Filters, Item, Kind, Match, Scope, Span, SubredditError, SubredditName, Suggestion,
    Watch, WatchError, WatchId, to_utf16,
};

use crate::types::{
    ItemKind, MatchField, MatchSpan, PreviewItem, SubredditEntry, SubredditSuggestion,
    WatchFilters, WatchInput, WatchProblem, WatchProblemCode,
};

impl PreviewItem {
    pub(crate) fn item(&self) -> Item<'_> {
        Item {
            kind: match self.kind {
                ItemKind::Post => Kind::Post,
                ItemKind::Comment => Kind::Comment,
            },
            subreddit: &self.subreddit,
            author: "",
            title: &self.title,
            body: &self.body,
        }
    }
}

impl Default for WatchFilters {
    fn default() -> Self {
        let filters = Filters::default();
        WatchFilters {
            include_posts: filters.include_posts,
            include_comments: filters.include_comments,
            match_titles_only: filters.match_titles_only,
            case_sensitive: filters.case_sensitive,
            whole_word_only: filters.whole_word_only,
        }
    }
}

impl WatchInput {
    pub(crate) fn watch(&self) -> Result<Watch, WatchProblem> {
        let filters = Filters {
            include_posts: self.filters.include_posts,
            include_comments: self.filters.include_comments,
            match_titles_only: self.filters.match_titles_only,
            case_sensitive: self.filters.case_sensitive,
            whole_word_only: self.filters.whole_word_only,
        };
        let scope = Scope::parse(&self.subreddits).map_err(WatchError::from);
        let watch = scope.and_then(|scope| Watch::new(WatchId(0), &self.keyword, scope, filters));
        watch.map_err(|error| WatchProblem {
            code: code(&error),
            message: error.to_string(),
        })
    }
}

fn code(error: &WatchError) -> WatchProblemCode {
    match error {
        WatchError::EmptyKeyword => WatchProblemCode::EmptyKeyword,
        WatchError::InvisibleKeyword => WatchProblemCode::InvisibleKeyword,
        WatchError::KeywordTooLong { .. } => WatchProblemCode::KeywordTooLong,
        WatchError::NulInKeyword => WatchProblemCode::NulInKeyword,
        WatchError::NothingIncluded => WatchProblemCode::NothingIncluded,
        WatchError::Subreddit(_) => WatchProblemCode::BadSubreddit,
    }
}

/// Matches of one watch in one item, by UTF-16 units.
pub(crate) fn spans(item: &Item<'_>, matches: &[Match]) -> Vec<MatchSpan> {
    let mut out = Vec::with_capacity(matches.len());
    for group in matches.chunk_by(|a, b| a.field == b.field) {
        let (name, field) = match group[0].field {
            Field::Title => (MatchField::Title, item.title),
            Field::Body => (MatchField::Body, item.body),
        };
        let bytes: Vec<Span> = group.iter().map(|found| found.span).collect();
        let units = to_utf16(field, &bytes).into_iter();
        out.extend(units.map(|s| MatchSpan {
            field: name,
            start: s.start,
            end: s.end,
        }));
    }
    out
}

impl From<Result<SubredditName, SubredditError>> for SubredditEntry {
    fn from(entry: Result<SubredditName, SubredditError>) -> Self {
        match entry {
            Ok(name) => SubredditEntry {
                name: name.as_str().to_owned(),
                error: None,
            },
            Err(error) => {
                let message = error.to_string();
                SubredditEntry {
                    name: error.input,
                    error: Some(message),
                }
            }
        }
    }
}

impl From<Suggestion> for SubredditSuggestion {
    fn from(suggestion: Suggestion) -> Self {
        SubredditSuggestion {
            name: suggestion.name,
            popular: suggestion.popular,
        }
    }
}
