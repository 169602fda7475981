use serde_json::Value;

use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::Object;

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&["email", "metadata[*]"])?;
    let email = params.filled("email").map(str::to_owned);
    let made = account.add_customer(email, params.metadata("metadata"));
    Ok(made.json())
}
