use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::prelude::*;
use db::models::attempt::Attempt;
use db::models::channel::Channel;
use db::models::digest::Cause;
use db::models::hearing_test::{HearingTest as Row, PATIENCE, Way};
use db::models::outbox::{OutboxRow, Status};
use db::schema::{attempts, endpoints, outbox};

/// The time after which a step says what it waits for.
const SOON: TimeDelta = TimeDelta::seconds(5);

/// A test post and how far it has come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HearingTest {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub watch_id: Uuid,
    pub keyword: String,
    /// The title of the test post.
    pub title: String,
    /// The text of the test post.
    pub content: String,
    pub planted_at: DateTime<Utc>,
    /// The steps in order. Those for emails and channels appear once the post is stored.
    pub steps: Vec<HearingStep>,
    /// Whether no step is pending any more. A failed message is still retried.
    pub is_finished: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HearingStep {
    pub kind: HearingStepKind,
    /// The channel over which the message is sent; null for earlier steps.
    #[schema(required = true)]
    pub channel: Option<Channel>,
    /// The channel's name; null for emails and earlier steps.
    #[schema(required = true)]
    pub name: Option<String>,
    pub state: HearingStepState,
    /// The milliseconds from the start of the test to the end of the step; null while it is pending and if nothing was
    /// done.
    #[schema(required = true)]
    pub after_ms: Option<i64>,
    /// The duration of the last attempt to send, in milliseconds.
    #[schema(required = true)]
    pub took_ms: Option<i64>,
    /// The reason why the step failed, was skipped, or is pending.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// The time until which an alert that is not a test would wait.
    #[schema(required = true)]
    pub held_until: Option<DateTime<Utc>>,
    /// The reason why it would wait.
    #[schema(required = true)]
    pub held_by: Option<Cause>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HearingStepKind {
    /// Read by a process that reads sources.
    Read,
    Matched,
    Stored,
    /// Sent by email or to a channel: the mail server or the channel has accepted the message.
    Sent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HearingStepState {
    Waiting,
    Done,
    /// Nothing is sent, because of the user's settings or because the channel is paused.
    Skipped,
    Failed,
}

/// Reports how far a hearing test has come.
///
/// A test is kept for an hour, or until the next one is started.
#[utoipa::path(
    get, path = "/hearing-tests/{id}", tag = "hearing tests", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = HearingTest))
)]
pub async fn get_hearing_test(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<HearingTest>> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let row = Row::find(auth.id, id, now, &mut conn).await?;
    let row = row.ok_or_else(|| ApiError::not_found("hearing test"))?;
    Ok(Json(HearingTest::of(row, now, &mut conn).await?))
}

/// A message with its last attempt, and the last answer of its endpoint.
struct Message {
    row: OutboxRow,
    took: Option<TimeDelta>,
    last_error: Option<String>,
}

impl HearingTest {
    pub(super) async fn of(row: Row, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Self> {
        let messages = messages(&row, conn).await?;
        let moment = Moment { row: &row, now };
        let mut steps = moment.until_stored();
        if row.stored_at.is_some() {
            let ways = row.ways.0.iter();
            steps.extend(ways.map(|way| {
                let message = way.message_id.and_then(|id| messages.get(&id));
                moment.sent(way, message)
            }));
        }
        let is_finished = steps.iter().all(|step| step.state != HearingStepState::Waiting);
        Ok(Self {
            id: row.id,
            watch_id: row.watch_id,
            planted_at: row.planted_at,
            steps,
            is_finished,
            keyword: row.keyword,
            title: row.post.title,
            content: row.post.body,
        })
    }
}

async fn messages(row: &Row, conn: &mut Conn) -> QueryResult<HashMap<Uuid, Message>> {
    let ids: Vec<Uuid> = row.ways.0.iter().filter_map(|way| way.message_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(OutboxRow, Option<String>)> = outbox::table
        .left_join(endpoints::table.on(outbox::endpoint_id.eq(endpoints::id.nullable())))
        .filter(outbox::id.eq_any(&ids))
        .select((OutboxRow::as_select(), endpoints::last_error.nullable()))
        .load(conn)
        .await?;
    let tried: Vec<Attempt> = attempts::table
        .filter(attempts::outbox_id.eq_any(&ids))
        .order(attempts::started_at.asc())
        .select(Attempt::as_select())
        .load(conn)
        .await?;
    let took = |attempt: &Attempt| attempt.finished_at - attempt.started_at;
    let took: HashMap<Uuid, TimeDelta> = tried.iter().map(|a| (a.outbox_id, took(a))).collect();
    let message = |(row, last_error): (OutboxRow, Option<String>)| {
        let took = took.get(&row.id).copied();
        (row.id, Message { row, took, last_error })
    };
    Ok(rows.into_iter().map(message).collect())
}

/// A test at one moment.
struct Moment<'a> {
    row: &'a Row,
    now: DateTime<Utc>,
}

impl Moment<'_> {
    fn is_late(&self) -> bool {
        self.now - self.row.planted_at > SOON
    }

    /// Returns whether the test is over, so that nobody waits for it any longer.
    fn is_over(&self) -> bool {
        self.now - self.row.planted_at > PATIENCE
    }

    /// Returns the steps before sending, up to the one that failed.
    fn until_stored(&self) -> Vec<HearingStep> {
        let row = self.row;
        let reached = [
            (HearingStepKind::Read, row.read_at),
            (HearingStepKind::Matched, row.matched_at),
            (HearingStepKind::Stored, row.stored_at),
        ];
        let mut steps = Vec::new();
        for (kind, at) in reached {
            let mut step = HearingStep::waiting(kind);
            match (at, &row.failure) {
                (Some(at), _) => step.is_done(at - row.planted_at),
                (None, Some(failure)) => {
                    step.state = HearingStepState::Failed;
                    step.reason = Some(failure.clone());
                }
                (None, None) if kind == HearingStepKind::Read => {
                    let reader = "No process has read the post yet. Harken may be busy, or the part of it that \
                                  reads posts is not running: ask whoever runs this server.";
                    self.wait(&mut step, reader);
                }
                (None, None) => {
                    self.wait(&mut step, "This takes longer than usual. Harken may be busy.");
                }
            }
            let failed = step.state == HearingStepState::Failed;
            steps.push(step);
            if failed {
                break;
            }
        }
        steps
    }

    fn sent(&self, way: &Way, message: Option<&Message>) -> HearingStep {
        let mut step = HearingStep {
            channel: Some(way.channel),
            name: way.name.clone(),
            held_until: way.held.map(|(until, _)| until),
            held_by: way.held.map(|(_, cause)| cause),
            ..HearingStep::waiting(HearingStepKind::Sent)
        };
        let Some(Message { row, took, last_error }) = message else {
            step.state = HearingStepState::Skipped;
            step.reason = way.closed.clone();
            return step;
        };
        step.took_ms = took.map(|took| took.num_milliseconds());
        let failed = row.reason.clone().or_else(|| last_error.clone());
        match (row.status, row.finished_at) {
            (Status::Sent, Some(at)) => step.is_done(at - self.row.planted_at),
            (Status::Skipped, _) => {
                step.state = HearingStepState::Skipped;
                step.reason = row.reason.clone();
            }
            (Status::Dead, _) => {
                step.state = HearingStepState::Failed;
                step.reason = row.reason.clone();
            }
            // The message is put off: it has failed, or an earlier one to its endpoint has.
            (Status::Pending | Status::Sent, _)
                if row.due_at > self.row.stored_at.unwrap_or(self.now) =>
            {
                let again = "It is sent again after a while.";
                let reason =
                    failed.map(|reason| format!("{}. {again}", reason.trim_end_matches('.')));
                step.state = HearingStepState::Failed;
                step.reason = Some(reason.unwrap_or_else(|| again.to_owned()));
            }
            (Status::Pending | Status::Sent, _) => {
                let sender = "It has not been sent yet. Harken may be busy, or the part of it that sends alerts is \
                              not running: ask whoever runs this server.";
                self.wait(&mut step, sender);
            }
        }
        step
    }

    fn wait(&self, step: &mut HearingStep, reason: &str) {
        if self.is_late() {
            step.reason = Some(reason.to_owned());
        }
        if self.is_over() {
            step.state = HearingStepState::Failed;
        }
    }
}

impl HearingStep {
    fn waiting(kind: HearingStepKind) -> Self {
        Self {
            kind,
            channel: None,
            name: None,
            state: HearingStepState::Waiting,
            after_ms: None,
            took_ms: None,
            reason: None,
            held_until: None,
            held_by: None,
        }
    }

    fn is_done(&mut self, after: TimeDelta) {
        self.state = HearingStepState::Done;
        self.after_ms = Some(after.num_milliseconds().max(0));
    }
}
