//! A readable page for an item, which links in alerts lead to.

use askama::Template;
use axum::extract::Query;

use crate::hacker_news::item::Item;
use crate::hacker_news::sim::Sim;
use crate::kit::html;
use crate::prelude::*;

/// Most comments that a page shows.
const COMMENTS: usize = 100;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/item", get(item))
}

#[derive(Deserialize)]
struct Wanted {
    id: u64,
}

struct Shown {
    id: u64,
    by: String,
    /// HTML, as in the API.
    text: String,
}

#[derive(Template)]
#[template(path = "hacker_news/item.html")]
struct Page {
    /// HTML, as in the API.
    title: String,
    url: Option<String>,
    /// The item and its answers.
    items: Vec<Shown>,
}

async fn item(State(sim): State<Arc<Sim>>, Query(Wanted { id }): Query<Wanted>) -> Response {
    let Some(item) = sim.shown(id) else {
        return (StatusCode::NOT_FOUND, "No such item.").into_response();
    };
    let title = match &item.title {
        Some(title) => title.clone(),
        None => "Comment".to_owned(),
    };
    let answers = item.kids.iter().take(COMMENTS);
    let answers: Vec<Item> = answers.filter_map(|id| sim.shown(*id)).collect();
    let page = Page {
        title,
        url: item.url.clone().filter(|url| url.starts_with("http")),
        items: std::iter::once(item).chain(answers).map(shown).collect(),
    };
    html(&page)
}

fn shown(item: Item) -> Shown {
    let gone = match (item.deleted, item.dead) {
        (true, _) => Some("[deleted]"),
        (_, true) => Some("[dead]"),
        _ => None,
    };
    Shown {
        id: item.id,
        by: item.by.unwrap_or_default(),
        text: gone.map_or(item.text.unwrap_or_default(), str::to_owned),
    }
}
