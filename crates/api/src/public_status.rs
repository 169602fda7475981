//! The state of the instance, for everybody.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::announcement::Announcement;
use super::refusals::AnyCall;
use crate::administration::health::{self, HealthState};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use deliver::outbox::lane::Lane;

/// The interval at which the database is queried, however many clients ask.
const LIFE: Duration = Duration::from_secs(10);

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicStatus {
    /// Up to ten seconds ago.
    pub checked_at: DateTime<Utc>,
    /// Those that are read.
    pub sources: Vec<PublicSource>,
    pub lanes: Vec<PublicLane>,
    /// What administrators announce to everybody.
    #[schema(required = true)]
    pub announcement: Option<Announcement>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PublicSource {
    /// `reddit`, `feeds` or the place of a site.
    pub source: String,
    pub state: HealthState,
}

/// Messages that are sent in the same way.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicLane {
    pub lane: Lane,
    pub state: HealthState,
}

/// Returns whether sources are read and messages are sent on time, if administrators or the configuration have turned
/// the public status page on.
#[utoipa::path(
    get, path = "/public-status", tag = "status", operation_id = "get_public_status",
    responses(
        AnyCall,
        (status = 200, body = PublicStatus),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no such page here"),
    )
)]
pub async fn get_public_status(State(app): State<App>) -> ApiResult<Response> {
    if !app.settings.has_status_page().value {
        return Err(ApiError::not_found("page"));
    }
    let answer = app.status.get(LIFE, look(&app)).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

async fn look(app: &App) -> ApiResult<Bytes> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let lanes = health::lanes(now, &mut conn).await?;
    let listings = health::listings(now, &mut conn).await?;
    let sources = health::sources(app, &listings, now, &mut conn).await?;
    let sources = sources.into_iter().map(|load| PublicSource {
        state: load.state(),
        source: load.place,
    });
    let lanes = lanes.into_iter().map(|load| PublicLane {
        state: load.state(),
        lane: load.lane,
    });
    let status = PublicStatus {
        checked_at: now,
        sources: sources.collect(),
        lanes: lanes.collect(),
        announcement: app.settings.announcement(now).map(Announcement::of),
    };
    let status = serde_json::to_vec(&status).map_err(anyhow::Error::from)?;
    Ok(status.into())
}
