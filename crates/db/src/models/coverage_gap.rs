use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use matcher::ALL;
use uuid::Uuid;

use super::gap_change::SETTLED;
use super::item::ItemKind;
use super::poll_state::ALL_COMMENTS;
use crate::Conn;
use crate::schema::coverage_gaps;

/// The stored reasons why something may be missing.
pub mod reason {
    pub const TOO_MANY: &str = "more was posted than is read at once";
    pub const TOO_OLD: &str = "the listing reaches no further back";
    pub const FAILED: &str = "the forum failed again and again";
    pub const LOST: &str = "the forum lost its place in the listing";
    pub const EMPTY: &str = "the forum lists nothing there";
    pub const HIDDEN: &str = "the forum does not show it";
    pub const BUDGET: &str = "the request budget reaches no further";
    pub const TURNED_OVER: &str = "more was published than the feed lists";
    pub const AWAY: &str = "nothing was read for too long";
    pub const LEFT_OUT: &str = "an instance left out what another one has";
}

/// A row of `coverage_gaps`: a period for which a listing could not be read completely.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = coverage_gaps, check_for_backend(diesel::pg::Pg))]
pub struct CoverageGap {
    pub id: Uuid,
    pub listing: String,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub reason: String,
}

impl CoverageGap {
    /// Returns the name that gaps use for the listing of one subreddit, or of everything.
    pub fn listing_of(kind: ItemKind, place: &str) -> String {
        match place {
            ALL => format!("{kind}s:{ALL}"),
            name => format!("{kind}s:r/{name}"),
        }
    }

    /// Returns the kind of items listed, and the subreddit or `all`; `None` for a listing of several
    /// subreddits.
    pub fn place(&self) -> Option<(ItemKind, &str)> {
        let (kind, listed) = self.listing.split_once("s:")?;
        let kind = ItemKind::ALL.iter().find(|k| k.as_str() == kind)?;
        let place = (listed == ALL).then_some(ALL).or_else(|| listed.strip_prefix("r/"))?;
        Some((*kind, place))
    }

    /// Finds the gaps of these subreddits, named in lower case, that ended after `since`, latest first.
    /// Comments of everything are a sample: what is missing from it is not a gap.
    pub async fn of_places(
        places: &[String],
        since: DateTime<Utc>,
        most: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let listings = places.iter().flat_map(|place| {
            let kinds = ItemKind::ALL.iter();
            kinds.map(|kind| Self::listing_of(*kind, place))
        });
        let listings = listings.filter(|listing| listing != ALL_COMMENTS);
        coverage_gaps::table
            .filter(coverage_gaps::listing.eq_any(listings.collect::<Vec<_>>()))
            .filter(coverage_gaps::ended_at.gt(since))
            .order((coverage_gaps::ended_at.desc(), coverage_gaps::id))
            .limit(most)
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Stores a gap. A gap that begins no later than `joined` after the end of another with the same
    /// reason extends that one, so that a listing that is never covered completely has one gap and
    /// not one for each poll. A gap that was reported as closed stays as it is, and one that was
    /// reported while it was being filled stays separate.
    pub async fn record(
        &self,
        joined: TimeDelta,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        let closes_at = now + joined.max(SETTLED);
        let longer = diesel::sql_query(
            "UPDATE coverage_gaps SET ended_at = greatest(ended_at, $4), closes_at = $5
             WHERE closes_at IS NOT NULL AND id = (
                 SELECT id FROM coverage_gaps
                 WHERE listing = $1 AND reason = $2 AND ended_at >= $3 AND started_at <= $4
                     AND closes_at IS NOT NULL
                     AND NOT EXISTS (SELECT FROM gap_changes WHERE gap_id = $6)
                 ORDER BY ended_at DESC LIMIT 1)",
        )
        .bind::<Text, _>(&self.listing)
        .bind::<Text, _>(&self.reason)
        .bind::<Timestamptz, _>(self.started_at - joined)
        .bind::<Timestamptz, _>(self.ended_at)
        .bind::<Timestamptz, _>(closes_at)
        .bind::<SqlUuid, _>(self.id)
        .execute(conn)
        .await?;
        if longer == 0 {
            let times = (coverage_gaps::opened_at.eq(now), coverage_gaps::closes_at.eq(closes_at));
            diesel::insert_into(coverage_gaps::table).values((self, times)).execute(conn).await?;
        }
        Ok(())
    }
}
