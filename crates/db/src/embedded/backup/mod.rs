//! Backups of Harken's own Postgres: a copy of the running cluster with the log written while it was
//! made ("Making a Base Backup Using the Low Level API" in Postgres's documentation), and the secret.
//! That needs no program but Postgres itself, which does not always come with `pg_basebackup`.

mod copy;
pub mod manifest;
mod restore;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Integer, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};

pub use self::restore::{ArchiveUse, Restored, restore};

use self::manifest::{ABOUT, About, FORMAT};
use super::Embedded;
use super::archive;
use super::cluster::Cluster;
use super::wal::{Lsn, parse_segment_name, segment_name};
use crate::Conn;

/// The cluster's folder in a backup.
const CLUSTER: &str = "cluster";
const SECRET: &str = "secret";
/// The oldest supported version of Postgres: the backup functions have had their names since then.
const OLDEST: i32 = 15;

/// The result of a backup.
#[derive(Debug)]
pub struct Backup {
    pub bytes: u64,
    /// The earliest moment that can be restored from the backup.
    pub ended_at: DateTime<Utc>,
    pub has_secret: bool,
    /// Whether the archive continues the backup.
    pub is_archived: bool,
    pub verified: Verified,
}

/// The result of `pg_verifybackup`.
#[derive(Debug, PartialEq, Eq)]
pub enum Verified {
    Yes,
    /// There is no such program in this folder.
    No(PathBuf),
}

#[derive(QueryableByName)]
struct Begun {
    #[diesel(sql_type = Text)]
    lsn: String,
    #[diesel(sql_type = Text)]
    file: String,
    #[diesel(sql_type = Integer)]
    version: i32,
}

#[derive(QueryableByName)]
struct Ended {
    #[diesel(sql_type = Text)]
    lsn: String,
    #[diesel(sql_type = Text)]
    label: String,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
}

impl Embedded {
    /// Makes a backup in the folder `to`, which is created or must be empty. What a failed backup has
    /// created is removed.
    ///
    /// # Errors
    /// The folder is in use, files cannot be copied, or `pg_verifybackup` finds a fault.
    pub async fn back_up(&self, to: &Path) -> anyhow::Result<Backup> {
        let was_there = prepare(to)?;
        let made = self.fill(to).await;
        if made.is_err() {
            let _ = fs::remove_dir_all(to.join(CLUSTER));
            let _ = fs::remove_file(to.join(SECRET));
            let _ = fs::remove_file(to.join(ABOUT));
            if !was_there {
                let _ = fs::remove_dir(to);
            }
        }
        made
    }

    async fn fill(&self, to: &Path) -> anyhow::Result<Backup> {
        let chain = match &self.archive {
            Some(_) => archive::wait_for_chain(self.cluster.home()).await?,
            None => None,
        };
        let copy = to.join(CLUSTER);
        let (about, mut bytes) = copy_running(&self.cluster, &copy, chain).await?;
        let secret = self.data_dir.join(SECRET);
        let has_secret = secret.exists();
        if has_secret {
            let text = fs::read(&secret)
                .with_context(|| format!("could not read {}", secret.display()))?;
            copy::put(&to.join(SECRET), &text)?;
            bytes += text.len() as u64;
        }
        let verified = verify(&self.cluster, &copy).await?;
        let about = About { has_secret, ..about };
        copy::put(&to.join(ABOUT), &serde_json::to_vec_pretty(&about)?)?;
        copy::sync_dir(to)?;
        Ok(Backup {
            bytes,
            ended_at: about.ended_at,
            has_secret,
            is_archived: about.chain.is_some(),
            verified,
        })
    }
}

/// Creates the folder of a backup. Returns whether it existed.
fn prepare(to: &Path) -> anyhow::Result<bool> {
    match fs::read_dir(to) {
        Ok(mut entries) => {
            ensure!(
                entries.next().is_none(),
                "{} is not empty; give each backup a folder of its own",
                to.display()
            );
            Ok(true)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            copy::make_dir(to)?;
            Ok(false)
        }
        Err(error) => Err(error).with_context(|| format!("could not read {}", to.display())),
    }
}

async fn copy_running(
    cluster: &Cluster,
    to: &Path,
    chain: Option<String>,
) -> anyhow::Result<(About, u64)> {
    // The backup ends with this connection, however that ends.
    let mut conn = Conn::establish(&cluster.url_of("postgres"))
        .await
        .context("could not connect to back up the database")?;
    keep_log(&mut conn).await?;
    let begun: Begun = diesel::sql_query(
        "SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS file,
                current_setting('server_version_num')::int / 10000 AS version
         FROM pg_backup_start('harken', true) AS lsn",
    )
    .get_result(&mut conn)
    .await
    .context("Postgres could not begin the backup")?;
    let (from, into) = (cluster.dir().to_owned(), to.to_owned());
    let mut files = tokio::task::spawn_blocking(move || copy::copy_cluster(&from, &into)).await??;
    let ended: Ended = diesel::sql_query(
        "SELECT lsn::text AS lsn, labelfile AS label, clock_timestamp() AS at
         FROM pg_backup_stop(false)",
    )
    .get_result(&mut conn)
    .await
    .context("Postgres could not end the backup")?;
    files.push(copy::add(to, "backup_label", ended.label.as_bytes())?);

    let (start, end): (Lsn, Lsn) = (begun.lsn.parse()?, ended.lsn.parse()?);
    let timeline = parse_segment_name(&begun.file)?.0;
    let log = (start.segment(), Lsn(end.0 - 1).segment());
    let bytes = copy_log(cluster, to, timeline, log)?;
    let text = manifest::write(&files, timeline, start, end)?;
    copy::put(&to.join(manifest::FILE), text.as_bytes())?;
    copy::sync_dir(to)?;
    let about = About {
        format: FORMAT,
        postgres: begun.version.try_into()?,
        ended_at: ended.at,
        timeline,
        log,
        chain,
        has_secret: false,
    };
    let copied: u64 = files.iter().map(|file| file.size).sum();
    Ok((about, copied + bytes))
}

/// Has Postgres keep the log for as long as `conn` is open.
async fn keep_log(conn: &mut Conn) -> anyhow::Result<()> {
    let version: Version =
        diesel::sql_query("SELECT current_setting('server_version_num')::int / 10000 AS version")
            .get_result(conn)
            .await?;
    ensure!(
        version.version >= OLDEST,
        "backups need Postgres {OLDEST} or newer, and this is {}",
        version.version
    );
    let name = format!("harken_backup_{}", std::process::id());
    diesel::sql_query("SELECT pg_create_physical_replication_slot($1, true, true)")
        .bind::<Text, _>(name)
        .execute(conn)
        .await
        .context("could not have Postgres keep its log during the backup")?;
    Ok(())
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Integer)]
    version: i32,
}

fn copy_log(
    cluster: &Cluster,
    to: &Path,
    timeline: u32,
    (first, last): (u64, u64),
) -> anyhow::Result<u64> {
    let (from, to) = (cluster.dir().join("pg_wal"), to.join("pg_wal"));
    let mut bytes = 0;
    for segment in first..=last {
        let name = segment_name(timeline, segment);
        let file = fs::read(from.join(&name));
        let file = file.with_context(|| format!("could not read pg_wal/{name}"))?;
        copy::put(&to.join(&name), &file)?;
        bytes += file.len() as u64;
    }
    copy::sync_dir(&to)?;
    Ok(bytes)
}

async fn verify(cluster: &Cluster, copy: &Path) -> anyhow::Result<Verified> {
    let program = cluster.programs().path("pg_verifybackup");
    if !program.exists() {
        return Ok(Verified::No(cluster.programs().dir().to_owned()));
    }
    let output = tokio::process::Command::new(&program)
        .arg("--quiet")
        .arg(copy)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .await
        .with_context(|| format!("could not run {}", program.display()))?;
    if !output.status.success() {
        bail!(
            "pg_verifybackup found faults in the backup, which was removed:\n{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    Ok(Verified::Yes)
}
