//! Searches the rest of the text for its first line in every way; all give the same answer, and the
//! explanation agrees.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matcher::{
    Explanation, Filters, Item, Matcher, PreparedItem, Scope, SingleWatch, Watch, WatchId,
};

fuzz_target!(|input: (u8, &str)| {
    let (bits, text) = input;
    let (keyword, rest) = text.split_once('\n').unwrap_or((text, text));
    let (title, body) = rest.split_once('\n').unwrap_or(("", rest));
    let filters = Filters {
        match_titles_only: bits & 1 > 0,
        case_sensitive: bits & 2 > 0,
        whole_word_only: bits & 4 > 0,
        ..Filters::default()
    };
    let watch = if bits & 8 > 0 { Watch::new } else { Watch::query };
    let Ok(watch) = watch(WatchId(1), keyword, Scope::All, filters) else {
        return;
    };
    let item = if bits & 16 > 0 {
        Item { flair: title, url: body, ..Item::post("fuzz", title, body) }
    } else {
        Item::comment("fuzz", body)
    };
    let found = Matcher::build([watch.clone()]).matches(&item);
    for found in &found {
        assert!(
            item.text(found.field).get(found.span.range()).is_some_and(|text| !text.is_empty())
        );
    }
    let (single, prepared) = (SingleWatch::new(&watch), PreparedItem::new(&item));
    assert_eq!(single.matches(&prepared), found);
    let explained = matches!(single.explain(&prepared), Explanation::Match(_));
    assert_eq!(explained, !found.is_empty());
});
