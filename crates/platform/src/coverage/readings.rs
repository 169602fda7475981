//! What is read for whom, since when and up to when.

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

/// What has not been read for so long is not being read: polls are seconds apart, and retries after
/// failures at most minutes.
pub const STALE: TimeDelta = TimeDelta::minutes(15);
const HOUR: TimeDelta = TimeDelta::hours(1);

/// How posts or comments of a subreddit are read.
#[derive(Debug, Clone, QueryableByName)]
pub struct Reading {
    /// In lower case; `all` for everything.
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    /// Since when they are recorded.
    #[diesel(sql_type = Timestamptz)]
    pub since: DateTime<Utc>,
    /// The last time that its listing was read to its end.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub read_until: Option<DateTime<Utc>>,
    /// The end of the last gap.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub gap_ended_at: Option<DateTime<Utc>>,
    /// From when on it is being read once more, because something may be missing.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub filling_since: Option<DateTime<Utc>>,
    /// How long it is left alone between two polls, of a feed; of all else that is no time.
    #[diesel(sql_type = Integer)]
    wait_seconds: i32,
}

impl Reading {
    /// Returns since when nothing is missing; none while something is, or nobody reads.
    pub fn complete_since(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let stale = STALE + TimeDelta::seconds(self.wait_seconds.into());
        let is_read = self.read_until.is_some_and(|until| until > now - stale);
        let since = self
            .gap_ended_at
            .map_or(self.since, |end| end.max(self.since));
        (is_read && self.filling_since.is_none()).then_some(since)
    }

    /// Returns the part of the last hour that was read (0 to 1), from the ledger's `hours` of it, of which
    /// the one before this one and this one count; none before it was read twice.
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

/// Finds how these subreddits are read, named in lower case: those of which nothing is read yet, or any
/// longer, are left out.
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

/// What an active watch looks through.
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
    /// Returns the subreddits that it names, [as they are read](read_as).
    pub fn places(&self) -> BTreeSet<String> {
        let names = self.subreddits.iter();
        names.map(|name| read_as(name)).collect()
    }

    /// Returns whether it looks through posts, or comments.
    pub fn wants(&self, kind: ItemKind) -> bool {
        match kind {
            ItemKind::Post => self.include_posts,
            ItemKind::Comment => self.include_comments,
        }
    }
}

/// Returns the subreddits that watches name: [as they are read](read_as), and as they were spelt. What lies in
/// a site that is read as a whole is that site.
pub fn places_of(watched: &[Watched]) -> BTreeMap<String, &str> {
    let names = watched.iter().flat_map(|watch| &watch.subreddits);
    let shown = |name| matcher::Site::of(name).map_or(name, |site| site.place);
    names
        .map(|name| (read_as(name), shown(name.as_str())))
        .collect()
}

/// Finds what a user's active watches look through.
pub async fn watched_by(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Watched>> {
    diesel::sql_query(
        "SELECT id, subreddits, include_posts, include_comments FROM watches
         WHERE user_id = $1 AND is_active AND paused_at IS NULL ORDER BY id",
    )
    .bind::<SqlUuid, _>(user_id)
    .load(conn)
    .await
}

/// Finds the times after `since` of which something may be missing of what these watches look through, the
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
    // Posts and comments each, of which a watch may look through one.
    let both = i64::try_from(most * 2).unwrap_or(i64::MAX);
    let mut gaps = CoverageGap::of_places(&places, since, both, conn).await?;
    gaps.retain(|gap| {
        gap.place()
            .is_some_and(|(kind, place)| looked_through.contains(&(kind, place.to_owned())))
    });
    gaps.truncate(most);
    Ok(gaps)
}
