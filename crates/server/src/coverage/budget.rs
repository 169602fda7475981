//! What the requests to the forum are used for.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::db::Conn;
use crate::db::models::request_budget::{Priority, RequestsMade, WINDOW_MINUTES};
use crate::db::schema::requests_made;

/// Counts the requests of the last ten minutes by who asked.
pub async fn requests_by_priority(
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Priority, i64>> {
    let made: Vec<RequestsMade> = requests_made::table
        .filter(requests_made::made_at.gt(now - TimeDelta::minutes(WINDOW_MINUTES.into())))
        .filter(requests_made::made_at.le(now))
        .select(RequestsMade::as_select())
        .load(conn)
        .await?;
    let mut by_priority = HashMap::new();
    for made in made {
        *by_priority.entry(made.priority).or_default() += i64::from(made.requests);
    }
    Ok(by_priority)
}
