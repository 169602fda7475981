// The short form that the examples in the crate's documentation are written in.

use matcher::{Filters, Item, Matcher, Scope, Watch, WatchId};

pub const ANY: Filters = Filters {
    include_posts: true,
    include_comments: true,
    match_titles_only: false,
    case_sensitive: false,
    whole_word_only: false,
};
pub const WHOLE: Filters = Filters { whole_word_only: true, ..ANY };
pub const CASE: Filters = Filters { case_sensitive: true, ..ANY };

/// Returns the text with brackets around each match of a keyword.
pub fn marked(keyword: &str, filters: Filters, text: &str) -> String {
    found(Watch::new(WatchId(1), keyword, Scope::All, filters).unwrap(), text)
}

/// Returns the same for a query.
pub fn queried(query: &str, text: &str) -> String {
    found(Watch::query(WatchId(1), query, Scope::All, ANY).unwrap(), text)
}

fn found(watch: Watch, text: &str) -> String {
    let item = Item::comment("any", text);
    let mut marked = text.to_owned();
    for found in Matcher::build([watch]).matches(&item).iter().rev() {
        marked.insert(found.span.end, ']');
        marked.insert(found.span.start, '[');
    }
    marked
}
