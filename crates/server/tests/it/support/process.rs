//! The real program, as a separate process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

/// Starts `harken <part>` with `settings`, in `folder`. Warnings go to `folder/log`.
pub fn harken(part: &str, folder: &Path, settings: &[String]) -> Child {
    command(part, folder, settings).spawn().unwrap()
}

/// Like [`harken`], on a machine that trusts this certificate (PEM) and no other.
pub fn harken_that_trusts(
    certificate: &Path,
    part: &str,
    folder: &Path,
    settings: &[String],
) -> Child {
    let mut command = command(part, folder, settings);
    command.env("SSL_CERT_FILE", certificate).spawn().unwrap()
}

/// Like [`harken`], started by a service manager that listens at `socket`.
pub fn managed_harken(socket: &Path, part: &str, folder: &Path, settings: &[String]) -> Child {
    let mut command = command(part, folder, settings);
    command.env("NOTIFY_SOCKET", socket).spawn().unwrap()
}

/// Like [`harken`], on a machine whose clock is off by an amount such as `+5m`. The clock that
/// measures durations is right.
pub fn harken_with_a_wrong_clock(
    off_by: &str,
    part: &str,
    folder: &Path,
    settings: &[String],
) -> Child {
    let mut command = command(part, folder, settings);
    command.env("LD_PRELOAD", libfaketime());
    command.env("FAKETIME", off_by);
    command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    command.spawn().unwrap()
}

/// Returns the library that `LIBFAKETIME` names, or the one found or unpacked by
/// `scripts/install/faketime`.
fn libfaketime() -> PathBuf {
    if let Some(named) = std::env::var_os("LIBFAKETIME") {
        return named.into();
    }
    let unpacked = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/faketime/usr/lib");
    let folders = ["/usr/lib", unpacked].map(std::fs::read_dir);
    let folders = folders.into_iter().flatten().flatten().flatten();
    let mut found = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    let found = found.find(|found| found.exists());
    found.expect("run scripts/install/faketime first")
}

/// Starts `harken api` after running `limits`, a shell command such as `ulimit -n 256`, and waits
/// until it listens. It logs everything.
pub async fn serving(folder: &Path, settings: &[String], limits: &str) -> (Child, SocketAddr) {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_harken");
    shell.args(["-c", &format!("{limits} && exec \"$@\""), "sh", program]);
    shell.args(["--set", "server.listen=127.0.0.1:0"]);
    configure(&mut shell, "api", folder, settings);
    let mut process = shell.env("RUST_LOG", "info").spawn().unwrap();
    let address = address_of(&mut process, folder).await;
    (process, address)
}

/// Returns the address at which a process that reports everything listens, once it does.
pub async fn address_of(process: &mut Child, folder: &Path) -> SocketAddr {
    loop {
        let log = log_of(folder);
        let mut lines = log.lines().filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).ok()?;
            (line["message"] == "listening").then(|| line["address"].as_str()?.parse().ok())?
        });
        if let Some(address) = lines.next() {
            return address;
        }
        assert!(process.try_wait().unwrap().is_none(), "{log}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Returns the memory that a process has in use, in kilobytes.
pub fn resident_kb(process: &Child) -> u64 {
    let path = format!("/proc/{}/status", process.id().unwrap());
    let status = std::fs::read_to_string(path).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next());
    kb.unwrap().parse().unwrap()
}

/// Like [`harken`], with everything that it reports written to `folder/log`.
pub fn harken_that_reports(part: &str, folder: &Path, settings: &[String]) -> Child {
    program_that_reports(Path::new(env!("CARGO_BIN_EXE_harken")), part, folder, settings)
}

/// Like [`harken_that_reports`], for the version that `program` is.
pub fn program_that_reports(
    program: &Path,
    part: &str,
    folder: &Path,
    settings: &[String],
) -> Child {
    let mut command = Command::new(program);
    configure(&mut command, part, folder, settings);
    command.env("RUST_LOG", "info").spawn().unwrap()
}

fn command(part: &str, folder: &Path, settings: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    configure(&mut command, part, folder, settings);
    command
}

fn configure(command: &mut Command, part: &str, folder: &Path, settings: &[String]) {
    let log = std::fs::File::options().create(true).append(true).open(folder.join("log")).unwrap();
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
}

/// Returns everything logged so far.
pub fn log_of(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Sends a process a signal, such as STOP.
pub async fn signal(process: &Child, name: &str) {
    let id = process.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-s", name, &id]).status().await;
    assert!(sent.unwrap().success());
    // The other threads run until one of them notices, which can take a while on a busy machine.
    while name == "STOP" && !are_threads_stopped(&id) {
        tokio::task::yield_now().await;
    }
}

fn are_threads_stopped(process: &str) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    threads.flatten().all(|thread| {
        let status = std::fs::read_to_string(thread.path().join("status")).unwrap_or_default();
        status.contains("State:\tT")
    })
}
