//! The application's access token, fetched when needed and renewed before it ends.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use tokio::sync::Mutex;

use crate::sources::ForumError;

/// A token, and the time at which it is renewed.
#[derive(Clone)]
struct Token {
    value: String,
    renew_at: DateTime<Utc>,
}

/// The forum's answer to a request for a token (RFC 6749, section 5.1).
#[derive(Deserialize)]
pub(super) struct Grant {
    access_token: String,
    /// Seconds.
    expires_in: Option<f64>,
}

/// Holds one token for all requests of a client.
#[derive(Default)]
pub(super) struct TokenKeeper(Mutex<Option<Token>>);

impl TokenKeeper {
    /// Returns the current token, or a new one from `fetch`. Of many concurrent calls, only one
    /// fetches.
    pub(super) async fn get<F>(&self, now: DateTime<Utc>, fetch: F) -> Result<String, ForumError>
    where
        F: Future<Output = Result<Grant, ForumError>>,
    {
        let mut held = self.0.lock().await;
        if let Some(token) = held.as_ref().filter(|token| token.renew_at > now) {
            return Ok(token.value.clone());
        }
        let grant = fetch.await?;
        let life = grant.expires_in.unwrap_or(3_600.0).clamp(1.0, 86_400.0);
        // A minute early, or at nine tenths of a short life.
        let used_for = (life - 60.0).max(life * 0.9);
        let token = Token {
            value: grant.access_token,
            renew_at: now + TimeDelta::milliseconds((used_for * 1_000.0) as i64),
        };
        *held = Some(token.clone());
        Ok(token.value)
    }

    /// Forgets a token that the forum rejected, unless it was replaced meanwhile.
    pub(super) async fn forget(&self, value: &str) {
        let mut held = self.0.lock().await;
        if held.as_ref().is_some_and(|token| token.value == value) {
            *held = None;
        }
    }
}
