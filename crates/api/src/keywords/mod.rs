//! Keyword watches.

mod activity;
mod backfill;
mod bulk;
mod import;
mod input;
mod lints;
mod names;
mod near_misses;
mod preview;
mod proposal;
mod read;
mod refusals;
mod set_aside;
mod snooze;
mod stats;
mod variant;
mod write;

pub use activity::*;
pub use backfill::*;
pub use bulk::*;
pub use import::*;
pub use input::*;
pub use lints::{LintCode, WatchLint};
pub use near_misses::*;
pub use preview::*;
pub use proposal::*;
pub use read::*;
pub use set_aside::*;
pub use snooze::*;
pub use stats::*;
pub use variant::*;
pub use write::*;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{ApiError, ApiResult};
use crate::subreddits::SubredditProblem;
use db::Conn;
use db::models::place::Place;
use db::models::user::EmailFrequency;
use db::models::watch::{Watch, WatchMode};
use db::models::watch_variant::WatchVariant;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Watch)]
#[serde(rename_all = "camelCase")]
pub struct WatchBody {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub keyword: String,
    pub mode: WatchMode,
    /// Names of subreddits without `r/`; `all` for every subreddit. Other sites are named by their
    /// host.
    pub subreddits: Vec<String>,
    /// Names of subreddits without `r/`.
    pub excluded_subreddits: Vec<String>,
    /// Names of authors without `u/`.
    pub excluded_authors: Vec<String>,
    pub is_active: bool,
    /// The time since which the keyword is not searched for, because its regular expressions take
    /// too long. It resumes when its rule is changed, or when it is deactivated and activated
    /// again.
    #[schema(required = true)]
    pub paused_at: Option<DateTime<Utc>>,
    /// The part of the query that takes longest.
    #[schema(required = true)]
    pub paused_part: Option<String>,
    /// The number of matches since the keyword was created, including deleted ones.
    pub match_count: i64,
    /// The time of the latest match, deleted or not.
    #[schema(required = true)]
    pub last_match_at: Option<DateTime<Utc>>,
    pub tags: Vec<String>,
    pub notes: String,
    /// What is meant by the keyword, and what not, in a sentence; empty if that was not said.
    pub description: String,
    pub filters: WatchFilters,
    pub notification_settings: WatchNotificationSettings,
    /// The time until which its alerts wait. It may be in the past.
    #[schema(required = true)]
    pub snoozed_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Those of its subreddits that cannot be read, so that it finds nothing there; omitted if
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable_subreddits: Vec<UnreadableSubreddit>,
    /// The variant that is tried beside the keyword; omitted if there is none.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<WatchVariantSummary>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnreadableSubreddit {
    /// The name as the keyword spells it.
    pub name: String,
    pub reason: SubredditProblem,
    /// The time at which this was first noticed.
    pub since: DateTime<Utc>,
}

/// How strictly a keyword is searched for. Fields missing from a request have their defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WatchFilters {
    #[schema(required = true)]
    pub include_posts: bool,
    #[schema(required = true)]
    pub include_comments: bool,
    /// Whether only titles of posts are searched, and so no comments.
    #[schema(required = true)]
    pub match_titles_only: bool,
    #[schema(required = true)]
    pub case_sensitive: bool,
    #[schema(required = true)]
    pub whole_word_only: bool,
}

impl Default for WatchFilters {
    fn default() -> Self {
        matcher::Filters::default().into()
    }
}

impl From<matcher::Filters> for WatchFilters {
    fn from(filters: matcher::Filters) -> Self {
        Self {
            include_posts: filters.include_posts,
            include_comments: filters.include_comments,
            match_titles_only: filters.match_titles_only,
            case_sensitive: filters.case_sensitive,
            whole_word_only: filters.whole_word_only,
        }
    }
}

impl From<WatchFilters> for matcher::Filters {
    fn from(filters: WatchFilters) -> Self {
        Self {
            include_posts: filters.include_posts,
            include_comments: filters.include_comments,
            match_titles_only: filters.match_titles_only,
            case_sensitive: filters.case_sensitive,
            whole_word_only: filters.whole_word_only,
        }
    }
}

/// The destinations of alerts. Fields missing from a request have their defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WatchNotificationSettings {
    #[schema(required = true)]
    pub browser_notification: bool,
    /// Whether emails are sent at this keyword's own `frequency`, instead of according to the
    /// account's preferences.
    #[schema(required = true)]
    pub email_notification: bool,
    #[schema(required = true)]
    pub frequency: EmailFrequency,
    /// Whether no match is set aside as probably not relevant, even if the account's preferences allow that.
    #[schema(required = true)]
    pub show_all: bool,
}

impl Default for WatchNotificationSettings {
    fn default() -> Self {
        Self {
            browser_notification: true,
            email_notification: false,
            frequency: EmailFrequency::Realtime,
            show_all: false,
        }
    }
}

impl From<Watch> for WatchBody {
    fn from(row: Watch) -> Self {
        Self {
            filters: row.filters().into(),
            id: row.id,
            keyword: row.keyword,
            mode: row.mode,
            subreddits: row.subreddits,
            excluded_subreddits: row.excluded_subreddits,
            excluded_authors: row.excluded_authors,
            is_active: row.is_active,
            paused_at: row.paused_at,
            paused_part: row.paused_part,
            match_count: row.match_count,
            last_match_at: row.last_match_at,
            tags: row.tags,
            notes: row.notes,
            description: row.description,
            notification_settings: WatchNotificationSettings {
                browser_notification: row.browser_notification,
                email_notification: row.email_notification,
                frequency: row.frequency,
                show_all: row.shows_all,
            },
            snoozed_until: row.snoozed_until,
            created_at: row.created_at,
            updated_at: row.updated_at,
            unreadable_subreddits: Vec::new(),
            variant: None,
        }
    }
}

/// Returns watches as they are shown, with the state of their subreddits and the variants that are tried.
pub(super) async fn bodies(rows: Vec<Watch>, conn: &mut Conn) -> ApiResult<Vec<WatchBody>> {
    let names = rows.iter().flat_map(|row| &row.subreddits);
    let names: Vec<String> = names.map(|name| name.to_lowercase()).collect();
    let places = Place::unreadable(&names, conn).await?;
    let places: HashMap<&str, &Place> = places.iter().map(|p| (p.name.as_str(), p)).collect();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let variants = WatchVariant::of_watches(&ids, conn).await?;
    let variants: HashMap<Uuid, &WatchVariant> =
        variants.iter().map(|one| (one.watch_id, one)).collect();
    let mut bodies: Vec<WatchBody> = rows.into_iter().map(WatchBody::from).collect();
    for body in &mut bodies {
        body.variant = variants.get(&body.id).map(|one| WatchVariantSummary::of(one));
        let unreadable = body.subreddits.iter().filter_map(|name| {
            let place = places.get(name.to_lowercase().as_str())?;
            Some(UnreadableSubreddit {
                name: name.clone(),
                reason: place.state.try_into().ok()?,
                since: place.since,
            })
        });
        body.unreadable_subreddits = unreadable.collect();
    }
    Ok(bodies)
}

pub(super) async fn body(row: Watch, conn: &mut Conn) -> ApiResult<WatchBody> {
    let mut bodies = bodies(vec![row], conn).await?;
    let body = bodies.pop();
    body.ok_or_else(|| ApiError::not_found("keyword watch"))
}

/// Returns one of the user's own watches; somebody else's does not exist.
pub(super) async fn find_own(id: Uuid, user_id: Uuid, conn: &mut Conn) -> ApiResult<Watch> {
    Watch::find_own(id, user_id, conn).await?.ok_or_else(|| ApiError::not_found("keyword watch"))
}
