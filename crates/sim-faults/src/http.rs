//! Asking for faults over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany<F> {
    One(F),
    Many(Vec<F>),
}

/// The calls of `/faults`, for a stand-in that takes them by `add` and forgets those that wait by
/// `clear`: POST has one fault or a list, DELETE nothing.
pub fn routes<S, F>(add: fn(&S, F), clear: fn(&S)) -> MethodRouter<Arc<S>>
where
    S: Send + Sync + 'static,
    F: DeserializeOwned + Send + 'static,
{
    let add = async move |State(stand_in): State<Arc<S>>, Json(faults): Json<OneOrMany<F>>| {
        match faults {
            OneOrMany::One(fault) => add(&stand_in, fault),
            OneOrMany::Many(faults) => faults.into_iter().for_each(|fault| add(&stand_in, fault)),
        }
        StatusCode::NO_CONTENT
    };
    let clear = async move |State(stand_in): State<Arc<S>>| {
        clear(&stand_in);
        StatusCode::NO_CONTENT
    };
    post(add).delete(clear)
}
