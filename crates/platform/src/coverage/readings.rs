//! The readings of subreddits: for which watches, and since and up to when.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::read_as;
use super::report::Hour;
use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::item::ItemKind;

/// The age at which the last reading means that a place is no longer read: polls are seconds apart,
/// and retries after failures at most minutes.
pub const STALE: TimeDelta = TimeDelta::minutes(15);
const HOUR: TimeDelta = TimeDelta::hours(1);

/// The state of reading posts or comments of one subreddit.
#[derive(Debug, Clone, QueryableByName)]
pub struct Reading {
    /// In lower case; `all` for everything.
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    /// The time since which they are recorded.
    #[diesel(sql_type = Timestamptz)]
    pub since: DateTime<Utc>,
    /// The last time at which its listing was read to its end.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub read_until: Option<DateTime<Utc>>,
    /// The end of the last gap.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub gap_ended_at: Option<DateTime<Utc>>,
    /// The time from which it is being read again, because something may be missing.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub filling_since: Option<DateTime<Utc>>,
    /// Seconds between two polls of a feed; 0 for everything else.
    #[diesel(sql_type = Integer)]
    wait_seconds: i32,
}

impl Reading {
    /// Returns since when nothing is missing; none while something is missing or nobody reads it.
    pub fn complete_since(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let stale = STALE + TimeDelta::seconds(self.wait_seconds.into());
        let is_read = self.read_until.is_some_and(|until| until > now - stale);
        let since = self.gap_ended_at.map_or(self.since, |end| end.max(self.since));
        (is_read && self.filling_since.is_none()).then_some(since)
    }

    /// Returns the part of the last hour that was read (0 to 1), from the ledger's `hours`, of
    /// which the previous and the current one count; none until it was read twice.
    pub fn share_of_last_hour<'a>(
        &self,
        hours: impl IntoIterator<Item = &'a Hour>,
        now: DateTime<Utc>,
    ) -> Option<f64> {
        let begin = now.duration_trunc(HOUR).ok()? - HOUR;
        let until = self.read_until?.min(now);
        let recorded = (until - self.since.max(begin)).as_seconds_f64();
        let missing = hours.into_iter().filter(|hour| hour.hour >= begin);
        let missing: i64 = missing.map(|hour| hour.gap_seconds).sum();
        (recorded > 0.0).then(|| (1.0 - missing as f64 / recorded).clamp(0.0, 1.0))
    }
}

/// Returns how these subreddits, named in lower case, are read; those of which nothing is read yet,
/// or any longer, are left out.
pub async fn readings(places: &[String], conn: &mut Conn) -> QueryResult<Vec<Reading>> {
    diesel::sql_query(
        "WITH polled AS (
             SELECT name AS place, split_part(listing, 's:', 1) AS kind, max(polled_at) AS at,
                    0 AS wait
             FROM poll_state, unnest(names) AS name WHERE name = ANY ($1) GROUP BY 1, 2
             UNION ALL
             SELECT place, kind, polled_at, 0 FROM sequences, unnest(ARRAY['post', 'comment']) AS kind
             UNION ALL
             SELECT 'join-lemmy.org', kind, max(polled_at), 0
             FROM lemmy_instances, unnest(ARRAY['post', 'comment']) AS kind
             WHERE polled_at IS NOT NULL GROUP BY kind
             UNION ALL
             SELECT place, 'post', polled_at, interval_seconds FROM feeds WHERE place = ANY ($1))
         SELECT r.place, r.kind, r.since, polled.at AS read_until, gap.ended_at AS gap_ended_at,
                fill.started_at AS filling_since, coalesce(polled.wait, 0) AS wait_seconds
         FROM place_readings r
         LEFT JOIN polled ON polled.place = r.place AND polled.kind = r.kind
         LEFT JOIN gap_fills fill ON fill.name = r.place AND fill.kind = r.kind
         LEFT JOIN LATERAL (
             SELECT max(ended_at) AS ended_at FROM coverage_gaps
             WHERE listing = r.kind || CASE r.place WHEN 'all' THEN 's:all'
                                       ELSE 's:r/' || r.place END) gap ON true
         WHERE r.place = ANY ($1) AND r.ended_at IS NULL ORDER BY r.place, r.kind DESC",
    )
    .bind::<Array<Text>, _>(places)
    .load(conn)
    .await
}

/// The places that an active watch covers.
#[derive(Debug, Clone, QueryableByName)]
pub struct Watched {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    /// As the user spells them; `all` for everything.
    #[diesel(sql_type = Array<Text>)]
    pub subreddits: Vec<String>,
    #[diesel(sql_type = Bool)]
    pub include_posts: bool,
    #[diesel(sql_type = Bool)]
    pub include_comments: bool,
}

impl Watched {
    /// Returns the subreddits that the watch names, [as they are read](read_as).
    pub fn places(&self) -> BTreeSet<String> {
        let names = self.subreddits.iter();
        names.map(|name| read_as(name)).collect()
    }

    /// Returns whether the watch covers items of this kind.
    pub fn wants(&self, kind: ItemKind) -> bool {
        match kind {
            ItemKind::Post => self.include_posts,
            ItemKind::Comment => self.include_comments,
        }
    }
}

/// Returns the subreddits that watches name: [as they are read](read_as), and as they were spelt. A
/// place within a site that is read as a whole is returned as that site.
pub fn places_of(watched: &[Watched]) -> BTreeMap<String, &str> {
    let names = watched.iter().flat_map(|watch| &watch.subreddits);
    let shown = |name| matcher::Site::of(name).map_or(name, |site| site.place);
    names.map(|name| (read_as(name), shown(name.as_str()))).collect()
}

/// Returns what a user's active watches cover.
pub async fn watched_by(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Watched>> {
    diesel::sql_query(
        "SELECT id, subreddits, include_posts, include_comments FROM watches
         WHERE user_id = $1 AND is_active AND paused_at IS NULL ORDER BY id",
    )
    .bind::<SqlUuid, _>(user_id)
    .load(conn)
    .await
}

/// Returns the times after `since` for which something that these watches cover may be missing, the
/// latest first.
pub async fn gaps_of(
    watched: &[Watched],
    since: DateTime<Utc>,
    most: usize,
    conn: &mut Conn,
) -> QueryResult<Vec<CoverageGap>> {
    let mut looked_through: HashSet<(ItemKind, String)> = HashSet::new();
    for watch in watched {
        let kinds = ItemKind::ALL.iter().filter(|kind| watch.wants(**kind));
        for kind in kinds {
            looked_through.extend(watch.places().into_iter().map(|place| (*kind, place)));
        }
    }
    let places: Vec<String> = places_of(watched).into_keys().collect();
    // Posts and comments are counted separately, and a watch may cover only one of them.
    let both = i64::try_from(most * 2).unwrap_or(i64::MAX);
    let mut gaps = CoverageGap::of_places(&places, since, both, conn).await?;
    gaps.retain(|gap| {
        gap.place().is_some_and(|(kind, place)| looked_through.contains(&(kind, place.to_owned())))
    });
    gaps.truncate(most);
    Ok(gaps)
}
