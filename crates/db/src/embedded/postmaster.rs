//! Postgres as a child process: ends it with Harken, and reads its log.

use std::collections::VecDeque;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, Command};
use tokio::task::JoinHandle;

use super::log::Log;

/// A script that starts Postgres, stops it when standard input ends, and then removes what is not to
/// be kept. SIGINT stops Postgres without waiting for its clients, but what a shell starts in the background ignores it
/// until it has a handler for it; SIGTERM ends Postgres before that.
pub const WRAPPER: &str = r#"exec 3<&0
"$@" </dev/null 3<&- &
pid=$!
( read -r _ <&3; kill -TERM "$pid"; kill -INT "$pid" ) 2>/dev/null &
lifeline=$!
exec 3<&-
wait "$pid"
status=$?
kill "$lifeline" 2>/dev/null
if [ -n "$HARKEN_REMOVE" ]; then rm -rf "$HARKEN_REMOVE" "$HARKEN_SOCKETS"; fi
exit "$status""#;

/// The number of lines kept to report why Postgres ended.
pub const LAST_LINES: usize = 12;
const STOPS_WITHIN: Duration = Duration::from_secs(20);
/// Processes of a Postgres that was killed may hold its log for a moment.
const LOG_ENDS_WITHIN: Duration = Duration::from_secs(1);

/// A Postgres that this process has started. Dropping it stops it: its wrapper reads from a pipe
/// whose other end closes with this process, however the process ends.
#[derive(Debug)]
pub struct Postmaster {
    wrapper: Child,
    /// The pipe's other end. Dropping it stops Postgres.
    pub lifeline: Option<ChildStdin>,
    said: Arc<Mutex<LastLines>>,
    listener: JoinHandle<()>,
}

impl Postmaster {
    /// Runs `command`, which is the wrapper with Postgres as its arguments. Its output is appended to
    /// `log`, as far as there is space on the disk.
    pub fn spawn(mut command: Command, log: &Path) -> anyhow::Result<Self> {
        let file = Log::open(log).map_err(|error| {
            tracing::warn!(file = %log.display(), %error, "the log of Postgres cannot be written");
        });
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // A group of its own, so that Ctrl-C at a terminal reaches Harken alone, which then stops
        // Postgres after its last commit.
        command.process_group(0);
        let mut wrapper = command.spawn().context("could not start Postgres by sh")?;
        // Waiting for a child closes its standard input, which would stop it.
        let lifeline = wrapper.stdin.take();
        let log = wrapper.stderr.take().context("Postgres has no log")?;
        let said = Arc::default();
        Ok(Self {
            wrapper,
            lifeline,
            listener: tokio::spawn(listen(log, file.ok(), Arc::clone(&said))),
            said,
        })
    }

    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.wrapper.try_wait(), Ok(None))
    }

    /// Waits until Postgres has ended, and returns how it ended and its last lines.
    pub async fn ended(&mut self) -> String {
        let how = match self.wrapper.wait().await {
            Ok(status) => describe(status),
            Err(error) => error.to_string(),
        };
        let _ = tokio::time::timeout(LOG_ENDS_WITHIN, &mut self.listener).await;
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{how}; the end of its log:\n{}", said.text())
    }

    /// Lets Postgres finish its work, and waits until it has ended.
    pub(super) async fn stop(mut self) {
        drop(self.lifeline.take());
        if tokio::time::timeout(STOPS_WITHIN, self.wrapper.wait()).await.is_err() {
            let seconds = STOPS_WITHIN.as_secs();
            tracing::warn!("Postgres took more than {seconds} s to stop and was left to itself");
        }
    }
}

/// Describes how Postgres ended. A shell reports a signal that ended its child by a status above 128.
fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (None, Some(code)) if code > 128 => format!("ended by signal {}", code - 128),
        (None, Some(code)) => format!("ended with status {code}"),
        _ => "its wrapper was killed".to_owned(),
    }
}

async fn listen(log: ChildStderr, mut file: Option<Log>, said: Arc<Mutex<LastLines>>) {
    let mut log = BufReader::new(log);
    let mut line = Vec::new();
    while matches!(log.read_until(b'\n', &mut line).await, Ok(1..)) {
        if let Some(mut log) = file.take() {
            let line = line.clone();
            let added = tokio::task::spawn_blocking(move || {
                // On a full disk the line is lost here, but is still among the last lines.
                let _ = log.add(&line);
                log
            });
            file = added.await.ok();
        }
        let text = String::from_utf8_lossy(&line);
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.add(text.trim_end());
        line.clear();
    }
}

/// The end of the log, without what Postgres reports about failed statements, which may hold user
/// input, and about rejected connections, which are retried again and again while it is down.
#[derive(Debug, Default)]
pub struct LastLines {
    lines: VecDeque<String>,
    is_passed_over: bool,
}

const PASSED_OVER: [&str; 5] = [
    "] ERROR:  ",
    "] WARNING:  ",
    "] NOTICE:  ",
    "] FATAL:  the database system is ",
    "] FATAL:  terminating connection ",
];
const KEPT: [&str; 3] = ["] LOG:  ", "] FATAL:  ", "] PANIC:  "];

impl LastLines {
    /// Adds a line of the log.
    pub fn add(&mut self, line: &str) {
        // Other lines continue the one before them.
        if PASSED_OVER.iter().any(|begin| line.contains(begin)) {
            self.is_passed_over = true;
        } else if KEPT.iter().any(|begin| line.contains(begin)) {
            self.is_passed_over = false;
        }
        if self.is_passed_over {
            return;
        }
        if self.lines.len() == LAST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.to_owned());
    }

    /// Returns the lines that are kept.
    pub fn text(&self) -> String {
        Vec::from_iter(self.lines.iter().map(String::as_str)).join("\n")
    }
}
