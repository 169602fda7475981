//! Results as the API shows them: a report with what the posts say that it names.

use std::collections::BTreeMap;

use analyser::report::{
    Category, Controversy, Engagement, Overview, Part, Range, Recommendation, Sections, Sentiment,
    Statement, Subreddit, Topic, Voice,
};
use analyser::{Post, Report};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use db::models::item::Item;
use foundation::wording::labels::headline;

/// The insights for the user's keywords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightsResult {
    pub generated_at: DateTime<Utc>,
    pub keyword_insights: Vec<KeywordInsight>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordInsight {
    pub keyword: String,
    /// Whether it was made from sample discussions instead of the user's own.
    pub is_demo: bool,
    pub generated_at: DateTime<Utc>,
    /// `builtin`, or the name of the language model that wrote the sentences. It never provides the
    /// numbers.
    pub provider: String,
    /// A remark on how it was made, for instance that a language model did not answer.
    pub note: Option<String>,
    pub insights: Insights,
}

/// The analyser's report on one keyword. Fields without a description are described there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Insights {
    pub range: Range,
    /// The number of discussions in the range.
    pub n: usize,
    pub small: bool,
    pub overview: Overview,
    pub sentiment: Sentiment,
    pub engagement: Engagement,
    pub controversy: Controversy,
    /// The categories by name; a discussion may be in several.
    pub categories: BTreeMap<String, InsightCategory>,
    /// The topics, the most distinctive first.
    pub topics: Vec<Topic>,
    /// The number of discussions by weekday (Monday first) and hour of their start, in UTC: 7 rows
    /// of 24, or none.
    pub best_hours: Vec<Vec<u32>>,
    /// The ten subreddits with the most discussions.
    pub subreddits: Vec<Subreddit>,
    /// The share of voice of all keywords.
    pub share_of_voice: Vec<Voice>,
    /// The recommendations, the most urgent first.
    pub recommendations: Vec<Recommendation>,
    pub summary: InsightSummary,
    /// The sections that are shown, and what the others lack.
    pub sections: Sections,
    /// The cited discussions that still exist, by their ids.
    pub posts: BTreeMap<String, CitedPost>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightCategory {
    pub count: usize,
    /// The percentage of `n`.
    pub percentage: f64,
    /// The titles of those of `postIds` that still exist.
    pub posts: Vec<String>,
    /// The ids of at most three discussions.
    pub post_ids: Vec<String>,
    pub method: String,
    /// The number of discussions that were examined.
    pub n: usize,
    pub small: bool,
    pub range: Range,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InsightSummary {
    pub main: String,
    /// Empty if there is nothing to report.
    pub engagement: String,
    /// Empty if there is nothing to report.
    pub conclusion: String,
    /// The sentences of all three texts, with the evidence for each.
    pub statements: Vec<Statement>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedPost {
    /// The title, or the beginning of the text if there is none.
    pub title: String,
    pub url: String,
    pub subreddit: String,
    pub score: Option<i32>,
    pub comments: Option<u32>,
    pub created_at: DateTime<Utc>,
}

impl Insights {
    pub(super) fn new(report: Report, posts: BTreeMap<String, CitedPost>) -> Self {
        let categories = report.categories.into_iter();
        Self {
            range: report.range,
            n: report.n,
            small: report.small,
            overview: report.overview,
            sentiment: report.sentiment,
            engagement: report.engagement,
            controversy: report.controversy,
            categories: categories.map(|one| category(one, &posts)).collect(),
            topics: report.topics,
            best_hours: report.best_hours,
            subreddits: report.subreddits,
            share_of_voice: report.share_of_voice,
            recommendations: report.recommendations,
            summary: InsightSummary::of(report.summary),
            sections: report.sections,
            posts,
        }
    }
}

fn category(category: Category, posts: &BTreeMap<String, CitedPost>) -> (String, InsightCategory) {
    let there = category.posts.iter().filter_map(|id| posts.get(id));
    let shown = InsightCategory {
        count: category.count,
        percentage: category.percentage,
        posts: there.map(|post| post.title.clone()).collect(),
        post_ids: category.posts,
        method: category.method,
        n: category.n,
        small: category.small,
        range: category.range,
    };
    (category.name, shown)
}

impl InsightSummary {
    fn of(statements: Vec<Statement>) -> Self {
        let of = |part: Part| {
            let own = statements.iter().filter(|one| one.part == part);
            own.map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        Self {
            main: of(Part::Main),
            engagement: of(Part::Engagement),
            conclusion: of(Part::Conclusion),
            statements,
        }
    }
}

impl From<&Item> for CitedPost {
    fn from(item: &Item) -> Self {
        Self {
            title: headline(&item.title, &item.body),
            url: item.url.clone(),
            subreddit: item.subreddit.clone(),
            score: Some(item.score),
            comments: u32::try_from(item.num_comments).ok(),
            created_at: item.forum_created_at,
        }
    }
}

impl From<&Post> for CitedPost {
    fn from(post: &Post) -> Self {
        Self {
            title: headline(&post.title, &post.body),
            url: post.url.clone(),
            subreddit: post.subreddit.clone(),
            score: post.score,
            comments: post.comments,
            created_at: post.created_at,
        }
    }
}
