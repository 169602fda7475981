//! The Markdown of posts and comments.

use sims::forum::markdown::page_html;

#[test]
fn raw_html_is_shown_and_not_run() {
    let html = page_html("<script>alert(1)</script> **bold**");
    assert!(!html.contains("<script>"), "{html}");
    assert!(!page_html("[x](javascript:alert(1))").contains("javascript"));
    assert!(page_html("[x](https://a.example)").contains("https://a.example"));
    assert!(page_html("a **b**").contains("<strong>b</strong>"));
}
