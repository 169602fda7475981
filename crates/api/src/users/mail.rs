use diesel_async::AsyncConnection;

use super::User;
use crate::endpoints::{EndpointTest, claim_test, send_now};
use crate::prelude::*;
use db::models::outbox::{Kind, NewMessage};
use db::models::user::User as UserRow;

/// Resumes emails to an address with a `mailProblem`, beginning with a test.
///
/// If the address is refused again, or the test comes back, `mailProblem` returns. Changes and sends
/// nothing if there is no problem.
#[utoipa::path(
    post, path = "/users/mail/retry", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = User))
)]
pub async fn retry_mail(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<User>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async |conn| {
            if UserRow::clear_mark(auth.id, conn).await? {
                let test = NewMessage::mail(Kind::Test, auth.id, Uuid::now_v7(), now);
                NewMessage::enqueue(&[test], conn).await?;
            }
            Ok(UserRow::find(auth.id, conn).await?)
        })
        .await?;
    Ok(Json(User::of(&row, &app)))
}

/// Sends a test email to the account's own address now, and reports the result.
///
/// The result is that the mail server accepted the email, or the server's answer. The email is not
/// retried.
#[utoipa::path(
    post, path = "/users/mail/test", tag = "users", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = EndpointTest),
        (status = 429, body = ErrorBody, description = "`TEST_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn test_mail(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<EndpointTest>> {
    let (plans, now) = (app.config.server.plans, app.clock.now());
    let timeout = app.config.mail.timeout_seconds;
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            // Lock the user's row, so that tests are counted one at a time.
            Capabilities::lock(auth.id, plans, conn).await?;
            let message = NewMessage::mail(Kind::Test, auth.id, Uuid::now_v7(), now);
            claim_test(&message, timeout, conn).await
        })
        .await?;
    drop(conn);
    Ok(Json(send_now(&app, &row).await?))
}
