//! The filters of a search or an export: the same in the query string of both, in saved searches,
//! and in the address of the page.

use chrono::NaiveDate;
use matcher::SubredditName;

use super::*;
use crate::error::ApiError;
use db::models::notification::Wanted;
use foundation::time::calendar;
use platform::plans::Capabilities;
use platform::wire::ItemKind;

/// Filters, all of which must apply.
#[derive(
    Debug, Clone, Default, PartialEq, Serialize, Deserialize, Validate, IntoParams, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MatchFilters {
    /// Words in the title or text, in any case, all of which must occur. `"green tea"` is a phrase,
    /// `green OR black` requires one of two words, and `-coffee` must not occur. More than one word
    /// is for Pro.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 300, example = "rust")]
    #[validate(custom(function = "rules::search"))]
    pub q: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[param(inline)]
    pub status: Option<NotificationStatus>,
    /// The text of a keyword, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 1000)]
    #[validate(custom(function = "rules::keyword"))]
    pub keyword: Option<String>,
    /// The subreddit: a name, `r/name` or an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 200)]
    #[validate(custom(function = "rules::subreddit_filter"))]
    pub subreddit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    #[param(inline)]
    pub kind: Option<ItemKind>,
    /// Whether only matches with a star are found. Everyone can list these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub starred: bool,
    /// The first day, in the user's time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<NaiveDate>,
    /// The last day, in the user's time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub until: Option<NaiveDate>,
}

impl MatchFilters {
    /// Returns whether words are searched for.
    pub fn has_words(&self) -> bool {
        self.words().is_some()
    }

    /// Returns whether everyone may search for this: one word, or stars, and no other filter.
    fn is_for_all(&self) -> bool {
        let Self { q, starred, .. } = self.clone();
        let is_alone = *self == Self { q, starred, ..Self::default() };
        let is_word =
            |q: &str| !q.starts_with('-') && !q.contains(|c: char| c.is_whitespace() || c == '"');
        is_alone && self.words().map_or(starred, is_word)
    }

    fn words(&self) -> Option<&str> {
        self.q.as_deref().map(str::trim).filter(|q| !q.is_empty())
    }

    /// Refuses a last day before the first.
    pub fn check_days(&self) -> ApiResult<()> {
        match (self.from, self.until) {
            (Some(from), Some(until)) if until < from => {
                Err(ApiError::invalid("until", "The last day is before the first."))
            }
            _ => Ok(()),
        }
    }

    /// Converts the filters to the query of the database, with the days of a user in `time_zone`.
    pub(super) fn wanted(&self, time_zone: &str) -> ApiResult<Wanted> {
        self.check_days()?;
        let zone = calendar::zone(time_zone);
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let subreddit = filled(&self.subreddit).and_then(|typed| SubredditName::parse(&typed).ok());
        Ok(Wanted {
            words: self.words().map(str::to_owned),
            status: self.status,
            keyword: filled(&self.keyword),
            subreddit: subreddit.filter(|name| !name.is_all()).map(|name| name.as_str().to_owned()),
            kind: self.kind,
            is_starred: self.starred,
            from: self.from.map(|day| calendar::start_of(day, zone)),
            until: self
                .until
                .and_then(|day| day.succ_opt())
                .map(|day| calendar::start_of(day, zone)),
            ..Wanted::default()
        })
    }
}

/// Refuses a plan without search, unless everyone may search for this.
pub fn search_allowed(filters: &MatchFilters, can: Capabilities) -> ApiResult<()> {
    if filters.is_for_all() {
        return Ok(());
    }
    saving_allowed(can)
}

/// Refuses to save a search on a plan without search.
pub fn saving_allowed(can: Capabilities) -> ApiResult<()> {
    if can.history_search {
        return Ok(());
    }
    Err(ApiError::not_in_plan(
        "The Free plan searches for one word. Phrases, several words, filters and saved searches \
         are part of the Pro plan.",
    ))
}
