//! The progress of a shard in the log, which is stored with what its watches match.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;

use db::Conn;
use db::models::match_shard::MatchShard;

/// A shard whose process has died is taken over after this time. Each transaction and each third of it extends it.
pub(crate) const LEASE: TimeDelta = TimeDelta::seconds(6);

/// The progress of a shard, written with what it stores.
#[derive(Debug)]
pub(crate) struct Progress<'a> {
    shard: &'a MatchShard,
    position: i64,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(shard: &'a MatchShard, position: i64) -> Self {
        Self { shard, position }
    }

    /// Writes the progress. Returns whether this process still holds the shard.
    pub(crate) async fn write(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        self.shard.move_on(self.position, now + LEASE, conn).await
    }
}
