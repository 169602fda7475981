use axum::Json;
use axum::extract::State;
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::refusals::AnyCall;
use crate::app::App;
use crate::error::ApiResult;

#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok`
    pub status: &'static str,
}

/// Tells whether this process answers and reaches its database.
#[utoipa::path(
    get, path = "/healthz", tag = "health", operation_id = "get_health",
    responses(
        AnyCall,
        (status = 200, body = Health),
    )
)]
pub async fn get_health(State(app): State<App>) -> ApiResult<Json<Health>> {
    let mut conn = app.conn().await?;
    diesel::sql_query("SELECT 1").execute(&mut conn).await?;
    Ok(Json(Health { status: "ok" }))
}
