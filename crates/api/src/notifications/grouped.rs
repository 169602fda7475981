//! The notifications page: one group per keyword.

use std::collections::{BTreeSet, HashMap};

use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;

use super::*;
use crate::gzip::{respond, to_gzipped_json};
use platform::answers::Question;

/// The most notifications that a group holds; `GET /notifications?keyword=…` returns the rest.
const EMBEDDED: i32 = 20;

/// All notifications of one keyword text, in any case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupedNotification {
    /// The newest spelling of the keyword.
    #[serde(rename = "_id")]
    pub id: String,
    /// The number of all notifications, of which `notifications` holds the newest 20.
    pub count: i64,
    /// The subreddits of `notifications`, in order.
    pub subreddits: Vec<String>,
    pub latest_notification: DateTime<Utc>,
    pub notifications: Vec<Notification>,
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GroupedNotificationQuery {
    /// The status of the notifications; any but `aside` if missing.
    #[param(inline)]
    pub status: Option<NotificationStatus>,
    /// The order of the groups, by their latest notification.
    #[serde(default)]
    #[param(inline)]
    pub sort: NotificationSort,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupedNotificationList {
    pub grouped_notifications: Vec<GroupedNotification>,
    /// The page of groups.
    pub pagination: Pagination,
    /// The number of unread notifications of all keywords, on all pages.
    pub unread_count: i64,
}

/// Lists the user's notifications by keyword.
#[utoipa::path(
    get, path = "/notifications/grouped", tag = "notifications",
    params(Paging, GroupedNotificationQuery), security(("token" = [])),
    responses(AnyCall, QueryString, SignedIn, (status = 200, body = GroupedNotificationList))
)]
pub async fn list_grouped_notifications(
    State(app): State<App>,
    user: AuthUser,
    headers: HeaderMap,
    ValidQuery(paging): ValidQuery<Paging>,
    ValidQuery(query): ValidQuery<GroupedNotificationQuery>,
) -> ApiResult<Response> {
    let now = app.clock.now();
    let question = Question { user_id: user.id, query: format!("{query:?} {paging:?}") };
    if let Ok(answer) = kept(&app, &question, now).await? {
        return respond(&headers, answer);
    }
    let turn = app.grouped.turn(user.id);
    let _turn = turn.lock().await;
    let version = match kept(&app, &question, now).await? {
        Ok(answer) => return respond(&headers, answer),
        Err(version) => version,
    };
    let (list, until) = list(&app, user.id, &query, paging, now).await?;
    let answer = to_gzipped_json(&list)?;
    app.grouped.put(question, version, now, until, answer.clone());
    respond(&headers, answer)
}

/// Returns the answer that was made a moment ago, else the version of the data.
async fn kept(app: &App, question: &Question, now: DateTime<Utc>) -> ApiResult<Result<Bytes, i64>> {
    let mut conn = app.conn().await?;
    let version = Row::version(question.user_id, &mut conn).await?;
    Ok(app.grouped.get(question, version, now).ok_or(version))
}

/// Loads one page, and the time until which it is correct if nothing changes.
async fn list(
    app: &App,
    user_id: Uuid,
    query: &GroupedNotificationQuery,
    paging: Paging,
    now: DateTime<Utc>,
) -> ApiResult<(GroupedNotificationList, DateTime<Utc>)> {
    let status = query.status;
    let filter = Filter {
        status,
        keyword: None,
        oldest_first: query.sort == NotificationSort::Oldest,
        limit: paging.limit.into(),
        offset: paging.offset(),
        ..Filter::default()
    };
    let mut conn = app.conn().await?;
    let groups = Row::groups(user_id, now, &filter, &mut conn).await?;
    let keys: Vec<String> = groups.page.iter().map(|g| g.folded.clone()).collect();
    let newest = Row::newest_of_groups(user_id, now, &keys, status, EMBEDDED, &mut conn).await?;
    drop(conn);

    let mut newest_by_key: HashMap<String, Vec<Notification>> = HashMap::new();
    for (key, with_item) in newest {
        newest_by_key.entry(key).or_default().push(with_item.into());
    }
    let grouped_notifications = groups
        .page
        .into_iter()
        .filter_map(|group| {
            // A group whose last notification was deleted after the count is omitted.
            let notifications = newest_by_key.remove(&group.folded)?;
            let subreddits = notifications.iter().map(|n| &n.reddit_post.subreddit);
            let subreddits: BTreeSet<&String> = subreddits.collect();
            Some(GroupedNotification {
                id: notifications.first()?.matched_keyword.clone(),
                count: group.count,
                subreddits: subreddits.into_iter().cloned().collect(),
                latest_notification: group.latest,
                notifications,
            })
        })
        .collect();
    let list = GroupedNotificationList {
        grouped_notifications,
        pagination: paging.of(groups.total),
        unread_count: groups.unread,
    };
    Ok((list, groups.until))
}
