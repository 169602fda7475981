//! The real program, as a process of its own.

use std::path::Path;
use std::process::Stdio;

use tokio::process::{Child, Command};

/// Starts `harken <part>` with `settings`, in `folder`. Warnings go to `folder/log`.
pub fn harken(part: &str, folder: &Path, settings: &[String]) -> Child {
    command(part, folder, settings).spawn().unwrap()
}

/// As [`harken`], on a machine that trusts this certificate (PEM) and no other.
pub fn harken_that_trusts(
    certificate: &Path,
    part: &str,
    folder: &Path,
    settings: &[String],
) -> Child {
    let mut command = command(part, folder, settings);
    command.env("SSL_CERT_FILE", certificate).spawn().unwrap()
}

fn command(part: &str, folder: &Path, settings: &[String]) -> Command {
    let log = std::fs::File::options()
        .create(true)
        .append(true)
        .open(folder.join("log"))
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.args(["--set", &format!("data_dir={}", folder.display())]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    command
        .arg(part)
        .env_clear()
        .env("RUST_LOG", "warn")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true);
    command
}

/// What it has logged so far.
pub fn log_of(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Sends it a signal, such as STOP.
pub async fn signal(process: &Child, name: &str) {
    let id = process.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-s", name, &id]).status().await;
    assert!(sent.unwrap().success());
}
