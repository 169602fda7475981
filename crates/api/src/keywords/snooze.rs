use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{WatchBody, body};
use crate::prelude::*;
use crate::users::snooze;
use db::models::watch::Watch;
use db::schema::watches;

#[derive(Deserialize, Validate, ToSchema)]
#[schema(example = json!({"until": null}))]
pub struct SnoozeInput {
    /// The end of the snooze, at most 30 days ahead; null or a past time ends it.
    until: Option<DateTime<Utc>>,
}

/// Snoozes the alerts of a keyword.
///
/// It continues to match, and its matches are listed.
#[utoipa::path(
    patch, path = "/keywords/{id}/snooze", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = SnoozeInput,
    responses(AnyCall, JsonBody, SignedIn, OwnId, (status = 200, body = WatchBody))
)]
pub async fn snooze_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(input): Valid<SnoozeInput>,
) -> ApiResult<Json<WatchBody>> {
    let until = snooze(input.until, "until", app.clock.now())?;
    let mine = watches::table.find(id).filter(watches::user_id.eq(auth.id));
    let mut conn = app.conn().await?;
    let row = diesel::update(mine)
        .set(watches::snoozed_until.eq(until))
        .returning(Watch::as_returning())
        .get_result(&mut conn)
        .await
        .optional()?;
    let row = row.ok_or_else(|| ApiError::not_found("keyword watch"))?;
    Ok(Json(body(row, &mut conn).await?))
}
