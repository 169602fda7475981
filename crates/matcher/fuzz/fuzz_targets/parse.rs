//! Parses any text to a query that is written back as the same, or to an error with a span and
//! advice; and imports any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matcher::{Query, import};

fuzz_target!(|text: &str| {
    match Query::parse(text) {
        Ok(query) => {
            let plain = query.to_string();
            assert_eq!(Query::parse(&plain).as_ref(), Ok(&query), "{plain}");
            if let Ok(chips) = query.chips() {
                let back = Query::from_chips(&chips).expect("chips of a query make a query");
                assert_eq!(back.chips(), Ok(chips));
            }
        }
        Err(error) => {
            assert!(text.get(error.span().range()).is_some());
            assert!(!error.advice().is_empty());
        }
    }
    import(text);
});
