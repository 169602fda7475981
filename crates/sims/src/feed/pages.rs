//! Readable pages for all feeds, for one feed, and for an entry, which links in alerts lead to.

use askama::Template;
use axum::http::HeaderMap;

use crate::feed::documents::address;
use crate::feed::entries::{Form, Shown};
use crate::feed::respond::{nothing, origin, written};
use crate::feed::sim::Sim;
use crate::prelude::*;

const HTML: &str = "text/html; charset=utf-8";

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/", get(all))
        .route("/{name}", get(of_feed))
        .route("/{name}/{id}", get(of_entry))
}

#[derive(Template)]
#[template(path = "feed/all.html")]
struct All {
    /// Names and titles.
    feeds: Vec<(String, String)>,
}

async fn all(State(sim): State<Arc<Sim>>) -> Response {
    let feeds = sim.titles();
    written(All { feeds }.render(), HTML)
}

#[derive(Template)]
#[template(path = "feed/feed.html")]
struct OfFeed {
    feed: Shown,
    links: Vec<Link>,
}

/// A link to one form of a feed.
struct Link {
    content_type: &'static str,
    address: String,
    extension: &'static str,
}

async fn of_feed(
    State(sim): State<Arc<Sim>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(feed) = sim.show(&name, 1, false) else {
        return nothing().await;
    };
    let origin = origin(&headers);
    let link = |form: &Form| Link {
        content_type: form.content_type(),
        address: address(&origin, &name, *form),
        extension: form.extension(),
    };
    let links = feed.links.iter().map(link).collect();
    written(OfFeed { feed, links }.render(), HTML)
}

#[derive(Template)]
#[template(path = "feed/entry.html")]
struct OfEntry {
    name: String,
    title: String,
    by: String,
    /// HTML.
    text: String,
}

async fn of_entry(
    State(sim): State<Arc<Sim>>,
    Path((name, id)): Path<(String, String)>,
) -> Response {
    let entries = sim.record(&name).unwrap_or_default();
    let Some(entry) = entries.into_iter().find(|entry| entry.id == id) else {
        return nothing().await;
    };
    let page = OfEntry { name, title: entry.title, by: entry.by, text: entry.text };
    written(page.render(), HTML)
}
