//! `/api/info?id=t3_x,t1_y`: items and subreddits by fullname, whatever became of them; what is
//! lost or was never there is left out.

use std::sync::Arc;

use axum::extract::{Query, State as Shared};
use axum::response::Response;
use serde::Deserialize;

use super::answer::Raw;
use crate::item::State;
use crate::sim::Sim;
use crate::things::{Renderer, listing};

/// Names past this many are passed over.
const MAX_NAMES: usize = 100;

#[derive(Debug, Deserialize)]
pub(super) struct Names {
    #[serde(default)]
    id: String,
}

pub(super) async fn info(
    Shared(sim): Shared<Arc<Sim>>,
    Query(names): Query<Names>,
    Query(raw): Query<Raw>,
) -> Response {
    let inner = sim.lock();
    let render = Renderer {
        forum: &inner.forum,
        site_base: &sim.site_base,
        now: sim.now(),
    };
    let thing = |name: &str| match name.strip_prefix("t5_") {
        Some(id) => inner
            .forum
            .subreddits()
            .find(|s| s.id == id)
            .map(|s| render.subreddit(s)),
        None => {
            let item = inner.forum.get(name).filter(|i| i.state != State::Lost);
            item.map(|item| render.item(item))
        }
    };
    let children: Vec<_> = names
        .id
        .split(',')
        .map(str::trim)
        .take(MAX_NAMES)
        .filter_map(thing)
        .collect();
    raw.answer(listing(&children, None, None))
}
