//! The notifications page: one group a keyword.

use std::collections::HashMap;

use super::*;

/// A group carries at most so many notifications; `GET /notifications?keyword=…` brings the rest.
const EMBEDDED: i32 = 20;

/// A group names the subreddits of at most so many notifications.
const SUBREDDITS_LOOK_BACK: i32 = 100;

/// All notifications of one watched keyword, without regard to case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupedNotification {
    /// The keyword in its newest spelling.
    #[serde(rename = "_id")]
    pub id: String,
    /// How many there are, of which `notifications` holds the newest 20.
    pub count: i64,
    pub subreddits: Vec<String>,
    pub latest_notification: DateTime<Utc>,
    pub notifications: Vec<Notification>,
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GroupedNotificationQuery {
    /// All states when left out.
    #[param(inline)]
    pub status: Option<NotificationStatus>,
    /// By the groups' latest notification.
    #[serde(default)]
    #[param(inline)]
    pub sort: NotificationSort,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupedNotificationList {
    pub grouped_notifications: Vec<GroupedNotification>,
    /// Counts groups.
    pub pagination: Pagination,
    /// Of all keywords and pages.
    pub unread_count: i64,
}

/// The user's notifications by keyword.
#[utoipa::path(
    get, path = "/notifications/grouped", tag = "notifications",
    operation_id = "list_grouped_notifications",
    params(Paging, GroupedNotificationQuery), security(("token" = [])),
    responses(
        AnyCall, QueryString, SignedIn,
        (status = 200, body = GroupedNotificationList),
    )
)]
pub async fn list_grouped_notifications(
    State(app): State<App>,
    user: AuthUser,
    ValidQuery(paging): ValidQuery<Paging>,
    ValidQuery(query): ValidQuery<GroupedNotificationQuery>,
) -> ApiResult<Json<GroupedNotificationList>> {
    let now = app.clock.now();
    let status = query.status.map(NotificationStatus::as_str);
    let filter = Filter {
        status,
        keyword: None,
        oldest_first: query.sort == NotificationSort::Oldest,
        limit: paging.limit.into(),
        offset: paging.offset(),
        ..Filter::default()
    };
    let mut conn = app.conn().await?;
    let groups = Row::groups(user.id, now, &filter, &mut conn).await?;
    let total = match groups.first() {
        Some(group) => group.groups,
        None if paging.page == 1 => 0,
        // A page past the end carries no row to read the total from.
        None => Row::count_groups(user.id, now, status, &mut conn).await?,
    };
    let keys: Vec<String> = groups.iter().map(|g| g.folded.clone()).collect();
    let newest = Row::newest_of_groups(user.id, now, &keys, status, EMBEDDED, &mut conn).await?;
    let subreddits =
        Row::subreddits_of_groups(user.id, now, &keys, status, SUBREDDITS_LOOK_BACK, &mut conn)
            .await?;
    let unread_count = Row::count(user.id, now, &unread(), &mut conn).await?;
    drop(conn);

    let mut subreddits: HashMap<_, _> = subreddits.into_iter().collect();
    let mut newest_by_key: HashMap<String, Vec<Notification>> = HashMap::new();
    for (key, with_item) in newest {
        newest_by_key.entry(key).or_default().push(with_item.into());
    }
    let grouped_notifications = groups
        .into_iter()
        .filter_map(|group| {
            // A group whose last notification was deleted since it was counted is left out.
            let notifications = newest_by_key.remove(&group.folded)?;
            Some(GroupedNotification {
                id: notifications.first()?.matched_keyword.clone(),
                count: group.count,
                subreddits: subreddits.remove(&group.folded).unwrap_or_default(),
                latest_notification: group.latest,
                notifications,
            })
        })
        .collect();
    Ok(Json(GroupedNotificationList {
        grouped_notifications,
        pagination: paging.of(total),
        unread_count,
    }))
}
