//! Links of strangers.

use std::ops::Range;

use foundation::wording::line::looks_like_address;
use url::Url;

/// The longest address that is linked, and the longest text of a link.
pub(super) const MAX_LINK_BYTES: usize = 500;

/// A link that an email may carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address, in ASCII.
    pub to: String,
    /// The host, to be shown beside a text that does not show it.
    pub host: Option<String>,
    /// Whether the text looks like another address: then it is not the link's text.
    pub misleads: bool,
}

impl Link {
    /// Returns the link to `to` as it is shown with this text.
    pub(super) fn with_text(to: &Url, text: &str) -> Self {
        let is_shown = shown_host(text).is_some_and(|host| Some(&*host) == to.host_str());
        let host = to.host_str().filter(|_| !is_shown);
        Self {
            to: to.as_str().to_owned(),
            host: host.map(str::to_owned),
            misleads: !is_shown && looks_like_address(text),
        }
    }
}

/// Returns the host of the address that a text is.
fn shown_host(text: &str) -> Option<String> {
    let text = text.trim();
    let url = Url::parse(text).ok().filter(is_of_web);
    let url = url.or_else(|| Url::parse(&format!("https://{text}")).ok())?;
    let is_address = is_of_web(&url) && text.contains('.');
    url.host_str().filter(|_| is_address).map(str::to_owned)
}

/// Returns the address of a link, if an email may carry it.
pub(super) fn resolve(address: &str, base: Option<&Url>) -> Option<Url> {
    let url = Url::options().base_url(base).parse(address.trim()).ok()?;
    (is_of_web(&url) && url.as_str().len() <= MAX_LINK_BYTES).then_some(url)
}

/// A user name before the host is there to deceive.
fn is_of_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
}

/// Returns where addresses are in a text that has no markup.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    let found = text.match_indices("://").map(move |(at, _)| {
        let scheme = ["https", "http"].into_iter().find(|scheme| text[..at].ends_with(scheme))?;
        let start = at - scheme.len();
        let is_word = text[..start].ends_with(char::is_alphanumeric);
        if is_word || start < end {
            return None;
        }
        let rest = &text[start..];
        let ends = |c: char| c.is_whitespace() || "<>\"`。，、）」』】".contains(c);
        let address = &rest[..rest.find(ends).unwrap_or(rest.len())];
        end = start + address.len();
        if address.len() > MAX_LINK_BYTES {
            return None;
        }
        end = start + without_sentence(address).len();
        (end > at + "://".len()).then_some(start..end)
    });
    found.flatten()
}

/// Removes what ends the sentence or the parenthesis that an address is in.
fn without_sentence(mut address: &str) -> &str {
    loop {
        let shorter = address.trim_end_matches(['?', '!', '.', ',', ':', ';', '*', '_', '~', '\'']);
        let unopened = [('(', ')'), ('[', ']')].into_iter().find(|(open, close)| {
            shorter.ends_with(*close)
                && shorter.matches(*open).count() < shorter.matches(*close).count()
        });
        let shorter =
            unopened.map_or(shorter, |(_, close)| shorter.strip_suffix(close).unwrap_or(shorter));
        if shorter.len() == address.len() {
            return address;
        }
        address = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_before_the_sentence() {
        for (text, found) in [
            (
                "see https://a.example/x, or http://b.example.",
                &["https://a.example/x", "http://b.example"][..],
            ),
            (
                "(https://a.example/x_(y)) [https://b.example]",
                &["https://a.example/x_(y)", "https://b.example"],
            ),
            ("<https://a.example/?b=c&d#e>", &["https://a.example/?b=c&d#e"]),
            ("。https://ja.example/日本。", &["https://ja.example/日本"]),
            ("ftp://a.example https:// xhttps://a.example ://", &[]),
            ("https://a.example/https://b.example", &["https://a.example/https://b.example"]),
        ] {
            let shown: Vec<_> = addresses(text).map(|at| &text[at]).collect();
            assert_eq!(shown, found, "{text}");
        }
        let closed = format!("https://a.example/{}", ")".repeat(20_000));
        assert_eq!(addresses(&closed).count(), 0);
    }

    #[test]
    fn only_addresses_of_the_web_that_say_where_they_lead_are_links() {
        let base = Url::parse("https://forum.example/r/tea/1").unwrap();
        let to = |address: &str| resolve(address, Some(&base)).map(String::from);
        for (address, url) in [
            ("https://a.example", "https://a.example/"),
            ("HTTP://A.example/ü", "http://a.example/%C3%BC"),
            ("/r/rust", "https://forum.example/r/rust"),
            ("//b.example/x", "https://b.example/x"),
            ("https://bücher.example", "https://xn--bcher-kva.example/"),
            ("https://a.example/\"><b>\u{202e}", "https://a.example/%22%3E%3Cb%3E%E2%80%AE"),
        ] {
            assert_eq!(to(address).as_deref(), Some(url), "{address}");
        }
        let long = format!("https://a.example/{}", "x".repeat(MAX_LINK_BYTES));
        for address in [
            "javascript:alert(1)",
            " JavaScript:alert(1)",
            "data:text/html,x",
            "mailto:a@a.example",
            "https://bank.example@evil.example/",
            "https://",
            &long,
        ] {
            assert_eq!(to(address), None, "{address}");
        }
        assert_eq!(resolve("/r/rust", None), None);
    }

    #[test]
    fn a_text_shows_the_host_or_the_host_is_beside_it() {
        let url = Url::parse("https://evil.example/bank.example").unwrap();
        for (text, host, misleads) in [
            ("https://evil.example/bank.example", None, false),
            ("evil.example", None, false),
            ("http://EVIL.example/other", None, false),
            ("sign in", Some("evil.example"), false),
            ("bank.example", Some("evil.example"), false),
            ("https://bank.example/evil.example", Some("evil.example"), true),
            ("https://bank.example@evil.example", Some("evil.example"), true),
            ("www.bank.example", Some("evil.example"), true),
            ("evil", Some("evil.example"), false),
        ] {
            let link = Link::with_text(&url, text);
            assert_eq!((link.host.as_deref(), link.misleads), (host, misleads), "{text}");
        }
    }
}
