use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use tokio_util::sync::CancellationToken;

use super::limit::channels_allowed;
use super::read::find_own;
use super::{EndpointChannel, EndpointRow};
use crate::prelude::*;
use db::models::outbox::{Kind, NewMessage, OutboxRow};
use db::schema::outbox;
use deliver::delivery::{AttemptResult, Outcome};
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::{claim, lease_of};

/// The most tests of a user in a minute: each of them is a request to a machine of the user's
/// choice.
const TESTS_PER_MINUTE: u32 = 10;
/// The time that a lease has beyond that of an answer.
const LEASE_MARGIN_SECONDS: u32 = 30;

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndpointTest {
    /// Whether the other side accepted the message.
    pub ok: bool,
    /// The status of the other side, if it answered.
    #[schema(required = true)]
    pub status_code: Option<u16>,
    /// The result as a text: that the message arrived, or what is wrong.
    pub detail: String,
    pub duration_ms: i64,
}

/// Sends a test message now and reports the result.
///
/// It also appears in the delivery log, and is not retried. A paused endpoint can be tested, too.
#[utoipa::path(
    post, path = "/endpoints/{id}/test", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, body = EndpointTest),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
        (status = 429, body = ErrorBody, description = "`TEST_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn test_endpoint(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<EndpointTest>> {
    let row = enqueue(&app, auth, id).await?;
    Ok(Json(send_now(&app, &row).await?))
}

/// Sends a message that this call has claimed, and stores the outcome.
pub(crate) async fn send_now(app: &App, row: &OutboxRow) -> ApiResult<EndpointTest> {
    let lease = lease_of(row, app, CancellationToken::new());
    keep(app, row, app.senders.send(app, row, &lease)).await
}

/// Like [`send_now`], for an endpoint that need not be stored.
pub(super) async fn send_now_to(
    app: &App,
    endpoint: &EndpointRow,
    row: &OutboxRow,
) -> ApiResult<EndpointTest> {
    let lease = lease_of(row, app, CancellationToken::new());
    let sending = app.senders.send_to(app, endpoint, row, &lease);
    keep(app, row, sending).await
}

async fn keep(
    app: &App,
    row: &OutboxRow,
    sending: impl Future<Output = AttemptResult>,
) -> ApiResult<EndpointTest> {
    let started_at = app.clock.now();
    let tried = once(sending.await);
    let span = Span { started_at, finished_at: app.clock.now() };
    let answer = EndpointTest {
        ok: tried.outcome == Outcome::Sent,
        status_code: tried.status_code,
        detail: detail(&tried.outcome).to_owned(),
        duration_ms: (span.finished_at - started_at).num_milliseconds(),
    };
    let (config, mut conn) = (&app.config.delivery, app.conn().await?);
    // No retry follows, so there is nothing to spread.
    finish(row, &tried, span, 0.0, config, &mut conn).await?;
    Ok(answer)
}

/// Turns a temporary failure into a final one. Whoever tests wants to know now: such a failure is
/// reported, and not retried unnoticed.
fn once(tried: AttemptResult) -> AttemptResult {
    AttemptResult {
        outcome: match tried.outcome {
            Outcome::Retry { reason, .. } => Outcome::Dead(reason),
            Outcome::NotBegun => Outcome::Dead("It could not be sent in time.".to_owned()),
            Outcome::Suspended => Outcome::Dead("The account is suspended.".to_owned()),
            outcome => outcome,
        },
        ..tried
    }
}

fn detail(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Sent => "The test message has arrived.",
        Outcome::Skipped(reason) | Outcome::Dead(reason) | Outcome::Gone(reason) => reason,
        Outcome::Retry { reason, .. } => reason,
        Outcome::NotBegun | Outcome::Suspended => "The test was not sent.",
    }
}

/// Puts the message into the outbox, already claimed, so that no worker takes it.
async fn enqueue(app: &App, auth: AuthUser, id: Uuid) -> ApiResult<OutboxRow> {
    let (plans, now) = (app.config.server.plans, app.clock.now());
    let timeout = app.config.delivery.timeout_seconds;
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let endpoint = find_own(id, auth.id, conn).await?;
        let can = Capabilities::lock(auth.id, plans, conn).await?;
        if endpoint.channel != EndpointChannel::Push {
            channels_allowed(can)?;
        }
        let message = NewMessage::to(&endpoint, Kind::Test, Uuid::now_v7(), now);
        claim_test(&message, timeout, conn).await
    })
    .await
}

/// Stores a test message and claims it for as long as a send may take; refuses one test too many in
/// a minute. The caller holds the user's row.
pub(crate) async fn claim_test(
    message: &NewMessage,
    timeout_seconds: u32,
    conn: &mut Conn,
) -> ApiResult<OutboxRow> {
    let now = message.created_at;
    room_for_one(message.user_id, now - TimeDelta::minutes(1), conn).await?;
    NewMessage::enqueue(std::slice::from_ref(message), conn).await?;
    let lease = timeout_seconds.saturating_add(LEASE_MARGIN_SECONDS);
    let lease = TimeDelta::seconds(lease.into());
    Ok(claim::claim_one(message.id, lease, now, conn).await?)
}

/// Refuses a test beyond the user's limit in this minute. The caller holds the user's row.
async fn room_for_one(user_id: Uuid, since: DateTime<Utc>, conn: &mut Conn) -> ApiResult<()> {
    let made: i64 = outbox::table
        .filter(outbox::user_id.eq(user_id))
        .filter(outbox::kind.eq(Kind::Test))
        .filter(outbox::created_at.gt(since))
        .count()
        .get_result(conn)
        .await?;
    if made < i64::from(TESTS_PER_MINUTE) {
        return Ok(());
    }
    Err(ApiError::RateLimited {
        code: "TEST_RATE_LIMIT_EXCEEDED",
        text: "Too many tests. Please wait a minute.".to_owned(),
        retry_after: 60,
        limit: TESTS_PER_MINUTE,
    })
}
