use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Delivery;
use crate::api::error::ApiResult;
use crate::api::refusals::{AnyCall, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::db::models::outbox::{Kind, OutboxRow, Status};
use crate::db::schema::outbox;

/// So many are shown; the total is reported.
const SHOWN: i64 = 20;

/// What could not be delivered.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailedDeliveries {
    pub total: i64,
    /// The newest 20.
    pub deliveries: Vec<Delivery>,
}

/// Given up and not dismissed since. A test reports its result at once and is none of these.
fn failed(user_id: Uuid) -> outbox::BoxedQuery<'static, Pg> {
    let is_shown =
        sql::<Bool>("(outbox.dismissed_at IS NULL OR outbox.dismissed_at < outbox.finished_at)");
    outbox::table
        .filter(outbox::user_id.eq(user_id))
        .filter(outbox::status.eq(Status::Dead))
        .filter(outbox::kind.ne(Kind::Test))
        .filter(is_shown)
        .into_boxed()
}

/// Lists the messages that were given up, newest first, until they are dismissed or sent again.
#[utoipa::path(
    get, path = "/deliveries/failed", tag = "deliveries", operation_id = "list_failed_deliveries",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = FailedDeliveries),
    )
)]
pub async fn list_failed_deliveries(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<FailedDeliveries>> {
    let mut conn = app.conn().await?;
    let total = failed(auth.id).count().get_result(&mut conn).await?;
    let rows: Vec<OutboxRow> = failed(auth.id)
        .order((outbox::finished_at.desc(), outbox::id.desc()))
        .limit(SHOWN)
        .select(OutboxRow::as_select())
        .load(&mut conn)
        .await?;
    let deliveries = Delivery::of(rows, &mut conn).await?;
    Ok(Json(FailedDeliveries { total, deliveries }))
}

/// Dismisses all of them. What fails later is listed again.
#[utoipa::path(
    post, path = "/deliveries/failed/dismiss", tag = "deliveries",
    operation_id = "dismiss_failed_deliveries", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 204),
    )
)]
pub async fn dismiss_failed_deliveries(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<StatusCode> {
    let mut conn = app.conn().await?;
    diesel::update(outbox::table)
        .filter(outbox::user_id.eq(auth.id))
        .filter(outbox::status.eq(Status::Dead))
        .set(outbox::dismissed_at.eq(app.clock.now()))
        .execute(&mut conn)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
