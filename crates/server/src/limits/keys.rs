//! Calls with an API key: which key it is, and how many calls it may still make.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use super::shares::Caller;
use super::{Class, Limits, call_of, refused};
use api::error::{ApiError, ApiResult};
use domain::auth::api_keys::{self, KeyHolder, PREFIX, Refusal};
use domain::auth::bearer_token;

/// Returns the API key that a call carries, if any.
pub(super) fn key_of(request: &Request) -> Option<String> {
    call_of(request)?;
    let token = bearer_token(request.headers())?;
    token.starts_with(PREFIX).then(|| token.to_owned())
}

impl Limits {
    /// Returns the holder of an API key.
    ///
    /// # Errors
    /// The key does not work, or the database is away.
    pub(super) async fn key_holder(
        &self,
        token: &str,
        client: Option<IpAddr>,
    ) -> ApiResult<KeyHolder> {
        // The user is not known yet.
        let share = client.map(|client| self.shares.of(Caller::Address(client)));
        let looking_up = async {
            match share {
                Some(share) => share.during(api_keys::look_up(&self.app, token)).await,
                None => api_keys::look_up(&self.app, token).await,
            }
        };
        tokio::select! {
            biased;
            found = looking_up => found?.map_err(refusal_of),
            () = self.app.pulse.lost() => {
                Err(ApiError::DatabaseAway("an API key waited for it".to_owned()))
            }
        }
    }

    /// Counts a call with the API key `id`, and returns its answer with headers that say how many more the key may make
    /// ([draft-ietf-httpapi-ratelimit-headers-03]). If another limit refused the call, the headers are about that one.
    ///
    /// [draft-ietf-httpapi-ratelimit-headers-03]: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-03
    pub(super) async fn with_key(
        &self,
        id: Uuid,
        answer: impl Future<Output = Response>,
    ) -> Response {
        let limit = self.key_call.limit().get();
        let left = match self.key_call.take(&id) {
            Ok(left) => left,
            Err(wait) => return refused(Class::KeyCall, wait, limit).into_response(),
        };
        let mut response = answer.await;
        for (name, value) in [
            ("ratelimit-limit", limit),
            ("ratelimit-remaining", left),
            ("ratelimit-reset", whole_seconds(self.key_call.time_to_fill(left))),
        ] {
            let header = response.headers_mut().entry(HeaderName::from_static(name));
            header.or_insert(HeaderValue::from(value));
        }
        response
    }
}

fn refusal_of(refusal: Refusal) -> ApiError {
    let (code, text) = match refusal {
        Refusal::Unknown => ("KEY_UNKNOWN", "This API key does not exist, or was revoked."),
        Refusal::Expired => ("KEY_EXPIRED", "This API key has expired. Create another one."),
    };
    ApiError::new(StatusCode::UNAUTHORIZED, code, text)
}

/// Returns the seconds of a time, rounded up.
fn whole_seconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX)
}
