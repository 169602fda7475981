//! Sends requests: form-encoded, with a pinned version, and retried only as the same request.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::StripeError;
use foundation::net::service::{self, Unread};
use platform::config::StripeConfig;

/// The API version that determines the shape of answers, whatever the account's own version is.
pub(super) const VERSION: &str = "2026-07-29.dahlia";
/// The largest answer that is read. A page of a hundred events stays below it.
const MAX_ANSWER_BYTES: usize = 4 << 20;
/// The waits between the attempts of a request; after the last attempt it is given up.
const WAITS: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

pub(super) struct Http {
    client: reqwest::Client,
    base: Url,
    key: String,
}

/// One request, the same over all attempts.
struct Call<'a> {
    method: Method,
    path: &'a [&'a str],
    /// The query of a GET, or the form of a POST.
    fields: &'a [(&'a str, &'a str)],
    idempotency_key: Option<&'a str>,
}

enum Failure {
    /// Another attempt may succeed.
    Passing(StripeError),
    Final(StripeError),
}

impl Http {
    /// Makes a client for Stripe's API.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub(super) fn new(config: &StripeConfig) -> anyhow::Result<Self> {
        let timeout = Duration::from_secs(config.timeout_seconds.into());
        let mut headers = HeaderMap::new();
        headers.insert("Stripe-Version", HeaderValue::from_static(VERSION));
        let client = service::client(&config.api_base, timeout)
            .user_agent(concat!("Harken/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            // The key must not follow a redirect.
            .redirect(reqwest::redirect::Policy::none());
        Ok(Self {
            client: client.build()?,
            base: config.api_base.clone(),
            key: config.secret_key.clone().unwrap_or_default(),
        })
    }

    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, StripeError> {
        self.call(Method::GET, path, query, None).await
    }

    /// Posts a form to `path`. All posts with the same `key` count as one request, for a day at
    /// least.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &[&str],
        form: &[(&str, &str)],
        key: &str,
    ) -> Result<T, StripeError> {
        self.call(Method::POST, path, form, Some(key)).await
    }

    pub(super) async fn delete<T: DeserializeOwned>(
        &self,
        path: &[&str],
    ) -> Result<T, StripeError> {
        self.call(Method::DELETE, path, &[], None).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        fields: &[(&str, &str)],
        idempotency_key: Option<&str>,
    ) -> Result<T, StripeError> {
        let call = Call { method, path, fields, idempotency_key };
        let mut waits = WAITS.into_iter();
        let body = loop {
            match (self.send(&call).await, waits.next()) {
                (Ok(body), _) => break body,
                (Err(Failure::Passing(_)), Some(wait)) => tokio::time::sleep(wait).await,
                (Err(Failure::Passing(error) | Failure::Final(error)), _) => return Err(error),
            }
        };
        let what = path.first().copied().unwrap_or_default();
        // Do not repeat the unreadable text: it may hold an address.
        serde_json::from_slice(&body)
            .map_err(|e| StripeError::Malformed(format!("{what}, column {}", e.column())))
    }

    async fn send(&self, call: &Call<'_>) -> Result<Vec<u8>, Failure> {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().push("v1").extend(call.path);
        }
        let mut request = self.client.request(call.method.clone(), url);
        request = match call.method {
            Method::POST => request.form(call.fields),
            _ => request.query(call.fields),
        };
        if let Some(key) = call.idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        let sent = request.bearer_auth(&self.key).send().await;
        let answer = sent.map_err(|e| broken(service::broken(&e)))?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = read(answer).await?;
        match status {
            status if status.is_success() => Ok(body),
            status => Err(classify(status, &headers, &body)),
        }
    }
}

/// Classifies a failure. Source: docs.stripe.com/error-low-level and the header of
/// docs.stripe.com/api/errors.
fn classify(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
    let description = describe(status, body);
    let header = |name| headers.get(name).map(HeaderValue::as_bytes);
    // A request that failed once it had begun gets the same answer for a day
    // (docs.stripe.com/api/idempotent_requests).
    let is_other = status == StatusCode::BAD_REQUEST && description.contains("idempotency_error");
    if header("idempotent-replayed") == Some(b"true") || is_other {
        return Failure::Final(StripeError::Spent(description));
    }
    let advice = header("stripe-should-retry");
    let passes = match advice {
        Some(b"true") => true,
        Some(b"false") => false,
        _ => {
            matches!(status, StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS)
                || status.is_server_error()
        }
    };
    match status {
        StatusCode::NOT_FOUND => Failure::Final(StripeError::Missing(description)),
        _ if passes => Failure::Passing(StripeError::Unavailable(description)),
        _ if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            Failure::Final(StripeError::Unavailable(description))
        }
        _ => Failure::Final(StripeError::Refused(description)),
    }
}

/// Describes a failure by its status and Stripe's machine-readable words. Its words for people may
/// name an address.
fn describe(status: StatusCode, body: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Answer {
        error: Error,
    }
    #[derive(Deserialize)]
    struct Error {
        #[serde(rename = "type")]
        kind: Option<String>,
        code: Option<String>,
        param: Option<String>,
    }
    let error = serde_json::from_slice(body).map(|answer: Answer| answer.error);
    let mut description = status.as_u16().to_string();
    if let Ok(Error { kind, code, param }) = error {
        for word in [kind, code, param].into_iter().flatten() {
            description.push(' ');
            description.extend(word.chars().filter(|c| !c.is_control()).take(60));
        }
    }
    description
}

async fn read(answer: Response) -> Result<Vec<u8>, Failure> {
    let body = service::read(answer, MAX_ANSWER_BYTES).await;
    body.map_err(|unread| match unread {
        Unread::TooLong => {
            let description = format!("more than {MAX_ANSWER_BYTES} bytes");
            Failure::Final(StripeError::Malformed(description))
        }
        Unread::Broken(error) => broken(service::broken(&error)),
    })
}

fn broken(reason: &str) -> Failure {
    Failure::Passing(StripeError::Unavailable(reason.to_owned()))
}
