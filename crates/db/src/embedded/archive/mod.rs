//! The archive: a copy of the write-ahead log, from which a backup can be brought to any later second.
//!
//! Harken copies what Postgres has flushed, once a second, so that the archive is at most that far
//! behind; complete files are compressed. No program is needed for that, and errors are in Harken's
//! log. A replication slot has Postgres keep what is not copied yet, up to [`MAX_WAITING`]: an
//! archive that cannot be written must not fill the disk that Harken works on. What is lost then
//! leaves a gap, across which nothing can be restored: a new chain begins after it.

pub mod chain;
mod follow;

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, RunQueryDsl};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

pub(super) use self::chain::Chain;
use self::follow::Following;
use super::cluster::{Cluster, MAX_WAITING};
use crate::Conn;

pub(super) const SLOT: &str = "harken_archive";

/// The interval between copies: the archive is at most this far behind.
const EVERY: Duration = Duration::from_secs(1);
/// The interval at which the other processes check whether it is their turn to write the archive.
const TURN: Duration = Duration::from_secs(2);
/// The interval at which the reason why the archive still cannot be written is logged.
const REPORT: Duration = Duration::from_secs(60);
const PRUNE: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);
/// The maximum time that a backup waits for the first chain.
const BEGINS_WITHIN: Duration = Duration::from_secs(15);

/// The place and the retention of the archived log.
#[derive(Debug, Clone)]
pub struct Archive {
    pub dir: PathBuf,
    pub days: u16,
}

/// Archives the log of one cluster.
pub(super) struct Archiver {
    archive: Archive,
    cluster: Cluster,
}

impl Archiver {
    pub(super) fn new(archive: Archive, cluster: Cluster) -> Self {
        Self { archive, cluster }
    }

    /// Archives until `stop`: of several processes on a data folder, one does.
    pub(super) async fn run(self, stop: CancellationToken) {
        let lock = loop {
            if let Some(lock) = self.try_lock() {
                break lock;
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = sleep(TURN) => {}
            }
        };
        self.keep(&stop).await;
        drop(lock);
    }

    async fn keep(&self, stop: &CancellationToken) {
        let mut following: Option<Following> = None;
        let (mut reported, mut pruned): (Option<Instant>, Option<Instant>) = (None, None);
        loop {
            let done = async {
                let following = match &mut following {
                    Some(following) => following,
                    none => none.insert(Following::begin(&self.archive, &self.cluster).await?),
                };
                following.catch_up().await?;
                if pruned.is_none_or(|at| at.elapsed() > PRUNE) {
                    pruned = Some(Instant::now());
                    self.prune()?;
                }
                anyhow::Ok(())
            };
            match done.await {
                Ok(()) if reported.take().is_some() => {
                    tracing::info!("the write-ahead log is archived again");
                }
                Ok(()) => {}
                // The supervisor reports that Postgres has ended.
                Err(_) if self.cluster.answers().await.is_none() => following = None,
                Err(error) => {
                    following = None;
                    if reported.is_none_or(|at| at.elapsed() > REPORT) {
                        reported = Some(Instant::now());
                        let error = format!("{error:#}");
                        tracing::error!(
                            error,
                            "the write-ahead log cannot be archived, and nothing can be restored that is \
                             newer than what was; trying until it can. Beyond {MAX_WAITING} that wait, \
                             Postgres drops them, and a new backup is needed"
                        );
                    }
                }
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = sleep(EVERY) => {}
            }
        }
        // Archives what was written until now.
        if let Some(following) = &mut following {
            let _ = following.catch_up().await;
        }
    }

    /// Deletes what is older than the archive keeps, from this chain and from earlier ones.
    fn prune(&self) -> anyhow::Result<()> {
        let moment = SystemTime::now() - DAY * u32::from(self.archive.days);
        let current = chain_of(self.cluster.home())?;
        let dir = &self.archive.dir;
        let named = || format!("could not tidy the archive {}", dir.display());
        for entry in fs::read_dir(dir).with_context(named)? {
            let name = entry.with_context(named)?.file_name();
            let id = name.to_string_lossy();
            // Nothing but chains is touched.
            let Ok(Some(chain)) = Chain::open(dir, &id) else {
                continue;
            };
            let is_in_use = current.as_deref() == Some(&id);
            chain.prune(moment, is_in_use).with_context(named)?;
        }
        Ok(())
    }

    /// Returns the lock of the cluster's folder if no other process archives it.
    fn try_lock(&self) -> Option<File> {
        let folder = File::open(self.cluster.home()).ok()?;
        match folder.try_lock() {
            Ok(()) => Some(folder),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "could not lock the database's folder; archiving without");
                Some(folder)
            }
        }
    }
}

/// Stops Postgres from keeping log for an archive that is no longer configured.
pub(super) async fn give_up(cluster: &Cluster) {
    let dropped = async {
        let mut conn = Conn::establish(&cluster.url_of("postgres")).await.ok()?;
        diesel::sql_query(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
             WHERE slot_name = $1 AND NOT active",
        )
        .bind::<Text, _>(SLOT)
        .execute(&mut conn)
        .await
        .ok()
    };
    // The next start tries again.
    let _ = dropped.await;
}

/// Returns the path of the file that names the chain that a cluster is archived in, and the place of
/// the cluster: a copy of it elsewhere is another cluster.
fn note(home: &Path) -> PathBuf {
    home.join("archive")
}

/// Returns the chain that the cluster in `home` is archived in, if any.
pub(super) fn chain_of(home: &Path) -> anyhow::Result<Option<String>> {
    let path = note(home);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("could not read {}", path.display()))?,
    };
    let own = home.to_string_lossy();
    let chain = text.split_once('\n').filter(|(_, place)| place.trim_end() == own);
    Ok(chain.map(|(id, _)| id.to_owned()))
}

/// Returns the chain as [`chain_of`] does, and waits for the first one if the archive has just been
/// turned on.
pub(super) async fn wait_for_chain(home: &Path) -> anyhow::Result<Option<String>> {
    let began = Instant::now();
    loop {
        let chain = chain_of(home)?;
        if chain.is_some() || began.elapsed() > BEGINS_WITHIN {
            return Ok(chain);
        }
        sleep(EVERY / 10).await;
    }
}

/// Forgets the chain that a cluster was archived in: another cluster takes its place.
pub(super) fn forget(home: &Path) {
    // If this fails, the archiver finds that the log is another one's.
    let _ = fs::remove_file(note(home));
}

fn write_note(home: &Path, id: &str) -> anyhow::Result<()> {
    let path = note(home);
    let write = || -> std::io::Result<()> {
        let mut aside = tempfile::Builder::new().prefix("archive.").tempfile_in(home)?;
        writeln!(aside, "{id}\n{}", home.display())?;
        aside.as_file().sync_all()?;
        aside.persist(&path)?;
        File::open(home)?.sync_all()
    };
    write().with_context(|| format!("could not write {}", path.display()))
}
