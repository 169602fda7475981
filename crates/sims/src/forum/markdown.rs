//! Renders Markdown as HTML. Raw HTML in the source becomes text, and links lead only to web and mail
//! addresses, so nothing written in the forum can run in a page.

use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// Renders `text` as HTML for a page.
pub fn page_html(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES);
    let safe = parser.map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = if leads_out(&dest_url) { dest_url } else { "#".into() };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, safe);
    out
}

fn leads_out(url: &str) -> bool {
    ["https://", "http://", "mailto:", "/"].iter().any(|start| url.starts_with(start))
}

/// Renders `text` as the HTML that the API returns in `body_html` and `selftext_html`.
pub(crate) fn api_html(text: &str) -> String {
    format!("<div class=\"md\">{}</div>", page_html(text))
}
