//! Keeps Postgres running.
//!
//! Of the processes on one data folder, the one that holds the folder's lock keeps Postgres: it
//! starts, restarts and stops it. The kernel frees the lock when the process ends, and another takes
//! it. The process that gets the lock knows that a Postgres that still answers has lost its keeper
//! and is about to end.

use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::cluster::Cluster;
use super::postmaster::Postmaster;
use super::upgrade;

/// The maximum time until an orphaned Postgres ends, or another process starts one.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(50);
/// The interval at which the other processes check whether it is their turn to keep Postgres.
const TURN: Duration = Duration::from_millis(500);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// A Postgres that has run for this long is not expected to end again at once.
const STEADY: Duration = Duration::from_secs(10);
/// The time for which Postgres may fail to start before that is permanent. A full disk may still
/// recover.
const GIVE_UP: Duration = Duration::from_secs(120);
/// The interval at which the reason why Postgres still cannot start is logged.
const REPORT: Duration = Duration::from_secs(60);

pub(super) struct Supervisor {
    cluster: Cluster,
    data_dir: PathBuf,
}

/// The parts of the running Postgres that this process holds: neither lock nor process if another
/// process keeps it; no process if it could not be ended and is used as it is.
pub(super) struct Hold {
    lock: Option<File>,
    postmaster: Option<Postmaster>,
    /// The version of the cluster.
    version: Option<u32>,
}

impl Hold {
    /// Returns whether this process keeps Postgres.
    pub(super) fn is_keeper(&self) -> bool {
        self.lock.is_some()
    }
}

impl Supervisor {
    pub(super) fn new(cluster: Cluster, data_dir: PathBuf) -> Self {
        Self { cluster, data_dir }
    }

    /// Makes sure for the first time that Postgres runs.
    ///
    /// # Errors
    /// Postgres cannot be started, or another process holds the folder and does not start it.
    pub(super) async fn begin(&self) -> anyhow::Result<Hold> {
        let mut began = Instant::now();
        let (lock, postmaster) = loop {
            if let Some(lock) = self.try_lock()? {
                let postmaster = self.start(true).await?;
                break (Some(lock), postmaster);
            }
            if self.cluster.answers().await.is_some() {
                break (None, None);
            }
            if self.cluster.is_of_another_version() {
                // The other process may be upgrading the cluster, however long that takes.
                began = Instant::now();
            }
            ensure!(
                began.elapsed() < PATIENCE,
                "another Harken is using the data folder {}, and its Postgres did not answer \
                 within {} s; check its log, or stop it",
                self.data_dir.display(),
                PATIENCE.as_secs()
            );
            sleep(LOOK).await;
        };
        self.cluster.ensure_database().await?;
        Ok(Hold { lock, postmaster, version: self.cluster.version() })
    }

    /// Keeps Postgres running until `stop`.
    ///
    /// # Errors
    /// Postgres cannot be started again; the error says why.
    pub(super) async fn keep(
        &self,
        mut hold: Hold,
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            tokio::select! {
                () = stop.cancelled() => break,
                ended = self.ended(&mut hold) => ended?,
            }
            if began.elapsed() > STEADY {
                pause = FIRST_PAUSE;
            }
            tokio::select! {
                () = stop.cancelled() => break,
                started = self.start_again(&mut pause) => hold.postmaster = started?,
            }
        }
        if let Some(postmaster) = hold.postmaster {
            postmaster.stop().await;
        }
        Ok(())
    }

    /// Waits until it is this process's turn to start Postgres.
    ///
    /// # Errors
    /// Another process has upgraded the cluster: what this one has read of the old one may not hold any more.
    async fn ended(&self, hold: &mut Hold) -> anyhow::Result<()> {
        if let Some(postmaster) = &mut hold.postmaster {
            let how = postmaster.ended().await;
            tracing::error!(how, "Harken's own Postgres ended; starting it again");
            hold.postmaster = None;
        } else if hold.lock.is_some() {
            while self.cluster.answers().await.is_some() {
                sleep(TURN).await;
            }
            tracing::error!("the Postgres that was left behind ended; starting it again");
        } else {
            while hold.lock.is_none() {
                sleep(TURN).await;
                let versions = self.cluster.version().zip(hold.version);
                ensure!(
                    versions.is_none_or(|(now, then)| now == then),
                    "another process has upgraded Postgres meanwhile; start this one again"
                );
                // The error, such as too many open files, may be temporary.
                hold.lock = self.try_lock().unwrap_or_default();
            }
            tracing::warn!("the process that kept the database ended; this one keeps it now");
        }
        Ok(())
    }

    /// Starts Postgres as soon as possible.
    async fn start_again(&self, pause: &mut Duration) -> anyhow::Result<Option<Postmaster>> {
        let began = Instant::now();
        let mut reported: Option<Instant> = None;
        loop {
            sleep(*pause).await;
            *pause = (*pause * 2).min(MAX_PAUSE);
            let fault = match self.start(false).await {
                Ok(postmaster) => {
                    let seconds = began.elapsed().as_secs_f32();
                    tracing::info!(seconds, "Harken's own Postgres runs again");
                    return Ok(postmaster);
                }
                Err(fault) => fault,
            };
            let error = format!("{fault:#}");
            let is_lost = !self.cluster.is_made() || self.cluster.is_of_another_version();
            if is_lost || (!lacks_room(&error) && began.elapsed() > GIVE_UP) {
                return Err(
                    fault.context("Harken's own Postgres has stopped and cannot be restarted")
                );
            }
            if reported.is_none_or(|at| at.elapsed() > REPORT) {
                reported = Some(Instant::now());
                tracing::error!(error, "Postgres cannot be started; trying until it can");
            }
        }
    }

    /// Starts Postgres, for which this process must hold the lock. Returns `None` if an orphaned one
    /// does not end: it is used as it is. The first start of a process makes the cluster, or upgrades it if
    /// it is of an older version.
    async fn start(&self, is_first: bool) -> anyhow::Result<Option<Postmaster>> {
        let began = Instant::now();
        while self.cluster.answers().await.is_some() {
            if began.elapsed() > PATIENCE {
                tracing::warn!("a Postgres runs here that nobody keeps; it is used as it is");
                return Ok(None);
            }
            sleep(LOOK).await;
        }
        if is_first && !self.cluster.is_made() {
            self.cluster.make().await?;
        } else if is_first {
            upgrade::run(&self.cluster).await?;
        }
        ensure!(
            self.cluster.is_made(),
            "the database's folder is missing from {}",
            self.data_dir.display()
        );
        self.cluster.start().await.map(Some)
    }

    /// Returns the lock of the data folder if no other process has it.
    fn try_lock(&self) -> anyhow::Result<Option<File>> {
        let could_not = || format!("could not lock the data folder {}", self.data_dir.display());
        let folder = File::open(&self.data_dir).with_context(could_not)?;
        match folder.try_lock() {
            Ok(()) => Ok(Some(folder)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(could_not),
        }
    }
}

fn lacks_room(fault: &str) -> bool {
    fault.contains("No space left on device") || fault.contains("Disk quota exceeded")
}
