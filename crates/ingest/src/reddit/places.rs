//! Asks the forum about watched subreddits before they are polled, one after the other, and again from time
//! to time.
//!
//! A name costs a request, and an account may bring many unknown ones. So the names of an account with few
//! waiting come first and at once; further names are asked about at a pace that leaves the others their
//! share.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use db::models::place::{MAX_QUICK_TURN, Place};
use domain::watches::places::store_answer;
use platform::context::Context;
use platform::sources::ForumError;
use platform::sources::reddit::{Forum, Priority};

/// Time until a name is asked about again whose process died or that got no answer.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// The part of the requests that names beyond the first few may take.
const SHARE: f64 = 0.1;
/// Pause after an answer that says nothing about a name.
const REST: Duration = Duration::from_secs(5);

/// Interval between two looks at all subreddits that are read, many of them with one request.
const LOOKED_EVERY: TimeDelta = TimeDelta::minutes(15);
const MAX_NAMES: i64 = 100;

/// Verifies the subreddits that are watched.
pub struct PlaceCheck {
    context: Context,
    forum: Arc<dyn Forum>,
}

/// One question, for the log and for tests.
#[derive(Debug)]
pub struct CheckedPlace {
    pub name: String,
    /// Whether the subreddit can be read; `None` without an answer.
    pub found: Option<bool>,
    pub error: Option<ForumError>,
    /// The time to wait before the next question.
    pub pause: Duration,
}

impl PlaceCheck {
    pub fn new(context: Context, forum: Arc<dyn Forum>) -> Self {
        Self { context, forum }
    }

    /// Asks about everything that is due now, without pauses, and returns the results.
    ///
    /// # Errors
    /// The database failed.
    pub async fn run_due(&self) -> anyhow::Result<Vec<CheckedPlace>> {
        let mut checked = Vec::new();
        while let Some(place) = self.check_once().await? {
            let ended = place.error.is_some();
            checked.push(place);
            if ended {
                break;
            }
        }
        Ok(checked)
    }

    /// Asks about the name whose turn it is. Returns `None` if none is due.
    ///
    /// # Errors
    /// The database failed. Errors of the forum are part of the returned value.
    pub async fn check_once(&self) -> anyhow::Result<Option<CheckedPlace>> {
        let now = self.context.clock.now();
        let claimed = {
            let mut conn = self.context.conn().await?;
            Place::claim_due(now, now + LEASE, &mut conn).await?
        };
        let Some(place) = claimed else {
            return Ok(None);
        };
        let answer = self.forum.subreddit(&place.name, Priority::Verify).await;
        let now = self.context.clock.now();
        let mut conn = self.context.conn().await?;
        let name = place.name.clone();
        Ok(Some(match answer {
            Ok(state) => {
                let chance = rand::random();
                let check = store_answer(&name, state, now, chance, &mut conn).await?;
                CheckedPlace {
                    name,
                    found: Some(check.found),
                    error: None,
                    pause: self.pause(&place),
                }
            }
            Err(error) => {
                let (at, pause) = match &error {
                    // Nothing was asked: the name keeps its turn.
                    ForumError::OverBudget { retry_after }
                    | ForumError::RateLimited { retry_after } => (now, *retry_after),
                    _ => (now + LEASE, REST),
                };
                Place::put_off(&name, at, &mut conn).await?;
                CheckedPlace { name, found: None, error: Some(error), pause }
            }
        }))
    }

    /// Looks at a hundred subreddits that are read or private, if a look is due. Those whose state differs
    /// from the known one are then asked about one by one. Returns how many were looked at, or the forum's
    /// error.
    ///
    /// # Errors
    /// The database failed.
    pub async fn look_once(&self) -> anyhow::Result<Result<usize, ForumError>> {
        let now = self.context.clock.now();
        let places = {
            let mut conn = self.context.conn().await?;
            Place::claim_looks(now - LOOKED_EVERY, now, MAX_NAMES, &mut conn).await?
        };
        if places.is_empty() {
            return Ok(Ok(0));
        }
        let names: Vec<String> = places.iter().map(|place| place.name.clone()).collect();
        let answer = self.forum.readable(&names, Priority::Verify).await;
        let mut conn = self.context.conn().await?;
        let readable = match answer {
            Ok(readable) => readable,
            Err(error) => {
                Place::return_looks(&names, &mut conn).await?;
                return Ok(Err(error));
            }
        };
        let (mut shown, mut changed) = (Vec::new(), Vec::new());
        for place in places {
            match (place.state.is_polled(), readable.contains(&place.name)) {
                (true, true) => shown.push(place.name),
                (false, false) => {}
                _ => changed.push(place.name),
            }
        }
        Place::mark_readable(&shown, now, &mut conn).await?;
        Place::check_soon(&changed, now, &mut conn).await?;
        Ok(Ok(names.len()))
    }

    fn pause(&self, place: &Place) -> Duration {
        if place.turn <= MAX_QUICK_TURN {
            return Duration::ZERO;
        }
        let a_minute = SHARE * f64::from(self.context.config.forum.requests_per_minute);
        Duration::from_secs_f64(60.0 / a_minute)
    }
}
