//! Sends requests to a host for a waiting user, by the rules of polls: no host is asked for two at once, by
//! whichever process, and each is left alone for a moment afterwards.

use std::time::Duration;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use url::Url;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use db::models::feed::host;
use platform::sources::feed::FeedClient;

/// The longest wait for a host that another request occupies. Mostly it is the moment after a poll.
const PATIENCE: Duration = Duration::from_secs(10);
/// The interval at which the host is checked meanwhile.
const LOOK: Duration = Duration::from_millis(100);
/// The fetches of a visit, a page and the feed that it names, and the additional time for reading
/// them.
const FETCHES: i32 = 2;
const LEASE_BESIDE: TimeDelta = TimeDelta::minutes(1);

/// A host that is reserved for this visit.
pub(super) struct Visit {
    app: App,
    host: String,
    until: DateTime<Utc>,
    lease: TimeDelta,
}

impl Visit {
    /// Waits until the host of an address is free, and reserves it.
    ///
    /// # Errors
    /// `FEED_HOST_BUSY`: the host does not become free in time.
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
                return Ok(Self { app, host, until, lease });
            }
            if app.clock.elapsed() >= deadline {
                return Err(busy());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Continues to an address that the last answer has named: at the same host at once, like a redirect,
    /// at another one when that is free.
    ///
    /// # Errors
    /// The same as those of [`Visit::begin`].
    pub(super) async fn go_on(&mut self, address: &Url) -> ApiResult<()> {
        let host = host_of(address);
        if host != self.host {
            self.end().await?;
            *self = Self::at(self.app.clone(), host, self.lease).await?;
        }
        Ok(())
    }

    /// Releases the host to others, after the usual moment.
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
