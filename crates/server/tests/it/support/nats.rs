//! Real NATS servers on this machine, standalone or as one cluster, that tests kill, freeze and
//! restart.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::ports::free_ports;

/// A server that ends with this value.
pub struct Nats {
    pub port: u16,
    /// The port of the monitoring address; 0 if it has none.
    monitor: u16,
    folder: TempDir,
    process: Option<Child>,
}

impl Nats {
    /// Starts a server that accepts everybody.
    pub async fn start() -> Self {
        Self::start_with("").await
    }

    /// Starts a server with these lines in its configuration file.
    pub async fn start_with(lines: &str) -> Self {
        let mut server = Self::make(free_ports(1)[0], lines);
        server.start_again().await;
        server
    }

    /// Starts a standalone server that keeps what it has acknowledged.
    pub async fn start_keeping() -> Self {
        Self::start_with_jetstream(", sync_interval: always").await
    }

    /// Like `start_keeping`, with these lines in the configuration file.
    pub async fn start_keeping_with(lines: &str) -> Self {
        Self::start_monitored(&(jetstream(", sync_interval: always") + lines)).await
    }

    /// Starts a server with JetStream and a monitoring address, and these settings of JetStream.
    pub async fn start_with_jetstream(settings: &str) -> Self {
        Self::start_monitored(&jetstream(settings)).await
    }

    async fn start_monitored(lines: &str) -> Self {
        let ports = free_ports(2);
        let monitor = format!("http: \"127.0.0.1:{}\"\n", ports[1]);
        let mut server = Self::make(ports[0], &(monitor + lines));
        server.monitor = ports[1];
        server.start_again().await;
        server
    }

    /// Starts three servers that form a cluster, with JetStream.
    pub async fn start_three() -> [Self; 3] {
        let ports = free_ports(6);
        let (clients, routes) = ports.split_at(3);
        let to_all: Vec<String> =
            routes.iter().map(|port| format!("nats-route://127.0.0.1:{port}")).collect();
        let to_all = to_all.join(", ");
        let mut servers = [0, 1, 2].map(|n| {
            let lines = format!(
                "server_name: n{n}\ncluster {{ name: tests, listen: \"127.0.0.1:{}\", routes: [{to_all}] }}\n{}",
                routes[n],
                jetstream("")
            );
            Self::make(clients[n], &lines)
        });
        for server in &mut servers {
            server.start_again().await;
        }
        servers
    }

    fn make(port: u16, lines: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let own = format!("listen: \"127.0.0.1:{port}\"\nlog_file: \"{}\"\n", log(folder.path()));
        let lines = lines.replace("{folder}", &folder.path().display().to_string());
        fs::write(folder.path().join("nats.conf"), own + &lines).unwrap();
        Self { port, monitor: 0, folder, process: None }
    }

    /// Starts the server on its old port, also after a kill, and waits until it listens.
    pub async fn start_again(&mut self) {
        let log = log(self.folder.path());
        drop(fs::remove_file(&log));
        let mut command = Command::new(program());
        command.arg("-c").arg(self.folder.path().join("nats.conf"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = command.kill_on_drop(true).spawn().unwrap();
        loop {
            let said = fs::read_to_string(&log).unwrap_or_default();
            if said.contains("Server is ready") {
                break;
            }
            assert!(process.try_wait().unwrap().is_none(), "{said}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.process = Some(process);
    }

    pub async fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().await.unwrap();
        }
    }

    /// Freezes the server: it answers nothing, and no connection breaks.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let id = self.process.as_ref().and_then(Child::id);
        let id = id.unwrap().to_string();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", name, &id]).status().unwrap().success());
    }

    /// Returns the server's URL, without a name or a password.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Deletes everything stored, as if the disk were lost.
    pub fn forget(&self) {
        fs::remove_dir_all(self.folder.path().join("jetstream")).unwrap();
    }

    /// Returns the settings for passing items on over this server.
    pub fn settings(&self) -> Vec<String> {
        vec![
            self.setting(),
            "bus.replicas=1".to_owned(),
            format!("bus.monitor_url=http://127.0.0.1:{}", self.monitor),
        ]
    }

    /// Returns the setting that names this server.
    pub fn setting(&self) -> String {
        format!("bus.url={}", self.url())
    }
}

/// Returns the line that enables JetStream; the server's folder is filled in.
fn jetstream(settings: &str) -> String {
    format!("jetstream {{ store_dir: \"{{folder}}/jetstream\"{settings} }}\n")
}

fn log(folder: &Path) -> String {
    folder.join("log").display().to_string()
}

/// Returns the program that `NATS_SERVER` names, or the one installed by `scripts/install/nats`.
fn program() -> PathBuf {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/nats/bin/nats-server");
    let named = std::env::var_os("NATS_SERVER");
    let program = named.map_or_else(|| PathBuf::from(installed), PathBuf::from);
    assert!(program.exists(), "run scripts/install/nats first");
    program
}
