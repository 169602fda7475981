//! Which sites beside the forum, and which feeds, cannot be read.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::coverage::STALE;
use db::Conn;
use foundation::labels::place_label;

/// Fewer failures in a row are none.
const LEAST_FAILURES: i32 = 3;
/// What was read within this time can be read.
const AWAY: TimeDelta = TimeDelta::minutes(1);
/// A feed is asked for every few hours, and a blog may be away for a while.
const FEED_AWAY: TimeDelta = TimeDelta::days(1);

/// A site or feed that one of the user's active watches names and that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct UnreadableSite {
    #[diesel(sql_type = Text)]
    pub place: String,
    /// When it was last read to the end, if it ever was.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub since: Option<DateTime<Utc>>,
    /// Whether nobody tries.
    #[diesel(sql_type = Bool)]
    is_stopped: bool,
}

impl UnreadableSite {
    /// Returns why, as a sentence.
    pub fn reason(&self) -> String {
        let name = place_label(&self.place);
        match self.is_stopped {
            true => format!("Harken has stopped reading {name}."),
            false => format!("{name} is not answering as it should."),
        }
    }
}

/// Finds them at `now`. What was never begun to be read is none of them: it says so on the coverage page.
///
/// # Errors
/// The database failed.
pub async fn unreadable_sites(
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<UnreadableSite>> {
    diesel::sql_query(
        "WITH away AS (
             SELECT place, polled_at AS since, next_poll_at < $4 AS is_stopped FROM sequences
             WHERE next_poll_at < $4 OR failures >= $2 AND coalesce(polled_at, 'epoch') < $3
             UNION ALL
             -- As long as one instance is read, Lemmy is.
             SELECT 'join-lemmy.org', max(polled_at), max(next_poll_at) < $4 FROM lemmy_instances
             HAVING max(next_poll_at) < $4
                 OR max(failures) >= $2 AND coalesce(max(polled_at), 'epoch') < $3
             UNION ALL
             SELECT place, polled_at, next_poll_at IS NULL
             FROM feeds JOIN user_feeds u ON u.feed_id = feeds.id AND u.user_id = $1
             WHERE next_poll_at IS NULL
                 OR failures >= $2 AND coalesce(polled_at, created_at) < $5)
         SELECT * FROM away
         WHERE EXISTS (SELECT FROM watches w
                       WHERE w.user_id = $1 AND w.is_active AND w.paused_at IS NULL
                           AND EXISTS (SELECT FROM unnest(w.subreddits) AS name
                                       WHERE read_as(name) = away.place))
         ORDER BY place",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Integer, _>(LEAST_FAILURES)
    .bind::<Timestamptz, _>(now - AWAY)
    .bind::<Timestamptz, _>(now - STALE)
    .bind::<Timestamptz, _>(now - FEED_AWAY)
    .load(conn)
    .await
}
