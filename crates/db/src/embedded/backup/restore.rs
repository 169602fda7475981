//! Restores a backup into an empty data folder, and brings it to a later second with the archive.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, SecondsFormat, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Nullable, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::manifest::{self, ABOUT, About, FORMAT};
use super::{CLUSTER, SECRET, copy};
use crate::Conn;
use crate::embedded::archive::Chain;
use crate::embedded::cluster::Cluster;
use crate::embedded::owner::Owner;
use crate::embedded::postmaster::Postmaster;
use crate::embedded::programs::Programs;
use crate::embedded::wal::segment_name;
use crate::embedded::{Archive, Durability};

const LOOK: Duration = Duration::from_millis(100);
/// Postgres's message for an archive that ends before the requested time.
const ENDED_BEFORE: &str = "recovery ended before configured recovery target was reached";

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// The time of the last write in it, if there was one after the backup.
    pub last_write: Option<DateTime<Utc>>,
    /// Whether nothing was archived after the requested time, so that everything is in it.
    pub is_all_there_was: bool,
    pub has_secret: bool,
    pub archive: ArchiveUse,
    /// When the backup ended.
    pub backup_ended_at: DateTime<Utc>,
}

/// The part of the archive that a restore used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveUse {
    /// Nothing was archived when the backup was made.
    None,
    /// Everything that the archive holds after the backup.
    All,
    /// The archive holds more than the backup, but none is configured.
    NotConfigured,
    /// The archive holds more than the backup, but is not where it is configured.
    Missing,
}

#[derive(QueryableByName)]
struct Progress {
    #[diesel(sql_type = Bool)]
    recovers: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_write: Option<DateTime<Utc>>,
}

/// Restores the backup in `from` into the data folder `data_dir`, as it was at `until`, or as late as
/// the backup and the archive reach. What a failed restore has created is removed.
///
/// # Errors
/// The folder is in use, the backup is damaged, or it cannot be brought to `until`.
pub async fn restore(
    from: &Path,
    data_dir: &Path,
    bin_dir: Option<&Path>,
    archive: Option<&Archive>,
    until: Option<DateTime<Utc>>,
) -> anyhow::Result<Restored> {
    let about = read_about(from)?;
    if let Some(until) = until {
        ensure!(
            until >= about.ended_at,
            "the backup ended at {}, and cannot be restored to a time before that; use an older \
             backup",
            second(about.ended_at)
        );
    }
    let was_there = data_dir.exists();
    fs::create_dir_all(data_dir)
        .with_context(|| format!("could not create {}", data_dir.display()))?;
    let data_dir = data_dir.canonicalize()?;
    let _lock = lock(&data_dir)?;
    ensure_empty(&data_dir)?;
    let programs = programs_for(&about, bin_dir)?;
    let cluster = Cluster::new(programs, Owner::choose()?, &data_dir, Durability::Full)?;
    ensure!(
        !cluster.is_made(),
        "there is a database in {} already, which belongs to {}; move it away first",
        cluster.dir().display(),
        data_dir.display()
    );
    let restored = fill(from, &about, &cluster, archive, until).await;
    let restored = restored.and_then(|restored| {
        put_secret(from, &about, &data_dir)?;
        Ok(restored)
    });
    if restored.is_err() {
        let _ = fs::remove_dir_all(cluster.home());
        let _ = fs::remove_file(data_dir.join("postgres.log"));
        if !was_there {
            let _ = fs::remove_dir(&data_dir);
        }
    }
    restored
}

fn second(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn read_about(from: &Path) -> anyhow::Result<About> {
    let path = from.join(ABOUT);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "{} is not a complete backup: there is no {ABOUT} in it; name the folder that \
             `harken backup` was given",
            from.display()
        ),
        text => text.with_context(|| format!("could not read {}", path.display()))?,
    };
    let about: About =
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
    ensure!(
        about.format == FORMAT,
        "this version of Harken does not know backups of format {}; use the version that made it, \
         or a newer one",
        about.format
    );
    Ok(about)
}

fn lock(data_dir: &Path) -> anyhow::Result<File> {
    let named = || format!("could not lock {}", data_dir.display());
    let folder = File::open(data_dir).with_context(named)?;
    match folder.try_lock() {
        Ok(()) => Ok(folder),
        Err(fs::TryLockError::WouldBlock) => bail!(
            "Harken is running on {}: stop it, and restore into another, empty folder",
            data_dir.display()
        ),
        Err(fs::TryLockError::Error(error)) => Err(error).with_context(named),
    }
}

fn ensure_empty(data_dir: &Path) -> anyhow::Result<()> {
    let entries =
        fs::read_dir(data_dir).with_context(|| format!("could not read {}", data_dir.display()))?;
    for entry in entries {
        let name = entry?.file_name();
        // New file systems have this folder.
        ensure!(
            name == "lost+found",
            "the data folder {} is not empty: move what is in it away, or name another by \
             --set data_dir=FOLDER",
            data_dir.display()
        );
    }
    Ok(())
}

async fn fill(
    from: &Path,
    about: &About,
    cluster: &Cluster,
    archive: Option<&Archive>,
    until: Option<DateTime<Utc>>,
) -> anyhow::Result<Restored> {
    let text = fs::read_to_string(from.join(CLUSTER).join(manifest::FILE))
        .context("could not read the backup's list of files")?;
    let files = manifest::read(&text).context("the backup's list of files is damaged")?;
    let aside = cluster.dir().with_extension("new");
    let (chain, used) = chain_of(about, archive, until)?;
    let (backup, to) = (from.join(CLUSTER), aside.clone());
    let known = about.clone();
    tokio::task::spawn_blocking(move || {
        copy::copy_backup(&backup, &to, &files)?;
        put_log(&backup, &to, &known, chain.as_ref())
    })
    .await??;
    copy::put(&aside.join("recovery.signal"), b"")?;
    cluster.hand_over(&aside)?;
    fs::rename(&aside, cluster.dir())?;
    copy::sync_dir(cluster.home())?;
    let (last_write, is_all_there_was) = recover(cluster, until).await?;
    Ok(Restored {
        last_write,
        is_all_there_was,
        has_secret: about.has_secret,
        archive: used,
        backup_ended_at: about.ended_at,
    })
}

/// Returns the programs that a backup needs: those of the version that has made it.
fn programs_for(about: &About, bin_dir: Option<&Path>) -> anyhow::Result<Programs> {
    let found = Programs::find(bin_dir)?;
    let needed = about.postgres;
    if found.version() == needed {
        return Ok(found);
    }
    Programs::of_version(needed).with_context(|| {
        let (dir, version) = (found.dir().display(), found.version());
        format!(
            "the backup is of Postgres {needed}, and {dir} has Postgres {version}: install Postgres \
             {needed} as well (Debian: apt-get install postgresql-{needed})"
        )
    })
}

/// Returns the chain that continues the backup, if there is one.
fn chain_of(
    about: &About,
    archive: Option<&Archive>,
    until: Option<DateTime<Utc>>,
) -> anyhow::Result<(Option<Chain>, ArchiveUse)> {
    let Some(id) = &about.chain else {
        ensure!(
            until.is_none(),
            "nothing was archived when this backup was made (database.archive_dir was not set), so it \
             can only be restored as it was at {}, without --until",
            second(about.ended_at)
        );
        return Ok((None, ArchiveUse::None));
    };
    let Some(archive) = archive else {
        ensure!(
            until.is_none(),
            "set database.archive_dir to the archive that belongs to the backup: --until needs it"
        );
        return Ok((None, ArchiveUse::NotConfigured));
    };
    let Some(chain) = Chain::open(&archive.dir, id)? else {
        ensure!(
            until.is_none(),
            "{} does not hold what was archived after this backup (its folder {id}): set \
             database.archive_dir to where that is",
            archive.dir.display()
        );
        return Ok((None, ArchiveUse::Missing));
    };
    Ok((Some(chain), ArchiveUse::All))
}

/// Copies the backup's part of the log, and what the archive has after it, into the copy.
fn put_log(backup: &Path, to: &Path, about: &About, chain: Option<&Chain>) -> anyhow::Result<()> {
    let log = to.join("pg_wal");
    let (first, last) = about.log;
    for segment in first..=last {
        let name = segment_name(about.timeline, segment);
        let bytes = fs::read(backup.join("pg_wal").join(&name));
        let bytes = bytes.with_context(|| format!("pg_wal/{name} is missing from the backup"))?;
        copy::put(&log.join(&name), &bytes)?;
    }
    let Some(chain) = chain else {
        return Ok(());
    };
    let mut next = last + 1;
    while let Some(bytes) = chain.read(about.timeline, next)? {
        copy::put(&log.join(segment_name(about.timeline, next)), &bytes)?;
        next += 1;
    }
    copy::sync_dir(&log)?;
    ensure!(
        !chain.goes_beyond(next)?,
        "{} is missing from the archive, which keeps database.archive_days only: this backup is \
         older, or a file was deleted. Use a newer backup, or restore this one as it was at {} by \
         --set database.archive_dir= (empty)",
        segment_name(about.timeline, next),
        second(about.ended_at)
    );
    Ok(())
}

/// Has Postgres replay the log, and returns the time of the last write in it, and whether there was
/// nothing after `until`.
async fn recover(
    cluster: &Cluster,
    until: Option<DateTime<Utc>>,
) -> anyhow::Result<(Option<DateTime<Utc>>, bool)> {
    let mut settings = vec!["restore_command=false".to_owned()];
    if let Some(until) = until {
        // The form that Postgres reads before it knows of time zones.
        let until = until.format("%Y-%m-%d %H:%M:%S%.6f+00");
        settings.push(format!("recovery_target_time={until}"));
        settings.push("recovery_target_action=promote".to_owned());
    }
    match run(cluster, &settings).await {
        Ok(last_write) => Ok((last_write, until.is_none())),
        Err(error) if format!("{error:#}").contains(ENDED_BEFORE) => {
            let last_write = run(cluster, &settings[..1]).await?;
            Ok((last_write, true))
        }
        Err(error) => Err(error),
    }
}

async fn run(cluster: &Cluster, settings: &[String]) -> anyhow::Result<Option<DateTime<Utc>>> {
    let mut postmaster = cluster.start_with(settings).await?;
    let done = promoted(cluster, &mut postmaster).await;
    postmaster.stop().await;
    done
}

/// Waits until Postgres has replayed the log, however long that takes.
async fn promoted(
    cluster: &Cluster,
    postmaster: &mut Postmaster,
) -> anyhow::Result<Option<DateTime<Utc>>> {
    loop {
        if !postmaster.is_running() {
            bail!("Postgres ended during the recovery: {}", postmaster.ended().await);
        }
        if let Ok(mut conn) = Conn::establish(&cluster.url_of("postgres")).await {
            let progress: Result<Progress, _> = diesel::sql_query(
                "SELECT pg_is_in_recovery() AS recovers,
                        pg_last_xact_replay_timestamp() AS last_write",
            )
            .get_result(&mut conn)
            .await;
            if let Ok(progress) = progress
                && !progress.recovers
            {
                return Ok(progress.last_write);
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

fn put_secret(from: &Path, about: &About, data_dir: &Path) -> anyhow::Result<()> {
    if !about.has_secret {
        return Ok(());
    }
    let secret = fs::read(from.join(SECRET)).context("could not read the backup's secret")?;
    copy::put(&data_dir.join(SECRET), &secret)?;
    copy::sync_dir(data_dir)
}
