//! Lanes: email and endpoints wait separately, so that neither holds up the other.

use chrono::{DateTime, Duration, Utc};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use db::models::outbox::{OutboxRow, Priority};
use platform::config::Config;

/// The time that a claim has beyond that of the send: for reading and writing the rows.
const MARGIN_SECONDS: i64 = 15;

/// The time that a claim has beyond that: some time passes until its send begins.
const START_SECONDS: i64 = 5;

/// The divisor of the slots for endpoints that gives the most that one user or one host has.
const MAX_SHARE_DIVISOR: usize = 8;
/// The most messages that one endpoint is sent at a time.
pub const MAX_PER_ENDPOINT: usize = 2;

/// The maximum numbers of messages that one process sends at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    pub user: usize,
    /// The limit for one host. Hosts that many users share do not count.
    pub host: usize,
    pub endpoint: usize,
}

/// A group of messages that are sent in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromSqlRow, Serialize, Deserialize, ToSchema)]
#[diesel(sql_type = Text)]
#[serde(rename_all = "lowercase")]
#[schema(as = LaneName)]
pub enum Lane {
    /// Emails, which all go to one server.
    Mail,
    /// Messages to browsers, webhooks and chats: they go to many servers, and sending is mostly
    /// waiting.
    Endpoints,
}

impl Lane {
    pub const ALL: [Self; 2] = [Self::Mail, Self::Endpoints];

    /// Returns the lane's name in the API, in metrics and in queries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Endpoints => "endpoints",
        }
    }

    /// Returns the lane that `row` waits in.
    pub fn of(row: &OutboxRow) -> Self {
        match row.endpoint_id {
            None => Self::Mail,
            Some(_) => Self::Endpoints,
        }
    }

    /// Returns how many messages one process sends at the same time.
    pub fn width(self, config: &Config) -> usize {
        match self {
            Self::Mail => 8,
            Self::Endpoints => config.delivery.concurrent_sends.into(),
        }
    }

    /// Returns how many slots one process gives to one user, one host and one endpoint. The limit
    /// is per process, because a count over all of them would be a row that each claim locks: with
    /// n processes anybody may have n times as much, of n times as many slots.
    pub fn shares(self, config: &Config) -> Shares {
        match self {
            // Half of the claimed messages, so that the next one of another user is never far.
            Self::Mail => Shares {
                user: (self.width(config) + self.ahead()) / 2,
                host: usize::MAX,
                endpoint: usize::MAX,
            },
            Self::Endpoints => {
                let share = (self.width(config) / MAX_SHARE_DIVISOR).max(MAX_PER_ENDPOINT);
                Shares { user: share, host: share, endpoint: MAX_PER_ENDPOINT }
            }
        }
    }

    /// Returns the number of the queue for such messages; `outbox_queue` in the database returns
    /// the same.
    pub fn queue(self, priority: Priority) -> i32 {
        let first = match self {
            Self::Mail => 0,
            Self::Endpoints => 3,
        };
        first + priority as i32
    }

    /// Returns how many messages a process claims beyond those it sends, so that it need not ask
    /// for each.
    pub(super) fn ahead(self) -> usize {
        match self {
            Self::Mail => 16,
            Self::Endpoints => 0,
        }
    }

    /// Returns how many users, or endpoints, a claim examines beyond those that have waited
    /// longest.
    pub(super) fn looked_at(self) -> i64 {
        match self {
            // More than are claimed at once: hardly any user has to wait for their own other
            // messages.
            Self::Mail => 32,
            // Many may be held, or have their share in hand already.
            Self::Endpoints => 200,
        }
    }

    /// Returns the duration of a claim: a send, and another one before it if the message has to
    /// wait for its turn.
    pub fn lease(self, config: &Config) -> Duration {
        let turns = if self.ahead() > 0 { 2 } else { 1 };
        Duration::seconds(self.send_seconds(config) * turns + MARGIN_SECONDS + START_SECONDS)
    }

    /// Returns how much of a lease must remain to begin a send.
    pub(super) fn needed(self, config: &Config) -> Duration {
        Duration::seconds(self.send_seconds(config) + MARGIN_SECONDS)
    }

    /// Returns whether a lease that ends at `until` is long enough to begin a send at `now`.
    pub(super) fn has_time(
        self,
        until: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
        config: &Config,
    ) -> bool {
        until.is_some_and(|until| until - now >= self.needed(config))
    }

    fn send_seconds(self, config: &Config) -> i64 {
        match self {
            Self::Mail => config.mail.timeout_seconds.into(),
            Self::Endpoints => config.delivery.timeout_seconds.into(),
        }
    }
}

impl FromSql<Text, Pg> for Lane {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let name = <String as FromSql<Text, Pg>>::from_sql(value)?;
        let lane = Self::ALL.into_iter().find(|lane| lane.as_str() == name);
        lane.ok_or_else(|| format!("there is no lane {name}").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_send_can_begin_a_moment_after_its_claim() {
        let (config, claimed_at) = (Config::default(), Utc::now());
        for lane in Lane::ALL {
            let until = Some(claimed_at + lane.lease(&config));
            let moment = Duration::seconds(START_SECONDS);
            assert!(lane.has_time(until, claimed_at + moment, &config), "{lane:?}");
        }
    }
}
