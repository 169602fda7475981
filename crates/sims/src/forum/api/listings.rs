//! `/r/{a+b}/new` and `/r/{a+b}/comments`.

use axum::extract::Query;

use super::about::{closed, unknown};
use super::answer::{Raw, error};
use crate::forum::item::Kind;
use crate::forum::listing::{Page, Scope, find, scope};
use crate::forum::sim::Sim;
use crate::forum::things::{Renderer, listing};
use crate::prelude::*;

pub(super) async fn new_posts(
    State(sim): State<Arc<Sim>>,
    Path(names): Path<String>,
    Query(page): Query<Page>,
    Query(raw): Query<Raw>,
) -> Response {
    answer(&sim, Kind::Post, &names, &page, &raw)
}

pub(super) async fn new_comments(
    State(sim): State<Arc<Sim>>,
    Path(names): Path<String>,
    Query(page): Query<Page>,
    Query(raw): Query<Raw>,
) -> Response {
    answer(&sim, Kind::Comment, &names, &page, &raw)
}

fn answer(sim: &Sim, kind: Kind, names: &str, page: &Page, raw: &Raw) -> Response {
    if names.len() > sim.config.max_name_bytes {
        return error(StatusCode::URI_TOO_LONG);
    }
    let inner = sim.lock();
    let scope = scope(&inner.forum, first_names(names, sim.config.max_names));
    match scope {
        Scope::Closed(access) => return closed(access),
        Scope::Unknown => return unknown(sim, names),
        Scope::All | Scope::Some(_) => {}
    }
    let render = Renderer { forum: &inner.forum, site_base: &sim.site_base, now: sim.now() };
    let found = find(&inner.forum, kind, &scope, page, sim.config.lost_cursor);
    let mut children: Vec<Value> = Vec::with_capacity(found.items.len() + 1);
    // Pinned posts are added to the top of a subreddit's own first page, in excess of the limit.
    let first_page = page.after.is_none() && page.before.is_none();
    if sim.config.stickied && kind == Kind::Post && first_page && !names.contains('+') {
        children.extend(inner.forum.stickied(names).map(|item| render.item(item)));
    }
    children.extend(found.items.iter().map(|item| render.item(item)));
    raw.answer(listing(&children, found.after.as_deref(), found.before.as_deref()))
}

/// Returns the first `most` of the names joined by `+`.
fn first_names(names: &str, most: usize) -> &str {
    match names.match_indices('+').nth(most.saturating_sub(1)) {
        Some((end, _)) => &names[..end],
        None => names,
    }
}
