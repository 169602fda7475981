//! Limits on attempts, counted in fixed windows in the database: all processes share them, and a
//! restart forgets nothing. An attempt is counted before it is processed, so that concurrent ones
//! cannot slip through together.

mod sign_in;

pub use sign_in::SignIn;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::client_address::ClientAddress;
use db::Conn;
use db::error::{self, Error};
use db::models::rate_limit;
use platform::context::Context;

const QUARTER_HOUR_SECONDS: i64 = 15 * 60;
/// The most emails of one kind that one address can be made to receive in a quarter of an hour,
/// whoever requests them.
const MAILS_PER_QUARTER_HOUR: u32 = 5;

/// The purpose of a requested email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedMail {
    /// A link that proves the address, at registration or again.
    Verification,
    /// A link to choose a new password. It has a count of its own: it is the way in for an owner
    /// whom others' attempts slow down, so others' registrations must not use it up.
    Reset,
}

/// The reason that an attempt was rejected.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    #[error("too many attempts; the next one is let through in {retry_after_seconds} s")]
    TooMany {
        retry_after_seconds: u32,
        /// The most attempts in a window.
        limit: u32,
    },
    #[error(transparent)]
    Failed(Error),
}

impl<E: Into<Error>> From<E> for AttemptError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Counts one requested email.
///
/// # Errors
/// [`AttemptError::TooMany`] when the address or the machine has had its share.
pub async fn count_mail(
    context: &Context,
    asked: AskedMail,
    email: &str,
    client: ClientAddress,
) -> Result<(), AttemptError> {
    let machine = of_machine(context, client);
    let of_address = Counter {
        class: match asked {
            AskedMail::Verification => "mail",
            AskedMail::Reset => "reset_mail",
        },
        key: context.secrets.counter_key(&account(email)),
        seconds: QUARTER_HOUR_SECONDS,
        limit: limit(context).min(MAILS_PER_QUARTER_HOUR),
    };
    let counters = Vec::from_iter([of_address].into_iter().chain(machine));
    let mut conn = context.conn().await?;
    count_all(&counters, context.clock.now(), &mut conn).await
}

/// Counts one attempt to confirm the password in a session, before something that only the owner
/// may do. A session has a count of its own, which strangers' attempts do not affect.
///
/// # Errors
/// [`AttemptError::TooMany`] when the session has had its share.
pub async fn count_confirmation(context: &Context, session: Uuid) -> Result<(), AttemptError> {
    let counters = [of_session(context, session)];
    count_all(&counters, context.clock.now(), &mut *context.conn().await?).await
}

/// Resets the session's count after the right password.
pub async fn forgive_confirmation(context: &Context, session: Uuid) -> error::Result<()> {
    let counter = of_session(context, session);
    Ok(rate_limit::forget(counter.class, &counter.key, &mut *context.conn().await?).await?)
}

fn of_session(context: &Context, session: Uuid) -> Counter {
    Counter {
        class: "session",
        key: context.secrets.counter_key(&format!("session {session}")),
        seconds: QUARTER_HOUR_SECONDS,
        limit: limit(context),
    }
}

fn of_machine(context: &Context, client: ClientAddress) -> Option<Counter> {
    let machine = client.0?;
    Some(Counter {
        class: "machine",
        key: context.secrets.counter_key(&format!("machine {machine}")),
        seconds: QUARTER_HOUR_SECONDS,
        limit: limit(context),
    })
}

fn limit(context: &Context) -> u32 {
    context.config.auth.attempts_per_quarter_hour
}

fn account(email: &str) -> String {
    format!("account {}", email.to_lowercase())
}

/// A limit on attempts of `class` for `key` in a window.
#[derive(Debug, Clone)]
struct Counter {
    class: &'static str,
    key: Vec<u8>,
    seconds: i64,
    limit: u32,
}

impl Counter {
    /// Counts one more, and returns the present count.
    async fn count(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<i64> {
        let (start, _) = window(now, self.seconds);
        let counted = rate_limit::count(self.class, &self.key, start, conn).await?;
        Ok(i64::from(counted))
    }

    fn has_room_for(&self, counted: i64) -> bool {
        counted <= i64::from(self.limit)
    }

    async fn give_back(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        let (start, _) = window(now, self.seconds);
        rate_limit::give_back(self.class, &self.key, start, conn).await
    }

    fn refusal(&self, now: DateTime<Utc>) -> AttemptError {
        let (_, end) = window(now, self.seconds);
        AttemptError::TooMany { retry_after_seconds: whole_seconds(end - now), limit: self.limit }
    }
}

/// Counts one more for each counter, and rejects the attempt if one of them is full.
async fn count_all(
    counters: &[Counter],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<(), AttemptError> {
    let mut refused = None;
    for counter in counters {
        let counted = counter.count(now, conn).await?;
        if !counter.has_room_for(counted) {
            refused = Some(counter.refusal(now));
        }
    }
    refused.map_or(Ok(()), Err)
}

/// Returns the wait in seconds, rounded up, so that waiting for it is enough.
fn whole_seconds(wait: TimeDelta) -> u32 {
    u32::try_from((wait.num_milliseconds() + 1_000) / 1_000).unwrap_or(1)
}

fn window(now: DateTime<Utc>, seconds: i64) -> (DateTime<Utc>, DateTime<Utc>) {
    let into = TimeDelta::seconds(now.timestamp().rem_euclid(seconds))
        + TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos()));
    let start = now - into;
    (start, start + TimeDelta::seconds(seconds))
}
