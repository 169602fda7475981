//! What a user's plan allows with watches. Everything here runs in a transaction that holds the
//! user's row, so that of many requests at once each sees what the one before it did.

use axum::http::StatusCode;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{CheckedWatch, WatchFilters, WatchMode};
use crate::config::Plans;
use crate::db::Conn;
use crate::db::models::watch::Watch as WatchRow;
use crate::db::schema::{users, watches};
use crate::error::{ApiError, ApiResult};
use crate::plans::{Capabilities, Plan};

/// Locks the user's row until the transaction ends and tells what the plan allows. The lock lets
/// other tables go on referring to the user (`NO KEY`): notifications are stored meanwhile.
pub(in crate::api) async fn lock(
    user_id: Uuid,
    plans: Plans,
    conn: &mut Conn,
) -> QueryResult<Capabilities> {
    let plan: String = users::table
        .find(user_id)
        .select(users::plan)
        .for_no_key_update()
        .first(conn)
        .await?;
    Ok(Plan::from_stored(&plan).capabilities(plans))
}

/// Refuses one more watch than the plan has room for.
pub(super) async fn room_for_one(
    can: Capabilities,
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<()> {
    let mine = watches::table.filter(watches::user_id.eq(user_id));
    let total: i64 = mine.count().get_result(conn).await?;
    within(can, total + 1)
}

/// Refuses to switch on one more than may be active.
pub(super) async fn room_for_one_active(
    can: Capabilities,
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<()> {
    let active: i64 = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::is_active)
        .count()
        .get_result(conn)
        .await?;
    within(can, active + 1)
}

fn within(can: Capabilities, wanted: i64) -> ApiResult<()> {
    match can.keywords {
        Some(limit) if wanted > i64::from(limit) => Err(exceeded(limit)),
        _ => Ok(()),
    }
}

pub(super) fn exceeded(limit: u32) -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "KEYWORD_LIMIT_EXCEEDED",
        format!(
            "You've reached the maximum of {limit} keywords for free users. Upgrade to Pro for unlimited keyword watches!"
        ),
    )
}

/// How many more watches the plan has room for; `None` for as many as wanted.
pub(super) async fn room(
    can: Capabilities,
    user_id: Uuid,
    conn: &mut Conn,
) -> QueryResult<Option<usize>> {
    let Some(limit) = can.keywords else {
        return Ok(None);
    };
    let mine = watches::table.filter(watches::user_id.eq(user_id));
    let total: i64 = mine.count().get_result(conn).await?;
    Ok(Some(usize::try_from(i64::from(limit) - total).unwrap_or(0)))
}

/// Refuses what the plan does not have: filters, queries and exclusions. What a watch has already
/// is let stand, so that it can still be edited after a downgrade.
pub(super) fn rule_allowed(
    can: Capabilities,
    wanted: &CheckedWatch,
    present: Option<&WatchRow>,
) -> ApiResult<()> {
    if can.advanced_filters {
        return Ok(());
    }
    let filters = wanted.filters == WatchFilters::default()
        || present.is_some_and(|row| row.filters() == wanted.filters);
    if !filters {
        return Err(upgrade("Advanced filters are"));
    }
    let mode = wanted.mode == WatchMode::Literal
        || present.is_some_and(|row| row.mode == wanted.mode.as_str());
    if !mode {
        return Err(upgrade("Queries are"));
    }
    let kept = |wanted: &[String], present: Option<&Vec<String>>| {
        let known = present.map_or(&[] as &[String], Vec::as_slice);
        wanted.iter().all(|name| known.contains(name))
    };
    let subreddits = present.map(|row| &row.excluded_subreddits);
    let authors = present.map(|row| &row.excluded_authors);
    if kept(&wanted.excluded_subreddits, subreddits) && kept(&wanted.excluded_authors, authors) {
        return Ok(());
    }
    Err(upgrade("Exclusions are"))
}

fn upgrade(what: &str) -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "PLAN_UPGRADE_REQUIRED",
        format!("{what} part of the Pro plan. Upgrade to Pro to use them."),
    )
}
