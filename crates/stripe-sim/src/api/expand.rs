//! `expand[]`: ids that are replaced by what they name.

use serde_json::Value;

use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::{Object, whole_list};

/// Expands everything that `params` ask for.
pub(super) fn expand_all(
    account: &Account,
    value: &mut Value,
    params: &Params,
) -> Result<(), ApiError> {
    for path in params.list("expand") {
        let steps: Vec<&str> = path.split('.').collect();
        expand(account, value, &steps)
            .ok_or_else(|| ApiError::invalid(format!("{path} cannot be expanded.")))?;
    }
    Ok(())
}

fn expand(account: &Account, value: &mut Value, path: &[&str]) -> Option<()> {
    let Some((name, rest)) = path.split_first() else {
        return Some(());
    };
    if let Some(hidden) = hidden(account, value, name) {
        value[*name] = hidden;
    }
    match value.get_mut(*name)? {
        Value::Null => Some(()),
        Value::Array(all) => all
            .iter_mut()
            .try_for_each(|one| expand(account, one, rest)),
        found @ Value::String(_) => {
            let id = found.as_str().unwrap_or_default();
            *found = account.object(id)?;
            expand(account, found, rest)
        }
        found @ Value::Object(_) => expand(account, found, rest),
        _ => None,
    }
}

/// Fields that are only there when they are asked for.
fn hidden(account: &Account, value: &Value, name: &str) -> Option<Value> {
    let id = value["id"].as_str()?;
    match (value["object"].as_str()?, name) {
        ("checkout.session", "line_items") => Some(account.sessions.find(id)?.line_items()),
        ("invoice", "payments") => {
            let payments = account.invoices.find(id)?.payments();
            Some(whole_list("/v1/invoice_payments", &payments))
        }
        ("charge", "refunds") => {
            let refunds = account.refunds.newest_first();
            let refunds = refunds.filter(|refund| refund.charge == id);
            let refunds: Vec<_> = refunds.map(Object::json).collect();
            Some(whole_list(&format!("/v1/charges/{id}/refunds"), &refunds))
        }
        ("customer", "subscriptions") => {
            let all = account.subscriptions.newest_first();
            let theirs = all.filter(|it| it.customer == id && !it.has_ended());
            let theirs: Vec<_> = theirs.map(Object::json).collect();
            Some(whole_list(
                &format!("/v1/customers/{id}/subscriptions"),
                &theirs,
            ))
        }
        _ => None,
    }
}
