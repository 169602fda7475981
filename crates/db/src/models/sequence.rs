use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{sequence_waiting, sequences};

column_enum! {
    /// A source whose ids or event times increase.
    pub enum SequenceSource in sequences.source {
        HackerNews = "hacker_news",
        Bluesky = "bluesky",
    }
}

/// A row of `sequences`: how far a source has been read.
#[derive(Debug, Clone, Queryable, Selectable, QueryableByName)]
#[diesel(table_name = sequences, check_for_backend(diesel::pg::Pg))]
pub struct Sequence {
    pub source: SequenceSource,
    pub place: String,
    /// The last id, or the time of the last event in microseconds since 1970.
    pub read_to: i64,
    pub next_poll_at: DateTime<Utc>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
    pub polled_at: Option<DateTime<Utc>>,
    pub failures: i32,
    pub last_error: Option<String>,
}

/// A row of `sequence_waiting`: an id that had no item when it was requested.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = sequence_waiting, check_for_backend(diesel::pg::Pg))]
pub struct Waiting {
    pub id: i64,
    pub since: DateTime<Utc>,
    /// The number of requests of the id.
    pub looks: i32,
    /// When to request it next; `None` once it is given up.
    pub next_look_at: Option<DateTime<Utc>>,
}

/// A source that a process keeps to itself between two polls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The fence of its last claim.
    pub fence: i64,
    /// Whether it is claimed before the next poll is due.
    pub is_early: bool,
}

impl Sequence {
    /// Creates the row of a source from which nothing was read before. If another process has created
    /// it, that one is kept.
    pub async fn begin(
        source: SequenceSource,
        place: &str,
        read_to: i64,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::insert_into(sequences::table)
            .values((
                sequences::source.eq(source),
                sequences::place.eq(place),
                sequences::read_to.eq(read_to),
                sequences::next_poll_at.eq(now),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await
    }

    /// Finds the row of a source; `None` before it was read for the first time.
    pub async fn find(source: SequenceSource, conn: &mut Conn) -> QueryResult<Option<Self>> {
        sequences::table.find(source).select(Self::as_select()).first(conn).await.optional()
    }

    /// Claims the source if it is due, for the time of `lease`. Its next poll is scheduled at once, so that
    /// a poll that never ends is simply late. Whoever holds the source already passes `held`.
    pub async fn claim(
        source: SequenceSource,
        now: DateTime<Utc>,
        lease: TimeDelta,
        interval: TimeDelta,
        held: Option<Held>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "UPDATE sequences
             SET leased_until = $2, leased_by = this_process(), next_poll_at = $3,
                 fence = fence + 1
             WHERE source = $4
                 -- What is scheduled later than ever was so by a clock that has been set back.
                 AND (next_poll_at <= $1 OR next_poll_at > $1 + interval '1 hour' OR $6 AND fence = $5)
                 AND (leased_until IS NULL OR leased_until <= $1 OR leased_until > $1 + interval '1 hour'
                      OR fence = $5)
             RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<Timestamptz, _>(now + interval)
        .bind::<Text, _>(source)
        .bind::<Nullable<BigInt>, _>(held.map(|held| held.fence))
        .bind::<Bool, _>(held.is_some_and(|held| held.is_early))
        .get_result(conn)
        .await
        .optional()
    }

    /// Leaves a source to the next reader, unless it is another's by now.
    pub async fn let_go(source: SequenceSource, fence: i64, conn: &mut Conn) -> QueryResult<usize> {
        diesel::update(sequences::table.find(source))
            .filter(sequences::fence.eq(fence))
            .set(sequences::leased_until.eq(None::<DateTime<Utc>>))
            .execute(conn)
            .await
    }

    /// Returns when to look whether a source can be claimed; `None` before it was read for the first time. While it is
    /// leased, that is at once, and again after the caller's shortest wait: the lease ends early if its holder is gone.
    pub async fn next_due(
        source: SequenceSource,
        conn: &mut Conn,
    ) -> QueryResult<Option<DateTime<Utc>>> {
        let sequence = Self::find(source, conn).await?;
        Ok(sequence.map(|sequence| match sequence.leased_until {
            Some(_) => DateTime::UNIX_EPOCH,
            None => sequence.next_poll_at,
        }))
    }

    /// Finds the ids to request again by `now`: first those that were requested least, since most ids that stay without
    /// an item never get one.
    pub async fn due(
        &self,
        now: DateTime<Utc>,
        most: i64,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Waiting>> {
        sequence_waiting::table
            .filter(sequence_waiting::source.eq(self.source))
            .filter(sequence_waiting::next_look_at.le(now))
            .order((sequence_waiting::looks, sequence_waiting::next_look_at, sequence_waiting::id))
            .limit(most)
            .select(Waiting::as_select())
            .load(conn)
            .await
    }

    /// Stores the outcome for requested ids: those that wait, or are given up, and those that no longer
    /// wait.
    pub async fn note_waiting(
        &self,
        waiting: &[Waiting],
        arrived: &[i64],
        conn: &mut Conn,
    ) -> QueryResult<()> {
        if !arrived.is_empty() {
            diesel::sql_query("DELETE FROM sequence_waiting WHERE source = $1 AND id = ANY ($2)")
                .bind::<Text, _>(self.source)
                .bind::<Array<BigInt>, _>(arrived)
                .execute(conn)
                .await?;
        }
        if waiting.is_empty() {
            return Ok(());
        }
        diesel::sql_query(
            "INSERT INTO sequence_waiting (source, id, since, looks, next_look_at)
             SELECT $1, id, since, looks, next_look_at
             FROM unnest($2, $3, $4, $5) AS new (id, since, looks, next_look_at)
             ON CONFLICT (source, id) DO UPDATE SET
                 looks = excluded.looks, next_look_at = excluded.next_look_at",
        )
        .bind::<Text, _>(self.source)
        .bind::<Array<BigInt>, _>(waiting.iter().map(|one| one.id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(waiting.iter().map(|one| one.since).collect::<Vec<_>>())
        .bind::<Array<Integer>, _>(waiting.iter().map(|one| one.looks).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(
            waiting.iter().map(|one| one.next_look_at).collect::<Vec<_>>(),
        )
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Counts the ids of a place that were given up and had nothing since `since` or later; 0 for a place
    /// that is not such a source.
    pub async fn unavailable(
        place: &str,
        since: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<i64> {
        let sources = sequences::table.filter(sequences::place.eq(place));
        sequence_waiting::table
            .filter(sequence_waiting::source.eq_any(sources.select(sequences::source)))
            .filter(sequence_waiting::next_look_at.is_null())
            .filter(sequence_waiting::since.gt(since))
            .count()
            .get_result(conn)
            .await
    }
}
