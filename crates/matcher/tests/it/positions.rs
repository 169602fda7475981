//! A keyword is found once at any position: texts are scanned in parts and blocks.

use matcher::{Filters, Item, Matcher, Scope, Watch, WatchId};

const WANTED: WatchId = WatchId(0);

fn watch(id: WatchId, keyword: &str, whole_word_only: bool) -> Watch {
    let filters = Filters { whole_word_only, ..Filters::default() };
    Watch::new(id, keyword, Scope::All, filters).unwrap()
}

#[test]
fn a_keyword_is_found_at_every_position_of_a_text() {
    let filler = " -".repeat(200);
    for keyword in ["x", "xyz", "oolong tea", "twenty-one bytes long"] {
        for whole_word_only in [false, true] {
            for others in [0, 1, 3_000] {
                let wanted = watch(WANTED, keyword, whole_word_only);
                let others = (1..=others).map(|n| {
                    let keyword = format!("{n} of the many others");
                    watch(WatchId(n), &keyword, n % 2 == 0)
                });
                let matcher = Matcher::build([wanted].into_iter().chain(others));
                for length in [keyword.len(), 30, 61, 64, 65, 257, 400] {
                    for at in 0..=length.saturating_sub(keyword.len()) {
                        let rest = length.saturating_sub(at + keyword.len());
                        let body = format!("{}{keyword}{}", &filler[..at], &filler[..rest]);
                        // White space is folded, so the keyword may occur elsewhere than where it
                        // was inserted.
                        let start = body.find(keyword).unwrap();
                        let found = matcher.matches(&Item::comment("any", &body));
                        let positions: Vec<_> =
                            found.iter().map(|m| (m.watch, m.span.start)).collect();
                        assert_eq!(positions, [(WANTED, start)], "{keyword:?} in {body:?}");
                    }
                }
            }
        }
    }
}
