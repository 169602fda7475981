//! A stand-in on a stopped clock, a shop that calls it, and an endpoint that receives events.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use chrono::{DateTime, TimeDelta};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use sims::kit::settings::loopback;
use sims::kit::{ManualClock, Server, listen};
use sims::stripe::{API_VERSION, Config, Endpoint, Handle, start_with_clock};

/// 2026-10-01, in a month of 31 days.
pub const START: i64 = 1_790_812_800;
pub const DAY: u64 = 86_400;
pub const SECRET: &str = "whsec_of_the_shop";
pub const SOON: Duration = Duration::from_secs(10);

pub struct Stripe {
    pub handle: Handle,
    pub client: Client,
    clock: Arc<ManualClock>,
}

impl Stripe {
    pub async fn start() -> Self {
        Self::with(Config::for_tests()).await
    }

    pub async fn with(config: Config) -> Self {
        let start = DateTime::from_timestamp(START, 0).expect("a valid time");
        let clock = Arc::new(ManualClock::new(start));
        let handle = start_with_clock(config, clock.clone()).await;
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(SOON);
        Self {
            handle: handle.expect("a stand-in on a free port"),
            client: client.build().expect("a client"),
            clock,
        }
    }

    pub fn tick(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.handle.base_url())
    }

    /// Adds the key and the version to a request, and returns it unsent.
    pub fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request.bearer_auth("sk_test_standin").header("stripe-version", API_VERSION)
    }

    pub fn posting(&self, path: &str, params: &[(&str, &str)]) -> RequestBuilder {
        self.signed(self.client.post(self.url(path)).form(params))
    }

    pub async fn post(&self, path: &str, params: &[(&str, &str)]) -> (u16, Value) {
        read(self.posting(path, params).send().await).await
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        let request = self.signed(self.client.get(self.url(path)));
        read(request.send().await).await
    }

    pub async fn delete(&self, path: &str) -> (u16, Value) {
        let request = self.signed(self.client.delete(self.url(path)));
        read(request.send().await).await
    }

    /// Makes a call that has to succeed, and returns its answer.
    pub async fn made(&self, path: &str, params: &[(&str, &str)]) -> Value {
        let (status, body) = self.post(path, params).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn found(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn customer(&self) -> String {
        let params = [("email", "ada@example.com"), ("metadata[user]", "7")];
        id(&self.made("/v1/customers", &params).await)
    }

    /// Creates an open checkout session for that customer.
    pub async fn session(&self, customer: &str, price: &str) -> Value {
        let params = [
            ("mode", "subscription"),
            ("customer", customer),
            ("line_items[0][price]", price),
            ("line_items[0][quantity]", "1"),
            ("client_reference_id", "7"),
            ("success_url", "http://shop.test/ok?s={CHECKOUT_SESSION_ID}"),
            ("cancel_url", "http://shop.test/back"),
        ];
        self.made("/v1/checkout/sessions", &params).await
    }

    /// Creates a customer who has subscribed, and returns the ids of the customer and the subscription.
    pub async fn subscriber(&self, price: &str) -> (String, String) {
        let customer = self.customer().await;
        let session = id(&self.session(&customer, price).await);
        let paid = self.handle.control.pay_checkout(&session);
        paid.expect("an open session");
        let session = self.found(&format!("/v1/checkout/sessions/{session}")).await;
        (customer, text(&session["subscription"]))
    }

    /// Returns an object as the API does.
    pub fn object(&self, id: &str) -> Value {
        let found = self.handle.control.object(id);
        found.unwrap_or_else(|| panic!("there is no {id}"))
    }

    pub fn advance_days(&self, days: u64) {
        self.handle.control.advance(Duration::from_secs(days * DAY));
    }

    /// Returns the types of all events so far.
    pub fn events(&self) -> Vec<String> {
        let deliveries = self.handle.control.deliveries().into_iter();
        deliveries.map(|delivery| delivery.kind).collect()
    }

    /// Sends events to `endpoint` from now on.
    pub fn deliver_to(&self, endpoint: &Shop) {
        self.handle.control.set_endpoint(Some(Endpoint {
            url: format!("http://{}/events", endpoint.server.addr()),
            secret: SECRET.to_owned(),
        }));
    }
}

pub const MONTHLY: &str = "price_standin_monthly";
pub const YEARLY: &str = "price_standin_yearly";

pub async fn read(answer: reqwest::Result<Response>) -> (u16, Value) {
    let answer = answer.expect("an answer");
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("a JSON body"))
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

pub fn id(object: &Value) -> String {
    text(&object["id"])
}

/// Returns the type, code and parameter of an error.
pub fn error(body: &Value) -> (String, Option<&str>, Option<&str>) {
    let error = &body["error"];
    assert!(error["message"].is_string(), "{body}");
    (text(&error["type"]), error["code"].as_str(), error["param"].as_str())
}

/// An event as it arrived.
#[derive(Clone)]
pub struct Arrived {
    pub signature: Option<String>,
    pub body: Bytes,
}

impl Arrived {
    pub fn event(&self) -> Value {
        serde_json::from_slice(&self.body).expect("an event")
    }

    pub fn kind(&self) -> String {
        text(&self.event()["type"])
    }

    pub fn id(&self) -> String {
        id(&self.event())
    }
}

type Taken = Arc<Mutex<(Vec<Arrived>, Vec<StatusCode>)>>;

/// The shop's endpoint for events.
pub struct Shop {
    server: Server,
    taken: Taken,
}

impl Shop {
    pub async fn open() -> Self {
        let taken = Taken::default();
        let router = Router::new().route("/events", post(take)).with_state(taken.clone());
        let listener = listen(loopback(0)).await.expect("a free port");
        let server = listener.serve(router);
        Self { server, taken }
    }

    /// Answers the next events with these statuses.
    pub fn answer(&self, statuses: &[u16]) {
        let statuses = statuses.iter().map(|status| StatusCode::from_u16(*status).unwrap());
        self.taken.lock().unwrap().1.extend(statuses);
    }

    pub fn arrived(&self) -> Vec<Arrived> {
        self.taken.lock().unwrap().0.clone()
    }

    pub fn kinds(&self) -> Vec<String> {
        self.arrived().iter().map(Arrived::kind).collect()
    }
}

async fn take(State(taken): State<Taken>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let signature = headers.get("stripe-signature");
    let signature = signature.map(|value| value.to_str().expect("ASCII").to_owned());
    let mut taken = taken.lock().unwrap();
    taken.0.push(Arrived { signature, body });
    match taken.1.is_empty() {
        true => StatusCode::OK,
        false => taken.1.remove(0),
    }
}
