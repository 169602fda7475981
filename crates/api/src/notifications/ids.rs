//! The ids of all notifications in a list or a search, for actions on all of them.

use super::search::{MAX_LOOKED_AT, place, written};
use super::*;
use db::models::notification::Search;
use domain::watches::turns::LONG_WAIT;

#[derive(Debug, Default, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct IdsPage {
    /// The `next` of the previous answer.
    #[validate(length(max = 60, message = "This is not a position in a search."))]
    pub after: Option<String>,
    /// `upTo` of the answer to the first call, for further calls: what arrived since is not listed.
    pub up_to: Option<i64>,
    /// Whether notifications of posts that were removed at their source are included, as in lists; a search does not
    /// find them.
    pub removed: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationId {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub matched_keyword: String,
    pub status: NotificationStatus,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationIds {
    /// Up to 5,000 notifications, newest first. A page may have none and still have a next page.
    pub notifications: Vec<NotificationId>,
    /// The position at which the next page begins; null at the end.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The position of the newest notification that is listed, in the order in which they arrive.
    pub up_to: i64,
}

/// Lists the ids of all notifications that match the filters.
///
/// As in a search, words (`q`) are for Pro, except for one word without other filters.
#[utoipa::path(
    get, path = "/notifications/ids", tag = "notifications", params(IdsPage, MatchFilters),
    security(("token" = [])),
    responses(
        AnyCall, QueryString, SignedIn,
        (status = 200, body = NotificationIds),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn list_notification_ids(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(page): ValidQuery<IdsPage>,
    ValidQuery(filters): ValidQuery<MatchFilters>,
) -> ApiResult<Json<NotificationIds>> {
    let after = page.after.as_deref().map(place).transpose()?;
    let _turn = app.heavy_reads.take_within(LONG_WAIT, auth.id).await?;
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    if filters.has_words() {
        search_allowed(&filters, Capabilities::of(user.plan, app.config.server.plans))?;
    }
    let up_to = match page.up_to {
        Some(up_to) => up_to,
        None => Row::last_seq(auth.id, &mut conn).await?,
    };
    let mut wanted = filters.wanted(&user.time_zone)?;
    (wanted.up_to, wanted.removed) = (Some(up_to), page.removed);
    let mut search = Search::begin(auth.id, app.clock.now(), wanted, after, &mut conn).await?;
    let mut notifications = Vec::new();
    while search.looked_at() < MAX_LOOKED_AT {
        let Some(rows) = search.next_without_items(&mut conn).await? else {
            break;
        };
        notifications.extend(rows.into_iter().map(|row| NotificationId {
            id: row.id,
            matched_keyword: row.keyword,
            status: row.status,
        }));
    }
    Ok(Json(NotificationIds { notifications, next: search.rest().map(written), up_to }))
}
