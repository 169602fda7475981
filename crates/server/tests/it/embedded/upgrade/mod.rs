//! Upgrades of Harken's own Postgres from one major version to the next, with two real ones.

mod kills;
mod refusals;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, SystemTime};

use db::embedded::{Durability, Embedded};
use db::migrate;
use diesel_async::SimpleAsyncConnection;
use tokio::process::Command;

use crate::support::db::{address, bin_dir, open_for_all};
use crate::support::prelude::*;
use crate::support::sql::{row, rows};

/// A version of everything that a user's data can be.
const DATA: &str = include_str!("../../migrations/upgrade/previous/data.sql");
/// What Harken has not made, but whoever runs it may have.
const OWN: &str = "CREATE ROLE \"Grafana's\" LOGIN; GRANT SELECT ON items TO \"Grafana's\";
    ALTER ROLE harken SET work_mem = '5MB'; ALTER DATABASE harken SET work_mem = '6MB';
    CREATE TABLE notes (id int GENERATED ALWAYS AS IDENTITY, body bytea, tags jsonb, price numeric);
    INSERT INTO notes (body, tags, price)
        SELECT sha256(n::text::bytea), jsonb_build_object('n', E'\\\\\\t\\n' || n), n / 7.0
        FROM generate_series(1, 5000) AS n";

/// The folders with the programs of two major versions.
struct Versions {
    older: PathBuf,
    newer: PathBuf,
}

impl Versions {
    /// Returns `None`, with the reason printed, where no two versions can upgrade.
    fn find() -> Option<Self> {
        let other = std::env::var_os("OTHER_POSTGRES");
        let other = PathBuf::from(other.expect(
            "set OTHER_POSTGRES=$(scripts/install/postgres other) and \
             HARKEN_DATABASE__BIN_DIR=$(scripts/install/postgres)",
        ));
        if other.as_os_str().is_empty() {
            println!("skipped: scripts/install/postgres other has found no pg_dump");
            return None;
        }
        let own = bin_dir().expect("HARKEN_DATABASE__BIN_DIR is not set");
        let mut both = [own, other];
        both.sort_by_key(|dir| version_of(dir));
        let [older, newer] = both;
        assert!(version_of(&older) < version_of(&newer), "{older:?} {newer:?}");
        Some(Self { older, newer })
    }

    /// Returns the PATH of a machine where the newer version has been installed beside the older one.
    fn path(&self) -> OsString {
        let default = [PathBuf::from("/usr/bin"), PathBuf::from("/bin")];
        let both = [&self.newer, &self.older].into_iter().chain(&default);
        std::env::join_paths(both).unwrap()
    }
}

/// Returns the major version of the programs in a folder.
fn version_of(programs: &Path) -> u32 {
    let said = std::process::Command::new(programs.join("postgres")).arg("--version").output();
    let said = String::from_utf8(said.unwrap().stdout).unwrap();
    let version = said.strip_prefix("postgres (PostgreSQL) ").unwrap();
    version.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// A data folder whose cluster the older version has made and filled.
struct Machine {
    folder: tempfile::TempDir,
    data_dir: PathBuf,
    versions: Versions,
    before: Vec<String>,
}

impl Machine {
    async fn new() -> Option<Self> {
        Some(Self::empty()?.fill().await)
    }

    async fn fill(mut self) -> Self {
        let machine = &mut self;
        let own = machine.start(&machine.versions.older).await;
        let mut conn = address(own.url()).connect().await.unwrap();
        conn.batch_execute(DATA).await.unwrap();
        drop(conn);
        migrate::run(&address(own.url())).await.unwrap();
        let mut conn = address(own.url()).connect().await.unwrap();
        conn.batch_execute(OWN).await.unwrap();
        conn.batch_execute("ALTER SYSTEM SET work_mem = '7MB'").await.unwrap();
        conn.batch_execute("CREATE DATABASE other").await.unwrap();
        let mut other = address(&own.url_of("other")).connect().await.unwrap();
        other.batch_execute("CREATE TABLE kept AS SELECT 'kept'::text AS word").await.unwrap();
        machine.before = contents(&mut conn).await;
        assert!(machine.before.len() > 50);
        own.stop().await;
        self
    }

    fn empty() -> Option<Self> {
        let versions = Versions::find()?;
        let folder = tempfile::Builder::new().prefix("harken-versions-").tempdir().unwrap();
        open_for_all(folder.path());
        let data_dir = folder.path().to_owned();
        Some(Self { folder, data_dir, versions, before: Vec::new() })
    }

    async fn start(&self, programs: &Path) -> Embedded {
        let started = Embedded::start(&self.data_dir, Some(programs), Durability::Full).await;
        started.unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
        let data_dir = format!("data_dir={}", self.data_dir.display());
        command.args(arguments).args(["--set", &data_dir]).env_clear().stdin(Stdio::null());
        command.env("RUST_LOG", "info").env("PATH", self.versions.path()).kill_on_drop(true);
        command
    }

    /// Runs a command with both versions at hand. Those that start Harken, such as `migrate`, upgrade.
    async fn run(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().await.unwrap().into()
    }

    fn home(&self) -> PathBuf {
        self.data_dir.join("postgres")
    }

    fn cluster(&self) -> PathBuf {
        self.home().join("cluster")
    }

    /// Returns the folder of the old cluster after an upgrade.
    fn kept(&self) -> PathBuf {
        self.home().join(format!("cluster.{}", self.older()))
    }

    fn older(&self) -> u32 {
        version_of(&self.versions.older)
    }

    fn newer(&self) -> u32 {
        version_of(&self.versions.newer)
    }

    /// Checks that the cluster is the newer version's, with everything in it.
    async fn is_upgraded(&self) {
        assert_eq!(cluster_version(&self.cluster()), Some(self.newer()));
        let own = self.start(&self.versions.newer).await;
        let mut conn = address(own.url()).connect().await.unwrap();
        let after = contents(&mut conn).await;
        for (before, after) in self.before.iter().zip(&after) {
            assert_eq!(before, after);
        }
        assert_eq!(self.before.len(), after.len());
        // Its numbers are those of the old cluster's transactions.
        assert_eq!(row::<i64>("SELECT count(*) FROM watch_changes", &mut conn).await, 0);
        // The optimiser knows the tables.
        let estimate = "SELECT reltuples::bigint FROM pg_class WHERE relname = 'notes'";
        assert_eq!(row::<i64>(estimate, &mut conn).await, 5000);
        for (query, expected) in [
            (
                "SELECT string_agg(pg_get_userbyid(grantee), '') FROM pg_class, aclexplode(relacl)
              WHERE relname = 'items' AND grantee <> relowner",
                "Grafana's",
            ),
            ("SELECT setting FROM pg_file_settings WHERE name = 'work_mem'", "7MB"),
            ("SELECT setconfig[1] FROM pg_db_role_setting WHERE setdatabase = 0", "work_mem=5MB"),
            ("SELECT setconfig[1] FROM pg_db_role_setting WHERE setrole = 0", "work_mem=6MB"),
            // Nothing of the upgrade's own settings stays.
            ("SELECT current_setting('fsync') || current_setting('autovacuum')", "onon"),
        ] {
            assert_eq!(row::<String>(query, &mut conn).await, expected, "{query}");
        }
        let mut other = address(&own.url_of("other")).connect().await.unwrap();
        assert_eq!(row::<String>("SELECT word FROM kept", &mut other).await, "kept");
        drop((conn, other));
        own.stop().await;
    }

    /// Checks that the cluster is the older version's, with everything in it, and nothing is beside it.
    async fn is_as_it_was(&self) {
        assert_eq!(cluster_version(&self.cluster()), Some(self.older()));
        assert_eq!(self.left(), Vec::<String>::new());
        let own = self.start(&self.versions.older).await;
        let mut conn = address(own.url()).connect().await.unwrap();
        assert_eq!(contents(&mut conn).await, self.before);
        drop(conn);
        own.stop().await;
    }

    /// Returns what is beside the cluster, except sockets.
    fn left(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != "cluster" && name != "sockets");
        names.sort();
        names
    }
}

/// What a command has printed.
struct Said {
    is_well: bool,
    text: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = [output.stdout, output.stderr].concat();
        Self { is_well: output.status.success(), text: String::from_utf8(text).unwrap() }
    }
}

fn cluster_version(dir: &Path) -> Option<u32> {
    fs::read_to_string(dir.join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// Returns a line for each table, with a checksum of all its rows, for each index, constraint, trigger and
/// function with its definition, and for each sequence with its last value.
async fn contents(conn: &mut Conn) -> Vec<String> {
    let tables =
        "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relname <> 'watch_changes'
        AND relnamespace = 'public'::regnamespace ORDER BY 1";
    let mut lines = Vec::new();
    for table in rows::<String>(tables, conn).await {
        let checksum = format!(
            "SELECT concat_ws(' ', '{table}', count(*), md5(string_agg(row::text, ',' ORDER BY row::text)))
             FROM {table} AS row"
        );
        lines.push(row(&checksum, conn).await);
    }
    for definitions in [
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
        "SELECT conrelid::regclass::text || pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1",
        "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         AND prokind = 'f' ORDER BY 1",
        "SELECT sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences ORDER BY 1",
    ] {
        lines.extend(rows::<String>(definitions, conn).await);
    }
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_upgrades_an_older_database_and_keeps_the_old_folder_for_a_day() {
    let Some(machine) = Machine::new().await else {
        return;
    };
    let (older, newer) = (machine.older(), machine.newer());

    // What only looks upgrades nothing, and a backup comes before an upgrade.
    let said = machine.run(&["doctor"]).await;
    let warning = format!("the next start upgrades the database from Postgres {older} to {newer}");
    assert!(said.is_well && said.text.contains(&warning), "{}", said.text);
    assert!(said.text.contains(&format!("Debian: postgresql-{older}")), "{}", said.text);
    let backup = machine.folder.path().join("backup");
    let said = machine.run(&["backup", backup.to_str().unwrap()]).await;
    assert!(said.is_well, "{}", said.text);
    machine.is_as_it_was().await;

    let said = machine.run(&["migrate"]).await;
    assert!(said.is_well && said.text.contains("the database is upgraded"), "{}", said.text);
    machine.is_upgraded().await;
    assert_eq!(machine.left(), [format!("cluster.{older}")]);
    assert_eq!(cluster_version(&machine.kept()), Some(older));

    // The next start has nothing to do, and a day later one removes the old folder.
    let said = machine.run(&["migrate"]).await;
    assert!(said.is_well && !said.text.contains("upgrad"), "{}", said.text);
    assert_eq!(machine.left(), [format!("cluster.{older}")]);
    let made = fs::File::open(machine.cluster().join("PG_VERSION")).unwrap();
    made.set_modified(SystemTime::now() - Duration::from_secs(25 * 3_600)).unwrap();
    let own = machine.start(&machine.versions.newer).await;
    while machine.kept().exists() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    own.stop().await;
    assert_eq!(machine.left(), Vec::<String>::new());
    machine.is_upgraded().await;

    // The backup is of the older version, and leads to the newer one.
    let restored = Machine { before: machine.before.clone(), ..Machine::empty().unwrap() };
    let said = restored.run(&["restore", backup.to_str().unwrap()]).await;
    let text = format!("upgrades it from Postgres {older} to {newer}");
    assert!(said.is_well && said.text.contains(&text), "{}", said.text);
    restored.is_as_it_was().await;
    assert!(restored.run(&["migrate"]).await.is_well);
    restored.is_upgraded().await;
}
