//! The program's commands for shards.

use std::process::Stdio;

use tokio::process::Command;

use crate::support::app::{SECRET, TestApp};
use crate::support::nats::Nats;

/// Runs `harken <arguments>`, and returns whether it succeeded and what it printed.
async fn harken(arguments: &[&str], settings: &[String]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.env_clear().args(arguments).stdin(Stdio::null());
    command.args(["--set", &format!("data_dir={}", folder.path().display())]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    let output = command.output().await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    (output.status.success(), text)
}

#[tokio::test]
async fn without_a_bus_there_are_no_shards_and_nothing_to_do_for_who_matches() {
    let test = TestApp::init().await;
    let settings = [format!("database.url={}", test.database_url), "mail.backend=off".to_owned()];
    let (is_well, text) = harken(&["match"], &settings).await;
    assert!(!is_well);
    assert!(text.contains("there is nothing to do for `harken match` without bus.url"), "{text}");
    let (is_well, text) = harken(&["shards"], &settings).await;
    assert!(is_well, "{text}");
    assert!(text.starts_with("Without bus.url there are no shards"), "{text}");
}

#[tokio::test]
async fn shards_are_shown_and_divided() {
    let test = TestApp::init().await;
    let nats = Nats::start_keeping().await;
    let mut settings = nats.settings();
    settings.push(format!("database.url={}", test.database_url));
    settings.push(format!("auth.secret={SECRET}"));
    let (is_well, text) = harken(&["shards", "2"], &settings).await;
    assert!(is_well, "{text}");
    assert!(text.starts_with("The users are divided into 2 shards."), "{text}");
    let (is_well, text) = harken(&["shards"], &settings).await;
    assert!(is_well, "{text}");
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "shard      position    behind  held",
            "    0             0         0  no: start `harken match`",
            "    1             0         0  no: start `harken match`",
        ]
    );
    let (is_well, text) = harken(&["shards", "65"], &settings).await;
    assert!(!is_well);
    assert!(text.contains("65 is not in 1..=64"), "{text}");
}

#[tokio::test]
async fn several_processes_need_one_secret() {
    let settings = ["bus.url=nats://127.0.0.1:1".to_owned()];
    let (is_well, text) = harken(&["match"], &settings).await;
    assert!(!is_well);
    assert!(text.contains("set auth.secret"), "{text}");
}
