use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::Object;

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (customer, intent) = (params.filled("customer"), params.filled("payment_intent"));
    let own = ["customer", "payment_intent"];
    page("/v1/charges", &account.charges, params, &own, |charge| {
        (customer.is_none() || charge.customer.as_deref() == customer)
            && intent.is_none_or(|intent| charge.payment_intent == intent)
    })
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.charges.require(id, "id")?.json())
}

pub(super) fn list_intents(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let customer = params.filled("customer");
    let url = "/v1/payment_intents";
    page(
        url,
        &account.payment_intents,
        params,
        &["customer"],
        |intent| customer.is_none() || intent.customer.as_deref() == customer,
    )
}

pub(super) fn retrieve_intent(
    account: &Account,
    params: &Params,
    id: &str,
) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.payment_intents.require(id, "id")?.json())
}
