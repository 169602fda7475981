//! A start tag and its attributes.

use quick_xml::events::BytesStart;

use super::references::unescape;
use crate::namespaces::Namespace;

/// The most attributes of an element that are read.
const MAX_ATTRIBUTES: usize = 64;
/// The longest value of an attribute; longer ones are skipped.
const MAX_VALUE_BYTES: usize = 8_000;

/// A start tag.
#[derive(Debug)]
pub(crate) struct Element<'a> {
    pub(crate) namespace: Namespace,
    /// The name without prefix, in lower case, since feeds vary the case.
    pub(crate) name: String,
    pub(super) tag: BytesStart<'a>,
}

impl Element<'_> {
    /// Returns the value of the attribute with this local name, if it is not too long.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.tag.html_attributes();
        let attributes = attributes.with_checks(false).take(MAX_ATTRIBUTES);
        attributes.flatten().find_map(|attribute| {
            let key = attribute.key.as_ref();
            let local = key.rsplit(':').next().unwrap_or(key);
            let fits = local.eq_ignore_ascii_case(name)
                && !key.starts_with("xmlns")
                && attribute.value.len() <= MAX_VALUE_BYTES;
            fits.then(|| unescape(&attribute.value))
        })
    }

    /// Returns the start tag as the document has it, without a prefix.
    pub(crate) fn source(&self) -> String {
        let name = self.tag.name();
        let local = name.as_ref().rsplit(':').next().unwrap_or_default();
        format!("<{local}{}>", self.tag.attributes_raw().trim_end())
    }

    /// Returns the names, with their prefixes, and the values.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (String, String)> {
        let mut attributes = self.tag.html_attributes();
        attributes.with_checks(false);
        let attributes = attributes.take(MAX_ATTRIBUTES).flatten();
        let fitting = attributes.filter(|a| a.value.len() <= MAX_VALUE_BYTES);
        fitting.map(|a| (a.key.as_ref().to_owned(), unescape(&a.value)))
    }
}
