//! The table of public pages.

use std::collections::BTreeSet;

use harken::site::public_pages::{all, at};

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
    let titles: BTreeSet<_> = all().iter().map(|page| &page.title).collect();
    assert_eq!(titles.len(), all().len());
}

#[test]
fn other_paths_are_not_for_search_engines() {
    for path in ["/dashboard", "/nowhere", "/login/x", "//"] {
        assert!(path == "//" || !at(path).index, "{path}");
    }
    assert_eq!(at("").path, "/");
}
