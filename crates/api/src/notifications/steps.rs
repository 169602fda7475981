//! Changes of any number of a user's notifications, in steps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::prelude::*;
use db::PooledConn;
use domain::watches::turns::{LONG_WAIT, Turn};

/// The rows of the first step, and the bounds of later ones.
const FIRST_ROWS: i64 = 500;
const MIN_ROWS: i64 = 100;
const MAX_ROWS: i64 = 2_000;
/// The time that a step should take. Until it ends, ingest waits with the matches of all users if this user has one
/// among them.
const STEP: Duration = Duration::from_millis(200);
/// The time after which a call takes no further step.
const CALL: Duration = Duration::from_secs(3);
/// The same for a call that nobody repeats.
const ONE_CALL: Duration = Duration::from_secs(20);

/// The steps of one call. Each is a transaction, under the user's turn and on a connection of its own, so that others
/// come between two of them.
pub(crate) struct Steps<'a> {
    app: &'a App,
    user_id: Uuid,
    ends: Instant,
    /// When the last step began, and its maximum number of rows.
    last: Option<(Instant, i64)>,
}

pub(crate) struct Step<'a> {
    /// The maximum number of rows to change.
    pub(crate) rows: i64,
    pub(crate) conn: PooledConn<'a>,
    _turn: Arc<Turn>,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(app: &'a App, user_id: Uuid) -> Self {
        Self { app, user_id, ends: Instant::now() + CALL, last: None }
    }

    /// Returns the steps of a call that nobody repeats.
    pub(crate) fn of_one_call(app: &'a App, user_id: Uuid) -> Self {
        Self { ends: Instant::now() + ONE_CALL, ..Self::new(app, user_id) }
    }

    /// Begins the next step, after the last one has been dropped. Returns `None` once the time of the call is over.
    pub(crate) async fn next(&mut self) -> ApiResult<Option<Step<'a>>> {
        let rows = match self.last {
            None => FIRST_ROWS,
            Some(_) if Instant::now() >= self.ends => return Ok(None),
            Some((began, rows)) => rows_after(rows, began.elapsed()),
        };
        let turn = self.app.heavy_reads.take_within(LONG_WAIT, self.user_id).await?;
        let conn = self.app.conn().await?;
        self.last = Some((Instant::now(), rows));
        Ok(Some(Step { rows, conn, _turn: turn }))
    }
}

/// Returns how many rows a step may have after one with `rows` took this long.
pub fn rows_after(rows: i64, took: Duration) -> i64 {
    let fitting = rows as f64 * STEP.as_secs_f64() / took.as_secs_f64().max(0.001);
    (fitting as i64).clamp(MIN_ROWS, MAX_ROWS.min(2 * rows))
}
