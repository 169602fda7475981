//! Checks what every call but the token's needs: a User-Agent, a bearer token, and budget left.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::answer::{error, unauthorized};
use crate::forum::limits::Budget;
use crate::forum::sim::Sim;

/// Prefixes of the User-Agents that HTTP libraries send by default. The forum rejects them.
const GENERIC_AGENTS: &[&str] = &[
    "aiohttp/",
    "apache-httpclient/",
    "axios/",
    "curl/",
    "go-http-client/",
    "java/",
    "libwww-perl/",
    "node",
    "okhttp/",
    "python-requests/",
    "python-urllib/",
    "reqwest/",
    "ruby",
    "undici",
    "wget/",
];

pub(super) async fn guard(State(sim): State<Arc<Sim>>, request: Request, next: Next) -> Response {
    sim.count(endpoint(request.uri().path()));
    if is_generic_agent(request.headers()) {
        return error(StatusCode::TOO_MANY_REQUESTS);
    }
    let now = sim.now();
    let budget = {
        let mut inner = sim.lock();
        let token = bearer(request.headers());
        if !token.is_some_and(|token| inner.limits.is_valid(token, now)) {
            return unauthorized();
        }
        inner.limits.spend(now, sim.config.budget, sim.config.window)
    };
    let mut answer = if budget.exceeded {
        error(StatusCode::TOO_MANY_REQUESTS)
    } else {
        next.run(request).await
    };
    put_headers(answer.headers_mut(), budget);
    answer
}

/// Returns true if the User-Agent is missing or that of a library.
pub(super) fn is_generic_agent(headers: &HeaderMap) -> bool {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default().trim().to_ascii_lowercase();
    agent.is_empty() || GENERIC_AGENTS.iter().any(|generic| agent.starts_with(generic))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn put_headers(headers: &mut HeaderMap, budget: Budget) {
    // `remaining` carries a decimal in the real answers; the other two are whole numbers.
    let remaining = format!("{}.0", budget.remaining);
    headers.insert("x-ratelimit-used", HeaderValue::from(budget.used));
    headers.insert("x-ratelimit-reset", HeaderValue::from(budget.reset));
    if let Ok(remaining) = HeaderValue::try_from(remaining) {
        headers.insert("x-ratelimit-remaining", remaining);
    }
}

/// Returns the endpoint's name in the counts.
fn endpoint(path: &str) -> &'static str {
    match path.rsplit('/').next().unwrap_or_default().trim_end_matches(".json") {
        "new" => "new",
        "comments" => "comments",
        "about" => "about",
        "info" => "info",
        "search" => "search",
        _ => "other",
    }
}
