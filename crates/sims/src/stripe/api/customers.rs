use serde_json::Value;

use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::Object;

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&["email", "metadata[*]"])?;
    let email = params.filled("email").map(str::to_owned);
    let made = account.add_customer(email, params.metadata("metadata"));
    Ok(made.json())
}
