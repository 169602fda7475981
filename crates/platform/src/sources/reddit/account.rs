//! The forum's account: all processes that use the same credentials share its budget, so that any
//! number of them keeps the forum's limit. Each request is counted in the database before it is
//! made: there are at most a few a second, and if counts were handed out in batches, the total
//! would be off by what each process still holds.

use std::time::Duration;

use aws_lc_rs::digest;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use diesel_async::AsyncConnection;

use super::budget::{Budget, Priority, Reported, second, spread_from, window};
use crate::config::ForumConfig;
use crate::sources::ForumError;
use db::models::place::PlanState;
use db::models::request_budget::{RequestBudget, RequestsMade};
use db::{Conn, Pool};
use foundation::time::clock::Clock;

pub(super) struct Account {
    /// SHA-256 of the API's address and the client's id.
    id: Vec<u8>,
    requests_per_minute: u32,
    pool: Pool,
    clock: Clock,
}

impl Account {
    pub(super) fn new(config: &ForumConfig, pool: Pool, clock: Clock) -> Self {
        Self { id: id(config), requests_per_minute: config.requests_per_minute, pool, clock }
    }

    /// Counts one request that is about to be made.
    ///
    /// # Errors
    /// The budget is spent, or the database could not count the request: it must not be made then.
    pub(super) async fn take(&self, priority: Priority) -> Result<(), ForumError> {
        match self.count(priority).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(retry_after)) => Err(ForumError::OverBudget { retry_after }),
            Err(error) => Err(ForumError::Unavailable {
                reason: format!("the request could not be counted: {error:#}"),
                retry_after: None,
            }),
        }
    }

    async fn count(&self, priority: Priority) -> anyhow::Result<Result<(), Duration>> {
        let mut conn = self.pool.get().await?;
        let counted = conn.transaction(async |conn| -> QueryResult<_> {
            let row = RequestBudget::lock(&self.id, conn).await?;
            // Taken under the lock, so that each process counts after the one before it.
            let now = self.clock.now();
            let (after, until) = window(now);
            let from = spread_from(now, self.requests_per_minute);
            let mut made = RequestsMade::between(Some(&self.id), (after, from), conn).await?;
            made.extend(RequestsMade::between(Some(&self.id), (from, until), conn).await?);
            let PlanState { looks_a_minute, .. } = PlanState::load(conn).await?;
            let mut budget = Budget::of(self.requests_per_minute, looks_a_minute, &row, made);
            let taken = budget.take(now, priority);
            if taken.is_ok() {
                RequestsMade::delete_outside(&self.id, window(now), conn).await?;
                RequestsMade::count(&self.id, second(now), priority, conn).await?;
                let reported = budget.reported.map(Reported::columns);
                RequestBudget::set_reported(&self.id, reported, conn).await?;
            }
            Ok(taken)
        });
        Ok(counted.await?)
    }

    /// Records the forum's headers: requests used and left in its window, and the seconds until
    /// that ends. Nothing is recorded if the database fails: the next answer reports them again.
    pub(super) async fn report(&self, used: f64, left: f64, reset_seconds: f64) {
        let reported = Reported::new(self.clock.now(), used, left, reset_seconds);
        let noted = async {
            let mut conn = self.pool.get().await?;
            let columns = Some(reported.columns());
            anyhow::Ok(RequestBudget::set_reported(&self.id, columns, &mut conn).await?)
        };
        warn_of(noted.await);
    }

    /// Keeps all processes from making requests for `wait`.
    pub(super) async fn silence(&self, wait: Duration) {
        let until = self.clock.now() + TimeDelta::from_std(wait).unwrap_or_default();
        let noted = async {
            let mut conn = self.pool.get().await?;
            anyhow::Ok(RequestBudget::silence(&self.id, until, &mut conn).await?)
        };
        warn_of(noted.await);
    }
}

/// The requests left in the window of ten minutes, and its size.
#[derive(Debug, Clone, Copy)]
pub struct RequestsLeft {
    pub left: u32,
    pub most: u32,
}

/// Returns how many requests all processes together may still make with these credentials at `now`;
/// none without credentials. Does not wait for requests that are being counted.
///
/// # Errors
/// The database failed.
pub async fn requests_left(
    config: &ForumConfig,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<RequestsLeft>> {
    if !config.is_configured() {
        return Ok(None);
    }
    let account = id(config);
    let said = RequestBudget::load(&account, conn).await?;
    let made = RequestsMade::between(Some(&account), window(now), conn).await?;
    let mut budget = Budget::of(config.requests_per_minute, 0.0, &said, made);
    let (left, most) = (budget.left(now), budget.most);
    Ok(Some(RequestsLeft { left, most }))
}

fn id(config: &ForumConfig) -> Vec<u8> {
    let client = config.client_id.as_deref().unwrap_or_default();
    let name = format!("{} {client}", config.api_url);
    let hash = digest::digest(&digest::SHA256, name.as_bytes());
    hash.as_ref().to_vec()
}

fn warn_of(noted: anyhow::Result<usize>) {
    if let Err(error) = noted {
        let error = format!("{error:#}");
        tracing::warn!(error, "could not note what the forum said of its limit");
    }
}
