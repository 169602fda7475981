//! `/api/info?id=t3_x,t1_y`: items and subreddits by fullname, whatever their state; those that are
//! lost or never existed are left out. `/api/info?sr_name=a,b`: subreddits by name; those that are banned
//! or unknown are left out.

use axum::extract::{Query, State as Shared};

use super::answer::Raw;
use crate::forum::item::State;
use crate::forum::sim::Sim;
use crate::forum::store::Access;
use crate::forum::things::{Renderer, listing};
use crate::prelude::*;

/// Names beyond this many are ignored.
const MAX_NAMES: usize = 100;

#[derive(Debug, Deserialize)]
pub(super) struct Names {
    #[serde(default)]
    id: String,
    #[serde(default)]
    sr_name: String,
}

pub(super) async fn info(
    Shared(sim): Shared<Arc<Sim>>,
    Query(names): Query<Names>,
    Query(raw): Query<Raw>,
) -> Response {
    let inner = sim.lock();
    let render = Renderer { forum: &inner.forum, site_base: &sim.site_base, now: sim.now() };
    let thing = |name: &str| match name.strip_prefix("t5_") {
        Some(id) => inner.forum.subreddits().find(|s| s.id == id).map(|s| render.subreddit(s)),
        None => {
            let item = inner.forum.get(name).filter(|i| i.state != State::Lost);
            item.map(|item| render.item(item))
        }
    };
    let named = |name: &str| {
        let subreddit = inner.forum.subreddits().find(|s| s.name.eq_ignore_ascii_case(name));
        let shown = subreddit.filter(|s| s.access != Access::Banned);
        shown.map(|s| render.subreddit(s))
    };
    let each = |list: &str| -> Vec<String> {
        let names = list.split(',').map(str::trim).take(MAX_NAMES);
        names.map(str::to_owned).collect()
    };
    let things = each(&names.id);
    let subreddits = each(&names.sr_name);
    let children: Vec<_> = things
        .iter()
        .filter_map(|name| thing(name))
        .chain(subreddits.iter().filter_map(|name| named(name)))
        .collect();
    raw.answer(listing(&children, None, None))
}
