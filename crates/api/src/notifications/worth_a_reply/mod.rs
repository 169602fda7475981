//! The posts under which a reply would be noticed, with the reasons.

pub mod rating;

use std::collections::{HashMap, HashSet};

use rating::{Rated, asks, replies_known};

use super::*;
use db::models::notification::{Reception, WORTH_A_REPLY_FOR};

/// The most posts that are listed, those most worth a reply.
const MAX_LISTED: usize = 100;

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct WorthAReplyQuery {
    #[param(inline)]
    pub status: NotificationStatus,
    /// Whether to list only posts that nobody has replied to yet, as far as is known.
    pub unanswered: bool,
}

impl Default for WorthAReplyQuery {
    fn default() -> Self {
        Self { status: NotificationStatus::Unread, unanswered: false }
    }
}

/// The reasons why a reply would be noticed, or not.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplyReasons {
    pub posted_at: DateTime<Utc>,
    /// The number of replies to a post at `countedAt`; null if they are not counted, as for
    /// comments and in feeds.
    #[schema(required = true)]
    pub replies: Option<i32>,
    /// The points and replies per hour until then; null if the post was too young to tell.
    #[schema(required = true)]
    pub pace: Option<f64>,
    pub counted_at: DateTime<Utc>,
    /// Whether the title asks a question.
    pub asks: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WorthAReply {
    #[serde(flatten)]
    pub notification: Notification,
    pub reply: ReplyReasons,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WorthAReplyList {
    /// At most 100 notifications, those most worth a reply first.
    pub notifications: Vec<WorthAReply>,
}

/// Lists the posts of the last 48 hours, those most worth a reply first.
///
/// A post is worth more the younger it is, the fewer replies it has and the faster it rises. A post
/// that several keywords matched is listed once.
#[utoipa::path(
    get, path = "/notifications/worth-a-reply", tag = "notifications", params(WorthAReplyQuery),
    security(("token" = [])),
    responses(AnyCall, QueryString, SignedIn, (status = 200, body = WorthAReplyList))
)]
pub async fn list_worth_a_reply(
    State(app): State<App>,
    user: AuthUser,
    ValidQuery(query): ValidQuery<WorthAReplyQuery>,
) -> ApiResult<Json<WorthAReplyList>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let since = now - WORTH_A_REPLY_FOR;
    let found = Row::receptions(user.id, query.status, since, &mut conn).await?;
    let ranked = rank(found, query.unanswered, now);
    let wanted: Vec<_> =
        ranked.iter().map(|one| (one.notification_id, one.notification_seen_at)).collect();
    let mut reasons: HashMap<Uuid, ReplyReasons> =
        ranked.iter().map(|one| (one.notification_id, ReplyReasons::from(one))).collect();
    let rows = Row::in_order(user.id, &wanted, &mut conn).await?;
    let listed = rows.into_iter().filter_map(|row| {
        let reply = reasons.remove(&row.0.id)?;
        let notification = Notification::from(row);
        Some(WorthAReply { notification, reply })
    });
    Ok(Json(WorthAReplyList { notifications: listed.collect() }))
}

/// Returns the best of `found`, each item once, by the newest of its notifications.
fn rank(found: Vec<Reception>, unanswered: bool, now: DateTime<Utc>) -> Vec<Reception> {
    let mut known = HashSet::new();
    let mut rated: Vec<(f64, Reception)> = found
        .into_iter()
        .filter(|one| known.insert(one.item_id))
        .filter(|one| !unanswered || (replies_known(one) && one.replies == 0))
        .map(|one| (Rated::of(&one, now).worth(), one))
        .collect();
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    rated.truncate(MAX_LISTED);
    rated.into_iter().map(|(_, one)| one).collect()
}

impl From<&Reception> for ReplyReasons {
    fn from(one: &Reception) -> Self {
        Self {
            posted_at: one.posted_at,
            replies: replies_known(one).then_some(one.replies),
            pace: rating::pace(one),
            counted_at: one.counted_at,
            asks: asks(one),
        }
    }
}
