use std::fs;
use std::time::Instant;

use diesel_async::SimpleAsyncConnection;

use super::Machine;
use crate::support::db::address;
use crate::support::own_database::moment;
use crate::support::patience::PATIENCE;
use crate::support::small_disk::SmallDisk;

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_that_is_impossible_says_what_to_do_and_changes_nothing() {
    let Some(machine) = Machine::new().await else {
        return;
    };
    let version = machine.cluster().join("PG_VERSION");
    let written = fs::read_to_string(&version).unwrap();
    for (of, text) in [
        // Nobody installs that one any more.
        ("8", "sudo apt-get install postgresql-8"),
        ("8", "apt.postgresql.org.sh"),
        ("99", "which is older: install Postgres 99"),
    ] {
        fs::write(&version, format!("{of}\n")).unwrap();
        let said = machine.run(&["migrate"]).await;
        assert!(!said.is_well && said.text.contains(text), "{text}: {}", said.text);
        let said = machine.run(&["doctor"]).await;
        let line = said.text.lines().find(|line| line.starts_with("failed   upgrade"));
        assert!(line.is_some_and(|line| line.contains(text)), "{text}: {}", said.text);
    }
    fs::write(&version, written).unwrap();

    let own = machine.start(&machine.versions.older).await;
    let mut other = address(&own.url_of("other")).connect().await.unwrap();
    let rename = "SET allow_system_table_mods = on; UPDATE pg_extension SET extname = ";
    other.batch_execute(&format!("{rename} 'nowhere'")).await.unwrap();
    own.stop().await;
    let said = machine.run(&["migrate"]).await;
    let text = "the database other uses the extension nowhere";
    assert!(!said.is_well && said.text.contains(text), "{}", said.text);
    assert!(said.text.contains("and is as it was"), "{}", said.text);
    machine.is_as_it_was().await;

    // An old database that is in the way is not removed.
    fs::create_dir(machine.kept()).unwrap();
    fs::copy(machine.cluster().join("PG_VERSION"), machine.kept().join("PG_VERSION")).unwrap();
    let said = machine.run(&["migrate"]).await;
    assert!(!said.is_well && said.text.contains("move it away"), "{}", said.text);
    fs::remove_dir_all(machine.kept()).unwrap();

    let own = machine.start(&machine.versions.older).await;
    let mut other = address(&own.url_of("other")).connect().await.unwrap();
    other.batch_execute(&format!("{rename} 'plpgsql'")).await.unwrap();
    own.stop().await;
    let said = machine.run(&["migrate"]).await;
    assert!(said.is_well, "{}", said.text);
    machine.is_upgraded().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_without_room_for_it_does_not_begin() {
    let (Some(disk), Some(machine)) = (SmallDisk::mount(300), Machine::empty()) else {
        return;
    };
    let machine = Machine { data_dir: disk.path().to_owned(), ..machine }.fill().await;
    let said = machine.run(&["migrate"]).await;
    assert!(!said.is_well && said.text.contains("MB are free: make room"), "{}", said.text);
    machine.is_as_it_was().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_ends_when_another_has_upgraded_the_database_that_it_uses() {
    let Some(machine) = Machine::new().await else {
        return;
    };
    let own = machine.start(&machine.versions.older).await;
    let arguments = ["api", "--set", "server.listen=127.0.0.1:0"];
    let log = machine.folder.path().join("log");
    let mut second =
        machine.command(&arguments).stderr(fs::File::create(&log).unwrap()).spawn().unwrap();
    let began = Instant::now();
    let said = || fs::read_to_string(&log).unwrap();
    while !said().contains("listening") {
        assert!(began.elapsed() < PATIENCE, "{}", said());
        moment().await;
    }
    // As after an upgrade.
    let version = machine.cluster().join("PG_VERSION");
    fs::write(&version, format!("{}\n", machine.newer())).unwrap();
    assert!(!second.wait().await.unwrap().success());
    assert!(said().contains("another process has upgraded Postgres"), "{}", said());
    fs::write(&version, format!("{}\n", machine.older())).unwrap();
    own.stop().await;
}
