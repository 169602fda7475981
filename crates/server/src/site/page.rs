//! Serves `index.html`: with a fresh nonce, and with the title and description of its path for
//! clients that do not run scripts (search engines, previews of links).

use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;
use askama::Template;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;

use super::public_pages::{self, PublicPage};
use api::app::App;
use api::content_policy::{self, Nonce};
use api::error::{ApiError, ApiResult};
use foundation::web_app;
use foundation::wording::labels::sources_text;

/// The text that Vite puts where the nonce belongs (`html.cspNonce` in vite.config.ts).
const NONCE_PLACE: &str = "__CSP_NONCE__";
/// The marks around the lines of index.html that the server replaces by its own.
const HEAD_PLACE: (&str, &str) = ("<!-- page -->", "<!-- /page -->");
/// The text that a title contains in place of the names of the sources.
const SOURCES_PLACE: &str = "{sources}";

#[derive(Template)]
#[template(path = "head.html")]
struct Head<'a> {
    page: &'a PublicPage,
    title: String,
    url: String,
    /// JSON for `web/src/config/site.ts`.
    site: String,
}

/// Serves the page for `path`.
pub(super) async fn show(app: &App, path: &str) -> ApiResult<Response> {
    let built = built(app.config.server.web_dir.as_deref()).await?;
    let nonce = Nonce::fresh()?;
    let head = head(app, path)?;
    let html =
        fill_in(&built, &nonce, &head).context("index.html lacks its <!-- page --> marks")?;
    let headers = [
        (header::CONTENT_SECURITY_POLICY, content_policy::of_app(&nonce)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, Html(html)).into_response())
}

/// Returns `index.html` as it was built. One in a folder is read again each time: it is small, and a new
/// build shows at once.
async fn built(folder: Option<&Path>) -> ApiResult<String> {
    let read = match folder {
        Some(folder) => tokio::fs::read(folder.join("index.html")).await,
        None => web_app::file("index.html")
            .map(|file| file.bytes.into_owned())
            .ok_or_else(|| ErrorKind::NotFound.into()),
    };
    match read.map(String::from_utf8) {
        Ok(Ok(built)) => Ok(built),
        Ok(Err(error)) => Err(anyhow::Error::new(error).context("index.html").into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(ApiError::not_found("page")),
        Err(error) => Err(anyhow::Error::new(error).context("index.html").into()),
    }
}

fn head(app: &App, path: &str) -> anyhow::Result<String> {
    let (page, config) = (public_pages::at(path), &app.config);
    let site = json!({
        "plans": config.server.plans,
        "insights": config.insights.provider,
        "registration": app.settings.registration().value,
        "statusPage": app.settings.has_status_page().value,
        "sendsMail": config.mail.is_sent(),
        "supportEmail": config.support_email(),
        "readsReddit": config.forum.is_configured(),
        "sites": app.sites.read().collect::<Vec<_>>(),
    });
    let head = Head {
        title: page
            .title
            .replace(SOURCES_PLACE, &sources_text(config.forum.is_configured(), app.sites.read())),
        page,
        url: config.server.address_of(&page.path),
        site: site.to_string(),
    };
    Ok(head.render()?)
}

/// Fills in the nonce and the head. Returns `None` if the file does not mark where its head goes.
fn fill_in(built: &str, nonce: &Nonce, head: &str) -> Option<String> {
    let (before, rest) = built.split_once(HEAD_PLACE.0)?;
    let (_, after) = rest.split_once(HEAD_PLACE.1)?;
    let nonce = nonce.to_string();
    let [before, after] = [before, after].map(|part| part.replace(NONCE_PLACE, &nonce));
    Some(format!("{before}{head}{after}"))
}
