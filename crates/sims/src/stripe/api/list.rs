//! Pages lists: newest first, by `limit` and `starting_after`.

use serde_json::{Value, json};

use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::{Object, Shelf};

/// The parameters that every list accepts.
const EVERY: [&str; 2] = ["limit", "starting_after"];
const USUAL_LIMIT: i64 = 10;
const MAX_LIMIT: i64 = 100;

/// Returns the page of matching objects that `params` ask for. `own` are the list's own parameters.
pub(super) fn page<T: Object>(
    url: &str,
    shelf: &Shelf<T>,
    params: &Params,
    own: &[&str],
    fits: impl Fn(&T) -> bool,
) -> Result<Value, ApiError> {
    params.only(&[&EVERY[..], own].concat())?;
    let limit = limit(params)?;
    let after = params.filled("starting_after");
    let after = after.map(|id| shelf.require(id, "starting_after").map(Object::id));
    let after = after.transpose()?;
    let mut reached = after.is_none();
    let fitting: Vec<&T> = shelf
        .newest_first()
        .filter(|object| {
            let passed = reached;
            reached |= after == Some(object.id());
            passed
        })
        .filter(|object| fits(object))
        .collect();
    let data: Vec<Value> = fitting.iter().take(limit).map(|it| it.json()).collect();
    let has_more = fitting.len() > limit;
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

fn limit(params: &Params) -> Result<usize, ApiError> {
    let limit = params.integer("limit")?.unwrap_or(USUAL_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        let message = format!("limit is from 1 to {MAX_LIMIT}.");
        return Err(ApiError::invalid(message).param("limit"));
    }
    Ok(usize::try_from(limit).unwrap_or_default())
}
