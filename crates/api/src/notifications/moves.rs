//! Actions on a selection, all of it in one call.

use diesel_async::AsyncConnection;
use validator::ValidationError;

use super::*;
pub use db::models::notification::MoveTarget;
use foundation::wording::plural::plural;

/// The most ids of one call, in all its moves: they fit into its body.
const MAX_MOVED_IDS: usize = 1_000;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct MoveRequest {
    /// One move for each status of the selected notifications, with at most 1,000 ids together.
    #[schema(min_items = 1, max_items = 10)]
    #[validate(length(min = 1, max = 10, message = "Make 1 to 10 moves at once."))]
    #[validate(custom(function = "fits"))]
    moves: Vec<NotificationMove>,
}

// `Serialize`, because a refusal could quote it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct NotificationMove {
    /// The ids of the notifications; those of other users' notifications are ignored.
    #[schema(max_items = 1000)]
    ids: Vec<Uuid>,
    /// The status that the notifications must have now; any if missing.
    #[schema(nullable = false)]
    from: Option<NotificationStatus>,
    to: MoveTarget,
}

fn fits(moves: &[NotificationMove]) -> Result<(), ValidationError> {
    if moves.iter().map(|one| one.ids.len()).sum::<usize>() <= MAX_MOVED_IDS {
        return Ok(());
    }
    let most = plural(MAX_MOVED_IDS as u64, "notification", "notifications");
    let text = format!("Select at most {most} at once.");
    Err(ValidationError::new("length").with_message(text.into()))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MoveResponse {
    /// The number of notifications that were moved.
    pub moved: i64,
}

/// Moves the selected notifications or, on an error, none of them.
#[utoipa::path(
    post, path = "/notifications/move", tag = "notifications", request_body = MoveRequest,
    security(("token" = [])),
    responses(AnyCall, SignedIn, JsonBody, (status = 200, body = MoveResponse))
)]
pub async fn move_notifications(
    State(app): State<App>,
    user: AuthUser,
    Valid(MoveRequest { moves }): Valid<MoveRequest>,
) -> ApiResult<Json<MoveResponse>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let moved = conn
        .transaction::<_, diesel::result::Error, _>(async move |conn| {
            let mut moved = 0;
            for NotificationMove { ids, from, to } in moves {
                moved += Row::move_many(user.id, &ids, from, to, now, conn).await?;
            }
            Ok(moved)
        })
        .await?;
    Ok(Json(MoveResponse { moved }))
}
