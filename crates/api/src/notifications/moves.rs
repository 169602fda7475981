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
    /// One for each state that there is among those chosen; together of at most 1000.
    #[schema(min_items = 1, max_items = 10)]
    #[validate(length(min = 1, max = 10, message = "Make 1 to 10 moves at once."))]
    #[validate(custom(function = "fits"))]
    moves: Vec<NotificationMove>,
}

// `Serialize`, because a refusal could quote it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct NotificationMove {
    /// Those that are not the user's own are passed over.
    #[schema(max_items = 1000)]
    ids: Vec<Uuid>,
    /// Only those that are in this state now; whatever the state when left out.
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
    /// How many are elsewhere now.
    pub moved: i64,
}

/// Moves the chosen notifications: all of them, or on an error none.
#[utoipa::path(
    post, path = "/notifications/move", tag = "notifications",
    operation_id = "move_notifications", request_body = MoveRequest,
    security(("token" = [])),
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = MoveResponse),
    )
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
