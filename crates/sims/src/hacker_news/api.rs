//! Serves the API. Unknown addresses are refused as Firebase refuses them.

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, Redirect};

use crate::hacker_news::faults::FaultKind;
use crate::hacker_news::item::{Item, Kind};
use crate::hacker_news::sim::Sim;
use crate::hacker_news::stream::stream_last_ids;
use crate::kit::{Cut, cut_in_half, retry_after};
use crate::prelude::*;

/// Most stories, or jobs, in a list.
const STORIES: usize = 500;
const JOBS: usize = 200;
/// Far more than any client asks for.
const ENDLESS: usize = 2_000_000;

pub(crate) fn router(sim: &Arc<Sim>) -> Router<Arc<Sim>> {
    Router::new()
        .route("/v0/{name}", get(named))
        .route("/v0/item/{name}", get(item))
        .fallback(|| async { denied() })
        .layer(from_fn_with_state(sim.clone(), misbehave))
}

async fn named(
    State(sim): State<Arc<Sim>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let is_story = |item: &Item| matches!(item.kind, Kind::Story | Kind::Poll) && is_listed(item);
    let begins = |item: &Item, with: &str| {
        let title = item.title.as_deref().unwrap_or_default();
        is_story(item) && title.starts_with(with)
    };
    let found = match name.as_str() {
        "maxitem.json" if wants_stream(&headers) => return stream_last_ids(sim),
        "maxitem.json" => return Json(sim.last_id()).into_response(),
        "updates.json" => {
            let (items, profiles) = sim.updates();
            return Json(json!({ "items": items, "profiles": profiles })).into_response();
        }
        "newstories.json" => sim.latest(STORIES, is_story),
        "topstories.json" | "beststories.json" => {
            let mut stories = sim.latest(STORIES, is_story);
            stories.sort_by_key(|story| std::cmp::Reverse(story.score));
            stories
        }
        "askstories.json" => sim.latest(JOBS, |item| begins(item, "Ask HN")),
        "showstories.json" => sim.latest(JOBS, |item| begins(item, "Show HN")),
        "jobstories.json" => sim.latest(JOBS, |item| item.kind == Kind::Job && is_listed(item)),
        _ => return denied(),
    };
    let ids: Vec<u64> = found.iter().map(|item| item.id).collect();
    Json(ids).into_response()
}

fn is_listed(item: &Item) -> bool {
    !item.deleted && !item.dead
}

async fn item(State(sim): State<Arc<Sim>>, Path(name): Path<String>) -> Response {
    let id = name.strip_suffix(".json").and_then(|id| id.parse().ok());
    match id {
        Some(id) => Json(sim.shown(id)).into_response(),
        // Any other key has no value.
        None if name.ends_with(".json") => Json(Value::Null).into_response(),
        None => denied(),
    }
}

fn wants_stream(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).is_some_and(|accepted| accepted == "text/event-stream")
}

fn denied() -> Response {
    let body = Json(json!({ "error": "Permission denied" }));
    (StatusCode::UNAUTHORIZED, body).into_response()
}

async fn misbehave(State(sim): State<Arc<Sim>>, request: Request, next: Next) -> Response {
    let mut path = request.uri().path().to_owned();
    if !path.starts_with("/v0/") {
        return next.run(request).await;
    }
    if wants_stream(request.headers()) {
        "/stream/open".clone_into(&mut path);
    }
    let Some(fault) = sim.enter(&path) else {
        return next.run(request).await;
    };
    let as_json = |body: String| ([(CONTENT_TYPE, "application/json; charset=utf-8")], body);
    match fault.fault {
        FaultKind::Null => Json(Value::Null).into_response(),
        FaultKind::Truncate => as_json("{\"id\": 1, \"type\": \"sto".to_owned()).into_response(),
        FaultKind::OtherShape => Json(json!({ "items": "none", "id": {} })).into_response(),
        FaultKind::Html => Html("<!doctype html><title>One moment</title>").into_response(),
        FaultKind::EmptyBody => as_json(String::new()).into_response(),
        FaultKind::Endless => {
            let item = json!({
                "id": 1, "type": "story", "by": "somebody", "time": 0, "title": "Long",
                "text": "long ".repeat(ENDLESS / 5),
            });
            Json(item).into_response()
        }
        FaultKind::CutBody => cut_in_half(next.run(request).await).await,
        FaultKind::Cut => Cut.into_response(),
        FaultKind::Stall => std::future::pending().await,
        FaultKind::Redirect => {
            let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
            let path = request.uri().path();
            let url = format!("http://{}{path}?ns=hacker-news", host.unwrap_or_default());
            Redirect::temporary(&url).into_response()
        }
        FaultKind::Ahead(_) | FaultKind::Cancel | FaultKind::AuthRevoked | FaultKind::Close => {
            next.run(request).await
        }
        FaultKind::Status(status) => {
            let body = Json(json!({ "error": "on demand" }));
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            retry_after((status, body).into_response(), fault.retry_after)
        }
    }
}
