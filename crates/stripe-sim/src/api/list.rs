//! Pages of lists: newest first, by `limit`, `starting_after` and `ending_before`.

use serde_json::{Value, json};

use crate::error::ApiError;
use crate::form::Params;
use crate::objects::{Object, Shelf};

/// The parameters that every list takes.
const EVERY: [&str; 8] = [
    "limit",
    "starting_after",
    "ending_before",
    "created",
    "created[gt]",
    "created[gte]",
    "created[lt]",
    "created[lte]",
];
const USUAL_LIMIT: i64 = 10;
const LARGEST_LIMIT: i64 = 100;

/// The page that `params` ask for, of the objects that fit. `own` are the list's own parameters.
pub(super) fn page<T: Object>(
    url: &str,
    shelf: &Shelf<T>,
    params: &Params,
    own: &[&str],
    fits: impl Fn(&T) -> bool,
) -> Result<Value, ApiError> {
    params.only(&[&EVERY[..], own].concat())?;
    let limit = limit(params)?;
    let created = created(params)?;
    let cursor = |name: &str| {
        let id = params.filled(name);
        id.map(|id| shelf.require(id, name).map(Object::id))
            .transpose()
    };
    let (after, before) = (cursor("starting_after")?, cursor("ending_before")?);
    let mut reached = after.is_none();
    let fitting: Vec<&T> = shelf
        .newest_first()
        .take_while(|object| before != Some(object.id()))
        .filter(|object| {
            let passed = reached;
            reached |= after == Some(object.id());
            passed
        })
        .filter(|object| fits(object) && created(object.created()))
        .collect();
    // Backwards, a page is what comes right before the cursor.
    let skipped = match before {
        Some(_) => fitting.len().saturating_sub(limit),
        None => 0,
    };
    let shown = fitting.iter().skip(skipped).take(limit);
    let data: Vec<Value> = shown.map(|object| object.json()).collect();
    let has_more = fitting.len() > limit;
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

fn limit(params: &Params) -> Result<usize, ApiError> {
    let limit = params.integer("limit")?.unwrap_or(USUAL_LIMIT);
    if !(1..=LARGEST_LIMIT).contains(&limit) {
        let message = format!("limit is from 1 to {LARGEST_LIMIT}.");
        return Err(ApiError::invalid(message).param("limit"));
    }
    Ok(usize::try_from(limit).unwrap_or_default())
}

/// Whether a time of making is among those asked for.
fn created(params: &Params) -> Result<impl Fn(i64) -> bool, ApiError> {
    let bound = |name| params.integer(name);
    let exactly = bound("created")?;
    let (above, from) = (bound("created[gt]")?, bound("created[gte]")?);
    let (below, to) = (bound("created[lt]")?, bound("created[lte]")?);
    Ok(move |created: i64| {
        exactly.is_none_or(|at| created == at)
            && above.is_none_or(|at| created > at)
            && from.is_none_or(|at| created >= at)
            && below.is_none_or(|at| created < at)
            && to.is_none_or(|at| created <= at)
    })
}
