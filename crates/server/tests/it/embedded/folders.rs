use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use db::embedded::{Durability, Embedded};

use crate::support::db::{bin_dir, open_for_all};

async fn start(data_dir: &Path) -> anyhow::Result<Embedded> {
    Embedded::start(data_dir, bin_dir().as_deref(), Durability::None).await
}

#[tokio::test]
async fn a_link_in_the_place_of_its_folder_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    open_for_all(folder.path());
    let (data_dir, victim) = (folder.path().join("data"), folder.path().join("victim"));
    fs::create_dir(&data_dir).unwrap();
    fs::create_dir(&victim).unwrap();
    let owner = fs::metadata(&victim).unwrap().uid();
    symlink(&victim, data_dir.join("postgres")).unwrap();
    let refused = start(&data_dir).await.unwrap_err().to_string();
    assert!(
        refused.contains("data/postgres is a link") && refused.contains("move it away"),
        "{refused}"
    );
    assert_eq!(fs::metadata(&victim).unwrap().uid(), owner);
    assert_eq!(fs::read_dir(&victim).unwrap().count(), 0);
}

#[tokio::test]
async fn sockets_lie_where_nobody_else_can_put_anything() {
    let folder = tempfile::tempdir().unwrap();
    open_for_all(folder.path());
    let own = fs::metadata(folder.path()).unwrap().uid();
    let cluster = start(folder.path()).await.unwrap();
    let url = cluster.url().replace("%2F", "/").replace("%2D", "-");
    let sockets = url.strip_prefix("postgres://harken@").unwrap();
    let sockets = Path::new(sockets.strip_suffix("/harken").unwrap());
    let private = if own == 0 { Path::new("/run/harken") } else { &folder.path().join("postgres") };
    assert_eq!(sockets.parent(), Some(private));
    assert!(sockets.join(".s.PGSQL.5432").as_os_str().len() <= 107);
    let rights = fs::symlink_metadata(sockets).unwrap();
    assert!(rights.is_dir());
    assert_eq!(rights.mode() & 0o077, 0, "{:o}", rights.mode());
    cluster.stop().await;
}

#[tokio::test]
async fn what_an_interrupted_first_start_has_left_is_started_over() {
    let folder = tempfile::tempdir().unwrap();
    open_for_all(folder.path());
    let left = folder.path().join("postgres/cluster.new");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("PG_VERSION"), "15\n").unwrap();
    let cluster = start(folder.path()).await.unwrap();
    assert!(!left.exists());
    assert!(folder.path().join("postgres/cluster/PG_VERSION").exists());
    cluster.stop().await;
}
