//! Telegram's subset of HTML.

use sims::receiver::services::telegram_html::plain;

#[test]
fn marks_are_taken_out_and_entities_resolved() {
    let html = "<b>Corvid</b> &amp; <a href=\"https://x.test/?a=1&amp;b\">co</a> &#128038; 1 & 2";
    assert_eq!(plain(html).unwrap(), "Corvid & co 🐦 1 & 2");
}

#[test]
fn what_telegram_does_not_understand_is_refused() {
    for (html, said) in [
        ("<b>x", "Can't find end tag corresponding to start tag \"b\""),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<i>x</b>", "Unmatched end tag at byte offset 4, expected \"</i>\", found \"</b>\""),
        ("é <p>x</p>", "Unsupported start tag \"p\" at byte offset 3"),
        ("1 < 2", "Unclosed start tag at byte offset 2"),
    ] {
        assert_eq!(plain(html).unwrap_err(), said, "{html}");
    }
}
