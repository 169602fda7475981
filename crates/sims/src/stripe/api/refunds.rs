use serde_json::Value;

use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::form::Params;
use crate::stripe::objects::Object;

/// Refunds a payment in full.
pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&["payment_intent"])?;
    let intent = params.required("payment_intent")?;
    let intent = account.payment_intents.require(intent, "payment_intent")?;
    let unpaid = || ApiError::invalid("That payment intent has no charge.");
    let charge = intent.charge.clone().ok_or_else(unpaid)?;
    Ok(account.refund(&charge, None, None)?.json())
}
