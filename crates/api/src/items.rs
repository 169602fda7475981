//! Stored posts and comments, for the preview of a watch.

use crate::prelude::*;
use matcher::{Scope, SubredditName};

use db::models::item::{Item, Places};
use domain::watches::feeds::not_followed;
use platform::wire::ItemKind;

const MAX_ITEMS: i64 = 500;
/// The same limit as that of previews.
const MAX_BODY_CHARS: usize = 10_000;
/// The most names; others are skipped. A watch has no more.
const MAX_NAMES: usize = 100;

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
}

/// Lists the newest stored items of some subreddits.
#[utoipa::path(
    get, path = "/items/recent", tag = "items", security(("token" = [])), params(RecentItemsQuery),
    responses(AnyCall, SignedIn, QueryString, (status = 200, body = RecentItems))
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
    let newest = Item::newest(&places, query.limit, &mut conn).await?;
    Ok(Json(RecentItems { items: newest.into_iter().map(RecentItem::from).collect() }))
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
    get, path = "/items/suggested-keywords", tag = "items", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SuggestedKeywords))
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
