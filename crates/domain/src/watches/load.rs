//! Loads the active watches, each with its form for the matcher.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::rule::parse_row;
use super::share::Share;
use db::Conn;
use db::models::watch::Watch;
use db::schema::{users, watches};

/// The changes that were applied.
#[derive(Debug, Default, Clone)]
pub(super) struct Seen {
    /// Every transaction before this one is applied.
    pub(super) before: i64,
    /// The transactions from `before` on that are applied too.
    pub(super) after: HashSet<i64>,
}

#[derive(QueryableByName)]
pub(super) struct ChangedWatch {
    #[diesel(sql_type = SqlUuid)]
    pub(super) watch_id: Uuid,
}

/// Loads those of the watches `ids` that are active and not paused, with their form for the
/// matcher.
pub(super) async fn load_active(
    ids: &[Uuid],
    share: Share,
    conn: &mut Conn,
) -> QueryResult<Vec<(Watch, matcher::Watch)>> {
    let rows: Vec<Watch> = active_watches()
        .filter(watches::id.eq_any(ids))
        .filter(share.of_watches())
        .select(Watch::as_select())
        .load(conn)
        .await?;
    let with_rule = |row: Watch| usable(&row).map(|watch| (row, watch));
    Ok(rows.into_iter().filter_map(with_rule).collect())
}

/// Selects active watches that are not paused, with the users whose address is proven and who are not
/// suspended.
#[diesel::dsl::auto_type]
pub(super) fn active_watches() -> _ {
    watches::table
        .inner_join(users::table.on(users::id.eq(watches::user_id)))
        .filter(watches::is_active)
        .filter(watches::paused_at.is_null())
        .filter(users::email_verified_at.is_not_null())
        .filter(users::suspended_at.is_null())
}

/// Returns the row as the matcher takes it; a row that the matcher rejects is logged and skipped.
pub(super) fn usable(row: &Watch) -> Option<matcher::Watch> {
    match parse_row(row) {
        Ok(watch) => Some(watch),
        Err(error) => {
            tracing::warn!(watch = %row.id, %error, "a stored watch cannot be used");
            None
        }
    }
}
