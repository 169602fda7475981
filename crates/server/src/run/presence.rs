//! Lets administrators see which processes run, and in which versions.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Parts;
use db::error::Result;
use db::models::process::Process;
use platform::context::Context;

const EVERY: Duration = Duration::from_secs(15);

/// A process that is registered in the database.
pub(super) struct Presence {
    context: Context,
    process: Process,
}

impl Presence {
    /// Registers this process as it begins.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn begin(context: &Context, parts: Parts) -> Result<Self> {
        let now = context.clock.now();
        let process = Process {
            id: Uuid::now_v7(),
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

    /// Records from time to time that the process runs, and in the end that it has stopped.
    pub(super) async fn keep(self, stop: CancellationToken) {
        while stop.run_until_cancelled(tokio::time::sleep(EVERY)).await.is_some() {
            if let Err(error) = self.note().await {
                tracing::warn!(%error, "could not note that this process runs");
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
