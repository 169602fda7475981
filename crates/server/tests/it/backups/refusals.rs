use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::{Place, archive_dir, data_dir, done, refused, text};
use crate::support::db::{bin_dir, open_for_all};
use crate::support::own_database::Home;

/// Makes a data folder with a database of which nothing was archived, and a backup of it.
async fn backed_up(place: &Place) -> (Home, String) {
    let home = Home::new();
    let mut harken = home.start("api", &[]).await;
    harken.process.kill().await.unwrap();
    let backup = place.path("backup");
    let said = done(&["backup", text(&backup)], &[data_dir(&home.data_dir)]).await;
    assert!(said.contains("Set database.archive_dir"), "{said}");
    (home, backup.to_str().unwrap().to_owned())
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

#[tokio::test]
async fn what_cannot_be_backed_up_is_refused_with_what_to_do() {
    let place = Place::new();
    let (data, full) = (place.path("data"), place.path("full"));
    fs::create_dir(&data).unwrap();
    fs::create_dir(&full).unwrap();
    fs::write(full.join("file"), "").unwrap();
    let none = refused(&["backup", text(&full)], &[data_dir(&place.path("none"))]).await;
    assert!(none.contains("nothing to back up"), "{none}");
    assert!(!place.path("none").exists());

    let url = "database.url=postgres://harken:hunter2@db.example.com/harken".to_owned();
    let other = [data_dir(&data), url];
    let other = refused(&["backup", text(&full)], &other).await;
    for part in ["pg_dump", "data/secret", "$DATABASE_URL"] {
        assert!(other.contains(part), "{part}: {other}");
    }
    assert!(!other.contains("hunter2"), "{other}");
    let url = "database.url=postgres://harken@db.example.com/harken".to_owned();
    let other = refused(&["restore", text(&full)], &[data_dir(&data), url.clone()]).await;
    assert!(other.contains("pg_restore"), "{other}");
    let both = refused(&["migrate"], &[url, archive_dir(&full)]).await;
    assert!(both.contains("archive_dir is only for"), "{both}");
}

#[tokio::test]
async fn a_backup_is_for_its_owner_only_and_restores_as_it_was() {
    let place = Place::new();
    let (home, backup) = backed_up(&place).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(Path::new(&backup)), 0o700);
    assert_eq!(mode(&Path::new(&backup).join("secret")), 0o600);
    let again = refused(&["backup", &backup], &[data_dir(&home.data_dir)]).await;
    assert!(again.contains("is not empty"), "{again}");

    // Relative names work as well, and so does an existing empty folder.
    fs::create_dir(place.path("data")).unwrap();
    let said = done(&["restore", &backup], &[data_dir(&place.path("data"))]).await;
    assert!(said.contains("The backup is restored as it was at"), "{said}");
    let restored = Home::with_data_in(&place.path("data"));
    let mut harken = restored.start("api", &[]).await;
    assert_eq!(harken.health().await, 200);

    let running = refused(&["restore", &backup], &[data_dir(&restored.data_dir)]).await;
    assert!(running.contains("Harken is running on"), "{running}");
    harken.process.kill().await.unwrap();
}

#[tokio::test]
async fn what_cannot_be_restored_is_refused_and_leaves_the_folder_empty() {
    let place = Place::new();
    let (home, backup) = backed_up(&place).await;
    let to = place.path("data");
    let into = [data_dir(&to)];
    let archived = [data_dir(&to), archive_dir(&place.path("archive"))];
    let about = Path::new(&backup).join("harken-backup.json");
    let written = fs::read_to_string(&about).unwrap();

    // A Harken that was killed may still be ending.
    let full = refused(&["restore", &backup], &[data_dir(&home.data_dir)]).await;
    assert!(
        full.contains("is not empty: move what is in it away") || full.contains("is running on"),
        "{full}"
    );
    let earlier = ["restore", &backup, "--until", "2020-01-01T00:00:00Z"];
    let earlier = refused(&earlier, &into).await;
    assert!(earlier.contains("use an older backup"), "{earlier}");
    let later = ["restore", &backup, "--until", "2999-01-01T00:00:00Z"];
    let later = refused(&later, &into).await;
    assert!(later.contains("is in the future"), "{later}");
    let now = chrono::Utc::now().to_rfc3339();
    let unarchived = refused(&["restore", &backup, "--until", &now], &archived).await;
    assert!(unarchived.contains("nothing was archived"), "{unarchived}");
    let no_time = refused(&["restore", &backup, "--until", "noon"], &into).await;
    assert!(no_time.contains("2026-01-31T14:05:00Z"), "{no_time}");

    for (text, said) in [
        (written.replace("\"format\": 1", "\"format\": 9"), "backups of format 9"),
        (written.replace("\"postgres\": 1", "\"postgres\": 99"), "install Postgres 99"),
        ("{".to_owned(), "harken-backup.json is damaged"),
    ] {
        fs::write(&about, text).unwrap();
        let refused = refused(&["restore", &backup], &into).await;
        assert!(refused.contains(said), "{said}: {refused}");
        assert!(is_empty(&to));
    }
    fs::write(&about, &written).unwrap();

    let damaged = Path::new(&backup).join("cluster/global/1262");
    let mut bytes = fs::read(&damaged).unwrap();
    bytes[100] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let said = refused(&["restore", &backup], &into).await;
    assert!(said.contains("global/1262 in the backup is damaged"), "{said}");
    assert!(is_empty(&to));
    bytes[100] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    done(&["restore", &backup], &into).await;

    fs::remove_file(&about).unwrap();
    let part = refused(&["restore", &backup], &[data_dir(&place.path("other"))]).await;
    assert!(part.contains("is not a complete backup"), "{part}");
}

#[tokio::test]
async fn without_pg_verifybackup_it_says_what_to_install() {
    let place = Place::new();
    let (home, _) = backed_up(&place).await;
    let programs = place.path("programs");
    fs::create_dir(&programs).unwrap();
    open_for_all(&programs);
    let found = bin_dir().unwrap_or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path);
        folders.find(|folder| folder.join("initdb").exists()).unwrap()
    });
    for program in ["initdb", "postgres"] {
        symlink(found.join(program), programs.join(program)).unwrap();
    }
    let settings = [data_dir(&home.data_dir), format!("database.bin_dir={}", programs.display())];
    let said = done(&["backup", text(&place.path("other"))], &settings).await;
    assert!(said.contains("no pg_verifybackup in"), "{said}");
    assert!(said.contains("apt-get install postgresql-client"), "{said}");
}
