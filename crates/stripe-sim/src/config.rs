//! What a run is set up with.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sim_kit::loopback;

/// How often a price is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interval {
    /// Each month.
    Month,
    /// Each year.
    Year,
}

impl Interval {
    /// Stripe's name of it.
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

/// A price that can be subscribed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceConfig {
    /// Its id.
    pub id: String,
    /// What is charged each interval, in the currency's smallest unit.
    pub amount: i64,
    /// ISO 4217, lower case.
    pub currency: String,
    /// How often.
    pub interval: Interval,
}

impl PriceConfig {
    fn cad(id: &str, amount: i64, interval: Interval) -> Self {
        Self {
            id: id.to_owned(),
            amount,
            currency: "cad".to_owned(),
            interval,
        }
    }
}

/// Where events are sent, and by which secret they are signed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// Takes a POST for each event.
    pub url: String,
    /// The whole of it is the key, its `whsec_` included.
    pub secret: String,
    /// The types of events that are sent; empty for all.
    #[serde(default)]
    pub events: Vec<String>,
}

/// What becomes of a subscription when its last payment attempt has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AfterRetries {
    /// It ends.
    Cancel,
    /// It stays, marked unpaid.
    Unpaid,
    /// It stays past due.
    PastDue,
}

/// Settings of one stand-in. `Default` gives the demo's.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// How browsers reach the hosted pages, without a slash at the end; `None` means `http://` and
    /// the address.
    pub origin: Option<String>,
    /// The secret key that calls must bring.
    pub secret_key: String,
    /// What can be subscribed to.
    pub prices: Vec<PriceConfig>,
    /// Where events go; without one they wait, held.
    pub webhook: Option<Endpoint>,
    /// How long an endpoint may take to answer.
    pub webhook_timeout: Duration,
    /// The waits before an event is sent again that was not answered by a 2xx.
    pub webhook_retries: Vec<Duration>,
    /// The days after a failed payment on which it is tried again, each counted from the one
    /// before.
    pub payment_retry_days: Vec<u32>,
    /// What the last of those failures leads to.
    pub after_retries: AfterRetries,
    /// Where the account is kept, to go on with it at the next start; `None` forgets it.
    pub state: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: loopback(8060),
            origin: None,
            secret_key: "sk_test_standin".to_owned(),
            prices: vec![
                PriceConfig::cad("price_standin_monthly", 999, Interval::Month),
                PriceConfig::cad("price_standin_yearly", 9_999, Interval::Year),
            ],
            webhook: None,
            webhook_timeout: Duration::from_secs(10),
            // Stripe goes on for three days; nobody watches a stand-in for that long.
            webhook_retries: [2, 10, 60, 600, 3_600].map(Duration::from_secs).to_vec(),
            payment_retry_days: vec![3, 5, 7],
            after_retries: AfterRetries::Cancel,
            state: None,
        }
    }
}

impl Config {
    /// Settings for a test: a free port, and events that fail are not sent again by themselves.
    pub fn for_tests() -> Self {
        Self {
            listen: loopback(0),
            webhook_retries: Vec::new(),
            ..Self::default()
        }
    }
}
