//! Harken's own Postgres, for those who name no other: a cluster in the data folder, reached by a
//! Unix socket only, which is started again whenever it ends and stops with the process that keeps
//! it.

mod cluster;
mod owner;
mod postmaster;
mod programs;
mod supervisor;

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use self::cluster::Cluster;
use self::owner::Owner;
use self::supervisor::Supervisor;

/// How a cluster is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Every commit reaches the disk.
    Full,
    /// For tests: nothing waits for the disk, and the cluster is removed when it stops.
    None,
}

/// A running cluster. Dropping it stops Postgres, and so does the end of this process, however it
/// comes about.
#[derive(Debug)]
pub struct Embedded {
    url: String,
    stop: DropGuard,
    supervisor: JoinHandle<anyhow::Result<()>>,
}

impl Embedded {
    /// Starts the cluster in `data_dir/postgres`, making it first if needed, and starts it again
    /// whenever it ends. Of several processes on one folder, one does so and the others use what
    /// runs; when it ends, another takes its place.
    ///
    /// # Errors
    /// No Postgres programs were found, or they failed; the message holds the end of their log.
    pub async fn start(
        data_dir: &Path,
        bin_dir: Option<&Path>,
        durability: Durability,
    ) -> anyhow::Result<Self> {
        let programs = programs::find(bin_dir)?;
        let named = || format!("the data folder {}", data_dir.display());
        fs::create_dir_all(data_dir).with_context(|| format!("could not create {}", named()))?;
        let data_dir = data_dir
            .canonicalize()
            .with_context(|| format!("could not find {}", named()))?;
        let cluster = Cluster::new(programs, Owner::choose()?, &data_dir, durability)?;
        let url = cluster.url_of("harken");
        let supervisor = Supervisor::new(cluster, data_dir);
        let hold = supervisor.begin().await?;
        let stop = CancellationToken::new();
        let until = stop.clone();
        Ok(Self {
            url,
            stop: stop.drop_guard(),
            supervisor: tokio::spawn(async move { supervisor.keep(hold, &until).await }),
        })
    }

    /// Returns the address of the database `harken`, for this machine only.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address of another database of this cluster.
    pub fn url_of(&self, database: &str) -> String {
        match self.url.rsplit_once('/') {
            Some((base, _)) => format!("{base}/{database}"),
            None => self.url.clone(),
        }
    }

    /// Waits until Postgres has ended for good, and returns why it cannot be started again.
    pub async fn failed(&mut self) -> anyhow::Error {
        match (&mut self.supervisor).await {
            Ok(Ok(())) => anyhow!("Postgres was stopped"),
            Ok(Err(reason)) => reason,
            Err(panicked) => anyhow!(panicked).context("Postgres is looked after no more"),
        }
    }

    /// Stops Postgres, if this process keeps it, and waits until it has.
    pub async fn stop(self) {
        self.stop.disarm().cancel();
        // Why it failed before was returned by `failed`.
        if !self.supervisor.is_finished() {
            let _ = self.supervisor.await;
        }
    }
}
