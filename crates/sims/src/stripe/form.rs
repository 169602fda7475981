//! Parameters in Stripe's format: form-encoded, with brackets for nested values, as in
//! `line_items[0][price]` and `metadata[user]`.

use std::collections::BTreeMap;

use url::form_urlencoded;

use crate::stripe::error::ApiError;
use crate::stripe::objects::Metadata;

/// The parameters of one call, in the order in which they were sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Returns the parameters of a form-encoded body or query.
    pub fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// Returns the last value given for `name`, which is spelt as on the wire.
    pub fn text(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Like [`Self::text`], but an empty value counts as none.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|value| !value.is_empty())
    }

    pub(crate) fn required(&self, name: &str) -> Result<&str, ApiError> {
        self.filled(name).ok_or_else(|| ApiError::missing(name))
    }

    pub(crate) fn integer(&self, name: &str) -> Result<Option<i64>, ApiError> {
        let parse = |value: &str| {
            let wrong = |_| {
                ApiError::invalid(format!("{name} is no whole number."))
                    .code("parameter_invalid_integer")
                    .param(name)
            };
            value.parse().map_err(wrong)
        };
        self.filled(name).map(parse).transpose()
    }

    pub(crate) fn boolean(&self, name: &str) -> Result<Option<bool>, ApiError> {
        match self.filled(name) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => {
                let message = format!("{name} is neither true nor false.");
                Err(ApiError::invalid(message).param(name))
            }
        }
    }

    /// Returns the keys in brackets after `name`, with their values.
    pub fn metadata(&self, name: &str) -> Metadata {
        let found = self.0.iter().filter_map(|(key, value)| {
            let rest = key.strip_prefix(name)?;
            let inner = rest.strip_prefix('[')?.strip_suffix(']')?;
            Some((inner.to_owned(), value.clone()))
        });
        found.collect()
    }

    /// Returns every value given for a list, as in `expand[]=a&expand[]=b` or `expand[0]=a`.
    pub fn list(&self, name: &str) -> Vec<&str> {
        let wanted = format!("{name}[]");
        let found = self.0.iter().filter(|(key, _)| pattern(key) == wanted);
        found.map(|(_, value)| value.as_str()).collect()
    }

    /// Refuses parameters that are not among `known`: names with `[]` for any index and `[*]` for any
    /// key. A parameter that Stripe would refuse is usually a mistake.
    pub fn only(&self, known: &[&str]) -> Result<(), ApiError> {
        let is_known = |key: &str| {
            let pattern = pattern(key);
            known.iter().any(|known| match known.strip_suffix("[*]") {
                Some(stem) => pattern
                    .strip_prefix(stem)
                    .is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']')),
                None => pattern == *known,
            })
        };
        match self.0.iter().find(|(key, _)| !is_known(key)) {
            Some((key, _)) => Err(ApiError::unknown(key)),
            None => Ok(()),
        }
    }

    /// Returns the parameters independently of their order, to compare two calls.
    pub(crate) fn sorted(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut sorted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (key, value) in &self.0 {
            sorted.entry(key).or_default().push(value);
        }
        sorted
    }
}

/// Returns `key` without the numbers in its brackets.
fn pattern(key: &str) -> String {
    let mut parts = key.split('[');
    let mut pattern = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let inner = part.trim_end_matches(']');
        pattern.push('[');
        if !inner.bytes().all(|byte| byte.is_ascii_digit()) {
            pattern.push_str(inner);
        }
        pattern.push(']');
    }
    pattern
}
