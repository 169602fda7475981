use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::load::fixed_url;

/// Payments: the provider through which Pro is sold. Not needed with `server.plans = off`.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentsConfig {
    /// `stripe`. Unset: nothing is sold.
    #[schema(value_type = Option<String>)]
    pub provider: Option<PaymentProvider>,
    #[schema(inline)]
    pub stripe: StripeConfig,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PaymentProvider {
    Stripe,
}

impl TryFrom<String> for PaymentProvider {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        match name.as_str() {
            "stripe" => Ok(Self::Stripe),
            "sandbox" => {
                Err("the sandbox has been removed: leave it unset to sell nothing, or set it to \
                 stripe and stripe.api_base to the stand-in `sims stripe` to try payments \
                 (docs/PAYMENTS.md)")
            }
            _ => Err("it must be stripe, or unset to sell nothing"),
        }
    }
}

impl From<PaymentProvider> for String {
    fn from(PaymentProvider::Stripe: PaymentProvider) -> Self {
        "stripe".to_owned()
    }
}

/// The account at Stripe.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StripeConfig {
    /// The secret key, `sk_live_…`, or a restricted key, `rk_live_…`.
    #[schema(write_only)]
    pub secret_key: Option<String>,
    /// The signing secret, `whsec_…`, of the webhook endpoint at `/api/webhooks/stripe`.
    #[schema(write_only)]
    pub webhook_secret: Option<String>,
    /// The id, `price_…`, of the monthly price, whose amount must be that of Harken's price list.
    pub monthly_price_id: Option<String>,
    /// The id of the yearly price, likewise.
    pub yearly_price_id: Option<String>,
    /// Base URL of the API.
    pub api_base: Url,
    /// Timeout of a call.
    pub timeout_seconds: u32,
}

impl PaymentsConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if self.provider != Some(PaymentProvider::Stripe) {
            return None;
        }
        let stripe = &self.stripe;
        let missing: Vec<_> = [
            ("secret_key", &stripe.secret_key),
            ("webhook_secret", &stripe.webhook_secret),
            ("monthly_price_id", &stripe.monthly_price_id),
            ("yearly_price_id", &stripe.yearly_price_id),
        ]
        .into_iter()
        .filter(|(_, value)| value.as_deref().unwrap_or_default().trim().is_empty())
        .map(|(name, _)| format!("stripe.{name}"))
        .collect();
        if !missing.is_empty() {
            return Some(format!("with provider = stripe set {}", missing.join(", ")));
        }
        let is_local = matches!(stripe.api_base.host_str(), Some("127.0.0.1" | "localhost"));
        if stripe.api_base.scheme() != "https" && !is_local {
            return Some(
                "stripe.api_base must begin with https://, because the key is sent \
                 there"
                    .to_owned(),
            );
        }
        (stripe.timeout_seconds == 0).then(|| "stripe.timeout_seconds must be 1 or more".to_owned())
    }
}

impl Default for StripeConfig {
    fn default() -> Self {
        Self {
            secret_key: None,
            webhook_secret: None,
            monthly_price_id: None,
            yearly_price_id: None,
            api_base: fixed_url("https://api.stripe.com"),
            timeout_seconds: 20,
        }
    }
}

/// Never prints a secret.
impl fmt::Debug for StripeConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeConfig")
            .field("secret_key", &self.secret_key.as_ref().map(|_| "set"))
            .field("webhook_secret", &self.webhook_secret.as_ref().map(|_| "set"))
            .field("monthly_price_id", &self.monthly_price_id)
            .field("yearly_price_id", &self.yearly_price_id)
            .field("api_base", &self.api_base.as_str())
            .finish_non_exhaustive()
    }
}
