//! Limits on attempts, counted in fixed windows in the database: all processes share them, and a
//! restart forgets nothing. An attempt is counted before it is looked at, so that many at once
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
/// Mails of one kind that one address can be made to get in a quarter of an hour, whoever asks for
/// them.
const MAILS_PER_QUARTER_HOUR: u32 = 5;

/// What a mail is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedMail {
    /// A link that proves the address, at registration or again.
    Verification,
    /// A link to choose a new password. It has a count of its own: it is the way in for an owner
    /// whom others' attempts slow down, so others' registrations must not use it up.
    Reset,
}

/// Why an attempt was not let through.
#[derive(Debug, thiserror::Error)]
pub enum AttemptError {
    #[error("too many attempts; the next one is let through in {retry_after_seconds} s")]
    TooMany {
        retry_after_seconds: u32,
        /// How many there may be in a window.
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

/// Counts one mail that somebody asks for.
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

/// Counts one attempt to give the password again in a session, before something that only the owner
/// may do. A session has a count of its own: what strangers try does not reach it.
///
/// # Errors
/// [`AttemptError::TooMany`] when the session has had its share.
pub async fn count_confirmation(context: &Context, session: Uuid) -> Result<(), AttemptError> {
    let counters = [of_session(context, session)];
    count_all(&counters, context.clock.now(), &mut *context.conn().await?).await
}

/// Forgives the session's attempts after the right password: it starts afresh.
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

/// So many of `class` for `key` in a window.
#[derive(Debug, Clone)]
struct Counter {
    class: &'static str,
    key: Vec<u8>,
    seconds: i64,
    limit: u32,
}

impl Counter {
    /// Counts one more; returns how many there are now.
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
        AttemptError::TooMany {
            retry_after_seconds: whole_seconds(end - now),
            limit: self.limit,
        }
    }
}

/// Counts one more for each; refuses if one of them has no room.
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

/// Rounded up, so that who waits so long has waited long enough.
fn whole_seconds(wait: TimeDelta) -> u32 {
    u32::try_from((wait.num_milliseconds() + 1_000) / 1_000).unwrap_or(1)
}

fn window(now: DateTime<Utc>, seconds: i64) -> (DateTime<Utc>, DateTime<Utc>) {
    let into = TimeDelta::seconds(now.timestamp().rem_euclid(seconds))
        + TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos()));
    let start = now - into;
    (start, start + TimeDelta::seconds(seconds))
}
