//! A receiver on a stopped clock, and a sender.

use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use sims::kit::ManualClock;
use sims::receiver::{Config, Handle, start_with_clock};

pub const START: i64 = 1_790_000_000;

pub struct Receiver {
    pub handle: Handle,
    pub client: Client,
    clock: Arc<ManualClock>,
}

impl Receiver {
    pub async fn start() -> Self {
        let start = DateTime::from_timestamp(START, 0).expect("a valid time");
        let clock = Arc::new(ManualClock::new(start));
        let handle = start_with_clock(Config::for_tests(), clock.clone()).await;
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(10));
        Self {
            handle: handle.expect("a receiver on a free port"),
            client: client.build().expect("a client"),
            clock,
        }
    }

    pub fn tick(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.handle.base_url()))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.handle.base_url()))
    }

    /// Sends a JSON request, and returns the status and body of the answer.
    pub async fn send(&self, path: &str, body: Value) -> (u16, String) {
        let answer = self.post(path).json(&body).send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("a body"))
    }
}

/// An application server's key.
pub struct Application(EcdsaKeyPair);

impl Application {
    pub fn new() -> Self {
        Self(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key"))
    }

    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the header for a token with these claims.
    pub fn authorization(&self, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!("{}.{}", part(&header), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.expect("a signature"));
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }

    /// Returns the header for a valid token.
    pub fn good(&self, receiver: &Receiver) -> String {
        self.authorization(&claims(receiver))
    }
}

pub fn claims(receiver: &Receiver) -> Value {
    json!({
        "aud": receiver.handle.base_url(),
        "exp": START + 3_600,
        "sub": "mailto:support@harken.test",
    })
}

pub fn bytes(base64url: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(base64url).expect("base64url")
}
