//! Converts between the boundary's types and the matcher's.

use matcher::{
    Exclusions, Field, Filters, Item, Kind, Match, QueryError, QueryProblem, Scope, Span,
    SubredditError, SubredditName, Suggestion, Watch, WatchError, WatchId, to_utf16,
};

use crate::types::{
    ItemKind, MatchField, MatchSpan, PreviewItem, SubredditEntry, SubredditSuggestion, TextSpan,
    WatchFilters, WatchInput, WatchMode, WatchProblem, WatchProblemCode,
};

impl PreviewItem {
    pub(crate) fn item(&self) -> Item<'_> {
        Item {
            kind: match self.kind {
                ItemKind::Post => Kind::Post,
                ItemKind::Comment => Kind::Comment,
            },
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            body: &self.body,
            flair: &self.flair,
            url: &self.url,
            score: self.score.map(|score| score as i64),
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
        if cfg!(not(feature = "query")) && self.mode == WatchMode::Query {
            return Err(WatchProblem {
                code: WatchProblemCode::QueriesNotLoaded,
                message: "the part that reads queries is not loaded".to_owned(),
                advice: None,
                span: None,
            });
        }
        let make = || {
            let scope = Scope::parse(&self.subreddits)?;
            let make = match self.mode {
                WatchMode::Literal => Watch::new,
                #[cfg(feature = "query")]
                WatchMode::Query => Watch::query,
                // Handled above.
                #[cfg(not(feature = "query"))]
                WatchMode::Query => Watch::new,
            };
            let watch = make(WatchId(0), &self.keyword, scope, filters)?;
            let exclusions = &self.exclusions;
            watch.with_exclusions(Exclusions::parse(&exclusions.subreddits, &exclusions.authors)?)
        };
        make().map_err(|error| problem(&self.keyword, &error))
    }
}

/// Returns what is wrong with a watch for this keyword or query.
fn problem(keyword: &str, error: &WatchError) -> WatchProblem {
    match error {
        WatchError::Query(error) => query_problem(keyword, error),
        _ => {
            WatchProblem { code: code(error), message: error.to_string(), advice: None, span: None }
        }
    }
}

/// Returns what is wrong with a query.
pub(crate) fn query_problem(query: &str, error: &QueryError) -> WatchProblem {
    WatchProblem {
        code: match error.problem() {
            QueryProblem::PatternsNotLoaded => WatchProblemCode::PatternsNotLoaded,
            _ => WatchProblemCode::BadQuery,
        },
        message: error.to_string(),
        advice: Some(error.advice()),
        span: Some(text_span(query, error.span())),
    }
}

/// Converts a span of a text to UTF-16 units.
pub(crate) fn text_span(text: &str, span: Span) -> TextSpan {
    let units = to_utf16(text, &[span])[0];
    TextSpan { start: units.start, end: units.end }
}

fn code(error: &WatchError) -> WatchProblemCode {
    match error {
        WatchError::EmptyKeyword => WatchProblemCode::EmptyKeyword,
        WatchError::InvisibleKeyword => WatchProblemCode::InvisibleKeyword,
        WatchError::KeywordTooLong { .. } => WatchProblemCode::KeywordTooLong,
        WatchError::NulInKeyword => WatchProblemCode::NulInKeyword,
        WatchError::NothingIncluded => WatchProblemCode::NothingIncluded,
        WatchError::Subreddit(_) => WatchProblemCode::BadSubreddit,
        WatchError::Query(_) => WatchProblemCode::BadQuery,
        WatchError::Exclusions(_) => WatchProblemCode::BadExclusion,
    }
}

/// Converts the matches of one watch in one item to UTF-16 units.
pub(crate) fn spans(item: &Item<'_>, matches: &[Match]) -> Vec<MatchSpan> {
    let places: Vec<_> = matches.iter().map(|found| (found.field, found.span)).collect();
    place_spans(item, &places)
}

/// Converts positions in one item to UTF-16 units.
pub(crate) fn place_spans(item: &Item<'_>, places: &[(Field, Span)]) -> Vec<MatchSpan> {
    let mut out = Vec::with_capacity(places.len());
    for group in places.chunk_by(|a, b| a.0 == b.0) {
        let field = group[0].0;
        let name = match field {
            Field::Title => MatchField::Title,
            Field::Body => MatchField::Body,
            Field::Flair => MatchField::Flair,
            Field::Url => MatchField::Url,
            Field::Author => MatchField::Author,
        };
        let bytes: Vec<Span> = group.iter().map(|(_, span)| *span).collect();
        let units = to_utf16(item.text(field), &bytes).into_iter();
        out.extend(units.map(|s| MatchSpan { field: name, start: s.start, end: s.end }));
    }
    out
}

impl From<Result<SubredditName, SubredditError>> for SubredditEntry {
    fn from(entry: Result<SubredditName, SubredditError>) -> Self {
        match entry {
            Ok(name) => SubredditEntry { name: name.as_str().to_owned(), error: None },
            Err(error) => {
                let message = error.to_string();
                SubredditEntry { name: error.input, error: Some(message) }
            }
        }
    }
}

impl From<Suggestion> for SubredditSuggestion {
    fn from(suggestion: Suggestion) -> Self {
        SubredditSuggestion { name: suggestion.name, popular: suggestion.popular }
    }
}
