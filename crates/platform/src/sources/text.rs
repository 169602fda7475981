//! Cleans the texts of all sources before they are stored.

pub(super) const MAX_TITLE_CHARS: usize = 1_000;
pub(super) const MAX_BODY_CHARS: usize = 100_000;
pub(super) const MAX_NAME_CHARS: usize = 200;
pub(super) const MAX_URL_CHARS: usize = 2_000;

/// Returns a text without NUL, which Postgres cannot store, and cut to a number of characters.
pub(super) fn clean(text: &str, most_chars: usize) -> String {
    text.chars().filter(|c| *c != '\0').take(most_chars).collect()
}

/// Returns a link's text with the address that it leads to: in place of the text if that is the
/// address or a shortened form of it, with or without the scheme, since people search for the whole
/// address; else as a link of Markdown, through which phrases are found. What cannot be part of one has
/// the address in parentheses after it.
pub(super) fn with_address(shown: &str, address: &str) -> String {
    let text = shown.trim();
    let is_web = address.starts_with("http://") || address.starts_with("https://");
    if !is_web || text.is_empty() {
        return shown.to_owned();
    }
    let shortened = text.trim_end_matches("...").trim_end_matches('…');
    let bare = address.split_once("://").map_or(address, |(_, bare)| bare);
    let is_address = shortened.contains(['.', '/'])
        && (address.starts_with(shortened) || bare.starts_with(shortened));
    let fits = !text.contains(['[', ']', '\\', '`', '\n'])
        && !address.contains(|c: char| c.is_whitespace() || "()<>\\".contains(c));
    match (is_address, fits) {
        (true, _) => shown.replace(text, address),
        (false, true) => shown.replace(text, &format!("[{text}]({address})")),
        (false, false) => format!("{shown} ({address})"),
    }
}
