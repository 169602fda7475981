use serde_json::Value;

use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::Object;

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.charges.require(id, "id")?.json())
}
