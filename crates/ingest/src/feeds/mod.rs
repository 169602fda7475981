//! Reads the feeds that users follow. The interval of a feed depends on how often it has something new, not
//! on the number of its followers. One process polls it at a time, and no host gets two requests at once.

mod entries;
mod interval;
mod read;

pub(crate) use self::read::read_feeds;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tracing::Instrument;
use url::Url;
use uuid::Uuid;

use self::entries::sort_out;
use self::interval::{after_failure, first_seconds, next_seconds};
use super::reader::Reader;
use super::store::Stored;
use crate::store::outcome::{FeedOutcome, Outcome};
use db::models::feed::{ClaimedFeed, PolledFeed, ReadFeed};
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::sources::feed::{
    Answer, Document, FeedClient, FeedError, Fetched, Validators, site_of, title_of,
};

/// Time beyond that of a fetch that the lease allows for reading and storing.
const LEASE_BESIDE: TimeDelta = TimeDelta::minutes(1);

/// The reader of one process; any number of them share the work, and one can make several polls at once.
pub struct FeedReader {
    reader: Reader<Arc<FeedClient>>,
}

/// One poll, for the log and for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolledOnce {
    pub feed: Uuid,
    pub stored: Stored,
    /// Whether the server said that nothing has changed.
    pub is_unchanged: bool,
    pub error: Option<FeedError>,
}

impl FeedReader {
    pub fn new(context: Context, source: Arc<FeedClient>, watches: Arc<ActiveWatches>) -> Self {
        Self { reader: Reader::new(context, source, watches) }
    }

    /// Polls the feed that has been due longest. Returns `None` if none can be polled now.
    ///
    /// # Errors
    /// The database failed. Errors of the feed are part of the returned value.
    pub async fn poll_once(&self) -> anyhow::Result<Option<PolledOnce>> {
        let context = &self.reader.context;
        let now = context.clock.now();
        let claimed = {
            let mut conn = context.conn().await?;
            ClaimedFeed::claim(now, self.lease(), &mut conn).await?
        };
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let span = traces::poll(Source::Feeds);
        let polling = async {
            match self.ask(&claimed, now).await {
                Ok(Fetched { address, answer: Answer::Unchanged }) => {
                    self.note_move(&claimed, &address).await?;
                    self.leave(&claimed, now).await
                }
                Ok(Fetched { address, answer: Answer::Document(document) }) => {
                    self.read(claimed, address, document, now).await
                }
                Err(error) => self.fail(&claimed, error).await,
            }
        };
        let polled = polling.instrument(span.clone()).await?;
        if polled.error.is_some() {
            traces::failed(&span);
        }
        Ok(Some(polled))
    }

    fn lease(&self) -> TimeDelta {
        self.reader.source.longest() + LEASE_BESIDE
    }

    async fn ask(&self, claimed: &ClaimedFeed, now: DateTime<Utc>) -> Result<Fetched, FeedError> {
        let address = Url::parse(&claimed.address).map_err(|_| FeedError::BadRedirect)?;
        let known =
            Validators { etag: claimed.etag.clone(), last_modified: claimed.last_modified.clone() };
        self.reader.source.fetch(&address, &known, now).await
    }

    /// Follows a feed to the address to which it permanently redirects.
    async fn note_move(&self, claimed: &ClaimedFeed, address: &Url) -> anyhow::Result<()> {
        let Some(host) = address.host_str() else {
            return Ok(());
        };
        if address.as_str() == claimed.address {
            return Ok(());
        }
        let context = &self.reader.context;
        let mut conn = context.conn().await?;
        claimed.move_to(address.as_str(), host, context.clock.now(), &mut conn).await?;
        tracing::info!(feed = %claimed.id, "a feed has moved");
        Ok(())
    }

    /// Ends a poll that brought nothing.
    async fn leave(
        &self,
        claimed: &ClaimedFeed,
        began: DateTime<Utc>,
    ) -> anyhow::Result<PolledOnce> {
        let seconds = next_seconds(claimed.interval_seconds, 0, None);
        let now = self.reader.context.clock.now();
        let polled = PolledFeed {
            next_poll_at: Some(now + TimeDelta::seconds(seconds.into())),
            interval_seconds: seconds,
            polled_at: Some(began),
            error: None,
            is_unchanged: true,
        };
        let mut conn = self.reader.context.conn().await?;
        let outcome_written = claimed.write(&polled, now, &mut conn).await?;
        Ok(PolledOnce {
            feed: claimed.id,
            stored: Stored { outcome_written, ..Stored::default() },
            is_unchanged: true,
            error: None,
        })
    }

    async fn read(
        &self,
        claimed: ClaimedFeed,
        address: Url,
        document: Document,
        began: DateTime<Utc>,
    ) -> anyhow::Result<PolledOnce> {
        let validators = document.validators.clone();
        let document = match document.parse().await? {
            Ok(document) => document,
            Err(none) => return self.fail(&claimed, none.error.into()).await,
        };
        // Only once the feed is known to be there: the answer may be a notice of a host that has closed.
        self.note_move(&claimed, &address).await?;
        let now = self.reader.context.clock.now();
        let entries = sort_out(&document, &claimed, now);
        let (present, wait) = (claimed.interval_seconds, document.wait);
        let seconds = match claimed.polled_at {
            Some(_) => next_seconds(present, entries.fresh, wait),
            None => {
                let entries = document.entries.iter();
                let dates = entries.filter_map(|entry| entry.published.or(entry.updated));
                first_seconds(present, dates, now, wait)
            }
        };
        let outcome = FeedOutcome {
            polled: PolledFeed {
                next_poll_at: Some(now + TimeDelta::seconds(seconds.into())),
                interval_seconds: seconds,
                polled_at: Some(began),
                error: None,
                is_unchanged: entries.new.is_empty(),
            },
            read: ReadFeed {
                title: title_of(&document),
                site: site_of(&document),
                etag: validators.etag,
                last_modified: validators.last_modified,
                known: entries.known,
                known_titles: entries.known_titles,
            },
            claimed,
        };
        let feed = outcome.claimed.id;
        let outcome = Some(Outcome::Feed(Box::new(outcome)));
        let stored = self.reader.store(entries.new, outcome, now).await?;
        Ok(PolledOnce { feed, stored, is_unchanged: false, error: None })
    }

    /// Ends a poll that failed: the next one waits longer, and a feed that is gone is not polled again.
    async fn fail(&self, claimed: &ClaimedFeed, error: FeedError) -> anyhow::Result<PolledOnce> {
        let asked: Option<Duration> = match &error {
            FeedError::Busy { retry_after } => *retry_after,
            _ => None,
        };
        let failures = u32::try_from(claimed.failures).unwrap_or(0) + 1;
        let wait = after_failure(claimed.interval_seconds, failures, asked, rand::random());
        let now = self.reader.context.clock.now();
        let polled = PolledFeed {
            next_poll_at: (error != FeedError::Gone).then(|| now + wait),
            interval_seconds: claimed.interval_seconds,
            polled_at: None,
            error: Some(error.to_string()),
            is_unchanged: false,
        };
        let mut conn = self.reader.context.conn().await?;
        let outcome_written = claimed.write(&polled, now, &mut conn).await?;
        Ok(PolledOnce {
            feed: claimed.id,
            stored: Stored { outcome_written, ..Stored::default() },
            is_unchanged: false,
            error: Some(error),
        })
    }
}
