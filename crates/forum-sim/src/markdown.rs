//! Markdown to HTML. Raw HTML in the source comes out as text, so nothing written in the forum
//! can become markup of its own.

use pulldown_cmark::{Event, Options, Parser, html};

/// HTML for a page.
pub(crate) fn page_html(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES);
    let safe = parser.map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, safe);
    out
}

/// HTML as the API gives it in `body_html` and `selftext_html`.
pub(crate) fn api_html(text: &str) -> String {
    format!("<div class=\"md\">{}</div>", page_html(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_is_shown_and_not_run() {
        let html = page_html("<script>alert(1)</script> **bold**");
        assert!(!html.contains("<script>"), "{html}");
        assert!(page_html("a **b**").contains("<strong>b</strong>"));
    }
}
