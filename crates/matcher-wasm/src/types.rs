//! The plain data that crosses the boundary. The TypeScript types are generated from these.

use tsify::Tsify;

/// A post or comment.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PreviewItem {
    pub kind: ItemKind,
    /// A subreddit, or the place of another site, such as `news.ycombinator.com`.
    pub subreddit: String,
    #[serde(default)]
    pub author: String,
    /// The title of a post; that of a comment's post is not searched.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub body: String,
    #[serde(default)]
    pub flair: String,
    #[serde(default)]
    pub url: String,
    /// An integer; left out if unknown.
    #[tsify(optional)]
    pub score: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ItemKind {
    Post,
    Comment,
}

/// A watch to search for. Everything but the keyword may be left out.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    pub keyword: String,
    /// The default is `literal`.
    #[serde(default)]
    #[tsify(optional)]
    pub mode: WatchMode,
    /// Names in any form; none, or `all` among them, means every subreddit. Other sites have to be
    /// named, even in addition to `all`.
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

/// How to read the keyword.
#[derive(Clone, Copy, Debug, Default, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchMode {
    #[default]
    Literal,
    Query,
}

/// The names that a watch excludes, in any form.
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

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum MatchField {
    Title,
    Body,
    Flair,
    Url,
    Author,
}

/// The position of a keyword in UTF-16 units, the offsets of JavaScript strings.
#[derive(Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MatchSpan {
    pub field: MatchField,
    pub start: usize,
    pub end: usize,
}

/// An item that matches.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ItemMatch {
    /// The item's index in the list passed to `setItems`.
    pub index: usize,
    pub spans: Vec<MatchSpan>,
}

#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The matches in the order of the items, at most as many as requested.
    pub matches: Vec<ItemMatch>,
    /// The number of items that match, listed or not.
    pub total: usize,
    /// The reason why the watch cannot be searched for, if any; then there are no matches.
    #[tsify(optional)]
    pub error: Option<WatchProblem>,
}

/// The reason why a watch is rejected.
#[derive(Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchProblem {
    pub code: WatchProblemCode,
    /// A message for people.
    pub message: String,
    /// What to write instead, for a query.
    #[tsify(optional)]
    pub advice: Option<String>,
    /// The part of a query that is at fault.
    #[tsify(optional)]
    pub span: Option<TextSpan>,
}

/// A part of a text, in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TextSpan {
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchProblemCode {
    EmptyKeyword,
    InvisibleKeyword,
    KeywordTooLong,
    NulInKeyword,
    NothingIncluded,
    BadSubreddit,
    /// The query is invalid; `advice` and `span` give details.
    BadQuery,
    /// The watch has a query, and the module that reads queries is not loaded.
    QueriesNotLoaded,
    /// The query has a regular expression, and the module that reads them is not loaded.
    PatternsNotLoaded,
    BadExclusion,
}

/// The outcome of a watch on an item.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ItemExplanation {
    pub verdict: Verdict,
    /// For a match, the parts of the rule that hold.
    pub reasons: Vec<MatchReason>,
    /// For a near miss, what rejected it.
    pub rejections: Vec<NearMissReason>,
    /// The reason why the watch cannot be searched for, if any.
    #[tsify(optional)]
    pub error: Option<WatchProblem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Match,
    /// The words are present, but something rejected them.
    NearMiss,
    Miss,
}

/// A part of a rule that holds.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MatchReason {
    /// The part in its plainest form.
    pub rule: String,
    /// The part's span in the keyword or query.
    pub at: TextSpan,
    pub spans: Vec<MatchSpan>,
}

/// What rejected an item.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NearMissReason {
    /// The filter that rejected it, for programs.
    pub filter: RejectingFilter,
    /// A message for people.
    pub message: String,
    /// What was present but did not count.
    pub spans: Vec<MatchSpan>,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
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
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NearMiss {
    /// The item's index in the list passed to `setItems`.
    pub index: usize,
    pub rejections: Vec<NearMissReason>,
}

/// The reading of a query.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryReading {
    /// The query's plainest form, if it is valid.
    #[tsify(optional)]
    pub plain: Option<String>,
    /// The query as chips, if it is flat enough.
    #[tsify(optional)]
    pub chips: Option<QueryChips>,
    /// The reason why the query cannot be shown as chips, for people.
    #[tsify(optional)]
    pub text_only: Option<String>,
    /// Whether the query requires a score, which is known only some time after an item is.
    pub needs_score: bool,
    #[tsify(optional)]
    pub error: Option<WatchProblem>,
}

/// One entry of a list of subreddits and sites.
#[derive(Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditEntry {
    /// The name extracted from the text, or the text itself if it is not a name.
    pub name: String,
    /// The reason why it is not a name, for people.
    #[tsify(optional)]
    pub error: Option<String>,
}

#[derive(Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditList {
    pub entries: Vec<SubredditEntry>,
    /// Whether every entry is a name.
    pub valid: bool,
}

#[derive(Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SubredditSuggestion {
    pub name: String,
    pub popular: bool,
}

/// A query as chips: one of each group must be present, and no excluded one may be.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryChips {
    pub groups: Vec<Vec<QueryChip>>,
    pub excluded: Vec<QueryChip>,
    #[tsify(optional)]
    pub kind: Option<ItemKind>,
    #[tsify(optional)]
    pub min_score: Option<f64>,
}

#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QueryChip {
    pub field: QueryField,
    pub form: QueryForm,
    /// The text, without quotes, stars or slashes.
    pub text: String,
    /// Whether it may be at the end of a longer word.
    pub open_start: bool,
    /// Whether it may be at the start of a longer word.
    pub open_end: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
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

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum QueryForm {
    Words,
    Exact,
    Pattern,
}

/// The query that chips represent.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChipsReading {
    /// The query's text.
    #[tsify(optional)]
    pub query: Option<String>,
    #[tsify(optional)]
    pub error: Option<WatchProblem>,
    /// The group of the invalid chip, or one past the last group for an excluded one.
    #[tsify(optional)]
    pub group: Option<usize>,
    /// The chip's index in the group.
    #[tsify(optional)]
    pub chip: Option<usize>,
}

/// The context of remarks on a watch; everything may be left out.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct LintInput {
    /// Common words, in lower case.
    #[tsify(optional)]
    pub words: Vec<String>,
    #[tsify(optional)]
    pub counts: Option<LintCounts>,
    /// The normal forms of the user's other watches, from `normalForm`.
    #[tsify(optional)]
    pub others: Vec<String>,
}

/// How often the watch matched a sample.
#[derive(Clone, Copy, Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LintCounts {
    pub matching: f64,
    pub searched: f64,
    /// All items per day.
    pub a_day: f64,
}

/// A remark on a watch.
#[derive(Debug, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WatchLint {
    pub code: WatchLintCode,
    /// A message for people.
    pub message: String,
    /// The span in the query that the remark is about.
    #[tsify(optional)]
    pub span: Option<TextSpan>,
    /// The index in `others` of the watch that is the same.
    #[tsify(optional)]
    pub other: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WatchLintCode {
    NeverMatches,
    LowerCaseOperator,
    InsideCommonWords,
    MatchesMuch,
    SameAs,
}
