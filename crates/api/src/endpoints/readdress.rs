//! Gives an endpoint another address, which is tested first.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::attempt::{claim_test, send_now_to};
use super::draft::refuse_known;
use super::limit::channels_allowed;
use super::read::find_own;
use super::{EndpointChange, EndpointRow};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use db::Conn;
use db::listen::{OUTBOX, notify};
use db::models::outbox::{Kind, NewMessage, OutboxRow, Status};
use db::schema::{endpoints, outbox};
use deliver::delivery::target::Target;
use domain::auth::AuthUser;
use platform::config::Plans;
use platform::plans::Capabilities;

/// An endpoint with its new address, and the test that arrived there, if one was requested.
pub(super) struct Readdressed {
    endpoint: EndpointRow,
    test: Option<OutboxRow>,
}

/// Checks a new address like that of a new endpoint, and sends a test there. Returns `None` if the
/// address stays as it is; a test that does not arrive is a refusal.
pub(super) async fn try_new_address(
    app: &App,
    auth: AuthUser,
    id: Uuid,
    change: &EndpointChange,
) -> ApiResult<Option<Readdressed>> {
    let present = find_own(id, auth.id, &mut *app.conn().await?).await?;
    let before = Target::of(&present, &app.secrets);
    let outgoing = &app.senders.outgoing;
    let Some(target) = change.new_target(present.channel, before.as_ref(), outgoing)? else {
        return Ok(None);
    };
    let endpoint = EndpointRow {
        target: target.seal(id, &app.secrets)?,
        fingerprint: app.secrets.fingerprint(&target.address()),
        shown: target.shown(),
        ..present
    };
    if change.untested {
        return Ok(Some(Readdressed { endpoint, test: None }));
    }
    let row = enqueue(app, &endpoint).await?;
    let result = send_now_to(app, &endpoint, &row).await?;
    if !result.ok {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "ENDPOINT_TEST_FAILED",
            format!("The new address did not accept a test: {}", result.detail),
        ));
    }
    Ok(Some(Readdressed { endpoint, test: Some(row) }))
}

/// Claims a test that names no existing endpoint: its outcome says nothing about the address in
/// use.
async fn enqueue(app: &App, endpoint: &EndpointRow) -> ApiResult<OutboxRow> {
    let (plans, now) = (app.config.server.plans, app.clock.now());
    let timeout = app.config.delivery.timeout_seconds;
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        refuse_address(endpoint, plans, conn).await?;
        let message = NewMessage {
            endpoint_id: Some(Uuid::now_v7()),
            ..NewMessage::to(endpoint, Kind::Test, Uuid::now_v7(), now)
        };
        claim_test(&message, timeout, conn).await
    })
    .await
}

/// Refuses a channel that the plan does not have, and an address that exists already. Locks the
/// user's row.
async fn refuse_address(endpoint: &EndpointRow, plans: Plans, conn: &mut Conn) -> ApiResult<()> {
    channels_allowed(Capabilities::lock(endpoint.user_id, plans, conn).await?)?;
    refuse_known(endpoint, conn).await
}

impl Readdressed {
    /// Stores the new address. Messages that wait for another attempt are now sent there.
    pub(super) async fn store(
        &self,
        plans: Plans,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> ApiResult<()> {
        let endpoint = &self.endpoint;
        refuse_address(endpoint, plans, conn).await?;
        diesel::update(endpoints::table.find(endpoint.id))
            .set((
                endpoints::target.eq(&endpoint.target),
                endpoints::fingerprint.eq(&endpoint.fingerprint),
                endpoints::shown.eq(&endpoint.shown),
            ))
            .execute(conn)
            .await?;
        if let Some(test) = &self.test {
            diesel::update(outbox::table.find(test.id))
                .set(outbox::endpoint_id.eq(endpoint.id))
                .execute(conn)
                .await?;
            diesel::update(endpoints::table.find(endpoint.id))
                .set((
                    endpoints::failing_since.eq(None::<DateTime<Utc>>),
                    endpoints::last_error.eq(None::<String>),
                    endpoints::last_sent_at.eq(now),
                ))
                .execute(conn)
                .await?;
        }
        // The failures were those of the former address.
        EndpointRow::lift_hold(endpoint.id, now, conn).await?;
        let retried = diesel::update(outbox::table)
            .filter(outbox::endpoint_id.eq(endpoint.id))
            .filter(outbox::status.eq(Status::Pending))
            .filter(outbox::attempts.gt(0))
            .filter(outbox::leased_until.is_null())
            .filter(outbox::due_at.gt(now))
            .set(outbox::due_at.eq(now))
            .execute(conn)
            .await?;
        if retried > 0 {
            notify(OUTBOX, "", conn).await?;
        }
        Ok(())
    }
}
