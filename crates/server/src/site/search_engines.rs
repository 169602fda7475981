//! Serves what search engines request: which pages exist, and which they may read.

use std::fmt::Write;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::public_pages;
use api::app::App;

/// Serves `robots.txt`. The pages of the app state themselves whether they may be listed.
pub(super) async fn show_robots(State(app): State<App>) -> String {
    let sitemap = app.config.server.address_of("/sitemap.xml");
    format!("User-agent: *\nDisallow: /api/\nDisallow: /demo/\n\nSitemap: {sitemap}\n")
}

/// Serves the sitemap: <https://www.sitemaps.org/protocol.html>
pub(super) async fn show_sitemap(State(app): State<App>) -> Response {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in public_pages::all().iter().filter(|page| page.index) {
        let address = app.config.server.address_of(&page.path).replace('&', "&amp;");
        // Writing to a string cannot fail.
        let _ = writeln!(xml, "  <url><loc>{address}</loc></url>");
    }
    xml.push_str("</urlset>\n");
    ([(header::CONTENT_TYPE, "application/xml")], xml).into_response()
}
