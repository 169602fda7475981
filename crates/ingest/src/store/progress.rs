use chrono::{DateTime, Utc};
use diesel::QueryResult;

use super::LEASE;
use db::Conn;
use db::models::match_shard::MatchShard;

/// The progress of a shard, written with what it stores.
#[derive(Debug)]
pub(crate) struct Progress<'a> {
    shard: &'a MatchShard,
    position: i64,
}

impl<'a> Progress<'a> {
    pub(super) fn new(shard: &'a MatchShard, position: i64) -> Self {
        Self { shard, position }
    }

    /// Writes the progress. Returns whether this process still holds the shard.
    pub(crate) async fn write(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        self.shard.move_on(self.position, now + LEASE, conn).await
    }
}
