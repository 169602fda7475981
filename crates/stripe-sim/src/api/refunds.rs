use serde_json::Value;

use super::list::page;
use crate::account::Account;
use crate::error::ApiError;
use crate::form::{Params, merge};
use crate::objects::{Metadata, Object};

const REASONS: [&str; 3] = ["duplicate", "fraudulent", "requested_by_customer"];

pub(super) fn create(account: &mut Account, params: &Params) -> Result<Value, ApiError> {
    params.only(&[
        "amount",
        "charge",
        "metadata[*]",
        "payment_intent",
        "reason",
    ])?;
    let charge = match (params.filled("charge"), params.filled("payment_intent")) {
        (Some(charge), None) => charge.to_owned(),
        (None, Some(intent)) => {
            let intent = account.payment_intents.require(intent, "payment_intent")?;
            let unpaid = || ApiError::invalid("That payment intent has no charge.");
            intent.charge.clone().ok_or_else(unpaid)?
        }
        _ => return Err(ApiError::missing("charge")),
    };
    let reason = params.filled("reason");
    if reason.is_some_and(|reason| !REASONS.contains(&reason)) {
        let message = format!("reason is one of {}.", REASONS.join(", "));
        return Err(ApiError::invalid(message).param("reason"));
    }
    let mut metadata = Metadata::new();
    merge(&mut metadata, &params.metadata("metadata"));
    let amount = params.integer("amount")?;
    let made = account.refund(&charge, amount, reason.map(str::to_owned), metadata)?;
    Ok(made.json())
}

pub(super) fn list(account: &Account, params: &Params) -> Result<Value, ApiError> {
    let (charge, intent) = (params.filled("charge"), params.filled("payment_intent"));
    let own = ["charge", "payment_intent"];
    page("/v1/refunds", &account.refunds, params, &own, |refund| {
        charge.is_none_or(|charge| refund.charge == charge)
            && intent.is_none_or(|intent| refund.payment_intent == intent)
    })
}

pub(super) fn retrieve(account: &Account, params: &Params, id: &str) -> Result<Value, ApiError> {
    params.only(&[])?;
    Ok(account.refunds.require(id, "id")?.json())
}
