use crate::administration::health::{self, HealthState};
use crate::administration::messages;
use crate::coverage::{RequestBudgetUse, budget};
use crate::prelude::*;
use crate::signed_in::Administrator;
use db::models::process::Process;
use deliver::outbox::lane::Lane;

/// Processes that were seen within this time are listed.
const LISTED_WITHIN: TimeDelta = TimeDelta::hours(1);
/// The time after which a process that was not seen has ended without reporting it, or cannot reach
/// the database.
const LOST_AFTER: TimeDelta = TimeDelta::minutes(1);

/// The state of the whole instance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceHealth {
    /// The processes that were seen within the last hour, oldest first.
    pub processes: Vec<RunningProcess>,
    pub lanes: Vec<LaneHealth>,
    /// The sources that this server reads.
    pub sources: Vec<SourceHealth>,
    /// The number of coverage gaps that ended within the last day, at most 1,000.
    pub gaps_of_a_day: i64,
    /// The use of the request budget; null if Reddit is not read.
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
    /// Whether the process has not been seen for a minute.
    pub is_lost: bool,
}

/// A task of a process.
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
    /// The number of due messages; at most 1,000 of each priority are counted.
    pub due: i64,
    /// The number of seconds that the oldest due message has been due.
    pub oldest_seconds: i64,
    /// The number of messages that were given up within the last day, at most 10,000.
    pub failed: i64,
    pub state: HealthState,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceHealth {
    /// `reddit`, `feeds` or the name of a site.
    pub source: String,
    /// The number of polled listings, instances or feeds.
    pub polled: i64,
    /// The number of those whose last poll failed.
    pub failing: i64,
    /// The number of seconds that the most overdue of them is late.
    pub late_seconds: i64,
    pub state: HealthState,
}

/// Reports the state of the whole instance.
///
/// It covers the processes, the due and failed messages, and how the sources are read.
#[utoipa::path(
    get, path = "/health", tag = "admin", security(("token" = [])),
    responses(AnyCall, SignedIn, ForAdministrators, (status = 200, body = InstanceHealth))
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
        state: load.state(),
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
    /// The number of messages that are due again.
    pub replayed: i64,
}

/// Retries the messages of a lane that failed within the last day, with all their attempts.
///
/// Takes the oldest 1,000. Messages to paused or deleted channels, and those that their users have dismissed, stay as
/// they are.
#[utoipa::path(
    post, path = "/messages/replay", tag = "admin", security(("token" = [])),
    request_body = FailedLane,
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
