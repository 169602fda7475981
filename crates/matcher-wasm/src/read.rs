//! Reads values from JavaScript, property by property.
//!
//! This is done by hand and not with serde: its reader includes texts for every kind of error, and
//! with them the formatting of floating-point numbers, which together took a sixth of the module.

use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::types::{ItemKind, PreviewItem, WatchExclusions, WatchFilters, WatchInput, WatchMode};
#[cfg(feature = "query")]
use crate::types::{LintCounts, LintInput};

/// A value that can be read from a JavaScript value.
pub(crate) trait FromJs: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// Fails if the value has another type.
    fn from_js(value: &JsValue) -> Result<Self, JsError>;
}

/// Returns a property; `undefined` if there is none.
fn property(object: &JsValue, name: &str) -> Result<JsValue, JsError> {
    let value = object.is_object().then(|| Reflect::get(object, &name.into()).ok()).flatten();
    value.ok_or_else(|| JsError::new("an object is required"))
}

/// Reads a required property.
pub(crate) fn required<T: FromJs>(object: &JsValue, name: &str) -> Result<T, JsError> {
    let value = property(object, name)?;
    T::from_js(&value).map_err(|_| wrong(name))
}

/// Reads an optional property.
pub(crate) fn optional<T: FromJs>(object: &JsValue, name: &str) -> Result<Option<T>, JsError> {
    let value = property(object, name)?;
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    T::from_js(&value).map(Some).map_err(|_| wrong(name))
}

fn or_default<T: FromJs + Default>(object: &JsValue, name: &str) -> Result<T, JsError> {
    Ok(optional(object, name)?.unwrap_or_default())
}

fn wrong(name: &str) -> JsError {
    JsError::new(&(String::from(name) + " is missing or has the wrong type"))
}

impl FromJs for String {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        value.as_string().ok_or_else(|| wrong("a text"))
    }
}

impl FromJs for bool {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        value.as_bool().ok_or_else(|| wrong("a boolean"))
    }
}

impl FromJs for f64 {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        value.as_f64().ok_or_else(|| wrong("a number"))
    }
}

impl<T: FromJs> FromJs for Vec<T> {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        if !Array::is_array(value) {
            return Err(wrong("a list"));
        }
        Array::from(value).iter().map(|entry| T::from_js(&entry)).collect()
    }
}

impl FromJs for ItemKind {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        match value.as_string().as_deref() {
            Some("post") => Ok(ItemKind::Post),
            Some("comment") => Ok(ItemKind::Comment),
            _ => Err(wrong("a kind")),
        }
    }
}

impl FromJs for WatchMode {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        match value.as_string().as_deref() {
            Some("literal") => Ok(WatchMode::Literal),
            Some("query") => Ok(WatchMode::Query),
            _ => Err(wrong("a mode")),
        }
    }
}

impl FromJs for PreviewItem {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(PreviewItem {
            kind: required(value, "kind")?,
            subreddit: required(value, "subreddit")?,
            author: or_default(value, "author")?,
            title: or_default(value, "title")?,
            body: or_default(value, "body")?,
            flair: or_default(value, "flair")?,
            url: or_default(value, "url")?,
            score: optional(value, "score")?,
        })
    }
}

impl FromJs for WatchFilters {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        let plain = WatchFilters::default();
        let read = |name, default| Ok::<_, JsError>(optional(value, name)?.unwrap_or(default));
        Ok(WatchFilters {
            include_posts: read("includePosts", plain.include_posts)?,
            include_comments: read("includeComments", plain.include_comments)?,
            match_titles_only: read("matchTitlesOnly", plain.match_titles_only)?,
            case_sensitive: read("caseSensitive", plain.case_sensitive)?,
            whole_word_only: read("wholeWordOnly", plain.whole_word_only)?,
        })
    }
}

impl FromJs for WatchExclusions {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(WatchExclusions {
            subreddits: or_default(value, "subreddits")?,
            authors: or_default(value, "authors")?,
        })
    }
}

impl FromJs for WatchInput {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(WatchInput {
            keyword: required(value, "keyword")?,
            mode: or_default(value, "mode")?,
            subreddits: or_default(value, "subreddits")?,
            filters: or_default(value, "filters")?,
            exclusions: or_default(value, "exclusions")?,
        })
    }
}

#[cfg(feature = "query")]
impl FromJs for LintCounts {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(LintCounts {
            matching: required(value, "matching")?,
            searched: required(value, "searched")?,
            a_day: required(value, "aDay")?,
        })
    }
}

#[cfg(feature = "query")]
impl FromJs for LintInput {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(LintInput {
            words: or_default(value, "words")?,
            counts: optional(value, "counts")?,
            others: or_default(value, "others")?,
        })
    }
}
