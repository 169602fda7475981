use std::fmt;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use db::models::instance_settings::RegistrationMode;
use foundation::secrets::check_secret;

/// Sign-in: the secret that signs tokens, and how long things live.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuthConfig {
    /// At least 32 characters. Unset: made once and kept in the data folder, which is right for one
    /// machine; processes on several machines must share one.
    #[schema(write_only)]
    pub secret: Option<String>,
    /// Who may make an account on the web: `open` (anybody), `invite` (whoever has an invitation) or `closed`.
    /// Accounts can always be made by `harken user add`. Unset: administrators choose it on their page; `open`
    /// until they do.
    #[schema(value_type = Option<String>)]
    pub registration: Option<RegistrationMode>,
    /// Life of an access token.
    pub access_token_minutes: u32,
    /// A session ends when it was not used for so long.
    pub idle_session_days: u32,
    /// A session ends so long after its sign-in, however much it is used.
    pub session_days: u32,
    /// How many password hashes may be computed at once; each takes 19 MiB, which are kept, and
    /// some 20 ms of a core. Unset: half the cores, so that sign-ins leave the rest to other calls.
    pub concurrent_hashes: usize,
    /// How many more may wait for their turn; beyond these, a request is asked to come back.
    pub waiting_hashes: usize,
    /// Attempts in fifteen minutes: to sign in, by account and network, and by browser that signed
    /// in before; of all kinds, by address of the network; to give the password again, by session.
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
