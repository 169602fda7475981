use crate::prelude::*;
use db::models::session::Session as SessionRow;
use domain::auth::sessions;

/// A browser that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The browser's user agent at sign-in; may be empty.
    pub user_agent: String,
    pub created_at: DateTime<Utc>,
    /// The last time that it got a new token; minutes ago if it is in use.
    pub last_used_at: DateTime<Utc>,
    /// Whether this call was made in it.
    pub is_current: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SessionList {
    /// The sessions, the most recently used first.
    pub sessions: Vec<Session>,
}

pub(crate) async fn live_sessions(
    app: &App,
    auth: SessionUser,
    conn: &mut Conn,
) -> ApiResult<Vec<Session>> {
    let bounds = sessions::bounds(app, app.clock.now());
    let rows = SessionRow::live_of(auth.id, bounds, conn).await?;
    let shown = rows.into_iter().map(|row| Session {
        id: row.id,
        user_agent: row.user_agent,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
        is_current: row.id == auth.session_id,
    });
    Ok(shown.collect())
}

/// Lists the user's sessions.
#[utoipa::path(
    get, path = "/users/sessions", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SessionList))
)]
pub async fn list_sessions(
    State(app): State<App>,
    auth: SessionUser,
) -> ApiResult<Json<SessionList>> {
    let sessions = live_sessions(&app, auth, &mut *app.conn().await?).await?;
    Ok(Json(SessionList { sessions }))
}

/// Ends a session.
#[utoipa::path(
    delete, path = "/users/sessions/{id}", tag = "users", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Signed out"))
)]
pub async fn end_session(
    State(app): State<App>,
    auth: SessionUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let mut conn = app.conn().await?;
    let own = live_sessions(&app, auth, &mut conn).await?;
    if !own.iter().any(|session| session.id == id) {
        return Err(ApiError::not_found("session"));
    }
    SessionRow::revoke(id, app.clock.now(), &mut conn).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all other sessions.
#[utoipa::path(
    delete, path = "/users/sessions", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 204, description = "Signed out"))
)]
pub async fn end_other_sessions(
    State(app): State<App>,
    auth: SessionUser,
) -> ApiResult<StatusCode> {
    let (kept, now) = (Some(auth.session_id), app.clock.now());
    SessionRow::revoke_others(auth.id, kept, now, &mut *app.conn().await?).await?;
    Ok(StatusCode::NO_CONTENT)
}
