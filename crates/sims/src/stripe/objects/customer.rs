use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Metadata, Object, shaped};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) email: Option<String>,
    pub(crate) metadata: Metadata,
    /// Whether the customer owes a payment.
    pub(crate) delinquent: bool,
    /// Whether the customer's card is declined. Not one of Stripe's fields.
    pub(crate) card_declines: bool,
}

impl Object for Customer {
    const NAME: &'static str = "customer";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let varying = json!({
            "id": self.id,
            "created": self.created,
            "delinquent": self.delinquent,
            "email": self.email,
            "invoice_prefix": self.invoice_prefix(),
            "metadata": self.metadata,
        });
        shaped(include_str!("../../../shapes/stripe/customer.json"), varying)
    }
}

impl Customer {
    /// Returns the prefix of the customer's invoice numbers.
    pub(crate) fn invoice_prefix(&self) -> String {
        let letters = self.id.trim_start_matches("cus_").chars().take(8);
        letters.collect::<String>().to_uppercase()
    }
}
