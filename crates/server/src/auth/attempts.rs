//! Limits on attempts, by account and by the machine they come from, counted in fixed windows in the
//! database: all processes share them, and a restart forgets nothing.

use chrono::{DateTime, TimeDelta, Utc};

use super::client_address::ClientAddress;
use crate::app::App;
use crate::db::Conn;
use crate::db::models::rate_limit;
use crate::error::{ApiError, ApiResult};

const WINDOW_SECONDS: i64 = 15 * 60;
/// Mails that one address can be made to get in a window, whoever asks for them.
const MAILS_PER_WINDOW: u32 = 5;

/// What is attempted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    SignIn,
    /// Anything that sends a mail to the address: registering, asking for the link again.
    Mail,
}

impl Attempt {
    fn class(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Mail => "mail",
        }
    }
}

/// Counts one attempt. It is counted before it is looked at, so that many at once cannot slip
/// through together.
///
/// # Errors
/// `AUTH_RATE_LIMIT_EXCEEDED` when the account or the machine has had its share.
pub async fn count(
    app: &App,
    attempt: Attempt,
    email: &str,
    client: ClientAddress,
) -> ApiResult<()> {
    let now = app.clock.now();
    let (start, end) = window(now);
    let limit = app.config.auth.attempts_per_quarter_hour;
    let of_account = match attempt {
        Attempt::SignIn => limit,
        Attempt::Mail => limit.min(MAILS_PER_WINDOW),
    };
    let mut conn = app.conn().await?;
    let key = account_key(app, email);
    let counted = rate_limit::count(attempt.class(), &key, start, &mut conn).await?;
    let mut refused = (i64::from(counted) > i64::from(of_account)).then_some(of_account);
    if let Some(key) = machine_key(app, client) {
        let counted = rate_limit::count("machine", &key, start, &mut conn).await?;
        if i64::from(counted) > i64::from(limit) {
            refused = Some(limit);
        }
    }
    match refused {
        None => Ok(()),
        Some(limit) => Err(ApiError::RateLimited {
            code: "AUTH_RATE_LIMIT_EXCEEDED",
            text: "Too many attempts. Please wait before you try again.".to_owned(),
            retry_after: whole_seconds(end - now),
            limit,
        }),
    }
}

/// After the right password: the account starts afresh, and the machine gets this attempt back, so
/// that an office behind one address is not locked out by its own success.
pub async fn forgive(
    app: &App,
    email: &str,
    client: ClientAddress,
    conn: &mut Conn,
) -> ApiResult<()> {
    let (start, _) = window(app.clock.now());
    rate_limit::forget(Attempt::SignIn.class(), &account_key(app, email), conn).await?;
    if let Some(key) = machine_key(app, client) {
        rate_limit::give_back("machine", &key, start, conn).await?;
    }
    Ok(())
}

fn account_key(app: &App, email: &str) -> Vec<u8> {
    app.secrets
        .counter_key(&format!("account {}", email.to_lowercase()))
}

fn machine_key(app: &App, client: ClientAddress) -> Option<Vec<u8>> {
    let address = client.0?;
    Some(app.secrets.counter_key(&format!("machine {address}")))
}

/// Rounded up, so that who waits so long has waited long enough.
fn whole_seconds(wait: TimeDelta) -> u32 {
    u32::try_from((wait.num_milliseconds() + 1_000) / 1_000).unwrap_or(1)
}

fn window(now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let into = TimeDelta::seconds(now.timestamp().rem_euclid(WINDOW_SECONDS))
        + TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos()));
    let start = now - into;
    (start, start + TimeDelta::seconds(WINDOW_SECONDS))
}
