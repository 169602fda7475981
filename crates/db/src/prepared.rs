//! Raw SQL that each connection prepares once. Otherwise a statement is parsed and planned at each call,
//! with a round trip more, which takes longer than many of them do.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};

/// A statement that is kept, prepared, for as long as its connection.
#[derive(Debug, Clone, Copy)]
pub struct Prepared<Q>(Q);

/// For statements that run often.
pub trait Prepare: Sized {
    /// Has each connection prepare this statement once. Its text has to be one of a few, as a connection
    /// keeps all that it has prepared; and to name its columns, as one that gives `*` fails once a
    /// migration has added a column.
    ///
    /// Not for what looks into a partition that has just been made, such as the newest of `unmatched_items`
    /// and `near_bands`: the plan that is best while it is empty, to read all of it, would be kept until it
    /// is analysed.
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

/// Found by its text.
impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}
