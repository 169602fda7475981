//! Upgrades a cluster to a newer major version of Postgres, which cannot open it as it is: the old Postgres
//! dumps it into a new cluster beside it, and one rename exchanges the two folders at the end. Until then,
//! nothing but the old Postgres touches the old folder, and an interrupted upgrade begins again. After it, the old
//! folder is kept for a day.
//!
//! A dump takes longer than `pg_upgrade`, but it reads every row, builds every index again, needs `pg_dump` of one
//! version only, and both Postgres end with this process, however it ends.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail, ensure};
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};
use tokio::time::Instant;

use super::cluster::Cluster;
use super::postmaster::Postmaster;
use super::programs::Programs;
use super::{archive, folders};
use crate::Conn;

/// What the name of an old cluster's folder begins with; its version ends it. Until the exchange, this folder
/// contains the new cluster.
const KEPT: &str = "cluster.";
const KEPT_FOR: Duration = Duration::from_secs(86_400);
/// The interval at which to look for old folders.
const LOOK: Duration = Duration::from_secs(3_600);
/// The programs that dump and load, all of one version: the newer if it has them, else the older.
const CLIENT: [&str; 3] = ["pg_dump", "pg_dumpall", "psql"];
/// The write-ahead log that loading may leave.
const MAX_LOG_MB: u64 = 512;
/// The folders for the sockets of the old and the new Postgres, where no other process expects them.
const PLACES: [&str; 2] = ["upgrade.old", "upgrade.new"];

/// Everything that an upgrade needs and has been checked to be there.
struct Plan {
    old: Programs,
    client: Programs,
    kept: PathBuf,
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Upgrades the cluster if it is of an older version than its programs. Nobody else may use it meanwhile.
///
/// # Errors
/// The upgrade is impossible or failed: then the cluster is as it was.
pub(super) async fn run(cluster: &Cluster) -> anyhow::Result<()> {
    let Some(plan) = plan(cluster)? else {
        return Ok(());
    };
    let (from, to) = (plan.old.version(), cluster.programs().version());
    tracing::info!(from, to, "upgrading the database to a newer version of Postgres");
    let began = Instant::now();
    if let Err(error) = plan.build(cluster).await {
        let _ = folders::remove(&plan.kept).await;
        return Err(error.context(format!(
            "the database could not be upgraded from Postgres {from} to {to}, and is as it was"
        )));
    }
    let dir = cluster.dir();
    folders::exchange(&plan.kept, dir)
        .with_context(|| format!("could not put the new database into {}", dir.display()))?;
    archive::forget(cluster.home());
    let (seconds, kept) = (began.elapsed().as_secs_f32(), plan.kept.display());
    tracing::info!(
        from, to, seconds, %kept,
        "the database is upgraded; take a new backup. The old folder is kept for a day"
    );
    Ok(())
}

/// Checks that the cluster can be upgraded. Returns whether it is to be.
///
/// # Errors
/// Something is missing; the error says what to do.
pub(super) fn check(cluster: &Cluster) -> anyhow::Result<bool> {
    Ok(plan(cluster)?.is_some())
}

fn plan(cluster: &Cluster) -> anyhow::Result<Option<Plan>> {
    let Some(from) = cluster.version().filter(|_| cluster.is_of_another_version()) else {
        return Ok(None);
    };
    let (to, programs) = (cluster.programs().version(), cluster.programs().dir().display());
    let dir = cluster.dir().display();
    ensure!(
        from < to,
        "the database in {dir} is of Postgres {from}, and {programs} has Postgres {to}, which is older: \
         install Postgres {from}, or set database.bin_dir to the folder with its programs"
    );
    let old = Programs::of_version(from).with_context(|| {
        format!(
            "the database in {dir} is of Postgres {from}, and {programs} has Postgres {to}. Harken upgrades it \
             where both are installed; on Debian, run\n\n    \
             sudo /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y\n    \
             sudo apt-get install postgresql-{from}\n\nand start Harken again. Elsewhere, add the folder with \
             the programs of Postgres {from} to the PATH"
        )
    })?;
    let has_client = |programs: &&Programs| CLIENT.iter().all(|name| programs.path(name).exists());
    let client = [cluster.programs(), &old].into_iter().find(has_client).with_context(|| {
        format!(
            "the database in {dir} is of Postgres {from}, and upgrading it to {to} takes {}: install them \
             (Debian: apt-get install postgresql-client-{to})",
            CLIENT.join(", ")
        )
    })?;
    let kept = cluster.home().join(format!("{KEPT}{from}"));
    ensure!(
        folders::version_of(&kept) != Some(from),
        "{} has an old database: move it away, and Harken upgrades {dir}",
        kept.display()
    );
    let named = || format!("could not inspect {dir}");
    let needed = folders::size(cluster.dir()).with_context(named)? / 1_000_000 + MAX_LOG_MB;
    let free = folders::free_space(cluster.home()).with_context(named)? / 1_000_000;
    ensure!(
        free >= needed,
        "upgrading the database in {dir} from Postgres {from} to {to} takes {needed} MB, and {free} MB are \
         free: make room, or set database.bin_dir to {}",
        old.dir().display()
    );
    Ok(Some(Plan { client: client.clone(), old, kept }))
}

impl Plan {
    /// Builds the new cluster.
    async fn build(&self, cluster: &Cluster) -> anyhow::Result<()> {
        folders::remove(&self.kept).await?;
        let [old, new] = PLACES;
        let old = cluster.apart(old, cluster.dir().to_owned(), self.old.clone())?;
        let new = cluster.apart(new, self.kept.clone(), cluster.programs().clone())?;
        let [one, other] = PLACES.map(|place| cluster.home().join(place));
        folders::exchange(&one, &other).with_context(|| {
            format!(
                "the file system of {} cannot exchange two folders: move the data folder to another",
                cluster.home().display()
            )
        })?;
        let copied = self.copy(&old, &new).await;
        for dir in [old.sockets(), new.sockets(), &one, &other] {
            let _ = folders::remove(dir).await;
        }
        copied
    }

    async fn copy(&self, old: &Cluster, new: &Cluster) -> anyhow::Result<()> {
        new.make().await?;
        // What ALTER SYSTEM has set.
        let settings = "postgresql.auto.conf";
        std::fs::copy(old.dir().join(settings), new.dir().join(settings))
            .with_context(|| format!("could not copy {settings}"))?;
        let from = old.start_with(&["autovacuum=off".to_owned()]).await?;
        let loaded = self.load(old, new).await;
        stop(from, old).await?;
        loaded?;
        let mut sync = new.command(&new.programs().path("initdb"));
        sync.arg("--sync-only").arg("-D").arg(new.dir()).stdout(Stdio::null());
        succeeded(sync.stderr(Stdio::piped()).spawn().context("could not run initdb")?).await?;
        Ok(())
    }

    async fn load(&self, old: &Cluster, new: &Cluster) -> anyhow::Result<()> {
        // Until the end, nothing waits for the disk: a new cluster that is not complete is discarded.
        let settings = [
            "fsync=off".to_owned(),
            "full_page_writes=off".to_owned(),
            "autovacuum=off".to_owned(),
            "maintenance_work_mem=128MB".to_owned(),
            format!("max_wal_size={MAX_LOG_MB}MB"),
        ];
        let to = new.start_with(&settings).await?;
        let loaded = self.load_all(old, new).await;
        stop(to, new).await?;
        loaded
    }

    async fn load_all(&self, old: &Cluster, new: &Cluster) -> anyhow::Result<()> {
        let databases = names(
            old,
            "postgres",
            "SELECT datname::text AS name FROM pg_database WHERE datallowconn AND NOT datistemplate",
        )
        .await?;
        let available = "SELECT name::text AS name FROM pg_available_extensions";
        let available = names(new, "postgres", available).await?;
        for database in &databases {
            let used = names(old, database, "SELECT extname::text AS name FROM pg_extension");
            for extension in used.await? {
                ensure!(
                    available.contains(&extension),
                    "the database {database} uses the extension {extension}, which {} does not have: \
                     install it for Postgres {}",
                    new.programs().dir().display(),
                    new.programs().version()
                );
            }
        }
        self.load_roles(old, new).await?;
        for database in &databases {
            self.load_database(database, old, new).await?;
            let mut conn = Conn::establish(&new.url_of(database)).await?;
            conn.batch_execute("ANALYZE").await?;
        }
        Ok(())
    }

    async fn load_roles(&self, old: &Cluster, new: &Cluster) -> anyhow::Result<()> {
        let mut dump = self.client("pg_dumpall", old);
        dump.arg("--globals-only").arg(format!("--dbname={}", old.url_of("postgres")));
        let dumped = succeeded(dump.stdout(Stdio::piped()).spawn()?).await?;
        // The new cluster has been made by this role.
        let roles = String::from_utf8(dumped)?.replacen("\nCREATE ROLE harken;\n", "\n", 1);
        let mut load = self.psql(new, "postgres").stdin(Stdio::piped()).spawn()?;
        let mut stdin = load.stdin.take().context("psql takes no input")?;
        // If psql has ended, its message is the reason.
        let _ = stdin.write_all(roles.as_bytes()).await;
        drop(stdin);
        succeeded(load).await.context("could not create the roles")?;
        Ok(())
    }

    async fn load_database(
        &self,
        database: &str,
        old: &Cluster,
        new: &Cluster,
    ) -> anyhow::Result<()> {
        let mut dump = self.client("pg_dump", old);
        // Transaction numbers mean nothing in another cluster.
        dump.arg("--exclude-table-data=watch_changes");
        let mut into = database;
        if database != "postgres" {
            dump.arg("--create");
            into = "postgres";
        }
        dump.arg(format!("--dbname={}", old.url_of(database))).stdout(Stdio::piped());
        let mut dump = dump.spawn()?;
        let dumped: Stdio = dump.stdout.take().context("pg_dump has no output")?.try_into()?;
        let load = self.psql(new, into).stdin(dumped).spawn()?;
        let (dumped, loaded) = tokio::join!(succeeded(dump), succeeded(load));
        // If psql ends early, pg_dump fails as well.
        loaded.and(dumped).with_context(|| format!("could not copy the database {database}"))?;
        Ok(())
    }

    fn psql(&self, cluster: &Cluster, database: &str) -> Command {
        let mut command = self.client("psql", cluster);
        // Without details, which contain what users have entered.
        command.args(["-X", "--quiet", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse"]);
        command.arg(format!("--dbname={}", cluster.url_of(database))).stdout(Stdio::null());
        command
    }

    fn client(&self, program: &str, cluster: &Cluster) -> Command {
        let mut command = cluster.command(&self.client.path(program));
        command.stdin(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }
}

/// Waits for a program, and returns its output.
///
/// # Errors
/// It failed; the error is what it has written.
async fn succeeded(program: Child) -> anyhow::Result<Vec<u8>> {
    let output = program.wait_with_output().await?;
    if !output.status.success() {
        bail!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(output.stdout)
}

async fn stop(postmaster: Postmaster, cluster: &Cluster) -> anyhow::Result<()> {
    postmaster.stop().await;
    let dir = cluster.dir();
    ensure!(!dir.join("postmaster.pid").exists(), "Postgres in {} did not stop", dir.display());
    Ok(())
}

async fn names(cluster: &Cluster, database: &str, query: &str) -> anyhow::Result<Vec<String>> {
    let mut conn = Conn::establish(&cluster.url_of(database)).await?;
    let found: Vec<Named> = diesel::sql_query(query).load(&mut conn).await?;
    Ok(found.into_iter().map(|row| row.name).collect())
}

/// Removes the folders that upgrades have kept, once the present cluster is a day old: at once, and from time
/// to time.
pub(super) async fn remove_kept(cluster: Cluster) {
    loop {
        if let Err(error) = remove_old(&cluster).await {
            let error = format!("{error:#}");
            tracing::warn!(error, "the folder from before an upgrade could not be removed");
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn remove_old(cluster: &Cluster) -> anyhow::Result<()> {
    let present = cluster.version();
    for (path, version) in folders::with_prefix(cluster.home(), KEPT)? {
        let version: Option<u32> = version.parse().ok();
        let is_kept = version.is_some() && version == folders::version_of(&path);
        if is_kept && version < present && is_a_day_old(cluster.dir())? {
            folders::remove(&path).await?;
            tracing::info!(folder = %path.display(), "removed the database from before the upgrade");
        }
    }
    Ok(())
}

/// Returns whether a cluster has been made more than a day ago.
fn is_a_day_old(dir: &Path) -> std::io::Result<bool> {
    let made = std::fs::metadata(dir.join("PG_VERSION"))?.modified()?;
    Ok(SystemTime::now().duration_since(made).is_ok_and(|age| age > KEPT_FOR))
}
