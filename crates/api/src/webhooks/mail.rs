use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use serde_json::json;

use super::{bad, read};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::extract::PathPart;
use deliver::bounces::record;
use deliver::bounces::relays::{self, Call, Refused, Said};

/// The largest call: SendGrid combines events up to 768 KB.
const BODY_LIMIT_BYTES: usize = 1024 * 1024;
/// The largest answer to a confirmation that is read.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

pub fn mail() -> MethodRouter<App> {
    post(receive_mail_events).layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
}

/// Records what the relay that sends Harken's emails reports about them. An event that is known already, or about an
/// address without an account, gets the same answer.
async fn receive_mail_events(
    State(app): State<App>,
    PathPart(relay): PathPart<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Response> {
    let Some((relay, secret)) = app.config.mail.bounces.of(&relay) else {
        return Err(ApiError::not_found("call"));
    };
    let body = read(body)?;
    let call = Call { headers: &headers, body: &body };
    match relays::read(relay, &call, secret, app.clock.now()) {
        Err(Refused::NotProven) => return Ok(not_proven()),
        Err(Refused::Unreadable) => return Err(bad("The request's body is not an event.")),
        Ok(Said::Confirm(url)) => {
            // If it fails, SNS asks again.
            let visited = app.senders.outgoing.get(&url, HeaderMap::new(), MAX_ANSWER_BYTES).await;
            let is_confirmed = visited.is_ok_and(|answer| (200..300).contains(&answer.status));
            if !is_confirmed {
                let text = "The subscription could not be confirmed.";
                return Err(ApiError::new(StatusCode::BAD_GATEWAY, "NOT_CONFIRMED", text));
            }
            tracing::info!(relay = relay.as_str(), "reports about emails were subscribed to");
        }
        Ok(Said::Events(events)) => {
            // Each on its own: if one fails, the relay sends all again, and those before count once.
            let mut conn = app.conn().await?;
            for event in &events {
                record(event, app.clock.now(), &mut conn).await?;
            }
        }
    }
    Ok(Json(json!({ "received": true })).into_response())
}

/// Asks for a password: SNS sends the one in the webhook's address only then.
fn not_proven() -> Response {
    tracing::warn!("a webhook that did not prove who calls was refused");
    let error = ApiError::new(
        StatusCode::UNAUTHORIZED,
        "INVALID_SIGNATURE",
        "The signature or password does not match.",
    );
    ([(header::WWW_AUTHENTICATE, "Basic realm=\"Harken\"")], error).into_response()
}
