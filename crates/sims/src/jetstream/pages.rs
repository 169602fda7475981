//! A readable page for a post and its thread, which links in alerts lead to.

use askama::Template;

use crate::jetstream::new_post::PostId;
use crate::jetstream::posts::Post;
use crate::jetstream::sim::Sim;
use crate::kit::html;
use crate::prelude::*;

/// Most posts that a page shows.
const POSTS: usize = 100;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/profile/{did}/post/{rkey}", get(post))
}

/// A part of a text.
#[derive(Debug, PartialEq)]
struct Segment {
    text: String,
    href: Option<String>,
}

struct Shown {
    handle: String,
    path: String,
    segments: Vec<Segment>,
    /// The address and the title of the page in the card below the text.
    card: Option<(String, String)>,
    is_asked_for: bool,
}

#[derive(Template)]
#[template(path = "jetstream/post.html")]
struct Page {
    title: String,
    posts: Vec<Shown>,
}

async fn post(State(sim): State<Arc<Sim>>, Path(mut id): Path<PostId>) -> Response {
    // The address may contain the handle.
    if let Some((did, _)) = sim.account_of(&id.did) {
        id.did = did;
    }
    let thread = sim.thread(&id, POSTS);
    let asked_for = thread.iter().find(|(_, post)| post.id == id);
    let Some((handle, _)) = asked_for else {
        return (StatusCode::NOT_FOUND, "No such post.").into_response();
    };
    let page = Page {
        title: format!("A post by @{handle}"),
        posts: thread.iter().map(|(handle, post)| shown(handle, post, &id)).collect(),
    };
    html(&page)
}

fn shown(handle: &str, post: &Post, asked_for: &PostId) -> Shown {
    let record = post.record();
    let external = &record["embed"]["external"];
    let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let uri = web_address(&external["uri"]);
    Shown {
        handle: handle.to_owned(),
        path: format!("/profile/{}/post/{}", post.id.did, post.id.rkey),
        segments: segments(&text_of(&record["text"]), &record["facets"]),
        card: uri.map(|uri| (uri, text_of(&external["title"]))),
        is_asked_for: post.id == *asked_for,
    }
}

fn web_address(uri: &Value) -> Option<String> {
    let uri = uri.as_str()?;
    let is_web = uri.starts_with("https://") || uri.starts_with("http://");
    is_web.then(|| uri.to_owned())
}

/// Splits a text where its links begin and end. Links that overlap, lie outside the text or split a
/// character are ignored.
fn segments(text: &str, facets: &Value) -> Vec<Segment> {
    let offset = |value: &Value| value.as_u64().and_then(|at| usize::try_from(at).ok());
    let facets = facets.as_array().into_iter().flatten();
    let mut links: Vec<(usize, usize, String)> = facets
        .filter_map(|facet| {
            let uri = web_address(&facet["features"][0]["uri"])?;
            let index = &facet["index"];
            Some((offset(&index["byteStart"])?, offset(&index["byteEnd"])?, uri))
        })
        .collect();
    links.sort_unstable();
    let mut segments = Vec::new();
    let mut at = 0;
    for (start, end, uri) in links {
        let (Some(before), Some(link)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        segments.push(Segment { text: before.to_owned(), href: None });
        segments.push(Segment { text: link.to_owned(), href: Some(uri) });
        at = end;
    }
    segments.push(Segment { text: text[at..].to_owned(), href: None });
    segments
}
