//! Finds the stored items of a source that are due to be looked for.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Bool, Integer, Nullable, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{Claimed, IDS_A_CALL};
use db::{Conn, Prepare};
use foundation::telemetry::metrics;
use platform::sources::{ID_PREFIXES, Source};

/// The maximum number of due items among which Reddit's first is searched: its items have no index of their own.
const MAX_PASSED_OVER: i32 = 1_000;

#[derive(QueryableByName)]
struct DueOf {
    /// The index in [`ID_PREFIXES`].
    #[diesel(sql_type = Integer)]
    place: i32,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

/// Returns the condition for the ids of a source, as the index has it: all but Reddit's begin with a name and a
/// colon.
fn own_ids(prefix: Option<&str>) -> String {
    match prefix {
        Some(prefix) => format!("forum_id LIKE '{prefix}%'"),
        None => "forum_id NOT LIKE '%:%'".to_owned(),
    }
}

/// Returns when the next unclaimed item of a source falls due.
pub(super) async fn next_due(
    source: &dyn Source,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<DateTime<Utc>>> {
    let own = own_ids(source.id_prefix());
    let due: Due = diesel::sql_query(format!(
        "SELECT (SELECT check_at FROM item_keys
                 WHERE check_at IS NOT NULL AND {own}
                     AND (checked_until IS NULL OR checked_until <= $1)
                 ORDER BY check_at LIMIT 1) AS at"
    ))
    .bind::<Timestamptz, _>(now)
    .get_result(conn)
    .await?;
    Ok(due.at)
}

/// Claims items of a source until `until`: due items that people were alerted to, then other due items, then items
/// that fall due next where that costs nothing, each the longest due first.
pub(super) async fn claim(
    source: &dyn Source,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Claimed>> {
    let own = own_ids(source.id_prefix());
    diesel::sql_query(format!(
        "WITH alerted AS MATERIALIZED (
             SELECT forum_id FROM item_keys
             WHERE is_alerted AND check_at <= $1 AND {own}
                 AND (checked_until IS NULL OR checked_until <= $1)
             ORDER BY check_at LIMIT $3 FOR UPDATE SKIP LOCKED),
         others AS MATERIALIZED (
             SELECT forum_id FROM item_keys
             WHERE check_at IS NOT NULL AND {own} AND ($4 OR check_at <= $1)
                 AND (checked_until IS NULL OR checked_until <= $1)
                 AND forum_id NOT IN (SELECT forum_id FROM alerted)
             ORDER BY check_at LIMIT $3 - (SELECT count(*) FROM alerted) FOR UPDATE SKIP LOCKED),
         due AS (SELECT forum_id FROM alerted UNION ALL SELECT forum_id FROM others)
         UPDATE item_keys SET checked_until = $2 FROM due
         WHERE item_keys.forum_id = due.forum_id
         RETURNING item_keys.forum_id, item_id, seen_at, misses,
             is_thread OR EXISTS (
                 SELECT 1 FROM notifications n
                 WHERE n.item_id = item_keys.item_id AND n.seen_at = item_keys.seen_at)
                 AS is_alerted"
    ))
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(until)
    .bind::<Integer, _>(IDS_A_CALL)
    .bind::<Bool, _>(source.takes_many())
    .load(conn)
    .await
}

/// Returns when the first item of each source falls or fell due. Reads one row of each source, and more of Reddit.
///
/// # Errors
/// The database failed.
pub async fn longest_due(conn: &mut Conn) -> QueryResult<Vec<(metrics::Source, DateTime<Utc>)>> {
    let of_each = ID_PREFIXES.iter().enumerate().map(|(place, (_, prefix))| {
        let own = own_ids(*prefix);
        let first = match prefix {
            Some(_) => format!(
                "SELECT check_at FROM item_keys WHERE check_at IS NOT NULL AND {own}
                 ORDER BY check_at LIMIT 1"
            ),
            None => format!(
                "SELECT min(check_at) FROM (
                     SELECT check_at, forum_id FROM item_keys WHERE check_at IS NOT NULL
                     ORDER BY check_at LIMIT {MAX_PASSED_OVER}) AS first WHERE {own}"
            ),
        };
        format!("SELECT {place} AS place, ({first}) AS at")
    });
    let of_each = of_each.collect::<Vec<_>>().join(" UNION ALL ");
    let due: Vec<DueOf> = diesel::sql_query(of_each).prepared().load(conn).await?;
    let of = |due: DueOf| {
        let (source, _) = ID_PREFIXES.get(usize::try_from(due.place).ok()?)?;
        Some((*source, due.at?))
    };
    Ok(due.into_iter().filter_map(of).collect())
}
