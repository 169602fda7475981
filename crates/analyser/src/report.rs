//! What comes out of the analyser. Shares are of 1, `percentage` of 100, sentiment is -1 to 1
//! unless it says otherwise, ids are the forum's, times UTC.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub range: Range,
    /// Discussions in the range.
    pub n: usize,
    pub small: bool,
    pub overview: Overview,
    pub sentiment: Sentiment,
    pub engagement: Engagement,
    pub controversy: Controversy,
    /// The most frequent first; a discussion may be in several.
    pub categories: Vec<Category>,
    /// The most distinctive first.
    pub topics: Vec<Topic>,
    /// Discussions by weekday (Monday first) and hour of their start, UTC: 7 rows of 24, or none.
    pub best_hours: Vec<Vec<u32>>,
    /// The ten with most discussions.
    pub subreddits: Vec<Subreddit>,
    /// Of all keywords, in the order of the input.
    pub share_of_voice: Vec<Voice>,
    /// The most pressing first.
    pub recommendations: Vec<Recommendation>,
    pub summary: Vec<Statement>,
    /// What is shown, and what is missing of the rest. Reports of older versions show all.
    #[serde(default)]
    pub sections: Sections,
}

impl Report {
    /// Returns the ids of all discussions that are cited. Their titles are not part of a report, so
    /// that no report keeps what its author has deleted.
    pub fn cited(&self) -> BTreeSet<&str> {
        let own = [&self.sentiment.examples, &self.engagement.posts, &self.controversy.posts];
        own.into_iter()
            .chain(self.categories.iter().map(|category| &category.posts))
            .chain(self.topics.iter().map(|topic| &topic.posts))
            .chain(self.recommendations.iter().map(|advice| &advice.posts))
            .chain(self.summary.iter().map(|statement| &statement.posts))
            .flatten()
            .map(String::as_str)
            .collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightRange)]
pub struct Range {
    pub from: DateTime<Utc>,
    /// Not included.
    pub until: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightOverview)]
pub struct Overview {
    #[serde(flatten)]
    pub numbers: Numbers,
    /// The same of an equally long time before; none if no discussion of it is at hand.
    pub previous: Option<Numbers>,
    /// Whether the number of discussions differs from the previous by more than chance would explain.
    pub trend: Trend,
    /// None unless two weeks are at hand.
    pub week: Option<Week>,
}

/// The last seven days of the range beside the seven before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightWeek)]
pub struct Week {
    pub count: usize,
    pub previous: usize,
    /// Against the previous, as a share of it: 0.5 is half as many again. None without any then.
    pub change: Option<f64>,
    pub trend: Trend,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightNumbers)]
pub struct Numbers {
    /// Posts and comments together.
    pub total_posts: usize,
    pub posts: usize,
    pub comments: usize,
    pub total_subreddits: usize,
    pub authors: usize,
    /// Of the discussions whose points are known.
    pub avg_score: Option<f64>,
    /// Of the posts whose comments were counted.
    pub avg_comments: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = InsightTrend)]
pub enum Trend {
    Up,
    Down,
    /// The difference is one that chance makes.
    Steady,
    /// There is nothing to compare with.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightSentiment)]
pub struct Sentiment {
    /// The average as a mark, 0 to 10; 5 is neutral.
    pub score: f64,
    pub description: String,
    pub indicators: Indicators,
    pub method: String,
    pub n: usize,
    pub small: bool,
    pub positive: usize,
    pub neutral: usize,
    pub negative: usize,
    pub average: f64,
    /// Days of the range with a discussion, UTC.
    pub by_day: Vec<DaySentiment>,
    /// The most positive and the most negative, at most three of each.
    pub examples: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightIndicators)]
pub struct Indicators {
    pub community_engagement: Level,
    pub controversy_level: Level,
    pub sentiment_balance: Balance,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightLevel)]
pub enum Level {
    Unknown,
    Low,
    Medium,
    High,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightBalance)]
pub enum Balance {
    /// More positive than negative, by more than chance would explain.
    Positive,
    Negative,
    Balanced,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightDaySentiment)]
pub struct DaySentiment {
    pub day: NaiveDate,
    pub positive: usize,
    pub neutral: usize,
    pub negative: usize,
    pub average: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightEngagement)]
pub struct Engagement {
    pub level: Level,
    pub method: String,
    /// Posts whose comments were counted.
    pub n: usize,
    pub small: bool,
    pub avg_score: Option<f64>,
    pub median_score: Option<f64>,
    pub avg_comments: Option<f64>,
    pub median_comments: Option<f64>,
    /// Since the keyword listens; none if they are too few to say.
    pub discussions_per_day: Option<f64>,
    /// Share of the discussions whose author has another one.
    pub returning_authors_share: f64,
    /// Those with most points and comments, at most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightControversy)]
pub struct Controversy {
    pub level: Level,
    pub method: String,
    pub n: usize,
    pub small: bool,
    /// 0: all of one mind, or of none; 1: half positive, half negative.
    pub divided: f64,
    /// Share of the posts with comments enough that have more comments than points.
    pub disputed_share: Option<f64>,
    /// Share of discussions with fewer than one point, of those whose points are known.
    pub voted_down_share: Option<f64>,
    /// Those with more comments than points, the most comments first, at most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    pub name: String,
    pub method: String,
    pub count: usize,
    /// Of `n`.
    pub percentage: f64,
    /// Discussions looked at.
    pub n: usize,
    pub small: bool,
    pub range: Range,
    /// At most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightTopic)]
pub struct Topic {
    pub term: String,
    pub method: String,
    /// Discussions with the term.
    pub count: usize,
    /// Log-likelihood ratio, G²; at least 10.83, which one term in a thousand reaches by chance.
    pub score: f64,
    pub n: usize,
    pub small: bool,
    pub range: Range,
    /// At most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightSubreddit)]
pub struct Subreddit {
    pub name: String,
    pub count: usize,
    pub share: f64,
    /// In the equally long time before; where nothing of that is at hand, in the last week but one,
    /// and `change` is the last week's against it. None if that is not at hand either.
    pub previous: Option<usize>,
    /// As a share of the previous: 0.5 is half as many again. None without any then.
    pub change: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightVoice)]
pub struct Voice {
    pub keyword_id: Uuid,
    pub keyword: String,
    pub count: usize,
    /// Of the matches of all keywords.
    pub share: f64,
    /// Sentiment; none without a discussion.
    pub average: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightRecommendation)]
pub struct Recommendation {
    /// A name of Lucide's set.
    pub icon: String,
    pub action: String,
    pub impact: Impact,
    /// From 1, the most pressing.
    pub priority: u32,
    /// Why.
    pub description: String,
    /// The numbers behind it.
    pub data: String,
    /// Discussions that the numbers are of.
    pub n: usize,
    pub small: bool,
    pub range: Range,
    /// At most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightImpact)]
pub enum Impact {
    High,
    Medium,
    Low,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightStatement)]
pub struct Statement {
    pub part: Part,
    pub text: String,
    pub n: usize,
    pub small: bool,
    pub range: Range,
    /// At most three.
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = InsightPart)]
pub enum Part {
    Main,
    Engagement,
    Conclusion,
}

/// Whether there is enough for each part of a report that is not merely counted. What is not shown
/// is empty, unknown or null there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightSections)]
pub struct Sections {
    /// Discussions a day.
    pub rate: Section,
    /// Best hours, and advice on them.
    pub hours: Section,
    /// What is compared with an earlier time.
    pub changes: Section,
    pub topics: Section,
    /// The mark and the balance; discussions of each sentiment are counted all the same.
    pub sentiment: Section,
    pub sentiment_over_time: Section,
    pub engagement: Section,
    pub controversy: Section,
    pub recommendations: Section,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InsightSection)]
pub struct Section {
    pub shown: bool,
    /// Empty if it is shown; also if it is not, and more would not help.
    pub missing: Vec<Missing>,
}

impl Default for Section {
    fn default() -> Self {
        Self { shown: true, missing: Vec::new() }
    }
}

/// What there is too little of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightMissing)]
pub struct Missing {
    pub of: Measure,
    pub have: usize,
    pub need: usize,
    /// The first day (UTC) on which it can be enough; none if no date says that.
    pub enough_from: Option<NaiveDate>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightMeasure)]
pub enum Measure {
    Discussions,
    /// Posts whose comments were counted.
    Posts,
    /// Days (UTC) with a discussion.
    Days,
    /// Whole days since the keyword listens.
    ListenedDays,
}
