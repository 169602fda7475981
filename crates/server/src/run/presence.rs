//! Registers the processes that run: administrators see them and their versions, and the leases of one that is gone
//! are ended by the others, or by the next.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Parts;
use db::error::Result;
use db::models::lease::end_leases;
use db::models::process::Process;
use platform::context::Context;

/// The interval at which a process records that it runs.
const NOTED_EVERY: Duration = Duration::from_secs(15);
/// The interval between two looks for processes that are gone.
const LOOK: Duration = Duration::from_secs(1);

/// A process that is registered in the database.
pub(super) struct Presence {
    context: Context,
    process: Process,
}

/// The processes that had no connection at the last look.
#[derive(Debug, Default)]
pub struct Gone {
    seen: BTreeSet<Uuid>,
    /// Those whose leases were ended.
    ended: BTreeSet<Uuid>,
}

impl Gone {
    /// Ends the leases of processes that have no connection now and had none at the last look, and returns how many
    /// leases they were. One look is not enough: after a restart of the database all processes connect again, one
    /// after the other.
    ///
    /// # Errors
    /// The database failed; then the next look counts as the first.
    pub async fn look(&mut self, context: &Context) -> Result<usize> {
        let seen = std::mem::take(&mut self.seen);
        let mut conn = context.conn().await?;
        let gone: BTreeSet<_> = Process::without_connection(&mut conn).await?.into_iter().collect();
        let due: Vec<_> =
            gone.intersection(&seen).filter(|id| !self.ended.contains(id)).copied().collect();
        let count = match due.is_empty() {
            true => 0,
            false => end_leases(&due, context.clock.now(), &mut conn).await?,
        };
        self.ended.extend(due);
        self.ended.retain(|id| gone.contains(id));
        self.seen = gone;
        Ok(count)
    }
}

impl Presence {
    /// Registers this process as it begins.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn begin(context: &Context, parts: Parts) -> Result<Self> {
        let now = context.clock.now();
        let process = Process {
            id: context.database.process(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            serves_api: parts.api,
            ingests: parts.ingest,
            delivers: parts.deliver,
            matches: parts.matching,
            started_at: now,
            seen_at: now,
        };
        process.note(now, &mut *context.conn().await?).await?;
        Ok(Self { context: context.clone(), process })
    }

    /// Records from time to time that the process runs, and in the end that it has stopped; ends the leases of
    /// processes that are gone.
    pub(super) async fn keep(self, stop: CancellationToken) {
        let (mut gone, mut noted_at) = (Gone::default(), Instant::now());
        loop {
            match gone.look(&self.context).await {
                Ok(0) => {}
                Ok(leases) => tracing::info!(leases, "took over from a process that is gone"),
                // The pulse reports a database that is away.
                Err(error) => tracing::debug!(%error, "could not look for processes that are gone"),
            }
            if noted_at.elapsed() >= NOTED_EVERY {
                noted_at = Instant::now();
                if let Err(error) = self.note().await {
                    tracing::warn!(%error, "could not note that this process runs");
                }
            }
            if stop.run_until_cancelled(tokio::time::sleep(LOOK)).await.is_none() {
                break;
            }
        }
        if let Err(error) = self.end().await {
            tracing::warn!(%error, "could not note that this process stops");
        }
    }

    async fn note(&self) -> Result<()> {
        let mut conn = self.context.conn().await?;
        Ok(self.process.note(self.context.clock.now(), &mut conn).await?)
    }

    async fn end(&self) -> Result<()> {
        let mut conn = self.context.conn().await?;
        Ok(self.process.end(&mut conn).await?)
    }
}
