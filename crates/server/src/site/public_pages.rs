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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_table_is_found_by_its_path_and_says_what_it_is() {
        assert!(all().len() >= 7);
        for page in all() {
            assert_eq!(at(&page.path), page);
            assert_eq!(at(&format!("{}/", page.path)), page);
            assert!(page.path.starts_with('/') && page.title.contains("Harken"), "{page:?}");
            // Search results truncate longer ones.
            assert!((40..=170).contains(&page.description.chars().count()), "{page:?}");
        }
        let titles: std::collections::BTreeSet<_> = all().iter().map(|page| &page.title).collect();
        assert_eq!(titles.len(), all().len());
    }

    #[test]
    fn other_paths_are_not_for_search_engines() {
        for path in ["/dashboard", "/nowhere", "/login/x", "//"] {
            assert!(path == "//" || !at(path).index, "{path}");
        }
        assert_eq!(at("").path, "/");
    }
}
