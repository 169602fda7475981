//! Raw SQL that each connection prepares once. Otherwise a statement is parsed and planned on each
//! call, with an extra round trip, which takes longer than many statements do.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};

/// A statement that stays prepared for as long as its connection lives.
#[derive(Debug, Clone, Copy)]
pub struct Prepared<Q>(Q);

/// Marks statements that run often as prepared.
pub trait Prepare: Sized {
    /// Has each connection prepare this statement once. Its text must be one of a few, as a connection
    /// keeps all that it has prepared. It must name its columns, as a statement that returns `*` fails
    /// once a migration has added a column.
    ///
    /// Not for statements that read a partition that has just been made, such as the newest of
    /// `unmatched_items` and `near_bands`: the best plan while it is empty, a full scan, would be kept
    /// until it is analysed.
    fn prepared(self) -> Prepared<Self> {
        Prepared(self)
    }
}

impl<Q: QueryFragment<Pg>> Prepare for Q {}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Prepared<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

/// Identifies the statement by its text.
impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}
