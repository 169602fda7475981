//! Keywords that are addresses: every spelling is looked for, and the ends are compared.

use matcher::Span;

use super::{Units, unspaced};

pub(crate) struct Address {
    host: String,
    path: String,
    is_decorated: bool,
    has_slash: bool,
}

impl Address {
    pub(crate) fn of(keyword: &str) -> Option<Self> {
        let mut plain = keyword.trim().to_owned();
        if plain.to_ascii_lowercase().starts_with("hxxp") {
            plain.replace_range(..4, "http");
        }
        for dot in ["[.]", "(.)", "{.}", "[dot]", "(dot)"] {
            plain = plain.replace(dot, ".");
        }
        Self::of_plain(&plain.replace("[:]", ":"))
    }

    fn of_plain(keyword: &str) -> Option<Self> {
        let lower = keyword.to_ascii_lowercase();
        let scheme = ["https://", "http://"].iter().find(|scheme| lower.starts_with(**scheme));
        let mut rest = &keyword[scheme.map_or(0, |scheme| scheme.len())..];
        if rest.to_ascii_lowercase().starts_with("www.") && is_site(&rest[4..]) {
            rest = &rest[4..];
        }
        if keyword.contains(char::is_whitespace) || !is_site(rest) {
            return None;
        }
        let path = &rest[rest.find(['/', '?', '#']).unwrap_or(rest.len())..];
        Some(Address {
            host: rest[..rest.len() - path.len()].to_owned(),
            path: path.strip_suffix('/').unwrap_or(path).to_owned(),
            is_decorated: rest.len() < keyword.len(),
            has_slash: path.ends_with('/'),
        })
    }

    /// Returns whether the ends are those of any other text.
    pub(crate) fn is_open(&self) -> bool {
        !self.is_decorated && !self.has_slash
    }

    /// Returns the spans of host and path.
    pub(crate) fn places(&self, keyword: &str, units: &Units, case_sensitive: bool) -> Vec<Span> {
        if self.is_open() && case_sensitive {
            return units.places(keyword, true);
        }
        let Address { host, path, .. } = self;
        let dots = "[.]|(.)|{.}|[dot]|(dot)|{dot}| dot | [dot] | (dot) | [.] | (.) | . | .";
        let last = host.rfind('.').unwrap();
        let mut spans = units.places(&format!("{host}{path}"), false);
        for dot in dots.split('|') {
            let (before, top) = (&host[..last], &host[last + 1..]);
            spans.extend(units.places(&format!("{before}{dot}{top}{path}"), false));
            let every = host.replace('.', dot);
            spans.extend(units.places(&format!("{every}{path}"), false));
        }
        spans.sort();
        spans.dedup();
        spans.retain(|span| {
            let found = &units.text[span.range()];
            let own = &found[found.find(['/', '?', '#']).unwrap_or(found.len())..];
            !case_sensitive || path.is_empty() || {
                let own = Units::new(own);
                own.places(path, true) == [Span { start: 0, end: own.text.len() }]
            }
        });
        spans
    }

    /// Returns the span with what belongs to the address around it, if it is not part of another.
    pub(crate) fn whole(&self, text: &str, span: Span) -> Option<Span> {
        if self.is_open() {
            return Some(span);
        }
        let (mut before, after) = (text[..span.start].to_owned(), &text[span.end..]);
        before.make_ascii_lowercase();
        let bare = before.strip_suffix("www.").unwrap_or(&before);
        let scheme = ["https://", "http://"].iter().find_map(|scheme| bare.strip_suffix(scheme));
        let start = scheme.unwrap_or(bare).len();
        let belongs = |c: char| "-_".contains(c) || (c.is_alphanumeric() && !unspaced(c));
        if scheme.is_none() && bare.ends_with(|c| ".@".contains(c) || belongs(c)) {
            return None;
        }
        let must_end = self.has_slash || self.path.is_empty();
        let goes_on = after.starts_with(|c| c == '%' || belongs(c))
            || after.strip_prefix('.').is_some_and(|rest| rest.starts_with(belongs));
        if must_end && goes_on {
            return None;
        }
        let slash = usize::from(self.has_slash && after.starts_with('/'));
        Some(Span { start, end: span.end + slash })
    }
}

fn is_site(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap();
    let host = match host.rsplit_once(':') {
        Some((host, port)) if !port.is_empty() && port.chars().all(|c| c.is_ascii_digit()) => host,
        _ => host,
    };
    let labels: Vec<&str> = host.split('.').collect();
    let top = labels[labels.len() - 1];
    let is_top = top.starts_with("xn--")
        || (top.chars().count() > 1 && top.chars().all(char::is_alphabetic));
    let is_label = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    labels.len() > 1 && is_top && labels.iter().all(is_label)
}
