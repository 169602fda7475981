//! What crosses the border, as plain data. The TypeScript types are generated from these.

use serde::Serialize;
use tsify::Tsify;

/// A post or comment.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreviewItem {
    pub kind: ItemKind,
    /// Or the place of another site, such as `news.ycombinator.com`.
    pub subreddit: String,
    #[serde(default)]
    pub author: String,
    /// Of a post; that of a comment's post is not searched.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub body: String,
    #[serde(default)]
    pub flair: String,
    #[serde(default)]
    pub url: String,
    /// Whole; left out if it is not known.
    #[tsify(optional)]
    pub score: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ItemKind {
    Post,
    Comment,
}

/// What a watch looks for. All but the keyword may be left out.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    pub keyword: String,
    /// `literal` if left out.
    #[serde(default)]
    #[tsify(optional)]
    pub mode: WatchMode,
    /// Names in any form; none, or `all` among them, means every subreddit. Other sites have to be
    /// named, also beside `all`.
    #[serde(default)]
    #[tsify(optional)]
    pub subreddits: Vec<String>,
    #[serde(default)]
    #[tsify(optional)]
    pub filters: WatchFilters,
    #[serde(default)]
    #[tsify(optional)]
    pub exclusions: WatchExclusions,
}

/// How the keyword is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchMode {
    #[default]
    Literal,
    Query,
}

/// What a watch passes over: names in any form.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct WatchExclusions {
    #[tsify(optional)]
    pub subreddits: Vec<String>,
    #[tsify(optional)]
    pub authors: Vec<String>,
}

#[derive(Debug, Tsify)]
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
    Flair,
    Url,
    Author,
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
    /// What to write instead, of a query.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The part of a query that is meant.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<TextSpan>,
}

/// A part of a text, in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TextSpan {
    pub start: usize,
    pub end: usize,
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
    /// `advice` and `span` say more.
    BadQuery,
    /// It is a query: the module that reads them is to be loaded.
    QueriesNotLoaded,
    /// The query has a regular expression: the module that reads them is to be loaded.
    PatternsNotLoaded,
    BadExclusion,
}

/// What a watch made of an item.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ItemExplanation {
    pub verdict: Verdict,
    /// Of a match: the parts of the rule that hold.
    pub reasons: Vec<MatchReason>,
    /// Of a near miss: what rejected it.
    pub rejections: Vec<NearMissReason>,
    /// Why the watch cannot be searched for, if so.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<WatchProblem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Match,
    /// The words are there, but something rejected them.
    NearMiss,
    Miss,
}

/// A part of a rule that holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MatchReason {
    /// In its plainest form.
    pub rule: String,
    /// Where it stands in the keyword or query.
    pub at: TextSpan,
    pub spans: Vec<MatchSpan>,
}

/// What rejected an item.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NearMissReason {
    /// The filter, for programs.
    pub filter: RejectingFilter,
    /// For people.
    pub message: String,
    /// What was there and did not count.
    pub spans: Vec<MatchSpan>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RejectingFilter {
    Kind,
    Subreddit,
    ExcludedSubreddit,
    ExcludedAuthor,
    TitlesOnly,
    Field,
    Case,
    WholeWord,
    LeftOut,
    Near,
    Name,
    Score,
}

/// An item that a watch nearly matches.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NearMiss {
    /// The item's place in the list given to `setItems`.
    pub index: usize,
    pub rejections: Vec<NearMissReason>,
}

/// A query as it was read.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryReading {
    /// Its plainest form, if it is a query.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<String>,
    /// The same as chips, if it is flat enough.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<QueryChips>,
    /// Why it cannot be shown as chips, for people.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_only: Option<String>,
    /// Whether it asks for a score, which is known only some time after an item is.
    pub needs_score: bool,
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<WatchProblem>,
}

/// One entry of a list of subreddits and sites.
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

/// A query as chips: of each group one must be there, and none that is excluded.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryChips {
    pub groups: Vec<Vec<QueryChip>>,
    pub excluded: Vec<QueryChip>,
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ItemKind>,
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_score: Option<f64>,
}

#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryChip {
    pub field: QueryField,
    pub form: QueryForm,
    /// Without quotes, stars or slashes.
    pub text: String,
    /// May lie at the end of a longer word.
    pub open_start: bool,
    /// May lie at the start of a longer word.
    pub open_end: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum QueryField {
    Text,
    Title,
    Body,
    Flair,
    Url,
    Author,
    Sub,
    Site,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum QueryForm {
    Words,
    Exact,
    Pattern,
}

/// What chips make.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChipsReading {
    /// The query's text.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<WatchProblem>,
    /// The group of the wrong chip, or one past the last group for an excluded one.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// Its place in the group.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<usize>,
}

/// What is known beyond a watch itself; all may be left out.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct LintInput {
    /// Common words, in lower case.
    #[tsify(optional)]
    pub words: Vec<String>,
    #[tsify(optional)]
    pub counts: Option<LintCounts>,
    /// Forms of the user's other watches, by `normalForm`.
    #[tsify(optional)]
    pub others: Vec<String>,
}

/// How often the watch matched a sample.
#[derive(Clone, Copy, Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LintCounts {
    pub matching: f64,
    pub searched: f64,
    /// Items a day in all.
    pub a_day: f64,
}

/// A remark on a watch.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchLint {
    pub code: WatchLintCode,
    /// For people.
    pub message: String,
    /// The word in the query that is meant.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<TextSpan>,
    /// The place in `others` of the watch that is the same.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchLintCode {
    NeverMatches,
    LowerCaseOperator,
    InsideCommonWords,
    MatchesMuch,
    SameAs,
}
