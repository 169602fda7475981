use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::Object;

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    // All of them are active and of one product.
    let own = ["active", "currency", "product", "type"];
    let active = params.boolean("active")?.unwrap_or(true);
    let currency = params.filled("currency");
    page("/v1/prices", &account.prices, params, &own, |price| {
        active && currency.is_none_or(|currency| price.currency == currency)
    })
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.prices.require(id, "id")?.json())
}
