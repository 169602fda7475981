//! Limits the endpoints of a user.

use axum::http::StatusCode;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::error::{ApiError, ApiResult};
use db::Conn;
use db::models::endpoint::EndpointChannel;
use db::schema::{endpoints, watches};
use platform::plans::Capabilities;

/// The most endpoints besides browsers, which are their owner's devices.
const MAX_ENDPOINTS: i64 = 20;

/// Refuses a plan without channels.
pub(crate) fn channels_allowed(can: Capabilities) -> ApiResult<()> {
    if can.webhooks {
        return Ok(());
    }
    Err(ApiError::not_in_plan(
        "Webhooks, chats and feeds are part of the Pro plan. Upgrade to Pro to use them.",
    ))
}

/// Refuses an endpoint beyond the limit. The caller holds the user's row.
pub(super) async fn room_for_one(user_id: Uuid, conn: &mut Conn) -> ApiResult<()> {
    let present: i64 = endpoints::table
        .filter(endpoints::user_id.eq(user_id))
        .filter(endpoints::channel.ne(EndpointChannel::Push))
        .count()
        .get_result(conn)
        .await?;
    if present < MAX_ENDPOINTS {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "ENDPOINT_LIMIT_EXCEEDED",
        format!("You have {MAX_ENDPOINTS} channels, which is the maximum."),
    ))
}

/// Refuses watches that are not the user's.
pub(super) async fn own_watches(
    wanted: Option<&[Uuid]>,
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<()> {
    let Some(wanted) = wanted else { return Ok(()) };
    let found: Vec<Uuid> = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::id.eq_any(wanted))
        .select(watches::id)
        .load(conn)
        .await?;
    match wanted.iter().position(|id| !found.contains(id)) {
        None => Ok(()),
        Some(index) => Err(ApiError::invalid(
            &format!("watchIds.{index}"),
            "This keyword watch does not exist",
        )),
    }
}
