use crate::prelude::*;

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok`
    pub status: &'static str,
}

const OK: Json<Health> = Json(Health { status: "ok" });

/// Reports that this process is running, whatever the state of the database.
#[utoipa::path(
    get, path = "/livez", tag = "health",
    responses((status = 200, body = Health))
)]
pub async fn get_liveness() -> Json<Health> {
    OK
}

/// Reports whether this process can reach its database.
#[utoipa::path(
    get, path = "/readyz", tag = "health",
    responses(AnyCall, (status = 200, body = Health))
)]
pub async fn get_readiness(State(app): State<App>) -> ApiResult<Json<Health>> {
    if app.pulse.is_there().await {
        return Ok(OK);
    }
    Err(ApiError::DatabaseAway("asked for readiness".to_owned()))
}

/// Returns the same as `/readyz`.
#[utoipa::path(
    get, path = "/healthz", tag = "health",
    responses(AnyCall, (status = 200, body = Health))
)]
pub async fn get_health(app: State<App>) -> ApiResult<Json<Health>> {
    get_readiness(app).await
}
