//! `POST /api/v1/access_token`, the OAuth client-credentials grant.

use axum::extract::Form;
use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::answer::error;
use super::guard;
use crate::forum::sim::Sim;
use crate::prelude::*;

#[derive(Deserialize)]
pub(super) struct Grant {
    #[serde(default)]
    grant_type: String,
}

pub(super) async fn access_token(
    State(sim): State<Arc<Sim>>,
    headers: HeaderMap,
    Form(grant): Form<Grant>,
) -> Response {
    sim.count("access_token");
    if guard::is_generic_agent(&headers) {
        return error(StatusCode::TOO_MANY_REQUESTS);
    }
    let wanted = format!("{}:{}", sim.config.client_id, sim.config.client_secret);
    if basic(&headers).as_deref() != Some(wanted.as_str()) {
        let mut answer = error(StatusCode::UNAUTHORIZED);
        let challenge = HeaderValue::from_static("Basic realm=\"reddit\"");
        answer.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        return answer;
    }
    if grant.grant_type != "client_credentials" {
        let body = Json(json!({ "error": "unsupported_grant_type" }));
        return (StatusCode::BAD_REQUEST, body).into_response();
    }
    let life = sim.config.token_life;
    let now = sim.now();
    let token = sim.lock().limits.issue(sim.config.seed, now, life);
    let body = json!({
        "access_token": token,
        "token_type": "bearer",
        "expires_in": life.num_seconds(),
        "scope": "*",
    });
    ([(header::CACHE_CONTROL, "private, max-age=0, no-store")], Json(body)).into_response()
}

fn basic(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, encoded) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()
}
