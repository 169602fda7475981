use axum::Json;
use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::administration::health::{self, HealthState};
use crate::administration::messages;
use crate::app::App;
use crate::coverage::{RequestBudgetUse, budget};
use crate::error::ApiResult;
use crate::extract::Valid;
use crate::refusals::{AnyCall, ForAdministrators, JsonBody, SignedIn};
use crate::signed_in::Administrator;
use db::models::process::Process;
use deliver::outbox::lane::Lane;

/// Processes that were seen within this time are listed.
const LISTED_WITHIN: TimeDelta = TimeDelta::hours(1);
/// The time after which a process that was not seen has ended without reporting it, or cannot reach
/// the database.
const LOST_AFTER: TimeDelta = TimeDelta::minutes(1);

/// How the instance is doing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceHealth {
    /// Those that were seen in the last hour, the oldest first.
    pub processes: Vec<RunningProcess>,
    pub lanes: Vec<LaneHealth>,
    /// Those that are read.
    pub sources: Vec<SourceHealth>,
    /// Coverage gaps that ended within the last day.
    pub gaps_of_a_day: i64,
    /// Null if Reddit is not read.
    #[schema(required = true)]
    pub budget: Option<RequestBudgetUse>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningProcess {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub version: String,
    pub parts: Vec<ProcessPart>,
    pub started_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
    /// Whether it has not been seen for a minute.
    pub is_lost: bool,
}

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProcessPart {
    Api,
    Ingest,
    Match,
    Deliver,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaneHealth {
    pub lane: Lane,
    /// Messages that are due.
    pub due: i64,
    /// For how long the oldest of them has been due.
    pub oldest_seconds: i64,
    /// Messages that were given up within the last day; 10,000 if there are more.
    pub failed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceHealth {
    /// `reddit`, `feeds` or the place of a site.
    pub source: String,
    /// How many listings, instances or feeds are polled.
    pub polled: i64,
    /// Those whose last poll failed.
    pub failing: i64,
    /// For how long the one that is due longest has been due.
    pub late_seconds: i64,
    pub state: HealthState,
}

/// Returns how the instance is doing: its processes, what waits to be sent and what failed, and how its sources are
/// read.
#[utoipa::path(
    get, path = "/health", tag = "admin", operation_id = "get_instance_health",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn, ForAdministrators,
        (status = 200, body = InstanceHealth),
    )
)]
pub async fn get_instance_health(
    State(app): State<App>,
    _: Administrator,
) -> ApiResult<Json<InstanceHealth>> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let processes = Process::seen_since(now - LISTED_WITHIN, &mut conn).await?;
    let failed = health::failed(now, &mut conn).await?;
    let lanes = health::lanes(now, &mut conn).await?;
    let lanes = lanes.into_iter().map(|load| LaneHealth {
        due: load.due,
        oldest_seconds: load.oldest_seconds as i64,
        failed: failed
            .iter()
            .find_map(|(lane, failed)| (*lane == load.lane).then_some(*failed))
            .unwrap_or_default(),
        lane: load.lane,
    });
    let listings = health::listings(now, &mut conn).await?;
    let sources = health::sources(&app, &listings, now, &mut conn).await?;
    let sources = sources.into_iter().map(|load| SourceHealth {
        state: load.state(),
        source: load.place,
        polled: load.polled,
        failing: load.failing,
        late_seconds: load.late_seconds as i64,
    });
    let budget = match app.sources.forum.is_some() {
        true => Some(budget(&app, &mut conn).await?),
        false => None,
    };
    Ok(Json(InstanceHealth {
        processes: processes.into_iter().map(|it| describe(it, now)).collect(),
        lanes: lanes.collect(),
        sources: sources.collect(),
        gaps_of_a_day: listings.gaps,
        budget,
    }))
}

fn describe(process: Process, now: DateTime<Utc>) -> RunningProcess {
    let parts = [
        (process.serves_api, ProcessPart::Api),
        (process.ingests, ProcessPart::Ingest),
        (process.matches, ProcessPart::Match),
        (process.delivers, ProcessPart::Deliver),
    ];
    let parts = parts.into_iter().filter(|(has, _)| *has);
    RunningProcess {
        id: process.id,
        version: process.version,
        parts: parts.map(|(_, part)| part).collect(),
        started_at: process.started_at,
        seen_at: process.seen_at,
        is_lost: process.seen_at < now - LOST_AFTER,
    }
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct FailedLane {
    pub lane: Lane,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedMessages {
    /// How many are on their way again.
    pub replayed: i64,
}

/// Sends alerts of a lane again that failed within the last day, with all their attempts: the oldest 1,000 of them. What
/// goes to a channel that is paused or deleted stays behind, as does what its user has dismissed.
#[utoipa::path(
    post, path = "/messages/replay", tag = "admin", operation_id = "replay_failed_messages",
    security(("token" = [])), request_body = FailedLane,
    responses(
        AnyCall, SignedIn, ForAdministrators, JsonBody,
        (status = 200, body = ReplayedMessages),
    )
)]
pub async fn replay_failed_messages(
    State(app): State<App>,
    Administrator(auth): Administrator,
    Valid(input): Valid<FailedLane>,
) -> ApiResult<Json<ReplayedMessages>> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let replayed = messages::replay_failed(auth.id, input.lane, now, &mut conn).await?;
    Ok(Json(ReplayedMessages { replayed }))
}
