//! The real program with its own Postgres: its address and its processes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use super::db::{address, bin_dir, open_for_all};
use super::prelude::*;
use super::process::{harken_that_reports, log_of};

/// A data folder, and the processes that run on it.
pub struct Home {
    /// The folder of the log, and of the data unless another was named.
    pub folder: tempfile::TempDir,
    pub data_dir: PathBuf,
}

/// One `harken` on a [`Home`].
pub struct Running {
    pub process: Child,
    /// `http://127.0.0.1:<port>`
    pub base: String,
}

impl Home {
    pub fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("harken-own-").tempdir().unwrap();
        open_for_all(folder.path());
        let data_dir = folder.path().to_owned();
        Self { folder, data_dir }
    }

    /// Keeps the data in another folder, apart from the log.
    pub fn with_data_in(data_dir: &Path) -> Self {
        Self { data_dir: data_dir.to_owned(), ..Self::new() }
    }

    pub fn log(&self) -> String {
        log_of(self.folder.path())
    }

    /// Starts `harken <part>`, which serves the site, and waits until it listens.
    pub async fn start(&self, part: &str, settings: &[String]) -> Running {
        let before = self.log().len();
        let mut process = self.spawn(part, settings);
        let began = Instant::now();
        loop {
            let log = self.log();
            let base = log[before..].lines().find_map(listening_at);
            if let Some(base) = base {
                return Running { process, base };
            }
            let ended = process.try_wait().unwrap();
            assert!(ended.is_none(), "it ended: {}", &log[before..]);
            assert!(began.elapsed() < PATIENCE, "{}", &log[before..]);
            moment().await;
        }
    }

    pub fn spawn(&self, part: &str, settings: &[String]) -> Child {
        let mut all = vec![
            format!("data_dir={}", self.data_dir.display()),
            "server.listen=127.0.0.1:0".to_owned(),
            "database.pool_wait_seconds=1".to_owned(),
            "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        ];
        all.extend(bin_dir().map(|dir| format!("database.bin_dir={}", dir.display())));
        all.extend(settings.iter().cloned());
        harken_that_reports(part, self.folder.path(), &all)
    }

    /// Kills the first process of the Postgres, as the kernel does when memory runs out.
    pub async fn kill_postgres(&self) {
        let began = Instant::now();
        while !self.has_postgres() {
            assert!(began.elapsed() < PATIENCE, "{}", self.log());
            moment().await;
        }
        let pid = self.postmaster_line(0).unwrap();
        let killed = Command::new("kill").args(["-9", &pid]).status().await;
        assert!(killed.unwrap().success());
    }

    /// Returns whether the Postgres runs, according to its lock file.
    pub fn has_postgres(&self) -> bool {
        self.postgres().is_some()
    }

    /// Returns the process id of the Postgres that runs, according to its lock file.
    pub fn postgres(&self) -> Option<String> {
        let pid = self.postmaster_line(0)?;
        Path::new("/proc").join(&pid).exists().then_some(pid)
    }

    /// Connects to the Postgres as soon as possible.
    pub async fn connect(&self) -> Conn {
        let began = Instant::now();
        loop {
            if let Some(conn) = self.try_connect().await {
                return conn;
            }
            assert!(began.elapsed() < PATIENCE, "{}", self.log());
            moment().await;
        }
    }

    pub async fn try_connect(&self) -> Option<Conn> {
        let sockets = self.postmaster_line(4)?.replace('/', "%2F");
        let url = format!("postgres://harken@{sockets}/harken");
        address(&url).connect().await.ok()
    }

    /// Returns a line of the lock file, which has one each for the process, the folder, the time,
    /// the port and the sockets.
    fn postmaster_line(&self, line: usize) -> Option<String> {
        let file = self.data_dir.join("postgres/cluster/postmaster.pid");
        let text = std::fs::read_to_string(file).ok()?;
        text.lines().nth(line).map(str::to_owned)
    }
}

/// The time for which health may report a past state.
const STALE: Duration = Duration::from_millis(600);

impl Running {
    /// Returns the status of `/api/healthz`.
    pub async fn health(&self) -> u16 {
        let answer = reqwest::get(format!("{}/api/healthz", self.base)).await;
        answer.map_or(0, |answer| answer.status().as_u16())
    }

    /// Waits until `/api/healthz` answers 200, and returns how long that took. An answer may be
    /// half a second old, so earlier ones do not count.
    pub async fn wait_for_health(&mut self, home: &Home) -> Duration {
        let began = Instant::now();
        while began.elapsed() < STALE || self.health().await != 200 {
            let ended = self.process.try_wait().unwrap();
            assert!(ended.is_none(), "it ended: {}", home.log());
            assert!(began.elapsed() < PATIENCE, "{}", home.log());
            moment().await;
        }
        began.elapsed()
    }
}

/// Waits a few milliseconds: what another process does cannot be awaited, only polled.
pub async fn moment() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// Returns the address at which a process listens, if this line of its log names it.
pub fn listening_at(line: &str) -> Option<String> {
    let event: serde_json::Value = serde_json::from_str(line).ok()?;
    (event["message"] == "listening").then_some(())?;
    Some(format!("http://{}", event["address"].as_str()?))
}
