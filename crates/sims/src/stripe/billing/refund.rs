use crate::stripe::account::Account;
use crate::stripe::error::ApiError;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{Object, Refund};

impl Account {
    /// Refunds `amount` of a charge, or the rest of it.
    pub(crate) fn refund(
        &mut self,
        charge: &str,
        amount: Option<i64>,
        reason: Option<String>,
    ) -> Result<Refund, ApiError> {
        let charge = self.charges.require(charge, "charge")?;
        let left = charge.amount - charge.amount_refunded;
        let amount = amount.unwrap_or(left);
        if charge.declined {
            let message = format!("The charge {} failed: there is nothing to refund.", charge.id);
            return Err(ApiError::invalid(message).param("charge"));
        }
        if left == 0 {
            let message = format!("The charge {} has been refunded already.", charge.id);
            return Err(ApiError::invalid(message).code("charge_already_refunded"));
        }
        if amount <= 0 || amount > left {
            let message = format!("An amount of {amount} cannot be refunded of {left}.");
            return Err(ApiError::invalid(message).param("amount"));
        }
        let refund = Refund {
            id: fresh("re_3", 23),
            created: self.now,
            amount,
            currency: charge.currency.clone(),
            charge: charge.id.clone(),
            payment_intent: charge.payment_intent.clone(),
            payment_method: charge.payment_method.clone(),
            customer: charge.customer.clone(),
            balance_transaction: fresh("txn_3", 23),
            reason,
        };
        self.refunds.add(refund.clone());
        self.emit("refund.created", refund.json());
        if let Some(charge) = self.charges.find_mut(&refund.charge) {
            charge.amount_refunded += amount;
            let refunded = charge.json();
            self.emit("charge.refunded", refunded);
        }
        Ok(refund)
    }

    /// Returns the last successful charge of a customer that is not refunded yet.
    pub(crate) fn refundable_charge(&self, customer: &str) -> Option<String> {
        let mut charges = self.charges.newest_first();
        let found = charges.find(|charge| {
            charge.customer.as_deref() == Some(customer)
                && !charge.declined
                && charge.amount_refunded < charge.amount
        });
        found.map(|charge| charge.id.clone())
    }
}
