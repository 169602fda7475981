use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::draft::{can_be_added, exists_already, new_endpoint, note_last_test};
use super::limit::own_watches;
use super::read::find_own;
use super::readdress::try_new_address;
use super::{Endpoint, EndpointChange, EndpointInput};
use crate::prelude::*;
use db::models::endpoint::Endpoint as EndpointRow;
use db::schema::endpoints;

/// Adds a webhook or a chat.
#[utoipa::path(
    post, path = "/endpoints", tag = "endpoints", security(("token" = [])),
    request_body = EndpointInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 201, body = Endpoint),
        (status = 400, body = ErrorBody, description = "`ENDPOINT_LIMIT_EXCEEDED`, `INVALID_JSON`"),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`ENDPOINT_EXISTS`: the address has already been added"),
    )
)]
pub async fn create_endpoint(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<EndpointInput>,
) -> ApiResult<(StatusCode, Json<Endpoint>)> {
    let mut row = new_endpoint(&app, auth.id, input)?;
    let (plans, new) = (app.config.server.plans, &mut row);
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        can_be_added(new, plans, conn).await?;
        note_last_test(new, conn).await?;
        let stored = diesel::insert_into(endpoints::table)
            .values(&*new)
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        if stored > 0 {
            return Ok(());
        }
        Err(exists_already())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Updates an endpoint: its name, its address, what is sent there, or whether it is paused.
///
/// A resumed endpoint counts as new: its failures are forgotten. A new address is tested first, and
/// nothing is changed unless the test arrives; waiting messages then go to the new address.
#[utoipa::path(
    put, path = "/endpoints/{id}", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = EndpointChange,
    responses(
        AnyCall, JsonBody, SignedIn, OwnId,
        (status = 200, body = Endpoint),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`, for a new address"),
        (
            status = 409, body = ErrorBody,
            description = "`ENDPOINT_EXISTS`: the address has already been added; `ENDPOINT_TEST_FAILED`: \
                the test did not arrive"
        ),
        (status = 429, body = ErrorBody, description = "`TEST_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn update_endpoint(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(change): Valid<EndpointChange>,
) -> ApiResult<Json<Endpoint>> {
    let name = change.check()?;
    let readdressed = try_new_address(&app, auth, id, &change).await?;
    let (plans, now) = (app.config.server.plans, app.clock.now());
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let present = find_own(id, auth.id, conn).await?;
            if let Some(readdressed) = &readdressed {
                readdressed.store(plans, now, conn).await?;
            }
            if let Some(watch_ids) = &change.watch_ids {
                own_watches(watch_ids.as_deref(), auth.id, conn).await?;
                diesel::update(endpoints::table.find(id))
                    .set(endpoints::watch_ids.eq(watch_ids))
                    .execute(conn)
                    .await?;
            }
            if let Some(reports_gaps) = change.reports_gaps {
                diesel::update(endpoints::table.find(id))
                    .set(endpoints::reports_gaps.eq(reports_gaps))
                    .execute(conn)
                    .await?;
            }
            if let Some(name) = name {
                diesel::update(endpoints::table.find(id))
                    .set(endpoints::name.eq(name))
                    .execute(conn)
                    .await?;
            }
            if change.paused.is_some() || readdressed.is_some() {
                // Once it is paused, waiting messages are skipped at once; once resumed or at
                // another address, they are tried.
                EndpointRow::lift_hold(id, now, conn).await?;
            }
            match change.paused {
                Some(true) if present.paused_at.is_none() => {
                    diesel::update(endpoints::table.find(id))
                        .set(endpoints::paused_at.eq(now))
                        .execute(conn)
                        .await?;
                }
                Some(false) if present.paused_at.is_some() => {
                    diesel::update(endpoints::table.find(id))
                        .set((
                            endpoints::paused_at.eq(None::<DateTime<Utc>>),
                            endpoints::failing_since.eq(None::<DateTime<Utc>>),
                            endpoints::last_error.eq(None::<String>),
                        ))
                        .execute(conn)
                        .await?;
                }
                _ => {}
            }
            find_own(id, auth.id, conn).await
        })
        .await?;
    Ok(Json(row.into()))
}

/// Deletes an endpoint.
///
/// Its waiting messages are not sent.
#[utoipa::path(
    delete, path = "/endpoints/{id}", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Deleted"))
)]
pub async fn delete_endpoint(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let own = endpoints::table.find(id).filter(endpoints::user_id.eq(auth.id));
    let deleted = diesel::delete(own).execute(&mut *app.conn().await?).await?;
    if deleted == 0 {
        return Err(ApiError::not_found("channel"));
    }
    Ok(StatusCode::NO_CONTENT)
}
