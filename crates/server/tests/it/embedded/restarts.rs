use tokio::process::Command;

use crate::support::own_database::Home;
use crate::support::prelude::*;

const RESTARTS: usize = 10;

#[tokio::test]
async fn a_harken_that_was_killed_can_be_started_again_at_once() {
    let home = Home::new();
    for round in 0..RESTARTS {
        // Starting fails the test if the process ends instead.
        let mut harken = home.start("api", &[]).await;
        assert_eq!(harken.health().await, 200, "round {round}: {}", home.log());
        harken.process.kill().await.unwrap();
        // The next start finds only what Postgres has written ahead, and some of its processes. Postgres is ending by
        // itself, too, and may be gone before it is killed.
        if round % 2 == 1
            && let Some(pid) = home.postgres()
        {
            Command::new("kill").args(["-9", &pid]).status().await.unwrap();
        }
    }
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn after_a_crash_a_whole_file_system_is_written_to_the_disk_at_once() {
    let test = TestApp::init().await;
    let method = "SELECT current_setting('recovery_init_sync_method')";
    assert_eq!(test.row::<String>(method).await, "syncfs");
}
