use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::attempt::{claim_test, send_now_to};
use super::limit::{channels_allowed, own_watches, room_for_one};
use super::{EndpointChannel, EndpointInput, EndpointRow, EndpointTest};
use crate::prelude::*;
use db::models::outbox::{Kind, NewMessage, Status};
use db::schema::{endpoints, outbox};
use deliver::delivery::webhook::signing_secret;
use platform::config::Plans;

/// The result of a test of an endpoint that has not been added yet.
// Not `Debug`: it holds a secret.
#[derive(Serialize, ToSchema)]
pub struct NewEndpointTest {
    pub result: EndpointTest,
    /// A token for another test and for `POST /endpoints`, which then concern the same endpoint.
    pub draft: String,
    /// The secret of a webhook, which signs the test and all later messages.
    #[schema(required = true)]
    pub secret: Option<String>,
}

/// Sends a test message to an endpoint before it is added, and reports the result.
///
/// Refuses endpoints that could not be added. It counts towards the limit on tests, and adds
/// nothing.
#[utoipa::path(
    post, path = "/endpoints/test", tag = "endpoints", security(("token" = [])),
    request_body = EndpointInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = NewEndpointTest),
        (status = 400, body = ErrorBody, description = "`ENDPOINT_LIMIT_EXCEEDED`, `INVALID_JSON`"),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`ENDPOINT_EXISTS`: the address has already been added"),
        (status = 429, body = ErrorBody, description = "`TEST_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn test_new_endpoint(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<EndpointInput>,
) -> ApiResult<Json<NewEndpointTest>> {
    let endpoint = new_endpoint(&app, auth.id, input)?;
    let (plans, new) = (app.config.server.plans, &endpoint);
    let timeout = app.config.delivery.timeout_seconds;
    let row = {
        let mut conn = app.conn().await?;
        conn.transaction::<_, ApiError, _>(async move |conn| {
            can_be_added(new, plans, conn).await?;
            refuse_known(new, conn).await?;
            if EndpointRow::find(new.id, conn).await?.is_some() {
                // The draft has been added meanwhile.
                return Err(exists_already());
            }
            let message = NewMessage::to(new, Kind::Test, Uuid::now_v7(), new.created_at);
            claim_test(&message, timeout, conn).await
        })
        .await?
    };
    let is_signed = endpoint.channel == EndpointChannel::Webhook;
    Ok(Json(NewEndpointTest {
        result: send_now_to(&app, &endpoint, &row).await?,
        draft: app.secrets.draft_token(auth.id, endpoint.id),
        secret: is_signed.then(|| signing_secret(&endpoint, &app.secrets)),
    }))
}

/// Builds the row of a new endpoint, which is not stored yet.
pub(super) fn new_endpoint(
    app: &App,
    user_id: Uuid,
    input: EndpointInput,
) -> ApiResult<EndpointRow> {
    let (name, target) = input.check(&app.senders.outgoing)?;
    let id = match &input.draft {
        None => Uuid::now_v7(),
        Some(token) => app
            .secrets
            .read_draft_token(token, user_id)
            .ok_or_else(|| ApiError::invalid("draft", "This is no draft of yours"))?,
    };
    Ok(EndpointRow {
        id,
        user_id,
        channel: target.channel(),
        name,
        target: target.seal(id, &app.secrets)?,
        fingerprint: app.secrets.fingerprint(&target.address()),
        shown: target.shown(),
        watch_ids: input.watch_ids,
        reports_gaps: input.reports_gaps,
        secret_version: 1,
        failing_since: None,
        last_error: None,
        last_sent_at: None,
        paused_at: None,
        created_at: app.clock.now(),
        held_until: None,
    })
}

/// Refuses an endpoint that the plan, the limits or the watches do not allow. Locks the user's row.
pub(super) async fn can_be_added(
    new: &EndpointRow,
    plans: Plans,
    conn: &mut Conn,
) -> ApiResult<()> {
    channels_allowed(Capabilities::lock(new.user_id, plans, conn).await?)?;
    own_watches(new.watch_ids.as_deref(), new.user_id, conn).await?;
    room_for_one(new.user_id, conn).await
}

/// Refuses an address that exists already.
pub(super) async fn refuse_known(new: &EndpointRow, conn: &mut Conn) -> ApiResult<()> {
    let same_address =
        endpoints::channel.eq(new.channel).and(endpoints::fingerprint.eq(&new.fingerprint));
    let known = endpoints::table
        .filter(endpoints::user_id.eq(new.user_id))
        .filter(endpoints::id.ne(new.id))
        .filter(same_address);
    let is_known: bool = diesel::select(diesel::dsl::exists(known)).get_result(conn).await?;
    if is_known { Err(exists_already()) } else { Ok(()) }
}

pub(super) fn exists_already() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "ENDPOINT_EXISTS", "You have added this address already.")
}

/// Initialises a new endpoint with what its last test, as a draft, showed about it.
pub(super) async fn note_last_test(new: &mut EndpointRow, conn: &mut Conn) -> QueryResult<()> {
    let last: Option<(Status, Option<DateTime<Utc>>, Option<String>)> = outbox::table
        .filter(outbox::endpoint_id.eq(new.id))
        .filter(outbox::user_id.eq(new.user_id))
        .filter(outbox::kind.eq(Kind::Test))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .select((outbox::status, outbox::finished_at, outbox::reason))
        .first(conn)
        .await
        .optional()?;
    match last {
        Some((Status::Sent, at, _)) => new.last_sent_at = at,
        Some((Status::Dead, at, reason)) => {
            new.failing_since = at;
            new.last_error = reason;
        }
        _ => {}
    }
    Ok(())
}
