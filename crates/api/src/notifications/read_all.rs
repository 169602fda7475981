//! Marks all unread notifications as read, in as many calls as that takes.

use super::steps::Steps;
use super::*;
use db::models::notification::{MarkedUntil, Unread};

#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadAllRequest {
    /// The text of a keyword, in any case, to mark only its notifications; all if missing.
    #[schema(nullable = false, max_length = 1000)]
    #[validate(custom(function = "rules::keyword"))]
    keyword: Option<String>,
    /// `upTo` of the answer to the first call, for further calls: what arrived since stays unread.
    #[schema(nullable = false)]
    up_to: Option<i64>,
}

/// The result of marking notifications as read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadAllResponse {
    /// The number of notifications that were unread.
    pub changed: i64,
    /// The number of further notifications that another call can mark.
    pub remaining: i64,
    /// The position of the newest notification that is marked, in the order in which they arrive.
    pub up_to: i64,
}

/// Marks all unread notifications as read.
///
/// Begins with the oldest, and ends after a few seconds. A repeated call continues with the remaining ones.
#[utoipa::path(
    post, path = "/notifications/read", tag = "notifications", request_body = ReadAllRequest,
    security(("token" = [])),
    responses(AnyCall, SignedIn, JsonBody, (status = 200, body = ReadAllResponse))
)]
pub async fn read_all_notifications(
    State(app): State<App>,
    user: AuthUser,
    Valid(input): Valid<ReadAllRequest>,
) -> ApiResult<Json<ReadAllResponse>> {
    let up_to = match input.up_to {
        Some(up_to) => up_to,
        None => Row::last_seq(user.id, &mut *app.conn().await?).await?,
    };
    let unread = Unread { user_id: user.id, keyword: input.keyword.as_deref(), up_to };
    let (mut changed, mut until) = (0, MarkedUntil::default());
    let mut steps = Steps::new(&app, user.id);
    while let Some(mut step) = steps.next().await? {
        match unread.mark_oldest(step.rows, &mut until, &mut step.conn).await? {
            Some(marked) => changed += marked,
            None => return Ok(Json(ReadAllResponse { changed, remaining: 0, up_to })),
        }
    }
    let remaining = unread.count(&mut *app.conn().await?).await?;
    Ok(Json(ReadAllResponse { changed, remaining, up_to }))
}
