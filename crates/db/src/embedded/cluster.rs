//! The cluster on the disk: creates it, starts it and connects to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use tokio::process::Command;
use tokio::time::Instant;
use uuid::Uuid;

use super::owner::Owner;
use super::postmaster::{Postmaster, WRAPPER};
use super::programs::Programs;
use super::{Durability, folders};

/// The amount of unarchived log that Postgres keeps, in Postgres's notation.
pub(super) const MAX_WAITING: &str = "1GB";
/// The maximum time until a running Postgres answers: it first replays what was written before a
/// crash.
const READY_WITHIN: Duration = Duration::from_secs(300);
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(50);
/// The maximum time until the processes of the previous Postgres have ended.
const LEFT_WITHIN: Duration = Duration::from_secs(30);
/// What the name of a folder begins with that becomes a cluster's.
const NEW: &str = "cluster.new";

/// After a crash Postgres first writes to the disk what the files may lack, one file after the other, which takes
/// seconds. Linux can do so for a whole file system at once, and every supported version of Postgres can ask for that.
const SYNCS_AFTER_A_CRASH: &[&str] = match cfg!(target_os = "linux") {
    true => &["-c", "recovery_init_sync_method=syncfs"],
    false => &[],
};

#[derive(Debug, Clone)]
pub(super) struct Cluster {
    programs: Programs,
    owner: Owner,
    dir: PathBuf,
    sockets: PathBuf,
    log: PathBuf,
    durability: Durability,
}

#[derive(QueryableByName)]
struct Run {
    #[diesel(sql_type = Text)]
    id: String,
}

impl Cluster {
    pub(super) fn new(
        programs: Programs,
        owner: Owner,
        data_dir: &Path,
        durability: Durability,
    ) -> anyhow::Result<Self> {
        let home = owner.home(data_dir)?;
        Ok(Self {
            programs,
            sockets: owner.socket_dir(&home)?,
            owner,
            dir: home.join("cluster"),
            log: data_dir.join("postgres.log"),
            durability,
        })
    }

    /// Returns the cluster's folder.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the parent of the cluster's folder, which also holds what belongs to the cluster.
    pub(super) fn home(&self) -> &Path {
        self.dir.parent().unwrap_or(&self.dir)
    }

    pub(super) fn programs(&self) -> &Programs {
        &self.programs
    }

    /// Returns the command that runs a program as the user who runs Postgres.
    pub(super) fn command(&self, program: &Path) -> Command {
        self.owner.command(program)
    }

    /// Returns the cluster in `dir`, run by `programs`. Its sockets are where no other process expects them: in the
    /// folder `name` in [`Cluster::home`], or where its path would be too long.
    pub(super) fn apart(
        &self,
        name: &str,
        dir: PathBuf,
        programs: Programs,
    ) -> anyhow::Result<Self> {
        let place = self.home().join(name);
        self.owner.take(&place)?;
        let sockets = self.owner.socket_dir(&place)?;
        Ok(Self { programs, dir, sockets, durability: Durability::Full, ..self.clone() })
    }

    /// Returns the folder of Postgres's sockets.
    pub(super) fn sockets(&self) -> &Path {
        &self.sockets
    }

    /// Gives `dir`, a folder that this process has just made, to the user who runs Postgres.
    pub(super) fn hand_over(&self, dir: &Path) -> anyhow::Result<()> {
        self.owner.hand_over(dir)
    }

    pub(super) fn url_of(&self, database: &str) -> String {
        let sockets = self.sockets.to_string_lossy();
        let host =
            percent_encoding::utf8_percent_encode(&sockets, percent_encoding::NON_ALPHANUMERIC);
        format!("postgres://harken@{host}/{database}")
    }

    /// Returns whether the cluster is on the disk.
    pub(super) fn is_made(&self) -> bool {
        self.dir.join("PG_VERSION").exists()
    }

    /// Returns the major version of the Postgres that has written the cluster, if there is one.
    pub(super) fn version(&self) -> Option<u32> {
        folders::version_of(&self.dir)
    }

    /// Returns whether the programs cannot open the cluster, since it is of another major version.
    pub(super) fn is_of_another_version(&self) -> bool {
        self.version().is_some_and(|version| version != self.programs.version())
    }

    /// Creates the cluster, whole or not at all: the remains of an interrupted start are replaced.
    pub(super) async fn make(&self) -> anyhow::Result<()> {
        tracing::info!(folder = %self.dir.display(), "making the database's folder");
        for (left, _) in folders::with_prefix(self.home(), NEW)? {
            folders::remove(&left).await?;
        }
        // A name of its own: an initdb whose Harken was killed may still run, and removes its folder in the end.
        let aside = self.home().join(format!("{NEW}.{}", std::process::id()));
        let mut command = self.owner.command(&self.programs.path("initdb"));
        command.arg("-D").arg(&aside).args(["-U", "harken", "-E", "UTF8", "--auth=trust"]);
        command.arg("--locale=C.UTF-8");
        if self.durability == Durability::None {
            command.arg("--no-sync");
        }
        let output = command.stdin(Stdio::null()).output().await;
        let output = output.with_context(|| {
            format!("could not run initdb in {}", self.programs.dir().display())
        })?;
        ensure!(
            output.status.success(),
            "initdb could not create {}:\n{}",
            self.dir.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        let moved = fs::rename(&aside, &self.dir).and_then(|()| folders::sync_parent(&self.dir));
        moved.with_context(|| format!("could not put {} in its place", self.dir.display()))
    }

    /// Starts Postgres and waits until it answers.
    pub(super) async fn start(&self) -> anyhow::Result<Postmaster> {
        self.start_with(&[]).await
    }

    /// Starts Postgres as [`Cluster::start`] does, with more settings.
    pub(super) async fn start_with(&self, settings: &[String]) -> anyhow::Result<Postmaster> {
        let began = Instant::now();
        loop {
            match self.try_start(settings).await {
                Err(fault)
                    if is_left_behind(&format!("{fault:#}")) && began.elapsed() < LEFT_WITHIN =>
                {
                    tokio::time::sleep(2 * LOOK).await;
                }
                started => return started,
            }
        }
    }

    async fn try_start(&self, settings: &[String]) -> anyhow::Result<Postmaster> {
        let id = Uuid::now_v7().to_string();
        let mut postmaster = self.spawn(&id, settings)?;
        let began = Instant::now();
        // Another Postgres that is about to end may still answer.
        while self.answers().await.as_ref() != Some(&id) {
            if !postmaster.is_running() {
                let why = postmaster.ended().await;
                return Err(anyhow!("Postgres could not start in {}: {why}", self.dir.display()));
            }
            ensure!(
                began.elapsed() < READY_WITHIN,
                "Postgres did not answer within {} s; see {}",
                READY_WITHIN.as_secs(),
                self.log.display()
            );
            tokio::time::sleep(LOOK).await;
        }
        Ok(postmaster)
    }

    fn spawn(&self, id: &str, settings: &[String]) -> anyhow::Result<Postmaster> {
        let mut command = self.owner.command(Path::new("sh"));
        command
            .args(["-c", WRAPPER, "sh"])
            .arg(self.programs.path("postgres"))
            .arg("-D")
            .arg(&self.dir)
            .arg("-k")
            .arg(&self.sockets)
            .args(["-c", "listen_addresses=", "-c", "max_connections=200"])
            // Compiling queries this short costs more than it saves.
            .args(["-c", "timezone=UTC", "-c", "jit=off"])
            .args(["-c", &format!("harken.run={id}")])
            .args(SYNCS_AFTER_A_CRASH)
            .args(["-c", &format!("max_slot_wal_keep_size={MAX_WAITING}")]);
        for setting in settings {
            command.args(["-c", setting]);
        }
        if self.durability == Durability::None {
            command.args(["-c", "fsync=off", "-c", "synchronous_commit=off"]);
            command.args(["-c", "full_page_writes=off"]);
            command.env("HARKEN_REMOVE", &self.dir).env("HARKEN_SOCKETS", &self.sockets);
        }
        Postmaster::spawn(command, &self.log)
    }

    /// Returns which run of Postgres answers, if any does.
    pub(super) async fn answers(&self) -> Option<String> {
        if !self.sockets.join(".s.PGSQL.5432").exists() {
            return None;
        }
        let asked = async {
            let url = self.url_of("postgres");
            let mut conn = AsyncPgConnection::establish(&url).await.ok()?;
            let run: Run =
                diesel::sql_query("SELECT coalesce(current_setting('harken.run', true), '') AS id")
                    .get_result(&mut conn)
                    .await
                    .ok()?;
            Some(run.id)
        };
        tokio::time::timeout(ANSWERS_WITHIN, asked).await.ok()?
    }

    /// Creates the database `harken` in the running cluster if it does not exist.
    pub(super) async fn ensure_database(&self) -> anyhow::Result<()> {
        let connect =
            async |database: &str| AsyncPgConnection::establish(&self.url_of(database)).await;
        let Err(missing) = connect("harken").await else {
            return Ok(());
        };
        let mut conn = connect("postgres").await.with_context(|| missing.to_string())?;
        let made = diesel::sql_query("CREATE DATABASE harken").execute(&mut conn).await;
        match made {
            Ok(_) => Ok(()),
            // Another process may have created it meanwhile.
            Err(_) if connect("harken").await.is_ok() => Ok(()),
            Err(error) => Err(error).context("could not create the database harken"),
        }
    }
}

/// Returns whether Postgres's message says that processes of the previous Postgres are still ending.
fn is_left_behind(fault: &str) -> bool {
    (fault.contains("lock file \"") && fault.contains("already exists"))
        || fault.contains("pre-existing shared memory block")
}
