//! Asks a host for somebody who waits for the answer, by the rules that polls keep to: no host is asked for two at
//! once, whichever process asks, and each is left alone for a moment after it was.

use std::time::Duration;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use url::Url;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use db::models::feed::host;
use platform::sources::feed::FeedClient;

/// So long a host is waited for that somebody else asks. Mostly it is the moment after a poll.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(100);
/// A page and the feed that it names, and this much more for reading them.
const FETCHES: i32 = 2;
const LEASE_BESIDE: TimeDelta = TimeDelta::minutes(1);

/// A host that nobody else asks.
pub(super) struct Visit {
    app: App,
    host: String,
    until: DateTime<Utc>,
    lease: TimeDelta,
}

impl Visit {
    /// Waits until the host of an address is free, and takes it.
    ///
    /// # Errors
    /// `FEED_HOST_BUSY`: it is not in time.
    pub(super) async fn begin(app: &App, client: &FeedClient, address: &Url) -> ApiResult<Self> {
        let lease = client.longest() * FETCHES + LEASE_BESIDE;
        Self::at(app.clone(), host_of(address), lease).await
    }

    async fn at(app: App, host: String, lease: TimeDelta) -> ApiResult<Self> {
        let deadline = app.clock.elapsed() + PATIENCE;
        loop {
            let now = app.clock.now();
            let until = now + lease;
            let is_taken = {
                let mut conn = app.conn().await?;
                host::take(&host, now, until, &mut conn).await?
            };
            if is_taken {
                return Ok(Self {
                    app,
                    host,
                    until,
                    lease,
                });
            }
            if app.clock.elapsed() >= deadline {
                return Err(busy());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Goes on to an address that the last answer has named: at the same host at once, like a redirect, at
    /// another one when that is free.
    ///
    /// # Errors
    /// As [`Visit::begin`].
    pub(super) async fn go_on(&mut self, address: &Url) -> ApiResult<()> {
        let host = host_of(address);
        if host != self.host {
            self.end().await?;
            *self = Self::at(self.app.clone(), host, self.lease).await?;
        }
        Ok(())
    }

    /// Leaves the host to others, after the moment.
    pub(super) async fn end(&self) -> ApiResult<()> {
        let mut conn = self.app.conn().await?;
        host::leave(&self.host, self.until, self.app.clock.now(), &mut conn).await?;
        Ok(())
    }
}

fn host_of(address: &Url) -> String {
    address.host_str().unwrap_or_default().to_owned()
}

fn busy() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "FEED_HOST_BUSY",
        "Harken is still reading something else from this website. Please try again in a minute.",
    )
}
