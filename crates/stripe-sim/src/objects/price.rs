use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};
use crate::config::{Interval, PriceConfig};

/// The one product that the prices are for.
const PRODUCT: &str = "prod_StandInProduct";

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Price {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) interval: Interval,
}

impl Price {
    pub(crate) fn new(config: &PriceConfig, created: i64) -> Self {
        Self {
            id: config.id.clone(),
            created,
            amount: config.amount,
            currency: config.currency.clone(),
            interval: config.interval,
        }
    }

    pub(crate) fn product(&self) -> &'static str {
        PRODUCT
    }

    /// The same in the older form, which a subscription's item still carries.
    pub(crate) fn plan(&self) -> Value {
        let varying = json!({
            "id": self.id,
            "amount": self.amount,
            "amount_decimal": self.amount.to_string(),
            "created": self.created,
            "currency": self.currency,
            "interval": self.interval.name(),
            "product": PRODUCT,
        });
        shaped(include_str!("../../shapes/plan.json"), varying)
    }
}

impl Object for Price {
    const NAME: &'static str = "price";

    fn id(&self) -> &str {
        &self.id
    }

    fn created(&self) -> i64 {
        self.created
    }

    fn json(&self) -> Value {
        let varying = json!({
            "id": self.id,
            "created": self.created,
            "currency": self.currency,
            "product": PRODUCT,
            "recurring": {
                "interval": self.interval.name(),
                "interval_count": 1,
                "meter": null,
                "trial_period_days": null,
                "usage_type": "licensed",
            },
            "unit_amount": self.amount,
            "unit_amount_decimal": self.amount.to_string(),
        });
        shaped(include_str!("../../shapes/price.json"), varying)
    }
}
