use std::fs;
use std::time::Instant;

use super::{Machine, cluster_version};
use crate::support::own_database::moment;
use crate::support::patience::PATIENCE;

/// A moment at which Harken is killed, by what is on the disk then.
type Moment = (&'static str, fn(&Machine) -> bool);

const MOMENTS: [Moment; 5] = [
    ("the new cluster is being created", |machine| {
        machine.left().iter().any(|name| name.starts_with("cluster.new."))
    }),
    ("the new cluster is there", |machine| cluster_version(&machine.kept()).is_some()),
    ("both run", |machine| machine.kept().join("postmaster.pid").exists()),
    ("the new cluster has the database", |machine| databases(machine) > 4),
    ("the folders are exchanged", |machine| {
        cluster_version(&machine.cluster()) == Some(machine.newer())
    }),
];

/// Returns the number of databases of the new cluster; three are there from the beginning.
fn databases(machine: &Machine) -> usize {
    fs::read_dir(machine.kept().join("base")).map_or(0, Iterator::count)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_that_is_killed_at_any_step_begins_again_and_loses_nothing() {
    let Some(machine) = Machine::new().await else {
        return;
    };
    for (what, is_so) in MOMENTS {
        let log = fs::File::create(machine.folder.path().join("log")).unwrap();
        let mut harken = machine.command(&["migrate"]).stderr(log).spawn().unwrap();
        let began = Instant::now();
        loop {
            let log = fs::read_to_string(machine.folder.path().join("log")).unwrap();
            // Before that, what is on the disk may be left from the round before.
            if log.contains("making the database's folder") && is_so(&machine) {
                break;
            }
            assert!(harken.try_wait().unwrap().is_none(), "{what}: {log}");
            assert!(began.elapsed() < PATIENCE, "{what}: {log}");
            moment().await;
        }
        harken.kill().await.unwrap();
        // One of the two is in its place, whole.
        let version = cluster_version(&machine.cluster());
        assert!([Some(machine.older()), Some(machine.newer())].contains(&version), "{what}");
        println!("killed when {what}: the database is of Postgres {version:?}");
    }
    let said = machine.run(&["migrate"]).await;
    assert!(said.is_well, "{}", said.text);
    machine.is_upgraded().await;
    assert_eq!(cluster_version(&machine.kept()), Some(machine.older()));
    assert_eq!(machine.left(), [format!("cluster.{}", machine.older())]);
}
