use serde_json::Value;

use crate::account::Account;
use crate::error::ApiError;
use crate::form::Params;
use crate::objects::Object;

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.charges.require(id, "id")?.json())
}
