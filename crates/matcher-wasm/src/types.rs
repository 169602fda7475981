//! What crosses the border, as plain data. The TypeScript types are generated from these.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A post or comment.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreviewItem {
    pub kind: ItemKind,
    pub subreddit: String,
    /// Of a post; that of a comment's post is not searched.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub body: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ItemKind {
    Post,
    Comment,
}

/// What a watch looks for. All but the keyword may be left out.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    pub keyword: String,
    /// Names in any form; none, or `all` among them, means every subreddit.
    #[serde(default)]
    #[tsify(optional)]
    pub subreddits: Vec<String>,
    #[serde(default)]
    #[tsify(optional)]
    pub filters: WatchFilters,
}

#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct WatchFilters {
    #[tsify(optional)]
    pub include_posts: bool,
    #[tsify(optional)]
    pub include_comments: bool,
    #[tsify(optional)]
    pub match_titles_only: bool,
    #[tsify(optional)]
    pub case_sensitive: bool,
    #[tsify(optional)]
    pub whole_word_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum MatchField {
    Title,
    Body,
}

/// Where a keyword stands, in UTF-16 units: the offsets of JavaScript strings.
#[derive(Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MatchSpan {
    pub field: MatchField,
    pub start: usize,
    pub end: usize,
}

/// An item that matches.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ItemMatch {
    /// The item's place in the list given to `setItems`.
    pub index: usize,
    pub spans: Vec<MatchSpan>,
}

#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// In the order of the items; at most as many as were asked for.
    pub matches: Vec<ItemMatch>,
    /// How many items match, listed or not.
    pub total: usize,
    /// Why the watch cannot be searched for, if so; then there are no matches.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<WatchProblem>,
}

/// Why a watch is refused.
#[derive(Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchProblem {
    pub code: WatchProblemCode,
    /// For people.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchProblemCode {
    EmptyKeyword,
    InvisibleKeyword,
    KeywordTooLong,
    NulInKeyword,
    NothingIncluded,
    BadSubreddit,
}

/// One entry of a list of subreddits.
#[derive(Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditEntry {
    /// The name taken out of the text; for a text that is no name, the text.
    pub name: String,
    /// Why it is no name, for people.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditList {
    pub entries: Vec<SubredditEntry>,
    /// Whether every entry is a name.
    pub valid: bool,
}

#[derive(Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditSuggestion {
    pub name: String,
    pub popular: bool,
}
