//! Serves version 3 of the API.

use axum::extract::{Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Html;

use crate::kit::{Cut, cut_in_half, retry_after};
use crate::lemmy::faults::FaultKind;
use crate::lemmy::item::{Item, What};
use crate::lemmy::sim::Sim;
use crate::prelude::*;

/// The highest limit; higher ones are refused.
const MAX_LIMIT: usize = 50;
const USUAL_LIMIT: usize = 10;
/// Far more than any client asks for.
const ENDLESS: usize = 10_000_000;

pub(crate) fn router(sim: &Arc<Sim>) -> Router<Arc<Sim>> {
    Router::new()
        .route("/api/v3/site", get(site))
        .route("/api/v3/post/list", get(list_posts))
        .route("/api/v3/comment/list", get(list_comments))
        .route("/api/v3/post", get(post))
        .route("/api/v3/comment", get(comment))
        .route("/api/v3/resolve_object", get(resolve_object))
        .layer(from_fn_with_state(sim.clone(), misbehave))
}

type Shared = State<Arc<Sim>>;

/// The query of a listing.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    sort: Option<String>,
    #[serde(default)]
    type_: Option<String>,
    #[serde(default)]
    limit: Option<usize>,
    /// The page number, from 1.
    #[serde(default)]
    page: Option<usize>,
    #[serde(default)]
    page_cursor: Option<String>,
}

impl Wanted {
    /// Returns the limit, or `None` for a query to refuse: only new items of all communities are listed.
    fn limit(&self) -> Option<usize> {
        let is_new = self.sort.as_deref() == Some("New");
        let is_all = self.type_.as_deref() == Some("All");
        let limit = self.limit.unwrap_or(USUAL_LIMIT);
        (is_new && is_all && (1..=MAX_LIMIT).contains(&limit)).then_some(limit)
    }
}

async fn site(State(sim): Shared) -> Response {
    let site = json!({ "site": { "name": "A stand-in", "actor_id": format!("https://{}/", sim.config.host) } });
    Json(json!({ "site_view": site, "version": "0.19.5" })).into_response()
}

async fn list_posts(State(sim): Shared, Query(wanted): Query<Wanted>) -> Response {
    let Some(limit) = wanted.limit() else {
        return refused(StatusCode::BAD_REQUEST, "couldnt_get_posts");
    };
    let posts = sim.posts();
    let begin = match wanted.page_cursor.as_deref().map(post_of) {
        None => limit * wanted.page.unwrap_or(1).saturating_sub(1),
        Some(id) => match posts.iter().position(|post| Some(post.id) == id) {
            Some(position) => position + 1,
            None => return refused(StatusCode::BAD_REQUEST, "couldnt_find_post"),
        },
    };
    let page: Vec<&Item> = posts.iter().skip(begin).take(limit).collect();
    let next_page = page.last().map(|last| format!("P{:x}", last.id));
    let views: Vec<Value> = page.into_iter().map(|post| sim.view(post)).collect();
    let mut answer = json!({ "posts": views });
    if let Some(next_page) = next_page {
        answer["next_page"] = json!(next_page);
    }
    Json(answer).into_response()
}

/// Returns the id of the post that a page ended with.
fn post_of(cursor: &str) -> Option<u64> {
    u64::from_str_radix(cursor.strip_prefix('P')?, 16).ok()
}

async fn list_comments(State(sim): Shared, Query(wanted): Query<Wanted>) -> Response {
    let Some(limit) = wanted.limit() else {
        return refused(StatusCode::BAD_REQUEST, "couldnt_get_comments");
    };
    let begin = limit * wanted.page.unwrap_or(1).saturating_sub(1);
    let comments = sim.comments();
    let page = comments.iter().skip(begin).take(limit);
    let views: Vec<Value> = page.map(|comment| sim.view(comment)).collect();
    Json(json!({ "comments": views })).into_response()
}

#[derive(Deserialize)]
struct ById {
    id: u64,
}

async fn post(State(sim): Shared, Query(ById { id }): Query<ById>) -> Response {
    match sim.find_post(id).filter(|post| !post.is_gone()) {
        Some(post) => Json(json!({ "post_view": sim.view(&post) })).into_response(),
        None => refused(StatusCode::NOT_FOUND, "couldnt_find_post"),
    }
}

async fn comment(State(sim): Shared, Query(ById { id }): Query<ById>) -> Response {
    match sim.find_comment(id) {
        Some(comment) => Json(json!({ "comment_view": sim.view(&comment) })).into_response(),
        None => refused(StatusCode::NOT_FOUND, "couldnt_find_comment"),
    }
}

#[derive(Deserialize)]
struct ByAddress {
    q: String,
}

/// Returns the item with this `ap_id`, without a login. Comments that are gone say so, and posts that are
/// gone are not found: servers differ in this.
async fn resolve_object(State(sim): Shared, Query(ByAddress { q }): Query<ByAddress>) -> Response {
    let Some(found) = sim.find(&q) else {
        return refused(StatusCode::NOT_FOUND, "couldnt_find_object");
    };
    match &found.what {
        What::Comment { .. } => Json(json!({ "comment": sim.view(&found) })).into_response(),
        What::Post { .. } if found.is_gone() => {
            refused(StatusCode::NOT_FOUND, "couldnt_find_object")
        }
        What::Post { .. } => Json(json!({ "post": sim.view(&found) })).into_response(),
    }
}

fn refused(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}

async fn misbehave(State(sim): Shared, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let Some(fault) = sim.enter(&path) else {
        return next.run(request).await;
    };
    let as_json = |body: String| ([(CONTENT_TYPE, "application/json")], body);
    match fault.fault {
        FaultKind::RateLimit(seconds) => {
            let limited = refused(StatusCode::TOO_MANY_REQUESTS, "rate_limit_error");
            retry_after(limited, Some(seconds))
        }
        FaultKind::Shift(items) => match sim.advance(items as usize) {
            Ok(_) => next.run(request).await,
            Err(error) => refused(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        },
        FaultKind::Truncate => {
            as_json("{\"posts\": [{\"post\": {\"id\"".to_owned()).into_response()
        }
        FaultKind::OtherShape => Json(json!({ "posts": "none", "comments": {} })).into_response(),
        FaultKind::OneOtherShape => {
            let lists = sim.posts().into_iter().chain(sim.comments());
            let (posts, comments): (Vec<Item>, Vec<Item>) =
                lists.partition(|item| matches!(item.what, What::Post { .. }));
            let views = |items: Vec<Item>| {
                let views = items.iter().take(MAX_LIMIT - 1).map(|item| sim.view(item));
                let broken = json!({ "post": 7, "comment": [], "community": null });
                std::iter::once(broken).chain(views).collect::<Vec<Value>>()
            };
            Json(json!({ "posts": views(posts), "comments": views(comments) })).into_response()
        }
        FaultKind::Html => Html("<!doctype html><title>One moment</title>").into_response(),
        FaultKind::EmptyBody => as_json(String::new()).into_response(),
        FaultKind::Endless => {
            let view = json!({ "post": { "id": 1, "name": "long ".repeat(ENDLESS / 5) } });
            Json(json!({ "posts": [view], "comments": [view] })).into_response()
        }
        FaultKind::CutBody => cut_in_half(next.run(request).await).await,
        FaultKind::Cut => Cut.into_response(),
        FaultKind::Stall => std::future::pending().await,
        FaultKind::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            retry_after(refused(status, "on_demand"), fault.retry_after)
        }
    }
}
