use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// NATS, for several hosts: processes wake each other over it. Unset, they do so by the database, which is enough
/// for one host.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BusConfig {
    /// Where the servers are: `nats://host:4222`, or `tls://…` for connections that must be encrypted; of a
    /// cluster, several with commas between them. A name and a password may stand before the host.
    #[schema(write_only)]
    pub url: Option<String>,
    /// What all subjects begin with, so that several installations can share one NATS.
    pub prefix: String,
    /// A credentials file (`.creds`) with a JWT and its key.
    #[schema(value_type = Option<String>)]
    pub credentials_file: Option<PathBuf>,
    /// Certificates (PEM) of the authorities that the servers' certificates come from. Unset: those that this
    /// machine trusts.
    #[schema(value_type = Option<String>)]
    pub ca_file: Option<PathBuf>,
    /// The certificate (PEM) that Harken shows the servers; with `key_file`.
    #[schema(value_type = Option<String>)]
    pub certificate_file: Option<PathBuf>,
    /// The key (PEM) of that certificate.
    #[schema(value_type = Option<String>)]
    pub key_file: Option<PathBuf>,
}

impl BusConfig {
    /// Returns the address of each server.
    pub fn servers(&self) -> impl Iterator<Item = &str> {
        let servers = self.url.iter().flat_map(|url| url.split(','));
        servers.map(str::trim).filter(|server| !server.is_empty())
    }

    pub(super) fn problem(&self) -> Option<String> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if self.prefix.is_empty() || !self.prefix.chars().all(is_word) {
            return Some("prefix must consist of letters, digits, `-` and `_`".to_owned());
        }
        if self.certificate_file.is_some() != self.key_file.is_some() {
            return Some("certificate_file and key_file must be set together".to_owned());
        }
        self.url.as_ref()?;
        let mut count = 0;
        for server in self.servers() {
            count += 1;
            let scheme = url::Url::parse(server)
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
        }
    }
}

// The URL may hold a password.
impl std::fmt::Debug for BusConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BusConfig")
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}
