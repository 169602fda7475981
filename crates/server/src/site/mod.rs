//! The web app as the server sends it: its files, its page with a fresh nonce and the texts of each
//! path, and the headers that guard every answer.

pub mod carried;
mod files;
pub mod headers;
mod page;
pub mod public_pages;
mod search_engines;

use axum::Router;
use axum::routing::get;

use api::app::App;

/// Routes everything outside the API. Paths without a file get the page: the browser handles the
/// app's own routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/robots.txt", get(search_engines::show_robots))
        .route("/sitemap.xml", get(search_engines::show_sitemap))
        .fallback(files::serve)
}
