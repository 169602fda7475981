//! One cluster for the whole test binary and one database per test, made from a migrated template
//! and dropped when the test's thread ends: all of them together would fill a small disk.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;

use db::Address;
use db::embedded::{Durability, Embedded};
use db::migrate;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use tokio::sync::mpsc;
use uuid::Uuid;

/// A cluster that lives as long as the test process: Postgres stops when the pipe to it closes.
struct Cluster {
    embedded: Embedded,
    /// The names of databases that are no longer used.
    unused: mpsc::UnboundedSender<String>,
    _folder: tempfile::TempDir,
    _runtime: tokio::runtime::Runtime,
}

static CLUSTER: OnceLock<Cluster> = OnceLock::new();

thread_local! {
    /// The databases of the test that runs on this thread.
    static OWN: RefCell<Vec<Database>> = const { RefCell::new(Vec::new()) };
}

/// A database that is dropped shortly after this value.
struct Database(String);

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(cluster) = CLUSTER.get() {
            // At the end of the process the cluster and its folder are removed anyway.
            let _ = cluster.unused.send(std::mem::take(&mut self.0));
        }
    }
}

fn cluster() -> &'static Cluster {
    // On a separate thread and runtime: a test's runtime ends with the test, and migrations need a
    // multi-threaded one.
    CLUSTER.get_or_init(|| std::thread::spawn(start_cluster).join().unwrap())
}

fn start_cluster() -> Cluster {
    let folder = tempfile::Builder::new().prefix("harken-test-").tempdir().unwrap();
    open_for_all(folder.path());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let embedded = runtime.block_on(async {
        let embedded =
            Embedded::start(folder.path(), bin_dir().as_deref(), Durability::None).await.unwrap();
        migrate::run(&address(embedded.url())).await.unwrap();
        embedded
    });
    let (unused, names) = mpsc::unbounded_channel();
    runtime.spawn(drop_databases(embedded.url_of("postgres"), names));
    Cluster { embedded, unused, _folder: folder, _runtime: runtime }
}

/// Drops the databases that tests leave behind, one at a time: each drop makes Postgres write a
/// checkpoint.
async fn drop_databases(url: String, mut names: mpsc::UnboundedReceiver<String>) {
    let mut conn = AsyncPgConnection::establish(&url).await.unwrap();
    while let Some(name) = names.recv().await {
        diesel::sql_query(format!("DROP DATABASE {name} WITH (FORCE)"))
            .execute(&mut conn)
            .await
            .unwrap();
    }
}

/// Returns the folder of Postgres's programs, unless they are in the usual place.
pub fn bin_dir() -> Option<PathBuf> {
    std::env::var_os("HARKEN_DATABASE__BIN_DIR").map(PathBuf::from)
}

/// Opens a folder to all users: started as root, Postgres runs as another user, who must be able to
/// reach its folder.
pub fn open_for_all(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the address for connections to `url`.
pub fn address(url: &str) -> Address {
    Address::parse(url).unwrap()
}

/// Returns the URL of a fresh, migrated database.
pub async fn fresh_database() -> String {
    database_from("harken").await
}

/// Returns the URL of an empty database.
pub async fn empty_database() -> String {
    database_from("template0").await
}

async fn database_from(template: &str) -> String {
    let cluster = cluster();
    let name = format!("test_{}", Uuid::now_v7().simple());
    let mut conn =
        AsyncPgConnection::establish(&cluster.embedded.url_of("postgres")).await.unwrap();
    // Takes half as long as through the write-ahead log.
    diesel::sql_query(format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))
        .execute(&mut conn)
        .await
        .unwrap();
    let url = cluster.embedded.url_of(&name);
    OWN.with_borrow_mut(|own| own.push(Database(name)));
    url
}
