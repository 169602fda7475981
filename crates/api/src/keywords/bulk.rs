use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use crate::prelude::*;
use db::models::watch::Watch;
use db::schema::watches;
use domain::watches::instance_limits::Load;
use domain::watches::plan_limits;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct WatchBulkInput {
    action: WatchBulkAction,
    /// The keywords' ids; those of other users' keywords are ignored.
    #[schema(min_items = 1, max_items = 100)]
    #[validate(length(min = 1, max = 100, message = "Select 1 to 100 keywords at once"))]
    ids: Vec<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WatchBulkAction {
    Pause,
    /// Activates all of the keywords or, if the plan or the instance does not allow as many, none.
    Resume,
    /// Deletes the keywords, and keeps their notifications.
    Delete,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WatchBulkAnswer {
    /// The number of keywords that were changed or deleted.
    pub changed: usize,
}

/// Activates, deactivates or deletes keywords in one call.
#[utoipa::path(
    post, path = "/keywords/bulk", tag = "keywords", security(("token" = [])),
    request_body = WatchBulkInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = WatchBulkAnswer),
        (status = 403, body = ErrorBody, description = "`KEYWORD_LIMIT_EXCEEDED`"),
        (status = 409, body = ErrorBody, description = "`INSTANCE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn change_watches(
    State(app): State<App>,
    auth: AuthUser,
    Valid(WatchBulkInput { action, ids }): Valid<WatchBulkInput>,
) -> ApiResult<Json<WatchBulkAnswer>> {
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let changed = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, app_ref.config.server.plans, conn).await?;
            let chosen = watches::table
                .filter(watches::user_id.eq(auth.id))
                .filter(watches::id.eq_any(&ids));
            let is_active = match action {
                WatchBulkAction::Delete => {
                    return Ok(diesel::delete(chosen).execute(conn).await?);
                }
                WatchBulkAction::Pause => false,
                WatchBulkAction::Resume => true,
            };
            let others = chosen.filter(watches::is_active.ne(is_active));
            let now = app_ref.clock.now();
            let changed: Vec<Watch> = diesel::update(others)
                .set((watches::is_active.eq(is_active), watches::updated_at.eq(now)))
                .returning(Watch::as_returning())
                .get_results(conn)
                .await?;
            if is_active && !changed.is_empty() {
                let active = plan_limits::count_active(auth.id, conn).await?;
                plan_limits::check_room(can, active - 1)?;
                let (instance, limits) = (&app_ref.instance, app_ref.settings.limits());
                let added = changed.iter().map(Load::of).sum();
                instance.take(added, limits, now, conn).await??;
            }
            Ok(changed.len())
        })
        .await?;
    Ok(Json(WatchBulkAnswer { changed }))
}
