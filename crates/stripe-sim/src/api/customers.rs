use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::{Params, merge};
use crate::objects::{Metadata, Object, changed};

const FIELDS: [&str; 3] = ["email", "name", "metadata[*]"];

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&FIELDS)?;
    let mut metadata = Metadata::new();
    merge(&mut metadata, &params.metadata("metadata"));
    let (email, name) = (params.filled("email"), params.filled("name"));
    let made = account.add_customer(email.map(str::to_owned), name.map(str::to_owned), metadata);
    Ok(made.json())
}

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let email = params.filled("email");
    page(
        "/v1/customers",
        &account.customers,
        params,
        &["email"],
        |customer| email.is_none() || customer.email.as_deref() == email,
    )
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.customers.require(id, "id")?.json())
}

pub(super) fn update(account: &mut Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&FIELDS)?;
    let before = account.customers.require(id, "id")?.json();
    let Some(customer) = account.customers.find_mut(id) else {
        return Ok(before);
    };
    let given = |name| {
        params
            .text(name)
            .map(|value| Some(value.to_owned()).filter(|it| !it.is_empty()))
    };
    if let Some(email) = given("email") {
        customer.email = email;
    }
    if let Some(name) = given("name") {
        customer.name = name;
    }
    merge(&mut customer.metadata, &params.metadata("metadata"));
    let after = customer.json();
    if let Some(previous) = changed(&before, &after) {
        account.emit_change("customer.updated", after.clone(), Some(previous));
    }
    Ok(after)
}
