use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The number of matches, including deleted ones.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchSum {
    pub matches: i64,
    /// The number of those that were read or archived and not marked as not relevant.
    pub opened: i64,
    pub not_relevant: i64,
}

impl MatchSum {
    pub(super) fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.opened += other.opened;
        self.not_relevant += other.not_relevant;
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analytics {
    pub from: NaiveDate,
    pub until: NaiveDate,
    /// The first day of the previous period, which is as long; null if `previous` is.
    #[schema(required = true)]
    pub previous_from: Option<NaiveDate>,
    /// The user's time zone, in which days and hours are counted. Those of places and authors are in UTC.
    pub time_zone: String,
    pub total: MatchSum,
    /// The matches of the previous period; null if it reaches back more than 13 months, for which counts are kept.
    #[schema(required = true)]
    pub previous: Option<MatchSum>,
    /// Every day of the range.
    pub days: Vec<DayMatches>,
    /// The keywords with the most matches, at most 20.
    pub keywords: Vec<KeywordMatches>,
    /// The number of the remaining keywords, and their matches.
    pub other_keywords: OtherKeywords,
    /// The number of matches in each hour of the week: seven days from Monday, of 24 hours each.
    pub hours: Vec<Vec<i64>>,
    /// The places with the most matches, at most 20.
    pub places: Vec<PlaceMatches>,
    /// The authors with the most matches, at most 20.
    pub authors: Vec<AuthorMatches>,
    /// The first day for which authors are counted. It may be later than `from`: authors are kept for 90 days.
    pub authors_from: NaiveDate,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DayMatches {
    pub day: NaiveDate,
    #[serde(flatten)]
    pub sum: MatchSum,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordMatches {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Null if the keyword was deleted.
    #[schema(required = true)]
    pub keyword: Option<String>,
    #[serde(flatten)]
    pub sum: MatchSum,
    /// The number of matches in the previous period.
    pub previous: i64,
    /// The number of matches on each day.
    pub days: Vec<i64>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub struct OtherKeywords {
    pub keywords: i64,
    #[serde(flatten)]
    pub sum: MatchSum,
    pub previous: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceMatches {
    /// The place, named as in a notification.
    pub subreddit: String,
    pub matches: i64,
    pub previous: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorMatches {
    pub author: String,
    /// The site to which the name belongs; empty for Reddit.
    pub site: String,
    pub matches: i64,
}
