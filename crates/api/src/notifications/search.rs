//! Searches the user's notifications of the last 90 days.

use chrono::Datelike;

use super::*;
use db::models::notification::{Place, Search};

/// The most notifications that one call examines: then it returns what it has, and the position
/// from which to continue.
pub(super) const MAX_LOOKED_AT: usize = 5_000;

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SearchPage {
    /// The `next` of the previous answer.
    #[validate(length(max = 60, message = "This is not a position in a search."))]
    pub after: Option<String>,
    /// The number of entries per page.
    #[validate(range(min = 1, max = 100, message = "Use a limit from 1 to 100."))]
    #[param(default = 20, minimum = 1, maximum = 100)]
    pub limit: u32,
}

impl Default for SearchPage {
    fn default() -> Self {
        Self { after: None, limit: 20 }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundNotifications {
    /// The notifications, newest first. A page may have fewer than `limit`, or none, and still have
    /// a next page.
    pub notifications: Vec<Notification>,
    /// The position at which the next page begins; null at the end.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The time back to which everything was searched; null at the end.
    #[schema(required = true)]
    pub searched_back_to: Option<DateTime<Utc>>,
}

/// Searches the user's notifications for words and filters.
///
/// Notifications of posts that were removed at their source are not found. Everyone can search for
/// one word without filters; the rest is for Pro.
#[utoipa::path(
    get, path = "/notifications/search", tag = "notifications", params(SearchPage, MatchFilters),
    security(("token" = [])),
    responses(
        AnyCall, QueryString, SignedIn,
        (status = 200, body = FoundNotifications),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn search_notifications(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(page): ValidQuery<SearchPage>,
    ValidQuery(filters): ValidQuery<MatchFilters>,
) -> ApiResult<Json<FoundNotifications>> {
    let after = page.after.as_deref().map(place).transpose()?;
    let limit = page.limit as usize;
    let _turn = app.heavy_reads.take(auth.id).await?;
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    search_allowed(&filters, Capabilities::of(user.plan, app.config.server.plans))?;
    let wanted = filters.wanted(&user.time_zone)?;
    let mut search = Search::begin(auth.id, app.clock.now(), wanted, after, &mut conn).await?;
    let mut found = Vec::new();
    while found.len() <= limit && search.looked_at() < MAX_LOOKED_AT {
        let Some(batch) = search.next_batch(&mut conn).await? else {
            break;
        };
        found.extend(batch);
    }
    let next = if found.len() > limit {
        found.truncate(limit);
        found.last().map(|(row, _)| Place::of(row))
    } else {
        search.rest()
    };
    Ok(Json(FoundNotifications {
        notifications: found.into_iter().map(Notification::from).collect(),
        next: next.map(written),
        searched_back_to: next.map(|next| next.created_at),
    }))
}

/// Writes a position as [`place`] reads it.
pub(super) fn written(Place { created_at, seq }: Place) -> String {
    format!("{}.{seq}", created_at.timestamp_micros())
}

pub(super) fn place(text: &str) -> ApiResult<Place> {
    let read = || {
        let (micros, seq) = text.split_once('.')?;
        Some(Place {
            created_at: DateTime::from_timestamp_micros(micros.parse().ok()?)?,
            seq: seq.parse().ok()?,
        })
    };
    // Postgres supports fewer years.
    let stored = |place: &Place| (1970..10_000).contains(&place.created_at.year());
    read()
        .filter(stored)
        .ok_or_else(|| ApiError::invalid("after", "This is not a position in a search."))
}
