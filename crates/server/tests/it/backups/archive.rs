use std::fs;
use std::time::Instant;

use diesel_async::RunQueryDsl;

use super::{Place, archive_dir, archived, chains, data_dir, done, refused, text};
use crate::support::own_database::{Home, moment};
use crate::support::patience::PATIENCE;

async fn until_logged(home: &Home, text: &str) {
    let began = Instant::now();
    while !home.log().contains(text) {
        assert!(began.elapsed() < PATIENCE, "{text}: {}", home.log());
        moment().await;
    }
}

async fn run(home: &Home, statements: &[&str]) {
    let mut conn = home.connect().await;
    for statement in statements {
        diesel::sql_query(*statement).execute(&mut conn).await.unwrap();
    }
}

#[tokio::test]
async fn an_archive_that_cannot_be_written_is_reported_and_harken_continues() {
    let place = Place::new();
    let archive = place.path("archive");
    fs::write(&archive, "").unwrap();
    let home = Home::new();
    let settings = [archive_dir(&archive)];
    let mut harken = home.start("api", &settings).await;
    until_logged(&home, "the write-ahead log cannot be archived").await;
    assert_eq!(harken.health().await, 200);
    fs::remove_file(&archive).unwrap();
    until_logged(&home, "the write-ahead log is archived again").await;
    assert!(archived(&archive) > 0);
    harken.process.kill().await.unwrap();
}

#[tokio::test]
async fn a_gap_is_reported_and_nothing_is_restored_across_it() {
    let place = Place::new();
    let archive = place.path("archive");
    let home = Home::new();
    let settings = [archive_dir(&archive)];
    let mut harken = home.start("api", &settings).await;
    until_logged(&home, "backups from now on can be restored").await;
    let backup = place.path("backup");
    let own = [data_dir(&home.data_dir), settings[0].clone()];
    done(&["backup", text(&backup)], &own).await;
    harken.process.kill().await.unwrap();
    assert_eq!(chains(&archive).len(), 1);

    // Runs without the archive for a while, in which Postgres drops what it need not keep.
    let mut harken = home.start("api", &[]).await;
    for _ in 0..4 {
        run(&home, &["CREATE TABLE gap ()", "DROP TABLE gap"]).await;
        run(&home, &["SELECT pg_switch_wal()", "CHECKPOINT"]).await;
    }
    harken.process.kill().await.unwrap();
    let mut harken = home.start("api", &settings).await;
    until_logged(&home, "take a new backup").await;
    assert_eq!(chains(&archive).len(), 2);
    let newer = place.path("newer");
    done(&["backup", text(&newer)], &own).await;
    run(&home, &["CREATE TABLE after_gap ()"]).await;
    harken.process.kill().await.unwrap();

    let now = chrono::Utc::now().to_rfc3339();
    let data = place.path("data");
    let own = [data_dir(&data), settings[0].clone()];
    // The restored database reaches as far as the archive has no gap, and the program says so.
    let said = done(&["restore", text(&backup), "--until", &now], &own).await;
    assert!(said.contains("the archive holds nothing from between then and"), "{said}");
    // The chain is deleted, as after the days that it is kept for.
    for chain in chains(&archive) {
        fs::remove_dir_all(chain).unwrap();
    }
    let own = [data_dir(&place.path("other")), settings[0].clone()];
    let said = refused(&["restore", text(&newer), "--until", &now], &own).await;
    assert!(said.contains("does not hold what was archived after"), "{said}");
    let said = done(&["restore", text(&newer)], &own).await;
    assert!(said.contains("and is not restored"), "{said}");
}
