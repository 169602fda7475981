use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};

/// The only product, which the prices are for.
const PRODUCT: &str = "prod_StandInProduct";

/// The interval at which a price is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interval {
    Month,
    Year,
}

impl Interval {
    /// Returns Stripe's name for the interval.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    pub(crate) fn months(self) -> u32 {
        match self {
            Self::Month => 1,
            Self::Year => 12,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Price {
    pub(crate) id: String,
    pub(crate) created: i64,
    /// The amount, in the currency's smallest unit.
    pub(crate) amount: i64,
    /// The currency, in lower-case ISO 4217.
    pub(crate) currency: String,
    pub(crate) interval: Interval,
}

impl Price {
    /// Returns all prices that can be subscribed to.
    pub(crate) fn all(created: i64) -> [Self; 2] {
        [
            ("price_standin_monthly", 999, Interval::Month),
            ("price_standin_yearly", 9_999, Interval::Year),
        ]
        .map(|(id, amount, interval)| Self {
            id: id.to_owned(),
            created,
            amount,
            currency: "cad".to_owned(),
            interval,
        })
    }

    pub(crate) fn product(&self) -> &'static str {
        PRODUCT
    }

    /// Returns the price in the older form, which a subscription's item still contains.
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
        shaped(include_str!("../../../shapes/stripe/plan.json"), varying)
    }
}

impl Object for Price {
    const NAME: &'static str = "price";

    fn id(&self) -> &str {
        &self.id
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
        shaped(include_str!("../../../shapes/stripe/price.json"), varying)
    }
}
