use serde_json::Value;

use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{Object, PortalSession};

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&["customer", "return_url"])?;
    let customer = account.customers.require(params.required("customer")?, "customer")?;
    let secret = fresh("test_", 40);
    let session = PortalSession {
        id: fresh("bps_1", 23),
        created: account.now,
        customer: customer.id.clone(),
        return_url: params.filled("return_url").map(str::to_owned),
        url: format!("{}/p/session/{secret}", account.origin),
        secret,
    };
    let made = session.json();
    account.portal_sessions.add(session);
    Ok(made)
}
