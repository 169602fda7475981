//! Records how a poll went, in the transaction that stores its items, so that the watermark is never ahead of
//! what is stored.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::feed::{Amount, ClaimedFeed, PolledFeed, ReadFeed, take_waiting};
use db::models::gap_fill::GapFill;
use db::models::item::ItemKind;
use db::models::lemmy_instance::LemmyInstance;
use db::models::poll_state::PollState;
use db::models::sequence::{Sequence, Waiting};
use platform::coverage::{begin_reading, record_gap};
use platform::sources::ForumItem;

/// The outcome of a listing, of a source whose ids or events count up, of a feed, or of an instance of Lemmy.
#[derive(Debug)]
pub enum Outcome {
    Listing(PollOutcome),
    Sequence(SequenceOutcome),
    Feed(Box<FeedOutcome>),
    Lemmy(LemmyOutcome),
}

/// Returns what these items, which were stored, take.
pub(crate) fn amount_of<'a>(new: impl Iterator<Item = &'a ForumItem>) -> Amount {
    let mut amount = Amount::default();
    for item in new {
        amount.entries += 1;
        amount.bytes += i64::try_from(item.text_bytes()).unwrap_or(i64::MAX);
    }
    amount
}

/// The rows to write about what a poll could not read.
#[derive(Debug, Default)]
pub struct Missed {
    pub gap: Option<JoinedGap>,
    /// Members of the listing that are read again, in fewer at once.
    pub to_fill: Vec<GapFill>,
}

#[derive(Debug)]
pub struct JoinedGap {
    pub gap: CoverageGap,
    /// The longest time after an earlier gap for which this one extends it.
    pub joined: TimeDelta,
}

impl Outcome {
    /// Ends the poll, unless another process holds the listing or the source by now: then that process's
    /// outcome counts, and this returns false.
    pub(crate) async fn write(
        &self,
        new: Amount,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        match self {
            Self::Listing(outcome) => outcome.write(new.entries, now, conn).await,
            Self::Sequence(outcome) => outcome.write(now, conn).await,
            Self::Feed(outcome) => outcome.write(new, now, conn).await,
            Self::Lemmy(outcome) => outcome.write(now, conn).await,
        }
    }

    /// Returns whether nothing at all is stored when another process has taken over, which may have learned
    /// since that the items are gone.
    pub(crate) fn holds(&self) -> bool {
        match self {
            Self::Listing(_) | Self::Lemmy(_) => false,
            Self::Sequence(outcome) => outcome.holds,
            // New entries were determined by the marks with which the feed was claimed.
            Self::Feed(_) => true,
        }
    }
}

/// The outcome of polling a listing.
#[derive(Debug)]
pub struct PollOutcome {
    /// The row as claimed.
    pub claimed: PollState,
    /// The time of the first request: the listing contained everything posted before.
    pub began_at: DateTime<Utc>,
    pub known_ids: Vec<String>,
    pub next_poll_at: DateTime<Utc>,
    /// `None` if the poll succeeded.
    pub error: Option<String>,
    pub missed: Missed,
}

/// The outcome of polling a source whose ids count up, or of a stream.
#[derive(Debug)]
pub struct SequenceOutcome {
    /// The row as claimed.
    pub claimed: Sequence,
    pub read_to: i64,
    /// When the poll began, if it reached the last id.
    pub polled_at: Option<DateTime<Utc>>,
    pub next_poll_at: DateTime<Utc>,
    /// `None` at the end of the poll or the stream.
    pub leased_until: Option<DateTime<Utc>>,
    /// See [`Outcome::holds`].
    pub holds: bool,
    /// `None` if the poll succeeded.
    pub error: Option<String>,
    /// Ids that had nothing and are requested again, or are given up.
    pub waiting: Vec<Waiting>,
    /// Ids that waited and have something now.
    pub arrived: Vec<i64>,
    /// The gaps that are skipped for good.
    pub gaps: Vec<CoverageGap>,
}

/// The outcome of polling a feed that returned a document.
#[derive(Debug)]
pub struct FeedOutcome {
    /// The row as claimed.
    pub claimed: ClaimedFeed,
    pub polled: PolledFeed,
    pub read: ReadFeed,
    /// The time of which entries were lost before they could be read.
    pub gap: Option<CoverageGap>,
    /// The waiting items of a push source that are stored, by their `seq`.
    pub pushed: Vec<i64>,
}

/// The outcome of polling an instance of Lemmy.
#[derive(Debug)]
pub struct LemmyOutcome {
    /// The row as claimed.
    pub claimed: LemmyInstance,
    /// When the poll began, if it succeeded.
    pub polled_at: Option<DateTime<Utc>>,
    pub next_poll_at: DateTime<Utc>,
    /// `None` if the poll succeeded.
    pub error: Option<String>,
    /// The gaps that are skipped for good.
    pub gaps: Vec<CoverageGap>,
}

impl LemmyOutcome {
    async fn write(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let claimed = &self.claimed;
        let error = self.error.as_deref();
        if !claimed.write(self.polled_at, self.next_poll_at, error, conn).await? {
            return Ok(false);
        }
        if claimed.polled_at.is_none() && error.is_none() {
            begin_site(matcher::LEMMY.place, now, conn).await?;
        }
        record_gaps(&self.gaps, now, conn).await?;
        Ok(true)
    }
}

impl FeedOutcome {
    async fn write(&self, new: Amount, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let claimed = &self.claimed;
        if !claimed.write(&self.polled, now, conn).await? {
            return Ok(false);
        }
        if claimed.push_name().is_some()
            && !take_waiting(claimed.id, &self.pushed, now, conn).await?
        {
            return Ok(false);
        }
        claimed.write_read(&self.read, new.entries, conn).await?;
        if claimed.polled_at.is_none() {
            let place = std::slice::from_ref(&claimed.place);
            begin_reading(ItemKind::Post, place, now, conn).await?;
        }
        record_gaps(self.gap.as_slice(), now, conn).await?;
        // Last, since all polls of feeds change the row of the server.
        claimed.add_use(new, now, conn).await?;
        Ok(true)
    }
}

impl SequenceOutcome {
    /// Returns an outcome that changes nothing and leaves the source to the next reader.
    pub fn unchanged(claimed: Sequence, now: DateTime<Utc>) -> Self {
        Self {
            read_to: claimed.read_to,
            polled_at: None,
            next_poll_at: now,
            leased_until: None,
            holds: false,
            error: None,
            waiting: Vec::new(),
            arrived: Vec::new(),
            gaps: Vec::new(),
            claimed,
        }
    }

    async fn write(&self, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        use db::schema::sequences::dsl as s;
        let claimed = &self.claimed;
        let mine = s::sequences.find(claimed.source).filter(s::fence.eq(claimed.fence));
        let failures = match &self.error {
            Some(_) => claimed.failures.saturating_add(1),
            None => 0,
        };
        let written = diesel::update(mine)
            .set((
                s::read_to.eq(self.read_to),
                s::next_poll_at.eq(self.next_poll_at),
                s::leased_until.eq(self.leased_until),
                s::polled_at.eq(self.polled_at.or(claimed.polled_at)),
                s::failures.eq(failures),
                s::last_error.eq(&self.error),
            ))
            .execute(conn)
            .await?;
        if written == 0 {
            return Ok(false);
        }
        if claimed.polled_at.is_none() && self.error.is_none() {
            begin_site(&claimed.place, now, conn).await?;
        }
        claimed.note_waiting(&self.waiting, &self.arrived, conn).await?;
        record_gaps(&self.gaps, now, conn).await?;
        Ok(true)
    }
}

impl PollOutcome {
    async fn write(
        &self,
        new_items: i64,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        use db::schema::poll_state::dsl as p;
        let mine =
            p::poll_state.find(&self.claimed.listing).filter(p::fence.eq(self.claimed.fence));
        let failures = match &self.error {
            Some(_) => self.claimed.failures.saturating_add(1),
            None => 0,
        };
        let polled_at = match &self.error {
            Some(_) => self.claimed.polled_at,
            None => Some(self.began_at),
        };
        let written = diesel::update(mine)
            .set((
                p::known_ids.eq(&self.known_ids),
                p::next_poll_at.eq(self.next_poll_at),
                p::leased_until.eq(None::<DateTime<Utc>>),
                p::polled_at.eq(polled_at),
                self.error.is_none().then_some(p::answered_at.eq(now)),
                p::failures.eq(failures),
                p::last_error.eq(&self.error),
                p::items_seen.eq(p::items_seen + new_items),
                p::scheduled_at.eq(now),
                p::failed_at.eq(self.error.as_ref().map(|_| now)),
            ))
            .execute(conn)
            .await?;
        if written == 0 {
            return Ok(false);
        }
        if self.error.is_none() {
            let claimed = &self.claimed;
            if claimed.names != claimed.planned {
                claimed.set_names(conn).await?;
                begin_reading(claimed.kind(), &claimed.planned, now, conn).await?;
            }
            if claimed.failures > 1 {
                PollState::retry_failed(now, conn).await?;
            }
        }
        if let Some(JoinedGap { gap, joined }) = &self.missed.gap {
            gap.record(*joined, now, conn).await?;
            record_gap(gap, conn).await?;
        }
        if !self.missed.to_fill.is_empty() {
            GapFill::plan(&self.missed.to_fill, conn).await?;
        }
        Ok(true)
    }
}

/// Begins the record of a site that is read as a whole.
async fn begin_site(place: &str, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    for kind in ItemKind::ALL {
        begin_reading(*kind, &[place.to_owned()], now, conn).await?;
    }
    Ok(())
}

async fn record_gaps(gaps: &[CoverageGap], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    for gap in gaps {
        gap.record(chrono::TimeDelta::zero(), now, conn).await?;
        record_gap(gap, conn).await?;
    }
    Ok(())
}
