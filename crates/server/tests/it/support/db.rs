//! One cluster for the whole test binary, one database a test, made from a migrated template.

use std::path::PathBuf;
use std::sync::OnceLock;

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use harken::db::Address;
use harken::db::embedded::{Durability, Embedded};
use harken::db::migrate;
use uuid::Uuid;

/// Lives as long as the test process: Postgres stops when the pipe to it closes.
struct Cluster {
    embedded: Embedded,
    _folder: tempfile::TempDir,
    _runtime: tokio::runtime::Runtime,
}

static CLUSTER: OnceLock<Cluster> = OnceLock::new();

fn cluster() -> &'static Cluster {
    // On a thread and a runtime of its own: a test's runtime ends with the test, and migrations
    // need one of many threads.
    CLUSTER.get_or_init(|| std::thread::spawn(start_cluster).join().unwrap())
}

fn start_cluster() -> Cluster {
    let folder = tempfile::Builder::new()
        .prefix("harken-test-")
        .tempdir()
        .unwrap();
    open_for_all(folder.path());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let embedded = runtime.block_on(async {
        let embedded = Embedded::start(folder.path(), bin_dir().as_deref(), Durability::None)
            .await
            .unwrap();
        migrate::run(&address(embedded.url())).await.unwrap();
        embedded
    });
    Cluster {
        embedded,
        _folder: folder,
        _runtime: runtime,
    }
}

/// Where Postgres's programs are, if not where they usually are.
pub fn bin_dir() -> Option<PathBuf> {
    std::env::var_os("HARKEN_DATABASE__BIN_DIR").map(PathBuf::from)
}

/// As root, Postgres runs as another user, who must be able to walk to its folder.
pub fn open_for_all(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// How connections to `url` are made.
pub fn address(url: &str) -> Address {
    Address::parse(url).unwrap()
}

/// The URL of a fresh, migrated database.
pub async fn fresh_database() -> String {
    let cluster = cluster();
    let name = format!("test_{}", Uuid::now_v7().simple());
    let mut conn = AsyncPgConnection::establish(&cluster.embedded.url_of("postgres"))
        .await
        .unwrap();
    diesel::sql_query(format!("CREATE DATABASE {name} TEMPLATE harken"))
        .execute(&mut conn)
        .await
        .unwrap();
    cluster.embedded.url_of(&name)
}
