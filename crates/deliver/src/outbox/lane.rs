//! Mail and endpoints wait in lanes of their own, so that neither holds up the other.

use chrono::{DateTime, Duration, Utc};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use db::models::outbox::{OutboxRow, Priority};
use platform::config::Config;

/// What a message has beyond the time that its sending may take: for reading and writing the rows.
const MARGIN_SECONDS: i64 = 15;

/// What a claim has beyond that: some time goes by until its send begins.
const START_SECONDS: i64 = 5;

/// One user or one host has at most this part of the slots for endpoints.
const MAX_SHARE_DIVISOR: usize = 8;
/// One endpoint is sent so many messages at a time.
pub const MAX_PER_ENDPOINT: usize = 2;

/// How many messages may be in hand at once, in one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    pub user: usize,
    /// Hosts that all the world uses do not count.
    pub host: usize,
    pub endpoint: usize,
}

/// What is sent in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromSqlRow, Serialize, Deserialize, ToSchema)]
#[diesel(sql_type = Text)]
#[serde(rename_all = "lowercase")]
#[schema(as = LaneName)]
pub enum Lane {
    /// Email: all of it goes to one server.
    Mail,
    /// Browsers, webhooks and chats: many machines, and mostly one waits for them.
    Endpoints,
}

impl Lane {
    pub const ALL: [Self; 2] = [Self::Mail, Self::Endpoints];

    /// Returns what it is called in the API, in metrics and in queries.
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

    /// Returns how much of it one process gives to one user, one host and one endpoint. By process,
    /// because a count over all of them would be a row that each claim locks: with n processes
    /// anybody may have n times as much, of n times as many slots.
    pub fn shares(self, config: &Config) -> Shares {
        match self {
            // Half of what is claimed, so that the next of another user is never far.
            Self::Mail => Shares {
                user: (self.width(config) + self.ahead()) / 2,
                host: usize::MAX,
                endpoint: usize::MAX,
            },
            Self::Endpoints => {
                let share = (self.width(config) / MAX_SHARE_DIVISOR).max(MAX_PER_ENDPOINT);
                Shares {
                    user: share,
                    host: share,
                    endpoint: MAX_PER_ENDPOINT,
                }
            }
        }
    }

    /// Returns the number of the queue of messages like these; `outbox_queue` in the database says
    /// the same.
    pub fn queue(self, priority: Priority) -> i32 {
        let first = match self {
            Self::Mail => 0,
            Self::Endpoints => 3,
        };
        first + priority as i32
    }

    /// Returns how many more it has claimed by then, so that it need not ask for each.
    pub(super) fn ahead(self) -> usize {
        match self {
            Self::Mail => 16,
            Self::Endpoints => 0,
        }
    }

    /// Returns how many users, or endpoints, a claim looks at beyond those who have waited longest.
    pub(super) fn looked_at(self) -> i64 {
        match self {
            // More than are claimed at once: hardly any of them has to wait for others of their own.
            Self::Mail => 32,
            // Many may be held, or have their share in hand.
            Self::Endpoints => 200,
        }
    }

    /// Returns how long a claim holds: a send, and another one before it if it has to wait for its
    /// turn.
    pub fn lease(self, config: &Config) -> Duration {
        let turns = if self.ahead() > 0 { 2 } else { 1 };
        Duration::seconds(self.send_seconds(config) * turns + MARGIN_SECONDS + START_SECONDS)
    }

    /// Returns how much of a lease there must be left to begin a send.
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
            assert!(
                lane.has_time(until, claimed_at + moment, &config),
                "{lane:?}"
            );
        }
    }
}
