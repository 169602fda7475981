//! The table of public pages, which the web app uses too: `web/src/config/public-pages.json`.

use std::sync::LazyLock;

use serde::Deserialize;

const TABLE: &str = include_str!("../../../../web/src/config/public-pages.json");

/// A page that can be read without signing in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicPage {
    pub path: String,
    pub title: String,
    pub description: String,
    /// Whether search engines may list it.
    pub index: bool,
}

static PAGES: LazyLock<Vec<PublicPage>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "compiled in, and read by a test")]
    serde_json::from_str(TABLE).expect("public-pages.json is a list of pages")
});

/// The entry for pages that are not in the table: the screens behind the login, and addresses that
/// do not exist.
static ANY_OTHER: LazyLock<PublicPage> = LazyLock::new(|| PublicPage {
    path: "/".to_owned(),
    title: "Harken".to_owned(),
    description: at("/").description.clone(),
    index: false,
});

/// Returns all pages, in the order of the table.
pub fn all() -> &'static [PublicPage] {
    &PAGES
}

/// Returns the page at `path`; a trailing slash makes no difference.
pub fn at(path: &str) -> &'static PublicPage {
    let path = match path.trim_end_matches('/') {
        "" => "/",
        path => path,
    };
    let page = PAGES.iter().find(|page| page.path == path);
    page.unwrap_or_else(|| &ANY_OTHER)
}
