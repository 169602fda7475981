use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::Object;

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
            fits && (kinds.is_empty() || kinds.contains(&event.kind))
        },
    )
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.events.require(id, "id")?.json())
}
