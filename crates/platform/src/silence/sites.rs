//! Finds the sites beside the forum, and the feeds, that cannot be read.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::coverage::STALE;
use db::Conn;
use foundation::wording::labels::place_label;

/// The fewest failures in a row that count.
const MIN_FAILURES: i32 = 3;
/// A site that was read within this time counts as readable.
const AWAY: TimeDelta = TimeDelta::minutes(1);
/// The same for feeds: a feed is fetched every few hours, and a blog may be away for a while.
const FEED_AWAY: TimeDelta = TimeDelta::days(1);

/// A site or feed that one of the user's active watches names but that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct UnreadableSite {
    #[diesel(sql_type = Text)]
    pub place: String,
    /// The time at which it was last read to the end, if it ever was.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub since: Option<DateTime<Utc>>,
    /// Whether nobody tries to read it.
    #[diesel(sql_type = Bool)]
    is_stopped: bool,
}

impl UnreadableSite {
    /// Returns the reason, as a sentence.
    pub fn reason(&self) -> String {
        let name = place_label(&self.place);
        match self.is_stopped {
            true => format!("Harken has stopped reading {name}."),
            false => format!("{name} is not answering as it should."),
        }
    }
}

/// Returns the user's unreadable sites at `now`. A site that has never been read is left out: the
/// coverage page reports it.
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
    .bind::<Integer, _>(MIN_FAILURES)
    .bind::<Timestamptz, _>(now - AWAY)
    .bind::<Timestamptz, _>(now - STALE)
    .bind::<Timestamptz, _>(now - FEED_AWAY)
    .load(conn)
    .await
}
