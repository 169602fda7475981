//! `/r/{name}/about`, and the search that unknown names are redirected to.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Raw, refused};
use crate::forum::config::Unknown;
use crate::forum::sim::Sim;
use crate::forum::store::Access;
use crate::forum::things::{Renderer, listing};

pub(super) async fn about(
    State(sim): State<Arc<Sim>>,
    Path(name): Path<String>,
    Query(raw): Query<Raw>,
) -> Response {
    let inner = sim.lock();
    let Some(sub) = inner.forum.subreddit(&name) else {
        return unknown(&sim, &name);
    };
    if sub.access != Access::Public {
        return closed(sub.access);
    }
    let render = Renderer { forum: &inner.forum, site_base: &sim.site_base, now: sim.now() };
    raw.answer(render.subreddit(sub))
}

#[derive(Debug, Deserialize)]
pub(super) struct Search {
    #[serde(default)]
    q: String,
}

/// Serves `GET /subreddits/search?q=`: public subreddits whose name contains the text.
pub(super) async fn search(
    State(sim): State<Arc<Sim>>,
    Query(search): Query<Search>,
    Query(raw): Query<Raw>,
) -> Response {
    let inner = sim.lock();
    let render = Renderer { forum: &inner.forum, site_base: &sim.site_base, now: sim.now() };
    let wanted = search.q.to_lowercase();
    let found = inner.forum.subreddits().filter(|sub| {
        !wanted.is_empty()
            && sub.access == Access::Public
            && sub.name.to_lowercase().contains(&wanted)
    });
    let children: Vec<_> = found.map(|sub| render.subreddit(sub)).collect();
    raw.answer(listing(&children, None, None))
}

/// Returns the answer for a subreddit that cannot be read.
pub(super) fn closed(access: Access) -> Response {
    match access {
        Access::Banned => refused(StatusCode::NOT_FOUND, "banned"),
        Access::Quarantined => refused(StatusCode::FORBIDDEN, "quarantined"),
        Access::Private | Access::Public => refused(StatusCode::FORBIDDEN, "private"),
    }
}

/// Returns the answer for a name that no subreddit has.
pub(super) fn unknown(sim: &Sim, name: &str) -> Response {
    if sim.config.unknown == Unknown::EmptyListing {
        return Raw::default().answer(listing(&[], None, None));
    }
    let query: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let to = format!("/subreddits/search?q={query}");
    let page = format!(
        "<html>\n <head>\n  <title>302 Found</title>\n </head>\n <body>\n  <h1>302 Found</h1>\n  \
         The resource was found at <a href=\"{to}\">{to}</a>;\nyou should be redirected \
         automatically.\n </body>\n</html>"
    );
    (StatusCode::FOUND, [(header::LOCATION, to)], Html(page)).into_response()
}
