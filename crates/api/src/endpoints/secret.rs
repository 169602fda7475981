use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::read::find_own;
use super::{EndpointChannel, EndpointRow};
use crate::prelude::*;
use db::schema::endpoints;
use deliver::delivery::webhook::signing_secret;

// Not `Debug`: it is a secret.
#[derive(Serialize, ToSchema)]
pub struct EndpointSecret {
    /// The secret as libraries for Standard Webhooks expect it: `whsec_` and base64.
    pub secret: String,
}

/// Returns the secret that signs a webhook's requests.
#[utoipa::path(
    get, path = "/endpoints/{id}/secret", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = EndpointSecret))
)]
pub async fn get_endpoint_secret(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<EndpointSecret>> {
    let found = find_own(id, auth.id, &mut *app.conn().await?).await?;
    answer(&app, &found)
}

/// Replaces the secret with a new one.
///
/// The old one is invalid from now on.
#[utoipa::path(
    post, path = "/endpoints/{id}/secret", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = EndpointSecret))
)]
pub async fn renew_endpoint_secret(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<EndpointSecret>> {
    let own = endpoints::table.find(id).filter(endpoints::user_id.eq(auth.id));
    let renewed: Option<EndpointRow> = diesel::update(own)
        .set(endpoints::secret_version.eq(endpoints::secret_version + 1))
        .returning(EndpointRow::as_returning())
        .get_result(&mut *app.conn().await?)
        .await
        .optional()?;
    answer(&app, &renewed.ok_or_else(|| ApiError::not_found("channel"))?)
}

/// Returns the secret. Only requests to webhooks are signed.
fn answer(app: &App, endpoint: &EndpointRow) -> ApiResult<Json<EndpointSecret>> {
    if endpoint.channel != EndpointChannel::Webhook {
        return Err(ApiError::not_found("secret"));
    }
    let secret = signing_secret(endpoint, &app.secrets);
    Ok(Json(EndpointSecret { secret }))
}
