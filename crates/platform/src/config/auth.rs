use std::fmt;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use db::models::instance_settings::RegistrationMode;
use foundation::secrets::check_secret;

/// Sign-in: the secret that signs tokens, lifetimes of sessions, and limits on attempts.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuthConfig {
    /// At least 32 characters. Unset: generated once and kept in the data folder, which is enough for one
    /// machine; processes on several machines must share one.
    #[schema(write_only)]
    pub secret: Option<String>,
    /// Who can create an account on the web: `open` (anybody), `invite` (anybody with an invitation) or
    /// `closed`. `harken user add` can always create accounts. Unset: administrators choose it on the
    /// Administration page; `open` until they do.
    #[schema(value_type = Option<String>)]
    pub registration: Option<RegistrationMode>,
    /// Lifetime of an access token.
    pub access_token_minutes: u32,
    /// How long a session lasts without being used.
    pub idle_session_days: u32,
    /// How long a session lasts after its sign-in, even if it is used.
    pub session_days: u32,
    /// The number of password hashes computed at once. Each takes 19 MiB, which stay allocated, and some 20 ms
    /// of a core. Unset: half the cores, so that sign-ins leave the rest to other requests.
    pub concurrent_hashes: usize,
    /// The number of further hashes that may wait. Requests beyond that are rejected and can be retried.
    pub waiting_hashes: usize,
    /// Attempts in 15 minutes: to sign in, per account and network, and per browser that has signed in before;
    /// of any kind, per client address; to confirm the password, per session.
    pub attempts_per_quarter_hour: u32,
}

impl AuthConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if self.attempts_per_quarter_hour == 0 {
            return Some(
                "attempts_per_quarter_hour must be 1 or more: with 0, nobody could sign \
                 in"
                .to_owned(),
            );
        }
        if self.idle_session_days == 0 || self.session_days == 0 {
            return Some(
                "idle_session_days and session_days must be 1 or more: with 0, nobody could sign \
                 in"
                .to_owned(),
            );
        }
        let weak = check_secret(self.secret.as_ref()?).err()?;
        Some(format!("secret {weak}"))
    }
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self {
            secret: None,
            registration: None,
            access_token_minutes: 15,
            idle_session_days: 7,
            session_days: 30,
            concurrent_hashes: half_the_cores(),
            waiting_hashes: 64,
            attempts_per_quarter_hour: 30,
        }
    }
}

fn half_the_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (cores / 2).max(1)
}

/// Never prints the secret.
impl fmt::Debug for AuthConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthConfig")
            .field("secret", &self.secret.as_ref().map(|_| "set"))
            .field("access_token_minutes", &self.access_token_minutes)
            .field("idle_session_days", &self.idle_session_days)
            .field("session_days", &self.session_days)
            .finish_non_exhaustive()
    }
}
