use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::forum::MAX_KEEP_UNMATCHED_HOURS;

/// NATS with JetStream, for several hosts: `harken ingest` passes the items that it reads to `harken match` over it,
/// and processes wake each other. Unset: the process that reads also matches, and processes wake each other through
/// the database, which is enough for one host.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BusConfig {
    /// The servers: `nats://host:4222`, or `tls://…` for connections that must be encrypted; for a cluster, several
    /// separated by commas. A user name and a password may precede the host.
    #[schema(write_only)]
    pub url: Option<String>,
    /// The prefix of all subjects, so that several installations can share one NATS.
    pub prefix: String,
    /// A credentials file (`.creds`) with a JWT and its key.
    #[schema(value_type = Option<String>)]
    pub credentials_file: Option<PathBuf>,
    /// Certificates (PEM) of the authorities that issued the servers' certificates. Unset: those that this machine
    /// trusts.
    #[schema(value_type = Option<String>)]
    pub ca_file: Option<PathBuf>,
    /// The client certificate (PEM) that Harken presents to the servers; requires `key_file`.
    #[schema(value_type = Option<String>)]
    pub certificate_file: Option<PathBuf>,
    /// The key (PEM) of the client certificate.
    #[schema(value_type = Option<String>)]
    pub key_file: Option<PathBuf>,
    /// The number of servers of the cluster that store each message: 1, 3 or 5. A single server must write each
    /// message to its disk (`sync_interval: always`), which Harken checks at `monitor_url`.
    pub replicas: u8,
    /// How long NATS keeps messages, for shards that fall behind.
    pub keep_hours: u32,
    /// The monitoring address of a single server, such as `http://host:8222`.
    pub monitor_url: Option<Url>,
}

impl BusConfig {
    /// Returns the address of each server.
    pub fn servers(&self) -> impl Iterator<Item = &str> {
        let servers = self.url.iter().flat_map(|url| url.split(','));
        servers.map(str::trim).filter(|server| !server.is_empty())
    }

    pub(super) fn problem(&self, has_secret: bool) -> Option<String> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if self.prefix.is_empty() || !self.prefix.chars().all(is_word) {
            return Some("prefix must consist of letters, digits, `-` and `_`".to_owned());
        }
        if self.certificate_file.is_some() != self.key_file.is_some() {
            return Some("certificate_file and key_file must be set together".to_owned());
        }
        if !matches!(self.replicas, 1 | 3 | 5) {
            return Some("replicas must be 1, 3 or 5".to_owned());
        }
        if !(1..=MAX_KEEP_UNMATCHED_HOURS).contains(&self.keep_hours) {
            return Some(format!(
                "keep_hours must be between 1 and {MAX_KEEP_UNMATCHED_HOURS}: what is deleted at its source goes within two days"
            ));
        }
        self.url.as_ref()?;
        if !has_secret {
            return Some(
                "url is for several processes, which sign with the same secret: set auth.secret"
                    .to_owned(),
            );
        }
        let mut count = 0;
        for server in self.servers() {
            count += 1;
            let scheme = Url::parse(server)
                .ok()
                .filter(|url| url.has_host() && ["nats", "tls"].contains(&url.scheme()));
            if scheme.is_none() {
                return Some(
                    "url must name each server as `nats://host:4222` or `tls://host:4222`"
                        .to_owned(),
                );
            }
        }
        (count == 0)
            .then(|| "url is empty: name a server, or leave it unset to do without NATS".to_owned())
    }
}

impl Default for BusConfig {
    fn default() -> Self {
        Self {
            url: None,
            prefix: "harken".to_owned(),
            credentials_file: None,
            ca_file: None,
            certificate_file: None,
            key_file: None,
            replicas: 3,
            keep_hours: 24,
            monitor_url: None,
        }
    }
}

// The URL may hold a password.
impl std::fmt::Debug for BusConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BusConfig").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}
