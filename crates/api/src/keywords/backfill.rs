use super::find_own;
use crate::prelude::*;
use domain::watches::backfill::{Backfilled, MAX_AGE, backfill};

#[derive(Debug, Serialize, ToSchema)]
pub struct WatchBackfill {
    /// The number of notifications that were added.
    pub added: usize,
    /// Whether all stored items of the last 24 hours were searched.
    pub complete: bool,
}

/// Adds a keyword's matches of the last 24 hours as notifications.
///
/// Adds the newest 500, from at most 50,000 items, within at most 10 seconds. Each notification has
/// the time at which its item was first seen. They are counted and subject to mutes, but no
/// messages are sent for them. Existing and deleted notifications stay as they are, so a repeated
/// call adds nothing twice. Each user can run one backfill at a time.
#[utoipa::path(
    post, path = "/keywords/{id}/backfill", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, body = WatchBackfill),
        (status = 409, body = ErrorBody, description = "`KEYWORD_INACTIVE`, `KEYWORD_PAUSED`"),
    )
)]
pub async fn backfill_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchBackfill>> {
    let row = find_own(id, auth.id, &mut *app.conn().await?).await?;
    if !row.is_active {
        return Err(inactive());
    }
    if row.paused_at.is_some() {
        return Err(paused());
    }
    let turn = app.backfills.take(auth.id).await?;
    let now = app.clock.now();
    let backfilled = backfill(&app, &row, now - MAX_AGE, now, turn).await?;
    let Backfilled { added, complete } = backfilled.ok_or_else(inactive)?;
    Ok(Json(WatchBackfill { added, complete }))
}

fn paused() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "KEYWORD_PAUSED",
        "This keyword watch is paused because it takes too long to search for. Edit it first.",
    )
}

fn inactive() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "KEYWORD_INACTIVE",
        "This keyword watch is inactive. Turn it on first.",
    )
}
