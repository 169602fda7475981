//! The use of the requests to the forum.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;

use db::Conn;
use db::models::request_budget::{Priority, RequestsMade, WINDOW_MINUTES};

/// Counts the requests of the last ten minutes by priority.
pub async fn requests_by_priority(
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Priority, i64>> {
    let since = now - TimeDelta::minutes(WINDOW_MINUTES.into());
    let made = RequestsMade::between(None, (since, now), conn).await?;
    let by_priority = made.into_iter();
    Ok(by_priority.map(|made| (made.priority, made.requests.into())).collect())
}
