//! A question to an API that wants no key.

use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, StatusCode};
use url::Url;

use super::ForumError;
use foundation::service::{self, Unread};

/// When the API asks to wait but does not say how long.
const USUAL_WAIT: Duration = Duration::from_secs(60);
const MAX_WAIT: u64 = 600;

/// Returns the builder of a client for the API at `base`, that says who asks and follows no redirect;
/// `timeout` is for connecting and for a call.
pub(super) fn client(base: &Url, timeout: Duration) -> ClientBuilder {
    service::client(base, timeout)
        .user_agent(concat!("harken/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
}

/// What a service answers.
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

    /// Returns that it is no answer to what was asked.
    pub(super) fn refused(&self) -> ForumError {
        ForumError::Unavailable {
            reason: self.status.to_string(),
            retry_after: self.wait,
        }
    }
}

/// Returns the body of the answer, of at most `most` bytes.
///
/// # Errors
/// No answer, or none with the status 200; `Malformed` if it is too long.
pub(super) async fn get(client: &Client, url: Url, most: usize) -> Result<Vec<u8>, ForumError> {
    let answer = ask(client, url, most).await?;
    match answer.is_ok() {
        true => Ok(answer.body),
        false => Err(answer.refused()),
    }
}

/// Returns the answer, with a body of at most `most` bytes.
///
/// # Errors
/// None, or that there were too many questions; `Malformed` if it is too long.
pub(super) async fn ask(client: &Client, url: Url, most: usize) -> Result<Answer, ForumError> {
    let answer = client.get(url).send().await.map_err(|e| broken(&e))?;
    let status = answer.status();
    let wait = answer.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|wait| wait.to_str().ok()?.trim().parse::<u64>().ok());
    let wait = wait.map(|seconds| Duration::from_secs(seconds.clamp(1, MAX_WAIT)));
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Err(ForumError::RateLimited {
            retry_after: wait.unwrap_or(USUAL_WAIT),
        });
    }
    let body = match service::read(answer, most).await {
        Ok(body) => body,
        // What went wrong is known without it.
        Err(_) if status != StatusCode::OK => Vec::new(),
        Err(Unread::TooLong) => {
            return Err(ForumError::Malformed(format!("more than {most} bytes")));
        }
        Err(Unread::Broken(error)) => return Err(broken(&error)),
    };
    Ok(Answer { status, wait, body })
}

/// Returns that there is no answer, and why.
pub(super) fn broken(error: &reqwest::Error) -> ForumError {
    unavailable(service::broken(error))
}

pub(super) fn unavailable(reason: &str) -> ForumError {
    ForumError::Unavailable {
        reason: reason.to_owned(),
        retry_after: None,
    }
}
