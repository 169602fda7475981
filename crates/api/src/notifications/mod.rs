//! The notifications of the signed-in user: lists, counts, and actions on one or all.

use super::keywords::DayCount;
use super::paging::{Pagination, Paging};
use super::rules;
use crate::prelude::*;
use db::models::notification::{Filter, Notification as Row};
use db::models::user::User;
use foundation::time::calendar::{self, LastDays};
use platform::wire::{Notification, NotificationStatus};

pub mod csv;
mod explanation;
mod export;
mod filters;
mod grouped;
mod ids;
mod kept;
mod moves;
mod one;
mod read_all;
mod search;
pub mod steps;
pub mod worth_a_reply;

pub use explanation::*;
pub use export::*;
pub use filters::*;
pub use grouped::*;
pub use ids::*;
pub use kept::*;
pub use moves::*;
pub use one::*;
pub use read_all::*;
pub use search::*;
pub use worth_a_reply::*;

/// The days for which the dashboard draws the number of matches.
const DAYS: u64 = 7;
/// The notifications sent to the dashboard, which shows three of them; the rest replaces deleted
/// ones.
const POPUP_COUNT: i64 = 5;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotificationSort {
    #[default]
    Newest,
    Oldest,
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct NotificationQuery {
    /// The status of the notifications; any but `aside` if missing, unless `digest` is given.
    #[param(inline)]
    pub status: Option<NotificationStatus>,
    /// The text of a keyword, in any case.
    #[validate(length(max = 1_000, message = "Use at most 1,000 characters."))]
    pub keyword: Option<String>,
    /// The id of a digest or of a notification, from the link in a message, to list only what the
    /// message is about.
    pub digest: Option<Uuid>,
    #[serde(default)]
    #[param(inline)]
    pub sort: NotificationSort,
    /// The id of a notification, to list only those that come after it. It need not be listed any
    /// more: unlike pages, this skips nothing when notifications appear or disappear in the
    /// meantime.
    pub after: Option<Uuid>,
}

/// The offset from which on a page waits its turn as searches do, since reading it skips all
/// previous notifications. `after` costs the same everywhere.
const DEEP: i64 = 10_000;

impl NotificationQuery {
    /// Returns whether a notification has the status and the keyword.
    fn has(&self, row: &Row) -> bool {
        let keyword = self.keyword.as_deref().filter(|keyword| !keyword.is_empty());
        self.status.is_none_or(|status| status == row.status)
            && keyword.is_none_or(|keyword| keyword.to_lowercase() == row.keyword.to_lowercase())
    }

    fn filter(&self, paging: Paging) -> Filter {
        Filter {
            status: self.status,
            keyword: self.keyword.clone().filter(|k| !k.is_empty()),
            digest_id: self.digest,
            oldest_first: self.sort == NotificationSort::Oldest,
            limit: paging.limit.into(),
            offset: paging.offset(),
            ..Filter::default()
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationList {
    pub notifications: Vec<Notification>,
    pub pagination: Pagination,
}

/// Lists the user's notifications of the last 90 days.
#[utoipa::path(
    get, path = "/notifications", tag = "notifications", params(Paging, NotificationQuery),
    security(("token" = [])),
    responses(
        AnyCall, QueryString, SignedIn,
        (status = 200, body = NotificationList),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no notification with the id `after`"),
    )
)]
pub async fn list_notifications(
    State(app): State<App>,
    user: AuthUser,
    ValidQuery(paging): ValidQuery<Paging>,
    ValidQuery(query): ValidQuery<NotificationQuery>,
) -> ApiResult<Json<NotificationList>> {
    let (mut filter, now) = (query.filter(paging), app.clock.now());
    let _turn = match paging.offset() > DEEP {
        true => Some(app.heavy_reads.take(user.id).await?),
        false => None,
    };
    let mut conn = app.conn().await?;
    if let Some(id) = query.after {
        let found = Row::find_position(user.id, id, &mut conn).await?;
        filter.after = Some(found.ok_or_else(|| ApiError::not_found("notification"))?);
    }
    let mut rows = Row::list(user.id, now, &filter, &mut conn).await?;
    let mut total = Row::count(user.id, now, &filter, &mut conn).await?;
    if let Some(id) = query.digest.filter(|_| total == 0) {
        // A message about one match links to its notification.
        let found = Row::find(user.id, id, now, &mut conn).await?;
        let found = found.filter(|(row, _)| query.has(row));
        total = i64::from(found.is_some());
        let is_first_page = paging.offset() == 0 && query.after.is_none();
        rows.extend(found.filter(|_| is_first_page));
    }
    Ok(Json(NotificationList {
        notifications: rows.into_iter().map(Notification::from).collect(),
        pagination: paging.of(total),
    }))
}

/// Lists the few newest notifications, for the dashboard.
#[utoipa::path(
    get, path = "/notifications/recent/popup", tag = "notifications", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = Vec<Notification>))
)]
pub async fn list_recent_notifications(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<Vec<Notification>>> {
    let filter = Filter { limit: POPUP_COUNT, ..Filter::default() };
    let mut conn = app.conn().await?;
    let rows = Row::list(user.id, app.clock.now(), &filter, &mut conn).await?;
    Ok(Json(rows.into_iter().map(Notification::from).collect()))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationStats {
    /// The number of notifications in the last 90 days.
    pub total: i64,
    /// The number since midnight in the user's time zone.
    pub today: i64,
    /// The number since Monday in the user's time zone.
    pub this_week: i64,
    /// The number on each of the last 7 days in the user's time zone, from the oldest to today.
    pub per_day: Vec<DayCount>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationStatsResponse {
    pub stats: NotificationStats,
}

/// Counts the user's notifications: in total, today and this week.
#[utoipa::path(
    get, path = "/notifications/stats", tag = "notifications", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = NotificationStatsResponse))
)]
pub async fn get_notification_stats(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<NotificationStatsResponse>> {
    let mut conn = app.conn().await?;
    let account = User::find(user.id, &mut conn).await?;
    let now = app.clock.now();
    let counts = Row::stats(user.id, now, &account.time_zone, &mut conn).await?;
    let days = LastDays::of(DAYS, calendar::zone(&account.time_zone), now);
    let per_day = Row::count_days(user.id, days.starts(), &mut conn).await?;
    let per_day = days.days.into_iter().zip(per_day);
    Ok(Json(NotificationStatsResponse {
        stats: NotificationStats {
            total: counts.total,
            today: counts.today,
            this_week: counts.this_week,
            per_day: per_day.map(|(date, count)| DayCount { date, count }).collect(),
        },
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadCount {
    pub count: i64,
}

/// Counts the user's unread notifications.
#[utoipa::path(
    get, path = "/notifications/unread/count", tag = "notifications", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = UnreadCount))
)]
pub async fn get_unread_count(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<UnreadCount>> {
    let mut conn = app.conn().await?;
    let count = Row::count(user.id, app.clock.now(), &unread(), &mut conn).await?;
    Ok(Json(UnreadCount { count }))
}

fn unread() -> Filter {
    Filter { status: Some(NotificationStatus::Unread), ..Filter::default() }
}
