use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::find_own;
use super::sample::{Bounds, Sample};
use crate::api::extract::PathPart;
use crate::api::refusals::{AnyCall, OwnId, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::ingest::backfill::{Past, add};
use crate::ingest::watches::parse;

const HOURS: i64 = 24;
const MOST_ITEMS: usize = 50_000;
const MOST_MATCHES: usize = 500;
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Serialize, ToSchema)]
pub struct WatchBackfill {
    /// How many notifications were added now.
    pub added: usize,
    /// Whether all stored items of the 24 hours were searched.
    pub complete: bool,
}

/// Adds the matches of the last 24 hours as notifications, each with the time at which its item was
/// first seen: the newest 500, of at most 50,000 items, of those that 10 seconds allow. They are
/// counted and heed mutes, and no message is sent for them. What is a notification already, or was
/// one that was deleted, stays as it is: to ask again adds nothing twice.
#[utoipa::path(
    post, path = "/keywords/{id}/backfill", tag = "keywords", operation_id = "backfill_watch",
    security(("token" = [])), params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, body = WatchBackfill),
        (status = 409, body = ErrorBody, description = "`KEYWORD_INACTIVE`"),
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
    let watch = parse(&row).map_err(|error| {
        // It was checked when it was stored.
        ApiError::Other(anyhow::Error::new(error).context("a stored watch cannot be used"))
    })?;
    let now = app.clock.now();
    let since = now - TimeDelta::hours(HOURS);
    let bounds = Bounds {
        since,
        items: MOST_ITEMS,
        patience: PATIENCE,
        whole: true,
    };
    let mut sample = Sample::new(watch, bounds, now);
    let mut past = Vec::new();
    while past.len() < MOST_MATCHES
        && let Some(searched) = sample.next(&app).await?
    {
        let recent = searched
            .into_iter()
            .filter(|one| !one.matches.is_empty() && one.item.forum_created_at >= since);
        past.extend(recent.map(|one| Past::new(one.item, &one.matches)));
    }
    past.truncate(MOST_MATCHES);
    let mut conn = app.conn().await?;
    let added = add(&row, &past, now, &mut conn).await?;
    Ok(Json(WatchBackfill {
        added: added.ok_or_else(inactive)?,
        complete: sample.is_complete(),
    }))
}

fn inactive() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "KEYWORD_INACTIVE",
        "This keyword watch is switched off. Switch it on first.",
    )
}
