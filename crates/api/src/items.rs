//! Stored posts and comments, for the preview of a watch.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use matcher::{Scope, SubredditName};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::extract::ValidQuery;
use crate::app::App;
use crate::error::ApiResult;
use crate::refusals::{AnyCall, QueryString, SignedIn};
use db::models::item::{Item, Places};
use domain::auth::AuthUser;
use domain::watches::feeds::not_followed;
use platform::wire::ItemKind;

const MAX_ITEMS: i64 = 500;
/// The same limit as that of previews.
const MAX_BODY_CHARS: usize = 10_000;
/// The most names; others are skipped. A watch has no more.
const MAX_NAMES: usize = 100;
/// The fewest items that make a rate; fewer are counted as they are.
const ENOUGH_FOR_A_RATE: u32 = 20;

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct RecentItemsQuery {
    /// Names separated by commas: of subreddits, and of other sites such as `news.ycombinator.com`.
    /// None, or `all`, means every subreddit. Invalid names, and feeds that the user does not
    /// follow, are ignored: the form requests its preview while it is being filled in.
    #[validate(length(max = 4_000, message = "Name at most 100 subreddits."))]
    pub subreddits: String,
    /// The maximum number of items; the newest are listed.
    #[validate(range(min = 1, max = 500, message = "Ask for 1 to 500 items."))]
    pub limit: i64,
}

impl Default for RecentItemsQuery {
    fn default() -> Self {
        Self { subreddits: String::new(), limit: MAX_ITEMS }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentItem {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: ItemKind,
    pub subreddit: String,
    pub author: String,
    /// The title; for a comment, that of its post.
    pub title: String,
    /// The text, at most 10,000 characters of it.
    pub body: String,
    pub url: String,
    /// The flair of a post; empty if there is none.
    pub flair: String,
    /// The target of a link post; empty for others.
    pub link: String,
    /// The highest score that was seen: upvotes minus downvotes.
    pub score: i32,
    /// The time at which it was posted.
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentItems {
    pub items: Vec<RecentItem>,
    /// The estimated number of items per day in these subreddits.
    pub per_day: f64,
}

/// Lists the newest stored items of some subreddits.
#[utoipa::path(
    get, path = "/items/recent", tag = "items", operation_id = "list_recent_items",
    security(("token" = [])), params(RecentItemsQuery),
    responses(
        AnyCall, SignedIn, QueryString,
        (status = 200, body = RecentItems),
    )
)]
pub async fn list_recent_items(
    State(app): State<App>,
    user: AuthUser,
    ValidQuery(query): ValidQuery<RecentItemsQuery>,
) -> ApiResult<Json<RecentItems>> {
    let mut conn = app.conn().await?;
    let mut places = places(&query.subreddits);
    let named = places.names.iter().map(String::as_str);
    let not_followed = not_followed(user.id, named, &mut conn).await?;
    places.names.retain(|name| !not_followed.contains(name));
    let newest = Item::newest(&places, MAX_ITEMS, &mut conn).await?;
    drop(conn);
    let mut rate = Rate::new(app.clock.now());
    newest.iter().for_each(|item| rate.add(item.forum_created_at));
    let shown = usize::try_from(query.limit).unwrap_or_default();
    Ok(Json(RecentItems {
        items: newest.into_iter().take(shown).map(RecentItem::from).collect(),
        per_day: rate.per_day(),
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedKeywords {
    /// At most 8 keywords, the most distinctive first; none until enough was read.
    pub keywords: Vec<String>,
}

/// Suggests keywords from the posts and comments of the last hours.
///
/// The suggestions are the same for everybody, and some minutes old.
#[utoipa::path(
    get, path = "/items/suggested-keywords", tag = "items", operation_id = "suggest_keywords",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SuggestedKeywords),
    )
)]
pub async fn suggest_keywords(
    State(app): State<App>,
    _user: AuthUser,
) -> ApiResult<Json<SuggestedKeywords>> {
    let keywords = app.insights.suggestions.get(&app).await?.to_vec();
    Ok(Json(SuggestedKeywords { keywords }))
}

/// Returns the places that a form names so far; none if all names are impossible.
fn places(typed: &str) -> Places {
    if typed.split(',').all(|name| name.trim().is_empty()) {
        return Places::from(&Scope::All);
    }
    let names: Vec<SubredditName> = matcher::parse_list(typed).into_iter().flatten().collect();
    if names.is_empty() {
        return Places { every_subreddit: false, every_community: false, names: Vec::new() };
    }
    Places::from(&Scope::of(names.into_iter().take(MAX_NAMES)))
}

/// The number of items a day, by those written in the last 24 hours. The time of writing counts and
/// not the time of reading: the first look at a listing sees items that were written long before.
#[derive(Debug)]
pub(crate) struct Rate {
    now: DateTime<Utc>,
    count: u32,
    oldest: DateTime<Utc>,
}

impl Rate {
    pub(crate) fn new(now: DateTime<Utc>) -> Self {
        Self { now, count: 0, oldest: now }
    }

    pub(crate) fn add(&mut self, written: DateTime<Utc>) {
        if written > self.now - TimeDelta::days(1) {
            self.count += 1;
            self.oldest = self.oldest.min(written);
        }
    }

    /// Returns the number of items a day, over the time since the oldest of them. Few items are
    /// counted as they are, for lack of a rate.
    pub(crate) fn per_day(&self) -> f64 {
        let count = f64::from(self.count);
        if self.count < ENOUGH_FOR_A_RATE {
            return count;
        }
        let day = TimeDelta::days(1);
        let covered = (self.now - self.oldest).clamp(TimeDelta::minutes(1), day);
        (count * day.as_seconds_f64() / covered.as_seconds_f64()).round()
    }
}

impl RecentItem {
    /// Converts an item that may be longer than what is shown.
    pub(crate) fn beginning_of(item: Item) -> Self {
        let mut item = Self::from(item);
        if let Some((end, _)) = item.body.char_indices().nth(MAX_BODY_CHARS) {
            item.body.truncate(end);
        }
        item
    }
}

impl From<Item> for RecentItem {
    fn from(item: Item) -> Self {
        Self {
            id: item.id,
            kind: item.kind,
            subreddit: item.subreddit,
            author: item.author,
            title: item.title,
            body: item.body,
            url: item.url,
            flair: item.flair,
            link: item.link,
            score: item.score,
            created_at: item.forum_created_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_day(minutes_ago: impl IntoIterator<Item = i64>) -> f64 {
        let now = Utc::now();
        let mut rate = Rate::new(now);
        for minutes in minutes_ago {
            rate.add(now - TimeDelta::minutes(minutes));
        }
        rate.per_day()
    }

    #[test]
    fn a_busy_hour_makes_a_busy_day_and_old_items_do_not_count() {
        let found = per_day((1..=60).chain([60 * 24 * 400]));
        assert!((found - 1_440.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_few_are_counted_as_they_are() {
        assert!((per_day(1..=5) - 5.0).abs() < f64::EPSILON);
        assert!(per_day([]) < f64::EPSILON);
    }
}
