//! Addresses of the web as keywords: `https://www.example.com/` is found as `example.com`, too.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use super::word::is_unspaced;
use crate::item::{Span, replaced, strip_prefix_ignoring_case};

/// The scheme that people write so that nobody follows an address by accident.
const HIDDEN_SCHEME: &str = "hxxp";
/// What people write for the dots and the colon of an address to the same end.
const HIDDEN: [(&str, &str); 6] =
    [("[.]", "."), ("(.)", "."), ("{.}", "."), ("[dot]", "."), ("(dot)", "."), ("[:]", ":")];
const SCHEMES: [&str; 2] = ["https://", "http://"];
const WWW: &str = "www.";
const ENCODED_SLASH: &str = "%2f";
/// What may follow a host, encoded, where an address is part of another.
const ENCODED_ENDS: [&str; 5] = [ENCODED_SLASH, "%3a", "%3f", "%23", "%26"];

/// The parts of a keyword that is the address of a site or page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    pub(super) host: &'a str,
    /// What follows the host, without a slash at its end.
    pub(super) path: &'a str,
    pub(crate) ends: AddressEnds,
}

/// How the ends of an address are compared, which depends on what was typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AddressEnds {
    /// As any other text.
    #[default]
    Open,
    /// Another host that ends with this one does not count. A scheme or `www.` was typed.
    Begins,
    /// Neither does one that begins with this one: no path was typed.
    Host,
    /// Neither does another page: a slash was typed at the end.
    Page,
}

impl<'a> Address<'a> {
    /// Reads a keyword; returns `None` if it is no address.
    pub(crate) fn read(keyword: &'a str) -> Option<Self> {
        let keyword = keyword.trim();
        let without = |prefix: &&str| strip_prefix_ignoring_case(keyword, prefix);
        let bare = SCHEMES.iter().find_map(without).unwrap_or(keyword);
        let bare =
            strip_prefix_ignoring_case(bare, WWW).filter(|rest| is_host(rest)).unwrap_or(bare);
        if !is_host(bare) || keyword.contains(char::is_whitespace) {
            return None;
        }
        let (host, rest) = bare.split_at(host_end(bare));
        let path = rest.strip_suffix('/').unwrap_or(rest);
        let ends = if path.len() < rest.len() {
            AddressEnds::Page
        } else if bare.len() == keyword.len() {
            AddressEnds::Open
        } else if path.is_empty() {
            AddressEnds::Host
        } else {
            AddressEnds::Begins
        };
        Some(Address { host, path, ends })
    }
}

/// Returns how the ends of a keyword are compared.
pub(crate) fn address_ends(keyword: &str) -> AddressEnds {
    Address::read(&shown(keyword)).map_or(AddressEnds::Open, |address| address.ends)
}

/// Returns a keyword that is an address which is hidden from machines as it is without that, and any
/// other keyword as it is.
pub(super) fn shown(keyword: &str) -> Cow<'_, str> {
    let hidden_scheme = strip_prefix_ignoring_case(keyword.trim(), HIDDEN_SCHEME);
    if hidden_scheme.is_none() && !keyword.contains(['[', '(', '{']) {
        return keyword.into();
    }
    let shown = hidden_scheme.map_or(keyword.to_owned(), |rest| ["http", rest].concat());
    let shown = HIDDEN.iter().fold(shown, |shown, (hidden, sign)| replaced(shown, hidden, sign));
    if Address::read(&shown).is_some() { shown.into() } else { keyword.into() }
}

/// Returns where the host ends that begins a text.
fn host_end(text: &str) -> usize {
    text.find(['/', '?', '#']).unwrap_or(text.len())
}

/// Returns whether a text begins with the host of a site: labels with dots between them, of which
/// the last has no digits, or an IPv4 address.
fn is_host(text: &str) -> bool {
    let host = &text[..host_end(text)];
    let host =
        host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(host, _)| host);
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
    };
    let is_top = |label: &str| {
        label.starts_with("xn--")
            || (label.chars().count() > 1 && label.chars().all(char::is_alphabetic))
    };
    let is_named = host.rsplit_once('.').is_some_and(|(_, top)| is_top(top));
    (is_named && host.split('.').all(is_label)) || host.parse::<Ipv4Addr>().is_ok()
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the span of an address in a text, with its scheme, `www.` and the slash at its end, from
/// that of its host and path. Returns `None` if another address only contains these.
pub(crate) fn address_span(text: &str, span: Span, ends: AddressEnds) -> Option<Span> {
    if ends == AddressEnds::Open {
        return Some(span);
    }
    let Span { mut start, mut end } = span;
    if ends_with_ignoring_case(&text[..start], WWW) {
        start -= WWW.len();
    }
    let before = &text[..start];
    match SCHEMES.iter().find(|scheme| ends_with_ignoring_case(before, scheme)) {
        Some(scheme) => start -= scheme.len(),
        None if ends_with_ignoring_case(before, ENCODED_SLASH) => (),
        None if before.ends_with(goes_on) || before.ends_with(['.', '@']) => return None,
        None => (),
    }
    let after = &text[end..];
    let mut following = after.chars();
    let first = following.next();
    let is_longer = match first {
        Some('.') => following.next().is_some_and(goes_on),
        Some('%') if ends == AddressEnds::Host => {
            let begins = |end: &&str| strip_prefix_ignoring_case(after, end).is_some();
            !ENCODED_ENDS.iter().any(begins)
        }
        Some('%') => true,
        _ => first.is_some_and(goes_on),
    };
    if is_longer && ends != AddressEnds::Begins {
        return None;
    }
    end += usize::from(ends == AddressEnds::Page && first == Some('/'));
    Some(Span { start, end })
}

/// Returns whether a character beside a host or path belongs to it.
fn goes_on(c: char) -> bool {
    (c.is_alphanumeric() && !is_unspaced(c)) || matches!(c, '-' | '_')
}

fn ends_with_ignoring_case(text: &str, end: &str) -> bool {
    let begin = text.len().checked_sub(end.len());
    begin.and_then(|begin| text.get(begin..)).is_some_and(|own| own.eq_ignore_ascii_case(end))
}

/// Returns the part of a found address in which case counts: what follows its host.
pub(crate) fn path_of(found: &str) -> &str {
    &found[host_end(found)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_addresses_are_shown() {
        for (keyword, expected) in [
            ("shop[.]example", "shop.example"),
            ("hxxps://shop[.]co(dot)example/a", "https://shop.co.example/a"),
            ("HXXP[:]//shop.example", "http://shop.example"),
            ("203[.]0[.]113[.]5", "203.0.113.5"),
            ("hxxp", "hxxp"),
            ("a[.]b c", "a[.]b c"),
            ("f(x)", "f(x)"),
            ("v1[.]2", "v1[.]2"),
        ] {
            assert_eq!(shown(keyword), expected);
        }
    }

    #[test]
    fn addresses_are_read() {
        use AddressEnds as E;
        for (keyword, expected) in [
            ("https://shop.example/", Some(("shop.example", "", E::Page))),
            ("HTTP://WWW.Shop.example", Some(("Shop.example", "", E::Host))),
            ("www.example.com/a/b?c=d", Some(("example.com", "/a/b?c=d", E::Begins))),
            ("example.com", Some(("example.com", "", E::Open))),
            ("example.com/a/", Some(("example.com", "/a", E::Page))),
            ("https://www.com", Some(("www.com", "", E::Host))),
            ("https://müller.example:8080/", Some(("müller.example:8080", "", E::Page))),
            ("node.js", Some(("node.js", "", E::Open))),
            ("https://my_shop.example/", Some(("my_shop.example", "", E::Page))),
            ("http://203.0.113.5:8080/a", Some(("203.0.113.5:8080", "/a", E::Begins))),
            ("203.0.113.5", Some(("203.0.113.5", "", E::Open))),
            ("1.2.3", None),
            ("1.2.3.999", None),
            ("https://localhost/", None),
            ("https://", None),
            ("e.g.", None),
            ("v1.2", None),
            ("1.5/2.5", None),
            ("and/or", None),
            ("see example.com", None),
            (".NET", None),
            ("a..com", None),
        ] {
            let read = Address::read(keyword).map(|own| (own.host, own.path, own.ends));
            assert_eq!(read, expected, "{keyword}");
        }
    }
}
