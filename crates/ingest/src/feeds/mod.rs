//! Reads the feeds that users follow. The interval of a feed depends on how often it has something new, not
//! on the number of its followers. One process polls it at a time, and no host gets two requests at once.

mod archive;
mod entries;
mod interval;
mod limits;
mod pushed;
mod read;
mod turnover;

pub use self::limits::{daily_limits, next_day, reason};
pub(crate) use self::read::read_feeds;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tracing::Instrument;
use url::Url;
use uuid::Uuid;

use self::archive::add_earlier;
use self::entries::sort_out;
use self::interval::{after_failure, first_seconds, next_seconds};
use self::turnover::{extent, missed};
use super::reader::Reader;
use super::store::Stored;
use crate::store::outcome::{FeedOutcome, Outcome};
use db::models::feed::{ClaimedFeed, PolledFeed, Reached, ReadFeed, limit_reached};
use domain::watches::ActiveWatches;
use foundation::telemetry::metrics::Source;
use foundation::telemetry::traces;
use platform::context::Context;
use platform::sources::feed::{
    Answer, Credentials, Document, FeedClient, FeedError, Fetched, Hosts, Validators, remark_of,
    site_of, title_of,
};

/// The reader of one process; any number of them share the work, and one can make several polls at once.
pub struct FeedReader {
    reader: Reader<Arc<FeedClient>>,
}

/// The time after which a feed is asked for again that redirects to a busy host, and up to which it takes longer.
const BUSY_WAIT: TimeDelta = TimeDelta::seconds(30);

/// One poll, for the log and for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolledOnce {
    pub feed: Uuid,
    pub stored: Stored,
    /// Whether the server said that nothing has changed.
    pub is_unchanged: bool,
    pub error: Option<FeedError>,
    /// Why the feed was not read.
    pub put_off: Option<PutOff>,
}

/// The reason why a feed that was due is read later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PutOff {
    /// It has reached this limit for today, and its server was not asked.
    Limit(Reached),
    /// It redirects to a host that others are asking.
    HostBusy,
}

impl PolledOnce {
    /// Returns a poll that has stored nothing yet.
    fn of(claimed: &ClaimedFeed) -> Self {
        Self {
            feed: claimed.id,
            stored: Stored::default(),
            is_unchanged: false,
            error: None,
            put_off: None,
        }
    }
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
        let limits = daily_limits(&context.config.limits);
        let lease = self.reader.source.lease();
        let (claimed, reached) = {
            let mut conn = context.conn().await?;
            let Some(claimed) = ClaimedFeed::claim(now, lease, &mut conn).await? else {
                return Ok(None);
            };
            let reached = limit_reached(claimed.id, &limits, now, &mut conn).await?;
            (claimed, reached)
        };
        if let Some(reached) = reached {
            let reason = reason(reached, &limits);
            let next = next_day(now, rand::random());
            let polled = self.put_off(&claimed, PutOff::Limit(reached), next, Some(&reason));
            return Ok(Some(polled.await?));
        }
        if let Some(name) = claimed.push_name().map(str::to_owned) {
            return Ok(Some(self.store_pushed(claimed, name).await?));
        }
        let span = traces::poll(Source::Feeds);
        // A poll waits for no host, since others wait for it.
        let hosts = Hosts::new(&context.pool, &context.clock, lease, Duration::ZERO);
        let mut hosts = hosts.with_own(&claimed.host);
        let polling = async {
            match self.ask(&claimed, &mut hosts, now).await? {
                Ok(Fetched { address, answer: Answer::Unchanged }) => {
                    self.note_move(&claimed, &address).await?;
                    self.leave(&claimed, now).await
                }
                Ok(Fetched { address, answer: Answer::Document(document) }) => {
                    self.read(claimed, address, document, &mut hosts, now).await
                }
                Err(FeedError::HostBusy) => {
                    let wait = BUSY_WAIT.as_seconds_f64() * (1.0 + rand::random::<f64>());
                    let next =
                        context.clock.now() + TimeDelta::milliseconds((wait * 1_000.0) as i64);
                    self.put_off(&claimed, PutOff::HostBusy, next, None).await
                }
                Err(error) => self.fail(&claimed, error).await,
            }
        };
        let polled = polling.instrument(span.clone()).await;
        hosts.leave().await?;
        let polled = polled?;
        if polled.error.is_some() {
            traces::failed(&span);
        }
        Ok(Some(polled))
    }

    async fn ask(
        &self,
        claimed: &ClaimedFeed,
        hosts: &mut Hosts,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Result<Fetched, FeedError>> {
        let Ok(address) = Url::parse(&claimed.address) else {
            return Ok(Err(FeedError::BadRedirect));
        };
        let known =
            Validators { etag: claimed.etag.clone(), last_modified: claimed.last_modified.clone() };
        match self.credentials(claimed) {
            Ok(own) => self.reader.source.fetch(&address, own.as_ref(), &known, hosts, now).await,
            Err(error) => Ok(Err(error)),
        }
    }

    fn credentials(&self, claimed: &ClaimedFeed) -> Result<Option<Credentials>, FeedError> {
        let Some(sealed) = &claimed.credentials else {
            return Ok(None);
        };
        let opened = Credentials::open(&self.reader.context.secrets, claimed.id, sealed);
        opened.map(Some).ok_or(FeedError::LostCredentials)
    }

    /// Follows a feed to the address to which it permanently redirects. One with credentials stays with the
    /// origin that receives them.
    async fn note_move(&self, claimed: &ClaimedFeed, address: &Url) -> anyhow::Result<()> {
        let Some(host) = address.host_str().map(str::to_owned) else {
            return Ok(());
        };
        let present = Url::parse(&claimed.address)?;
        let mut address = address.clone();
        address.set_fragment(present.fragment());
        let leaves = match self.credentials(claimed) {
            Ok(own) => own.is_some_and(|own| !own.are_for(&address)),
            Err(_) => true,
        };
        if address == present || leaves {
            return Ok(());
        }
        let context = &self.reader.context;
        let mut conn = context.conn().await?;
        claimed.move_to(address.as_str(), &host, context.clock.now(), &mut conn).await?;
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
            stored: Stored { outcome_written, ..Stored::default() },
            is_unchanged: true,
            ..PolledOnce::of(claimed)
        })
    }

    async fn read(
        &self,
        claimed: ClaimedFeed,
        address: Url,
        document: Document,
        hosts: &mut Hosts,
        began: DateTime<Utc>,
    ) -> anyhow::Result<PolledOnce> {
        let validators = document.validators.clone();
        let mut document = match document.parse().await? {
            Ok(document) => document,
            Err(none) => return self.fail(&claimed, none.error.into()).await,
        };
        // Only once the feed is known to be there: the answer may be a notice of a host that has closed.
        self.note_move(&claimed, &address).await?;
        let now = self.reader.context.clock.now();
        let mut entries = sort_out(&document, &claimed, now);
        let (newest_at, listed) = extent(&document, &claimed, now);
        let mut gap = missed(&document, &claimed, entries.none_is_known, now);
        let has_turned_over = gap.is_some();
        if has_turned_over {
            let client = &self.reader.source;
            // The feed was read with them.
            let credentials = self.credentials(&claimed).unwrap_or_default();
            let from = (&address, credentials.as_ref());
            let adding = add_earlier(&mut document, from, &claimed, (client, hosts), now);
            let limit = client.longest().to_std().unwrap_or_default();
            // Entries that were added before the end of the time are kept.
            let is_complete = match tokio::time::timeout(limit, adding).await {
                Ok(added) => added?,
                Err(_) => false,
            };
            entries = sort_out(&document, &claimed, now);
            gap = missed(&document, &claimed, true, now).filter(|_| !is_complete);
            tracing::info!(
                feed = %claimed.id,
                is_complete,
                "more entries were published since the last poll than the feed lists"
            );
        }
        let (present, wait) = (claimed.interval_seconds, document.wait);
        let seconds = match claimed.polled_at {
            // As often as is allowed, before more is lost.
            Some(_) if has_turned_over => next_seconds(present, usize::MAX, wait),
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
                known_identities: entries.known_identities,
                known_titles: entries.known_titles,
                remark: remark_of(&document),
                newest_at,
                listed,
            },
            gap,
            pushed: Vec::new(),
            claimed,
        };
        let polled = PolledOnce::of(&outcome.claimed);
        let outcome = Some(Outcome::Feed(Box::new(outcome)));
        let stored = self.reader.store(entries.new, outcome, now).await?;
        Ok(PolledOnce { stored, ..polled })
    }

    /// Ends a poll that has read nothing: the next one is at `next`. `limit` is what the feed waits for, in words.
    async fn put_off(
        &self,
        claimed: &ClaimedFeed,
        why: PutOff,
        next: DateTime<Utc>,
        limit: Option<&str>,
    ) -> anyhow::Result<PolledOnce> {
        let now = self.reader.context.clock.now();
        let mut conn = self.reader.context.conn().await?;
        claimed.put_off(next, limit, now, &mut conn).await?;
        Ok(PolledOnce { put_off: Some(why), ..PolledOnce::of(claimed) })
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
            stored: Stored { outcome_written, ..Stored::default() },
            error: Some(error),
            ..PolledOnce::of(claimed)
        })
    }
}
