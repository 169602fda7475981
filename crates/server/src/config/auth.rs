use std::fmt;

use serde::{Deserialize, Serialize};

/// Sign-in: the secret that signs tokens, and how long things live.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuthConfig {
    /// At least 32 characters. Unset: made once and kept in the data folder, which is right for one
    /// machine; processes on several machines must share one.
    pub secret: Option<String>,
    /// Life of an access token.
    pub access_token_minutes: u32,
    /// Life of a refresh token that is not used.
    pub refresh_token_days: u32,
    /// How many password hashes may be computed at once; each takes 19 MiB and some 20 ms.
    pub concurrent_hashes: usize,
    /// How many more may wait for their turn; beyond these, a request is told to come back.
    pub waiting_hashes: usize,
    /// Attempts to sign in, register or ask for mail, an address of the network and account, in
    /// fifteen minutes.
    pub attempts_per_quarter_hour: u32,
}

impl AuthConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if self.attempts_per_quarter_hour == 0 {
            return Some(
                "attempts_per_quarter_hour must be 1 or more: 0 lets nobody in".to_owned(),
            );
        }
        let secret = self.secret.as_ref()?;
        (secret.chars().count() < 32).then(|| {
            "secret must have at least 32 characters; `openssl rand -hex 32` makes one".to_owned()
        })
    }
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self {
            secret: None,
            access_token_minutes: 15,
            refresh_token_days: 30,
            concurrent_hashes: 2,
            waiting_hashes: 64,
            attempts_per_quarter_hour: 30,
        }
    }
}

/// Never prints the secret.
impl fmt::Debug for AuthConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthConfig")
            .field("secret", &self.secret.as_ref().map(|_| "set"))
            .field("access_token_minutes", &self.access_token_minutes)
            .field("refresh_token_days", &self.refresh_token_days)
            .finish_non_exhaustive()
    }
}
