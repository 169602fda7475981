use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{Endpoint, EndpointRow};
use crate::deliveries::{Delivery, DeliveryList};
use crate::paging::Paging;
use crate::prelude::*;
use db::models::outbox::OutboxRow;
use db::schema::{endpoints, outbox};

#[derive(Debug, Serialize, ToSchema)]
pub struct EndpointList {
    /// The endpoints, oldest first.
    pub endpoints: Vec<Endpoint>,
}

/// Lists the user's channels for alerts besides email.
#[utoipa::path(
    get, path = "/endpoints", tag = "endpoints", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = EndpointList))
)]
pub async fn list_endpoints(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<EndpointList>> {
    let endpoints = own_endpoints(auth.id, &mut *app.conn().await?).await?;
    Ok(Json(EndpointList { endpoints }))
}

/// Loads all of a user's endpoints, oldest first.
pub(crate) async fn own_endpoints(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Endpoint>> {
    let rows: Vec<EndpointRow> = endpoints::table
        .filter(endpoints::user_id.eq(user_id))
        .order(endpoints::id)
        .select(EndpointRow::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Endpoint::from).collect())
}

/// Lists the messages to one endpoint, newest first, with every attempt.
#[utoipa::path(
    get, path = "/endpoints/{id}/deliveries", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path), Paging),
    responses(AnyCall, QueryString, SignedIn, OwnId, (status = 200, body = DeliveryList))
)]
pub async fn list_endpoint_deliveries(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    ValidQuery(paging): ValidQuery<Paging>,
) -> ApiResult<Json<DeliveryList>> {
    let mut conn = app.conn().await?;
    find_own(id, auth.id, &mut conn).await?;
    let rows: Vec<OutboxRow> = outbox::table
        .filter(outbox::endpoint_id.eq(id))
        .filter(outbox::user_id.eq(auth.id))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(paging.limit.into())
        .offset(paging.offset())
        .select(OutboxRow::as_select())
        .load(&mut conn)
        .await?;
    let total = outbox::table
        .filter(outbox::endpoint_id.eq(id))
        .filter(outbox::user_id.eq(auth.id))
        .count()
        .get_result(&mut conn)
        .await?;
    Ok(Json(DeliveryList {
        deliveries: Delivery::of(rows, &mut conn).await?,
        pagination: paging.of(total),
    }))
}

/// Finds the user's endpoint with this id.
pub(super) async fn find_own(id: Uuid, user_id: Uuid, conn: &mut Conn) -> ApiResult<EndpointRow> {
    let found = EndpointRow::find(id, conn).await?;
    let own = found.filter(|endpoint| endpoint.user_id == user_id);
    own.ok_or_else(|| ApiError::not_found("channel"))
}
