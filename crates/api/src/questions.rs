//! Limits how often a user may cause requests to other servers, or emails.

use chrono::{DurationRound, TimeDelta};

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use db::Conn;
use db::models::rate_limit;
use domain::auth::AuthUser;

/// A kind of request.
pub(super) struct Questions {
    /// The class under which the requests are counted.
    pub(super) class: &'static str,
    pub(super) per_minute: u32,
    pub(super) code: &'static str,
    pub(super) text: &'static str,
}

impl Questions {
    /// Counts one more request of a user.
    ///
    /// # Errors
    /// The limit of this minute is reached.
    pub(super) async fn count(&self, app: &App, user: AuthUser, conn: &mut Conn) -> ApiResult<()> {
        let (now, minute) = (app.clock.now(), TimeDelta::minutes(1));
        let start = now.duration_trunc(minute).unwrap_or(now);
        let key = app.secrets.counter_key(&format!("user {}", user.id));
        let asked = rate_limit::count(self.class, &key, start, conn).await?;
        if u32::try_from(asked).unwrap_or(0) <= self.per_minute {
            return Ok(());
        }
        let left = (start + minute - now).num_seconds().max(1);
        Err(ApiError::RateLimited {
            code: self.code,
            text: self.text.to_owned(),
            retry_after: u32::try_from(left).unwrap_or(60),
            limit: self.per_minute,
        })
    }
}
