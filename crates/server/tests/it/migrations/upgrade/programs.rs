//! The real programs of both versions on one database, and the stand-ins that they call.

use std::path::{Path, PathBuf};
use std::time::Instant;

use tokio::process::Child;

use crate::support::app::SECRET;
use crate::support::db::{address, bin_dir, empty_database, open_for_all};
use crate::support::forum::forum_settings;
use crate::support::own_database::{listening_at, moment};
use crate::support::prelude::*;
use crate::support::process::{log_of, program_that_reports, signal};
use crate::support::sql::row;

/// Returns the program of the previous version, which `scripts/upgrade` builds.
pub fn previous() -> PathBuf {
    let path = std::env::var_os("HARKEN_PREVIOUS");
    path.expect("HARKEN_PREVIOUS must name the previous version's program: run `just upgrade`")
        .into()
}

pub fn todays() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_harken"))
}

/// The environment that all processes share.
pub struct World {
    pub forum: sims::forum::Handle,
    pub mail: sims::smtp::Handle,
    pub receiver: sims::receiver::Handle,
    pub database_url: String,
    pub settings: Vec<String>,
}

/// A listening process.
pub struct Server {
    /// `http://127.0.0.1:<port>`
    pub base: String,
    process: Child,
    folder: tempfile::TempDir,
}

impl World {
    /// Starts with an empty database, in which the first process creates the tables.
    pub async fn new(more: &[&str]) -> Self {
        let forum = sims::forum::Config { budget: 1_000_000, ..sims::forum::Config::for_tests() };
        let forum = sims::forum::start(forum).await.unwrap();
        let mail = sims::smtp::Config::for_tests();
        let mail = sims::smtp::start(mail).await.unwrap();
        let receiver = sims::receiver::Config::for_tests();
        let receiver = sims::receiver::start(receiver).await.unwrap();
        let database_url = empty_database().await;
        let mut settings = forum_settings(&forum.base_url());
        settings.extend([
            format!("database.url={database_url}"),
            format!("auth.secret={SECRET}"),
            format!("mail.smtp_url=smtp://{}", mail.smtp_addr),
        ]);
        let fixed = [
            "mail.from=Harken <alerts@harken.example>",
            "server.listen=127.0.0.1:0",
            "server.public_url=https://harken.example",
            "server.plans=off",
            "delivery.allowed_networks=127.0.0.1/32",
            "forum.poll_seconds=1",
            "forum.requests_per_minute=100000",
            "forum.timeout_seconds=10",
            "auth.attempts_per_quarter_hour=1000",
            "limits.calls_per_minute=100000",
            "limits.keyword_changes_per_minute=100000",
        ];
        settings.extend(fixed.iter().chain(more).map(ToString::to_string));
        Self { forum, mail, receiver, database_url, settings }
    }

    /// Starts `<program> all` and waits until it listens.
    pub async fn start(&self, program: &Path) -> Server {
        let (mut process, folder) = self.spawn(program, "all");
        let began = Instant::now();
        loop {
            let log = log_of(folder.path());
            if let Some(base) = log.lines().find_map(listening_at) {
                return Server { base, process, folder };
            }
            let ended = process.try_wait().unwrap();
            assert!(ended.is_none(), "it ended: {log}");
            assert!(began.elapsed() < PATIENCE, "{log}");
            moment().await;
        }
    }

    /// Runs `<program> <part>` to its end.
    pub async fn run(&self, program: &Path, part: &str) {
        let (mut process, folder) = self.spawn(program, part);
        let status = process.wait().await.unwrap();
        assert!(status.success(), "{part}: {}", log_of(folder.path()));
    }

    fn spawn(&self, program: &Path, part: &str) -> (Child, tempfile::TempDir) {
        let mut folder = tempfile::Builder::new();
        let folder = folder.prefix("harken-upgrade-").tempdir().unwrap();
        open_for_all(folder.path());
        let programs = bin_dir().map(|dir| format!("database.bin_dir={}", dir.display()));
        let settings: Vec<String> = self.settings.iter().cloned().chain(programs).collect();
        let process = program_that_reports(program, part, folder.path(), &settings);
        (process, folder)
    }

    pub async fn connect(&self) -> Conn {
        address(&self.database_url).connect().await.unwrap()
    }

    /// Returns the result of `SELECT count(*) FROM …`.
    pub async fn count(&self, from: &str) -> usize {
        let mut conn = self.connect().await;
        row(&format!("SELECT count(*) FROM {from}"), &mut conn).await
    }

    pub async fn stop(self) {
        self.forum.stop().await;
        self.mail.stop().await;
        self.receiver.stop().await;
    }
}

impl Server {
    pub fn log(&self) -> String {
        log_of(self.folder.path())
    }

    /// Returns the number of lines in the log with this message.
    pub fn said(&self, message: &str) -> usize {
        let log = self.log();
        let lines = log.lines().filter(|line| says(line, "message", message));
        lines.count()
    }

    /// Returns the lines of the log with this level.
    pub fn lines_of(&self, level: &str) -> Vec<String> {
        let log = self.log();
        let lines = log.lines().filter(|line| says(line, "level", level));
        lines.map(str::to_owned).collect()
    }

    /// Ends the process properly, as a service manager does.
    pub async fn end(&mut self) {
        signal(&self.process, "TERM").await;
        let status = tokio::time::timeout(PATIENCE, self.process.wait()).await;
        let status = status.expect("it does not end").unwrap();
        assert!(status.success(), "{status}: {}", self.log());
    }
}

fn says(line: &str, field: &str, text: &str) -> bool {
    let event: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    event[field] == text
}

/// Polls until a condition holds: what other processes do cannot be awaited.
pub async fn until(what: &str, servers: &[&Server], mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        if began.elapsed() > PATIENCE {
            let logs: Vec<String> = servers.iter().map(|server| server.log()).collect();
            panic!("{what} did not come about: {}", logs.join("\n----\n"));
        }
        moment().await;
    }
}
