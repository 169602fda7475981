//! Harken's own Postgres, used when no other is configured: a cluster in the data folder, reached by
//! a Unix socket only, which is restarted whenever it ends and stops with the process that keeps it.

pub mod archive;
pub mod backup;
mod cluster;
mod folders;
pub mod log;
mod owner;
pub mod postmaster;
mod programs;
mod supervisor;
mod upgrade;
pub mod wal;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use self::archive::Archive;
pub use self::backup::{ArchiveUse, Backup, Restored, Verified, restore};

use self::archive::Archiver;
use self::cluster::Cluster;
use self::owner::Owner;
use self::programs::Programs;
use self::supervisor::Supervisor;

/// The maximum time that a stop waits until everything written is archived.
const ARCHIVED_WITHIN: Duration = Duration::from_secs(5);

/// The durability of a cluster's commits.
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
    data_dir: PathBuf,
    cluster: Cluster,
    archive: Option<Archive>,
    stop: DropGuard,
    supervisor: JoinHandle<anyhow::Result<()>>,
    archiver: Option<(DropGuard, JoinHandle<()>)>,
}

/// The major versions of Postgres that concern a cluster.
#[derive(Debug)]
pub struct Versions {
    pub cluster: u32,
    /// The version that the next start uses, and upgrades the cluster to.
    pub programs: u32,
    /// The folder with programs of the cluster's version, which use it as it is.
    pub own_programs: Option<PathBuf>,
    /// Why the next start cannot use the cluster.
    pub obstacle: Option<anyhow::Error>,
}

/// Creates the data folder if it does not exist.
///
/// # Errors
/// This user may not create it.
pub fn create_data_dir(data_dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(data_dir).with_context(|| {
        format!(
            "could not create the data folder {}; set data_dir to one that this user may create",
            data_dir.display()
        )
    })
}

impl Embedded {
    /// Starts the cluster in `data_dir/postgres`, creating it first if needed, and restarts it whenever
    /// it ends. Of several processes on one folder, one does so and the others use the running
    /// Postgres; when that process ends, another takes its place.
    ///
    /// # Errors
    /// No Postgres programs were found, or they failed; the message holds the end of their log.
    pub async fn start(
        data_dir: &Path,
        bin_dir: Option<&Path>,
        durability: Durability,
    ) -> anyhow::Result<Self> {
        Self::start_archived(data_dir, bin_dir, durability, None).await
    }

    /// Starts the cluster as [`Embedded::start`] does, and archives its write-ahead log.
    ///
    /// # Errors
    /// As [`Embedded::start`]. Problems with the archive are only logged.
    pub async fn start_archived(
        data_dir: &Path,
        bin_dir: Option<&Path>,
        durability: Durability,
        archive: Option<Archive>,
    ) -> anyhow::Result<Self> {
        let programs = Programs::find(bin_dir)?;
        create_data_dir(data_dir)?;
        let data_dir = data_dir
            .canonicalize()
            .with_context(|| format!("could not find the data folder {}", data_dir.display()))?;
        let cluster = Cluster::new(programs, Owner::choose()?, &data_dir, durability)?;
        let url = cluster.url_of("harken");
        let supervisor = Supervisor::new(cluster.clone(), data_dir.clone());
        let hold = supervisor.begin().await?;
        let stop = CancellationToken::new();
        let until = stop.clone();
        let (tidy, tidied) = (upgrade::remove_kept(cluster.clone()), stop.clone());
        tokio::spawn(async move { tidied.run_until_cancelled(tidy).await });
        if archive.is_none() && hold.is_keeper() && durability == Durability::Full {
            archive::give_up(&cluster).await;
        }
        let archiver = archive.clone().map(|archive| {
            let (archiver, stop) =
                (Archiver::new(archive, cluster.clone()), CancellationToken::new());
            let task = tokio::spawn(archiver.run(stop.clone()));
            (stop.drop_guard(), task)
        });
        Ok(Self {
            url,
            data_dir,
            cluster,
            archive,
            stop: stop.drop_guard(),
            supervisor: tokio::spawn(async move { supervisor.keep(hold, &until).await }),
            archiver,
        })
    }

    /// Returns the versions of the cluster in `data_dir`, if there is one.
    ///
    /// # Errors
    /// No Postgres programs were found, or the folder belongs to another user.
    pub fn versions(data_dir: &Path, bin_dir: Option<&Path>) -> anyhow::Result<Option<Versions>> {
        let Ok(data_dir) = data_dir.canonicalize() else {
            return Ok(None);
        };
        let (programs, owner) = (Programs::find(bin_dir)?, Owner::choose()?);
        let cluster = Cluster::new(programs.clone(), owner, &data_dir, Durability::Full)?;
        let Some(version) = cluster.version() else {
            return Ok(None);
        };
        let is_other = cluster.is_of_another_version();
        let own = if is_other { Programs::of_version(version) } else { Some(programs.clone()) };
        Ok(Some(Versions {
            cluster: version,
            programs: programs.version(),
            own_programs: own.map(|own| own.dir().to_owned()),
            obstacle: upgrade::check(&cluster).err(),
        }))
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

    /// Stops Postgres, if this process keeps it, and waits until it has ended.
    pub async fn stop(self) {
        if let Some((stop, archiver)) = self.archiver {
            stop.disarm().cancel();
            let _ = tokio::time::timeout(ARCHIVED_WITHIN, archiver).await;
        }
        self.stop.disarm().cancel();
        // `failed` has returned the reason for an earlier failure.
        if !self.supervisor.is_finished() {
            let _ = self.supervisor.await;
        }
    }
}
