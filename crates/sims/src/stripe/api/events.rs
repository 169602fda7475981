use serde_json::Value;

use super::list::page;
use crate::stripe::account::Account;
use crate::stripe::billing::DAY;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;

/// Seconds for which events can be read: thirty days.
const KEPT: i64 = 30 * DAY;

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let kinds = params.list("types");
    let since = params.integer("created[gte]")?;
    let since = since.unwrap_or_default().max(account.now - KEPT);
    let own = ["created[gte]", "types[]"];
    page("/v1/events", &account.events, params, &own, |event| {
        event.created >= since && (kinds.is_empty() || kinds.contains(&&*event.kind))
    })
}
