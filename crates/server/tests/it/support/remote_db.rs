//! A Postgres as another operator runs it: on a port, encrypted, with passwords.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use db::Conn;
use db::embedded::{Durability, Embedded};
use diesel_async::RunQueryDsl;
use rcgen::{CertifiedKey, KeyPair};
use tokio::process::{Child, Command};

use super::db::{address, bin_dir, open_for_all};
use super::ports::free_ports;
use super::sql::row;

/// A Postgres that ends with this value.
pub struct RemoteDb {
    pub port: u16,
    process: Child,
    _folder: tempfile::TempDir,
}

impl RemoteDb {
    /// Starts with the user `harken`, whose password is `secret`, and a database of that name.
    pub async fn start(certificate: &CertifiedKey<KeyPair>) -> Self {
        let folder = tempfile::Builder::new().prefix("harken-remote-").tempdir().unwrap();
        open_for_all(folder.path());
        let cluster = folder.path().join("postgres/cluster");
        let programs = make(folder.path()).await;
        let settings = [
            ("server.crt", certificate.cert.pem()),
            ("server.key", certificate.signing_key.serialize_pem()),
            ("pg_hba.conf", "hostssl all all all scram-sha-256\n".to_owned()),
        ];
        let owner = fs::metadata(&cluster).unwrap();
        for (name, text) in settings {
            let path = cluster.join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        let port = free_ports(1)[0];
        let mut command = std::process::Command::new(programs.join("postgres"));
        if fs::metadata("/proc/self").is_ok_and(|process| process.uid() != owner.uid()) {
            command.uid(owner.uid()).gid(owner.gid());
        }
        command
            .current_dir("/")
            .env("LC_ALL", "C.UTF-8")
            .arg("-D")
            .arg(&cluster)
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "ssl=on"])
            .stdin(Stdio::null())
            .stderr(fs::File::create(folder.path().join("log")).unwrap());
        let process = Command::from(command).kill_on_drop(true).spawn().unwrap();
        Self { port, process, _folder: folder }
    }
}

impl RemoteDb {
    /// Freezes all processes: nothing answers, and no connection breaks.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    pub fn thaw(&self) {
        self.signal("CONT");
    }

    pub fn kill(&self) {
        self.signal("KILL");
    }

    /// Sends a signal to the server and to all processes that it has started.
    fn signal(&self, name: &str) {
        let Some(id) = self.process.id().map(|id| id.to_string()) else {
            return;
        };
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        let children = children.unwrap_or_default();
        let mut kill = std::process::Command::new("kill");
        let kill = kill.args(["-s", name, &id]).args(children.split_whitespace());
        // One of the processes may just have ended.
        drop(kill.stderr(Stdio::null()).status());
    }
}

impl Drop for RemoteDb {
    /// Frozen processes would outlive their server.
    fn drop(&mut self) {
        self.kill();
    }
}

/// Makes the cluster as Harken does, and returns the folder of its programs.
async fn make(folder: &Path) -> PathBuf {
    let embedded = Embedded::start(folder, bin_dir().as_deref(), Durability::Full).await.unwrap();
    let mut conn: Conn = address(embedded.url()).connect().await.unwrap();
    diesel::sql_query("ALTER USER harken PASSWORD 'secret'").execute(&mut conn).await.unwrap();
    let programs = row("SELECT setting FROM pg_config() WHERE name = 'BINDIR'", &mut conn).await;
    drop(conn);
    embedded.stop().await;
    programs
}
