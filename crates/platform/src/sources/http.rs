//! Requests to an API that needs no key.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, StatusCode};
use url::Url;

use super::ForumError;
use foundation::net::service::{self, Unread};

/// The wait when the API asks to wait but does not say how long.
const USUAL_WAIT: Duration = Duration::from_secs(60);
const MAX_WAIT: u64 = 600;

/// Returns the builder of a client for the API at `base` that identifies Harken and follows no
/// redirect; `timeout` is for connecting and for a call.
pub(super) fn client(base: &Url, timeout: Duration) -> ClientBuilder {
    service::client(base, timeout)
        .user_agent(concat!("harken/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
}

/// The answer of a service.
pub(super) struct Answer {
    status: StatusCode,
    wait: Option<Duration>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Returns whether its status is 200.
    pub(super) fn is_ok(&self) -> bool {
        self.status == StatusCode::OK
    }

    /// Returns the error for an answer with another status.
    pub(super) fn refused(&self) -> ForumError {
        ForumError::Unavailable { reason: self.status.to_string(), retry_after: self.wait }
    }
}

/// Requests `url` and returns the body of the answer, of at most `most` bytes.
///
/// # Errors
/// No answer, or one whose status is not 200; `Malformed` if it is too long.
pub(super) async fn get(client: &Client, url: Url, most: usize) -> Result<Vec<u8>, ForumError> {
    let answer = ask(client, url, most).await?;
    match answer.is_ok() {
        true => Ok(answer.body),
        false => Err(answer.refused()),
    }
}

/// Requests `url` and returns the answer, with a body of at most `most` bytes.
///
/// # Errors
/// No answer, or too many requests; `Malformed` if it is too long.
pub(super) async fn ask(client: &Client, url: Url, most: usize) -> Result<Answer, ForumError> {
    let answer = client.get(url).send().await.map_err(|e| broken(&e))?;
    let status = answer.status();
    let wait = answer.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|wait| wait.to_str().ok()?.trim().parse::<u64>().ok());
    let wait = wait.map(|seconds| Duration::from_secs(seconds.clamp(1, MAX_WAIT)));
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Err(ForumError::RateLimited { retry_after: wait.unwrap_or(USUAL_WAIT) });
    }
    let body = match service::read(answer, most).await {
        Ok(body) => body,
        // The status alone shows what went wrong.
        Err(_) if status != StatusCode::OK => Vec::new(),
        Err(Unread::TooLong) => {
            return Err(ForumError::Malformed(format!("more than {most} bytes")));
        }
        Err(Unread::Broken(error)) => return Err(broken(&error)),
    };
    Ok(Answer { status, wait, body })
}

/// Returns the error for a request without an answer, with the reason.
pub(super) fn broken(error: &reqwest::Error) -> ForumError {
    unavailable(service::broken(error))
}

pub(super) fn unavailable(reason: &str) -> ForumError {
    ForumError::Unavailable { reason: reason.to_owned(), retry_after: None }
}
