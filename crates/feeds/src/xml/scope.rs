//! The state of the open elements: namespaces and bases of addresses.

use url::Url;

use super::element::Element;
use crate::namespaces::Namespace;
use crate::text::MAX_URL_BYTES;

/// The most declarations of namespaces that count at a time.
const MAX_BINDINGS: usize = 128;
/// The most `xml:base` attributes of a document that count: each is joined with the one around it.
const MAX_BASES: usize = 10_000;

struct Binding {
    depth: usize,
    prefix: String,
    namespace: Namespace,
}

/// See the module.
#[derive(Default)]
pub(super) struct Scope {
    bindings: Vec<Binding>,
    /// The namespace of the outermost element if it is unknown: it is treated as that of feeds.
    own: Option<String>,
    bases: Vec<(usize, Url)>,
    bases_read: usize,
}

impl Scope {
    /// Adds the declarations of an element at a depth.
    pub(super) fn enter(&mut self, element: &Element<'_>, depth: usize, address: &Url) {
        let raw = element.tag.attributes_raw();
        if raw.contains("xmlns") {
            self.bind(element, depth);
        }
        if raw.contains("xml:base") {
            self.set_base(element, depth, address);
        }
    }

    /// Drops the declarations of the element at a depth.
    pub(super) fn leave(&mut self, depth: usize) {
        self.bindings.truncate(kept(&self.bindings, |binding| binding.depth < depth));
        self.bases.truncate(kept(&self.bases, |(at, _)| *at < depth));
    }

    /// Returns the innermost base, resolved.
    pub(super) fn base(&self) -> Option<&Url> {
        self.bases.last().map(|(_, base)| base)
    }

    pub(super) fn namespace(&self, prefix: &str) -> Namespace {
        let bound = self.bindings.iter().rfind(|binding| binding.prefix == prefix);
        bound.map_or_else(|| Namespace::of_prefix(prefix), |bound| bound.namespace)
    }

    fn bind(&mut self, element: &Element<'_>, depth: usize) {
        for (key, value) in element.attributes() {
            let prefix = match key.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) if rest.starts_with(':') => &rest[1..],
                _ => continue,
            };
            if self.bindings.len() >= MAX_BINDINGS {
                return;
            }
            let known = Namespace::of_address(&value);
            let namespace = known.unwrap_or_else(|| {
                if depth == 1 && prefix.is_empty() {
                    self.own = Some(value.clone());
                }
                match &self.own {
                    Some(own) if *own == value => Namespace::Core,
                    // Feeds misspell addresses more often than they use a known prefix for others.
                    _ if !prefix.is_empty() => Namespace::of_prefix(prefix),
                    _ => Namespace::Other,
                }
            });
            let prefix = prefix.to_owned();
            self.bindings.push(Binding { depth, prefix, namespace });
        }
    }

    fn set_base(&mut self, element: &Element<'_>, depth: usize, address: &Url) {
        self.bases_read += 1;
        if self.bases_read > MAX_BASES {
            return;
        }
        let value = element.attributes().find(|(key, _)| key == "xml:base");
        let around = self.base().unwrap_or(address);
        let base = value.and_then(|(_, value)| around.join(value.trim()).ok());
        let fits = |base: &Url| base.as_str().len() <= MAX_URL_BYTES && !base.cannot_be_a_base();
        if let Some(base) = base.filter(fits) {
            self.bases.push((depth, base));
        }
    }
}

/// Returns the number of elements at the beginning that are to be kept.
fn kept<T>(all: &[T], is_kept: impl Fn(&T) -> bool) -> usize {
    all.iter().rposition(is_kept).map_or(0, |last| last + 1)
}
