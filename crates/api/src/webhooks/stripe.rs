use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{MethodRouter, post};
use serde_json::{Value, json};

use super::{bad, read};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use db::models::provider_event::NewEvent;
use deliver::billing::stripe::{read_event, signature};

/// The largest event. Stripe's events have some ten thousand bytes; an invoice of many lines has
/// more.
const BODY_LIMIT_BYTES: usize = 512 * 1024;

pub fn stripe() -> MethodRouter<App> {
    post(receive_stripe_event).layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
}

/// Stores an event and answers: its meaning is determined later (`deliver/billing/worker.rs`), so that the
/// answer never waits for Stripe. An event that is known already, or does not matter, gets the same answer.
async fn receive_stripe_event(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<Value>> {
    let Some(stripe) = app.payments.as_deref() else {
        return Err(ApiError::not_found("call"));
    };
    let body = read(body)?;
    let now = app.clock.now();
    let header = headers.get("stripe-signature");
    let header = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !signature::is_signed(header, &body, stripe.webhook_secret(), now) {
        tracing::warn!("a webhook without a good signature was refused");
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "INVALID_SIGNATURE",
            "The signature does not match.",
        ));
    }
    let event = read_event(&body, now).map_err(|_| bad("The request's body is not an event."))?;
    if let Some(event) = event {
        NewEvent::enqueue(&[event], &mut *app.conn().await?).await?;
    }
    Ok(Json(json!({ "received": true })))
}
