//! A readable page for a post or a comment, which links in alerts lead to.

use askama::Template;

use crate::kit::html;
use crate::lemmy::item::{Item, What};
use crate::lemmy::sim::Sim;
use crate::prelude::*;

/// Most comments that a page shows.
const COMMENTS: usize = 100;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/post/{id}", get(post)).route("/comment/{id}", get(comment))
}

struct Shown {
    creator: String,
    /// Unrendered Markdown.
    text: String,
}

#[derive(Template)]
#[template(path = "lemmy/post.html")]
struct Page {
    title: String,
    community: String,
    url: Option<String>,
    items: Vec<Shown>,
}

async fn post(State(sim): State<Arc<Sim>>, Path(id): Path<u64>) -> Response {
    let Some(post) = sim.find_post(id) else {
        return nothing();
    };
    let of_post = |item: &Item| matches!(item.what, What::Comment { post, .. } if post == id);
    let answers = sim.comments().into_iter().filter(of_post).take(COMMENTS);
    page(&post, answers.collect())
}

async fn comment(State(sim): State<Arc<Sim>>, Path(id): Path<u64>) -> Response {
    let Some(comment) = sim.find_comment(id) else {
        return nothing();
    };
    let post = match comment.what {
        What::Comment { post, .. } => sim.find_post(post),
        What::Post { .. } => None,
    };
    match post {
        Some(post) => page(&post, vec![comment]),
        None => nothing(),
    }
}

fn page(post: &Item, answers: Vec<Item>) -> Response {
    let What::Post { title, community, body, url, .. } = &post.what else {
        return nothing();
    };
    let text = |item: &Item, text: &str| match item.is_gone() {
        true => "[removed]".to_owned(),
        false => text.to_owned(),
    };
    let first = Shown {
        creator: post.creator.clone(),
        text: text(post, body.as_deref().unwrap_or_default()),
    };
    let answers = answers.into_iter().map(|answer| Shown {
        text: match &answer.what {
            What::Comment { content, .. } => text(&answer, content),
            What::Post { .. } => String::new(),
        },
        creator: answer.creator,
    });
    let page = Page {
        title: text(post, title),
        community: community.clone(),
        url: url.clone().filter(|url| url.starts_with("http")),
        items: std::iter::once(first).chain(answers).collect(),
    };
    html(&page)
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "There is no such post or comment.").into_response()
}
