//! The steps through which the dashboard guides a new account: a keyword, somewhere to send alerts,
//! a first match.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{Change, User, save};
use crate::prelude::*;
use db::models::outbox::{Kind, Status};
use db::schema::{endpoints, outbox};

/// The first step that no other call reports; keywords and matches can be listed and counted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstSteps {
    /// Whether a test message has arrived, or there is a browser or channel for alerts.
    pub has_receiver: bool,
}

/// Reports whether the user has a working destination for alerts.
#[utoipa::path(
    get, path = "/users/first-steps", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = FirstSteps))
)]
pub async fn get_first_steps(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<FirstSteps>> {
    let mut conn = app.conn().await?;
    let has_tested = exists(
        outbox::table
            .filter(outbox::user_id.eq(auth.id))
            .filter(outbox::kind.eq(Kind::Test))
            .filter(outbox::status.eq(Status::Sent)),
    );
    let has_endpoint = exists(endpoints::table.filter(endpoints::user_id.eq(auth.id)));
    let has_receiver = diesel::select(has_tested.or(has_endpoint)).get_result(&mut conn).await?;
    Ok(Json(FirstSteps { has_receiver }))
}

/// Closes the first steps, whether or not they are done.
///
/// They are not offered any more.
#[utoipa::path(
    delete, path = "/users/first-steps", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = User))
)]
pub async fn close_first_steps(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<User>> {
    let change = Change { first_steps: Some(false), ..Change::default() };
    Ok(Json(save(&app, auth.id, change).await?))
}
