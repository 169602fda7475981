//! Actions on one notification. Each call returns its new state, so that a client that was behind
//! is up to date.

use super::*;

/// Marks a notification as read.
///
/// An archived one stays archived.
#[utoipa::path(
    patch, path = "/notifications/{id}/read", tag = "notifications", params(("id" = Uuid, Path)),
    security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = Notification))
)]
pub async fn read_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<Notification>> {
    let from = [NotificationStatus::Unread, NotificationStatus::Aside];
    set_status(&app, user, id, &from, NotificationStatus::Read).await
}

/// Archives a notification.
#[utoipa::path(
    patch, path = "/notifications/{id}/archive", tag = "notifications", params(("id" = Uuid, Path)),
    security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = Notification))
)]
pub async fn archive_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<Notification>> {
    let from = [NotificationStatus::Unread, NotificationStatus::Read, NotificationStatus::Aside];
    set_status(&app, user, id, &from, NotificationStatus::Archived).await
}

/// Marks a read or archived notification as unread.
#[utoipa::path(
    patch, path = "/notifications/{id}/unread", tag = "notifications", params(("id" = Uuid, Path)),
    security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = Notification))
)]
pub async fn unread_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<Notification>> {
    let from = [NotificationStatus::Read, NotificationStatus::Archived, NotificationStatus::Aside];
    Row::clear_not_relevant(user.id, id, &mut *app.conn().await?).await?;
    set_status(&app, user, id, &from, NotificationStatus::Unread).await
}

/// Archives a notification as not relevant.
///
/// The stats of its keyword count it. Marking it as unread undoes this.
#[utoipa::path(
    patch, path = "/notifications/{id}/not-relevant", tag = "notifications",
    params(("id" = Uuid, Path)), security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = Notification))
)]
pub async fn mark_not_relevant(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<Notification>> {
    let mut conn = app.conn().await?;
    Row::mark_not_relevant(user.id, id, app.clock.now(), &mut conn).await?;
    find(&app, user, id, &mut conn).await
}

/// Restores a notification that was deleted less than a day ago.
#[utoipa::path(
    patch, path = "/notifications/{id}/restore", tag = "notifications", params(("id" = Uuid, Path)),
    security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = Notification))
)]
pub async fn restore_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<Notification>> {
    let mut conn = app.conn().await?;
    Row::restore(user.id, id, app.clock.now(), &mut conn).await?;
    find(&app, user, id, &mut conn).await
}

async fn set_status(
    app: &App,
    user: AuthUser,
    id: Uuid,
    from: &[NotificationStatus],
    to: NotificationStatus,
) -> ApiResult<Json<Notification>> {
    let mut conn = app.conn().await?;
    Row::set_status(user.id, id, from, to, &mut conn).await?;
    find(app, user, id, &mut conn).await
}

async fn find(
    app: &App,
    user: AuthUser,
    id: Uuid,
    conn: &mut Conn,
) -> ApiResult<Json<Notification>> {
    let found = Row::find(user.id, id, app.clock.now(), conn).await?;
    let found = found.ok_or_else(|| ApiError::not_found("notification"))?;
    Ok(Json(found.into()))
}

/// Deletes a notification.
///
/// It can be restored for a day, and is then deleted permanently.
#[utoipa::path(
    delete, path = "/notifications/{id}", tag = "notifications", params(("id" = Uuid, Path)),
    security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 204))
)]
pub async fn delete_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let mut conn = app.conn().await?;
    if Row::delete(user.id, id, app.clock.now(), &mut conn).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::not_found("notification"))
    }
}
