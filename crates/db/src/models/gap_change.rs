use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use utoipa::ToSchema;
use uuid::Uuid;

use super::item::ItemKind;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::gap_changes;

/// A gap that is over, or filled, before this time has passed is reported only once, to avoid noise.
pub const SETTLED: TimeDelta = TimeDelta::minutes(5);

/// A row of `gap_changes`: a gap as it was when it, or its end, became known.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
#[diesel(table_name = gap_changes, check_for_backend(diesel::pg::Pg))]
pub struct GapChange {
    pub gap_id: Uuid,
    pub state: GapState,
    /// In lower case; `all` for everything.
    pub place: String,
    pub kind: ItemKind,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub reason: String,
}

column_enum! {
    /// The state of a gap.
    #[derive(serde::Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum GapState in gap_changes.state {
        /// It may grow, or be filled.
        Open = "open",
        /// All of it was read after all.
        Filled = "filled",
        /// It is over, and its posts stay unread.
        Closed = "closed",
    }
}

impl GapChange {
    /// Stores changes, which wait for the next round. Known changes are dropped.
    pub async fn note(changes: &[Self], conn: &mut Conn) -> QueryResult<usize> {
        if changes.is_empty() {
            return Ok(0);
        }
        diesel::sql_query(
            "INSERT INTO gap_changes (gap_id, state, place, kind, started_at, ended_at, reason)
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind::<Array<SqlUuid>, _>(changes.iter().map(|c| c.gap_id).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(changes.iter().map(|c| c.state).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(changes.iter().map(|c| &c.place).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(changes.iter().map(|c| c.kind).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(changes.iter().map(|c| c.started_at).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(changes.iter().map(|c| c.ended_at).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(changes.iter().map(|c| &c.reason).collect::<Vec<_>>())
        .execute(conn)
        .await
    }

    /// Returns whether any change of the gap `id` is stored.
    pub async fn is_known(id: Uuid, conn: &mut Conn) -> QueryResult<bool> {
        let known = gap_changes::table.filter(gap_changes::gap_id.eq(id));
        diesel::select(diesel::dsl::exists(known)).get_result(conn).await
    }
}
