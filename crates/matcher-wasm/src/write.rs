//! Writes values to JavaScript, property by property.
//!
//! This is done by hand and not with serde: its writer includes texts for every kind of error and a table of the names
//! that it has written, which took 4 % of the module.

use std::fmt::Debug;

use js_sys::{Array, Object, Reflect};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

#[cfg(feature = "query")]
use crate::types::{
    ChipsReading, ItemExplanation, MatchReason, QueryChip, QueryChips, QueryField, QueryForm,
    QueryReading, Verdict, WatchLint, WatchLintCode,
};
use crate::types::{
    ItemKind, ItemMatch, MatchField, MatchSpan, NearMiss, NearMissReason, RejectingFilter,
    SearchResult, SubredditEntry, SubredditList, SubredditSuggestion, TextSpan, WatchProblem,
    WatchProblemCode,
};

/// A value that can be written as a JavaScript value.
pub(crate) trait ToJs {
    /// Writes the value; `undefined` for a property that is left out.
    fn to_js(&self) -> JsValue;

    /// Writes the value, with its type for TypeScript.
    fn to_ts(&self) -> Ts<Self>
    where
        Self: Sized + Tsify,
    {
        Ts::new_unchecked(self.to_js())
    }
}

impl ToJs for String {
    fn to_js(&self) -> JsValue {
        self.into()
    }
}

impl ToJs for bool {
    fn to_js(&self) -> JsValue {
        (*self).into()
    }
}

impl ToJs for f64 {
    fn to_js(&self) -> JsValue {
        (*self).into()
    }
}

impl ToJs for usize {
    fn to_js(&self) -> JsValue {
        (*self).into()
    }
}

impl<T: ToJs> ToJs for Option<T> {
    fn to_js(&self) -> JsValue {
        self.as_ref().map_or(JsValue::UNDEFINED, T::to_js)
    }
}

impl<T: ToJs> ToJs for Vec<T> {
    fn to_js(&self) -> JsValue {
        let list = Array::new();
        for entry in self {
            list.push(&entry.to_js());
        }
        list.into()
    }
}

fn object(properties: &[(&str, &dyn ToJs)]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        let value = value.to_js();
        if !value.is_undefined() {
            // Fails only for an object that has been frozen.
            let _ = Reflect::set(&object, &camel_case(name), &value);
        }
    }
    object.into()
}

/// Returns the name that a property or a value has in TypeScript.
fn camel_case(name: &str) -> JsValue {
    let mut out = String::new();
    for c in name.chars() {
        if out.is_empty() {
            out.push(c.to_ascii_lowercase());
        } else if out.ends_with('_') {
            out.pop();
            out.push(c.to_ascii_uppercase());
        } else {
            out.push(c);
        }
    }
    out.into()
}

macro_rules! objects {
    ($($type:ident { $($property:ident),+ })+) => {
        $(impl ToJs for $type {
            fn to_js(&self) -> JsValue {
                object(&[$((stringify!($property), &self.$property)),+])
            }
        })+
    };
}

macro_rules! names {
    ($($type:ident),+) => {
        $(impl ToJs for $type {
            fn to_js(&self) -> JsValue {
                name(self)
            }
        })+
    };
}

fn name(value: &dyn Debug) -> JsValue {
    camel_case(&format!("{value:?}"))
}

objects! {
    ItemMatch { index, spans }
    MatchSpan { field, start, end }
    NearMiss { index, rejections }
    NearMissReason { filter, message, spans }
    SearchResult { matches, total, error }
    SubredditEntry { name, error }
    SubredditList { entries, valid }
    SubredditSuggestion { name, popular }
    TextSpan { start, end }
    WatchProblem { code, message, advice, span }
}
names!(ItemKind, MatchField, RejectingFilter, WatchProblemCode);

#[cfg(feature = "query")]
objects! {
    ChipsReading { query, error, group, chip }
    ItemExplanation { verdict, reasons, rejections, error }
    MatchReason { rule, at, spans }
    QueryChip { field, form, text, open_start, open_end }
    QueryChips { groups, excluded, kind, min_score }
    QueryReading { plain, chips, text_only, needs_score, error }
    WatchLint { code, message, span, other }
}
#[cfg(feature = "query")]
names!(QueryField, QueryForm, Verdict, WatchLintCode);
