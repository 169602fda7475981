//! The state of the instance, for everybody.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::announcement::Announcement;
use crate::administration::health::{self, HealthState};
use crate::prelude::*;
use db::Share;
use deliver::outbox::lane::Lane;

/// The interval at which the database is queried, however many clients ask.
const LIFE: Duration = Duration::from_secs(10);

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicStatus {
    /// The time of the check, at most ten seconds ago.
    pub checked_at: DateTime<Utc>,
    /// The sources that this server reads.
    pub sources: Vec<PublicSource>,
    pub lanes: Vec<PublicLane>,
    /// The announcement that all users see; null if there is none.
    #[schema(required = true)]
    pub announcement: Option<Announcement>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PublicSource {
    /// `reddit`, `feeds` or the name of a site.
    pub source: String,
    pub state: HealthState,
}

/// The state of messages that are sent in the same way.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicLane {
    pub lane: Lane,
    pub state: HealthState,
}

/// Reports whether sources are read and messages are sent on time.
///
/// It is available if administrators or the configuration have turned on the public status page.
#[utoipa::path(
    get, path = "/public-status", tag = "status",
    responses(
        AnyCall,
        (status = 200, body = PublicStatus),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: the page is turned off"),
    )
)]
pub async fn get_public_status(State(app): State<App>) -> ApiResult<Response> {
    if !app.settings.has_status_page().value {
        return Err(ApiError::not_found("page"));
    }
    let answer = app.status.get(LIFE, Share::for_everybody(look(&app))).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

async fn look(app: &App) -> ApiResult<Bytes> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let lanes = health::lanes(now, &mut conn).await?;
    let listings = health::listings(now, &mut conn).await?;
    let sources = health::sources(app, &listings, now, &mut conn).await?;
    let sources =
        sources.into_iter().map(|load| PublicSource { state: load.state(), source: load.place });
    let lanes = lanes.into_iter().map(|load| PublicLane { state: load.state(), lane: load.lane });
    let status = PublicStatus {
        checked_at: now,
        sources: sources.collect(),
        lanes: lanes.collect(),
        announcement: app.settings.announcement(now).map(Announcement::of),
    };
    let status = serde_json::to_vec(&status).map_err(anyhow::Error::from)?;
    Ok(status.into())
}
