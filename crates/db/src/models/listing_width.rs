use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use planner::{Answer, Width};

use super::place::change_plan;
use crate::Conn;
use crate::schema::poll_plan;

/// The number of names that a joined listing may have, as all processes have learned it.
#[derive(Debug, Clone, Copy, Queryable, Selectable, AsChangeset)]
#[diesel(table_name = poll_plan, check_for_backend(diesel::pg::Pg))]
pub struct ListingWidth {
    width_names: i32,
    width_complete: i32,
    width_needed: i32,
    /// The time since which the width has its present value.
    pub width_since: DateTime<Utc>,
}

impl ListingWidth {
    pub async fn load(conn: &mut Conn) -> QueryResult<Self> {
        poll_plan::table.select(Self::as_select()).first(conn).await
    }

    /// Returns the width in the planner's type.
    pub fn width(&self) -> Width {
        let count = |n: i32| u32::try_from(n).unwrap_or_default();
        Width {
            names: usize::try_from(self.width_names).unwrap_or_default(),
            complete: count(self.width_complete),
            needed: count(self.width_needed),
        }
    }

    /// Learns from an answer about a listing of `names` names, within a transaction. If that changes the
    /// width, returns the new one and has every process plan again.
    pub async fn learn(
        answer: Answer,
        names: usize,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Width>> {
        let held: Self =
            poll_plan::table.select(Self::as_select()).for_update().first(conn).await?;
        let (before, after) = (held.width(), held.width().after(answer, names));
        if after == before {
            return Ok(None);
        }
        let is_other = after.names != before.names;
        diesel::update(poll_plan::table)
            .set(Self {
                width_names: i32::try_from(after.names).unwrap_or(i32::MAX),
                width_complete: i32::try_from(after.complete).unwrap_or(i32::MAX),
                width_needed: i32::try_from(after.needed).unwrap_or(i32::MAX),
                width_since: if is_other { now } else { held.width_since },
            })
            .execute(conn)
            .await?;
        if !is_other {
            return Ok(None);
        }
        change_plan(conn).await?;
        Ok(Some(after))
    }
}
