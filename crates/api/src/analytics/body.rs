use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// How many matches there were, deleted ones included.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchSum {
    pub matches: i64,
    /// Of these, read or archived, and not marked as not relevant.
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
    /// The first of the days before, which are as many; null with `previous`.
    #[schema(required = true)]
    pub previous_from: Option<NaiveDate>,
    /// Days and hours are in this zone; those of places and authors in UTC.
    pub time_zone: String,
    pub total: MatchSum,
    /// Of the days before; null if they are further back than 13 months, for which counts are kept.
    #[schema(required = true)]
    pub previous: Option<MatchSum>,
    /// Each day, without gaps.
    pub days: Vec<DayMatches>,
    /// Those with most matches, at most 20.
    pub keywords: Vec<KeywordMatches>,
    /// How many keywords there are beside these, and what they matched.
    pub other_keywords: OtherKeywords,
    /// Matches of each hour of the week: seven days from Monday, 24 hours each.
    pub hours: Vec<Vec<i64>>,
    /// Where most was matched, at most 20.
    pub places: Vec<PlaceMatches>,
    /// Whose posts and comments matched most, at most 20.
    pub authors: Vec<AuthorMatches>,
    /// Authors are counted from this day on, which may be later than `from`: their names are kept for 90 days.
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
    /// Null if it was deleted.
    #[schema(required = true)]
    pub keyword: Option<String>,
    #[serde(flatten)]
    pub sum: MatchSum,
    /// Matches of the days before.
    pub previous: i64,
    /// Matches of each day.
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
    /// As in a notification.
    pub subreddit: String,
    pub matches: i64,
    pub previous: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorMatches {
    pub author: String,
    /// The site that the name belongs to; empty for Reddit.
    pub site: String,
    pub matches: i64,
}
