//! `/_sim/`: what can be done to a stand-in, over HTTP. Not part of Stripe's API.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use sim_kit::control::{faults, found, refused};

use crate::billing::NotPaid;
use crate::config::Endpoint;
use crate::seen::Seen;
use crate::sim::Sim;
use crate::webhooks::{Delivery, Manner};

/// Longest that `/webhooks/settle` waits.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

pub(crate) fn router() -> Router<Arc<Sim>> {
    let webhook_faults = faults(Sim::webhook_fault, Sim::clear_webhook_faults);
    Router::new()
        .route("/faults", faults(Sim::fault, Sim::clear_faults))
        .route("/calls", get(calls).delete(clear_calls))
        .route("/clock", get(clock).post(advance))
        .route("/objects/{id}", get(object))
        .route("/checkouts/{session}/pay", post(pay))
        .route("/checkouts/{session}/decline", post(decline))
        .route("/customers/{customer}/card", post(card))
        .route("/customers/{customer}/refund", post(refund))
        .route("/webhooks", get(deliveries))
        .route("/webhooks/faults", webhook_faults)
        .route("/webhooks/endpoint", post(set_endpoint))
        .route("/webhooks/hold", post(hold))
        .route("/webhooks/release", post(release))
        .route("/webhooks/send", post(send))
        .route("/webhooks/drop", post(drop_events))
        .route("/webhooks/settle", post(settle))
}

type Shared = State<Arc<Sim>>;

async fn calls(State(sim): Shared) -> Json<Vec<Seen>> {
    Json(sim.calls())
}

async fn clear_calls(State(sim): Shared) -> StatusCode {
    sim.clear_calls();
    StatusCode::NO_CONTENT
}

async fn clock(State(sim): Shared) -> Json<Value> {
    Json(json!({ "now": sim.now() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    seconds: u64,
}

async fn advance(State(sim): Shared, Json(by): Json<Advance>) -> Json<Value> {
    sim.advance(Duration::from_secs(by.seconds));
    Json(json!({ "now": sim.now() }))
}

async fn object(State(sim): Shared, Path(id): Path<String>) -> Response {
    found(sim.object(&id))
}

async fn pay(State(sim): Shared, Path(session): Path<String>) -> Response {
    match sim.pay(&session) {
        Ok(url) => Json(json!({ "url": url })).into_response(),
        Err(NotPaid::Declined) => refused("the card was declined"),
        Err(NotPaid::Gone) => refused("there is no such open session"),
    }
}

async fn decline(State(sim): Shared, Path(session): Path<String>) -> Response {
    match sim.decline(&session) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(_) => refused("there is no such open session"),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    declines: bool,
}

async fn card(
    State(sim): Shared,
    Path(customer): Path<String>,
    Json(card): Json<Card>,
) -> StatusCode {
    sim.set_card_declines(&customer, card.declines);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refund {
    /// All that is left, unless given.
    #[serde(default)]
    amount: Option<i64>,
}

async fn refund(
    State(sim): Shared,
    Path(customer): Path<String>,
    Json(refund): Json<Refund>,
) -> Response {
    match sim.approve_refund(&customer, refund.amount) {
        Ok(id) => Json(json!({ "refund": id })).into_response(),
        Err(reason) => refused(&reason),
    }
}

async fn deliveries(State(sim): Shared) -> Json<Vec<Delivery>> {
    Json(sim.deliveries())
}

async fn set_endpoint(State(sim): Shared, Json(endpoint): Json<Option<Endpoint>>) -> StatusCode {
    sim.set_endpoint(endpoint);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hold {
    hold: bool,
}

async fn hold(State(sim): Shared, Json(wanted): Json<Hold>) -> StatusCode {
    sim.hold(wanted.hold);
    StatusCode::NO_CONTENT
}

async fn release(State(sim): Shared) -> StatusCode {
    sim.release();
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    events: Vec<String>,
    #[serde(default)]
    manner: Manner,
}

async fn send(State(sim): Shared, Json(wanted): Json<Order>) -> Json<Value> {
    let answers = sim.send(&wanted.events, wanted.manner).await;
    Json(json!({ "answers": answers }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    events: Vec<String>,
}

async fn drop_events(State(sim): Shared, Json(wanted): Json<Named>) -> StatusCode {
    sim.drop_events(&wanted.events);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settle {
    timeout_ms: u64,
}

/// 204 once nothing is on its way, 504 if it did not come to that.
async fn settle(State(sim): Shared, Json(wanted): Json<Settle>) -> StatusCode {
    let limit = Duration::from_millis(wanted.timeout_ms).min(LONGEST_WAIT);
    match sim.settle(limit).await {
        true => StatusCode::NO_CONTENT,
        false => StatusCode::GATEWAY_TIMEOUT,
    }
}
