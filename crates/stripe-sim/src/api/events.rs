use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::billing::DAY;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::{Event, Object};

/// Events can be read for thirty days.
const KEPT: i64 = 30 * DAY;

fn is_kept(account: &Account, event: &Event) -> bool {
    event.created >= account.now - KEPT
}

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (kind, kinds) = (params.filled("type"), params.list("types"));
    page(
        "/v1/events",
        &account.events,
        params,
        &["type", "types[]"],
        |event| {
            let fits = kind.is_none_or(|kind| match kind.strip_suffix('*') {
                Some(prefix) => event.kind.starts_with(prefix),
                None => event.kind == kind,
            });
            is_kept(account, event) && fits && (kinds.is_empty() || kinds.contains(&&*event.kind))
        },
    )
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    let event = account.events.require(id, "id")?;
    match is_kept(account, event) {
        true => Ok(event.json()),
        false => Err(ApiError::no_such(Event::NAME, id, "id")),
    }
}
