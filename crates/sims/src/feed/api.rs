//! Feeds, and the list of them.

use std::num::NonZeroUsize;

use askama::Template;
use axum::extract::{Extension, Query};
use axum::http::header::{AUTHORIZATION, ETAG, LAST_MODIFIED, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName};

use crate::feed::conditions::Validation;
use crate::feed::documents::{Document, address};
use crate::feed::entries::Form;
use crate::feed::respond::{nothing, origin, written};
use crate::feed::sim::Sim;
use crate::feed::twist::Twist;
use crate::prelude::*;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/feeds/{file}", get(feed)).route("/opml", get(opml))
}

/// Splits a file name into the feed's name and its form.
pub(crate) fn form_of(file: &str) -> Option<(&str, Form)> {
    let (name, extension) = file.rsplit_once('.')?;
    let form = Form::ALL.into_iter().find(|form| form.extension() == extension);
    Some((name, form?))
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default = "first")]
    page: NonZeroUsize,
}

fn first() -> NonZeroUsize {
    NonZeroUsize::MIN
}

async fn feed(
    State(sim): State<Arc<Sim>>,
    Path(file): Path<String>,
    Query(Wanted { page }): Query<Wanted>,
    twist: Option<Extension<Twist>>,
    headers: HeaderMap,
) -> Response {
    let found = form_of(&file);
    let found = found.and_then(|(name, form)| Some((sim.show(name, page.get(), true)?, form)));
    let Some((feed, form)) = found else {
        return nothing().await;
    };
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if feed.authorization.is_some() && sent != feed.authorization.as_deref() {
        let asks = [(WWW_AUTHENTICATE, "Basic realm=\"feed\", charset=\"UTF-8\"")];
        return (StatusCode::UNAUTHORIZED, asks).into_response();
    }
    let validation = Validation::of(&feed, form);
    let known: Vec<(HeaderName, String)> =
        [(ETAG, validation.etag.clone()), (LAST_MODIFIED, validation.last_modified())]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
    let mut answer = if validation.is_known(&headers) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut document = Document::new(feed, form, &origin(&headers));
        if let Some(Extension(twist)) = twist {
            twist.apply(&mut document, sim.now(), sim.asked());
        }
        let document = document.write(form);
        let content_type = format!("{}; charset=utf-8", form.content_type());
        written(document, &content_type)
    };
    for (name, value) in known {
        if let Ok(value) = value.parse() {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

#[derive(Template)]
#[template(path = "feed/opml.xml")]
struct Opml {
    feeds: Vec<Outline>,
}

struct Outline {
    title: String,
    address: String,
    page: String,
}

async fn opml(State(sim): State<Arc<Sim>>, headers: HeaderMap) -> Response {
    let origin = origin(&headers);
    let outline = |(name, title): (String, String)| Outline {
        title,
        address: address(&origin, &name, Form::Rss),
        page: format!("{origin}/{name}"),
    };
    let feeds = sim.titles().into_iter().map(outline).collect();
    written(Opml { feeds }.render(), "text/x-opml; charset=utf-8")
}
