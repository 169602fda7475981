//! The AppView's calls: the one that tells who is who.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::sim::Sim;

/// As many as the AppView tells at once.
const MOST_ACTORS: usize = 25;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/xrpc/app.bsky.actor.getProfiles", get(get_profiles))
        .route("/xrpc/{*other}", get(not_implemented))
}

fn error(status: StatusCode, error: &str, message: &str) -> Response {
    (status, Json(json!({ "error": error, "message": message }))).into_response()
}

async fn not_implemented() -> Response {
    let status = StatusCode::NOT_IMPLEMENTED;
    error(status, "MethodNotImplemented", "Method Not Implemented")
}

/// Whoever is not known, or not active, is left out.
async fn get_profiles(
    State(sim): State<Arc<Sim>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let actors = query.iter().filter(|(name, _)| name == "actors");
    let actors: Vec<&str> = actors.map(|(_, actor)| actor.as_str()).collect();
    let is_actor = |actor: &&str| actor.starts_with("did:") || actor.contains('.');
    let wrong = if actors.is_empty() {
        Some("actors is required")
    } else if actors.len() > MOST_ACTORS {
        Some("actors must not have more than 25 elements")
    } else if !actors.iter().all(is_actor) {
        Some("actors must be DIDs or handles")
    } else {
        None
    };
    if let Some(message) = wrong {
        return error(StatusCode::BAD_REQUEST, "InvalidRequest", message);
    }
    let profiles = actors.into_iter().filter_map(|actor| {
        let (did, account) = sim.account_of(actor)?;
        account.is_active.then(|| {
            json!({
                "did": did,
                "handle": account.handle,
                "displayName": account.display_name,
                "associated": {},
                "labels": [],
                "followersCount": 12,
                "followsCount": 34,
                "postsCount": 56,
            })
        })
    });
    let profiles: Vec<_> = profiles.collect();
    Json(json!({ "profiles": profiles })).into_response()
}
