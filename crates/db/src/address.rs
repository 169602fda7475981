//! The address of the database, and how connections to it are made and encrypted.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail, ensure};
use diesel::{ConnectionError, ConnectionResult};
use percent_encoding::percent_decode_str;
use rustls::{ClientConfig, Error as TlsError, RootCertStore};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;
use uuid::Uuid;

use super::Conn;
use super::DatabaseConfig;
use foundation::net::tls::{Peer, error_in};

const DATABASE: Peer = Peer {
    name: "the database",
    setting: "database.url",
    trust: "name its file in database.url with &sslrootcert=",
};

/// A database's address, parsed once by a process; every connection is made from it, and has the process's id in its
/// name.
#[derive(Clone)]
pub struct Address {
    config: Config,
    /// The configuration as written in the URL.
    written: Config,
    /// The limit for the whole time until a connection is usable, not only for TCP.
    connect_timeout: Duration,
    tls: MakeRustlsConnect,
    process: Uuid,
    crosses_networks_in_the_clear: bool,
}

/// The driver of a [`Client`]: it must be polled for anything to happen.
pub(super) type Driver = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

impl Address {
    /// Parses `postgres://user:password@host/name`, with the other options of `tokio_postgres`.
    ///
    /// `sslmode=require`, `verify-ca` and `verify-full` mean the same: encrypted, and the server must
    /// present a certificate for its name, from an authority in the PEM file `sslrootcert` or else one
    /// that this machine trusts. Encryption alone would not distinguish the server from a man in the
    /// middle. Any other `sslmode`, or none, is plain text.
    ///
    /// # Errors
    /// The address is malformed, or no certificate can be read from `sslrootcert`. The error's text
    /// contains no password.
    pub fn parse(url: &str) -> anyhow::Result<Self> {
        let (url, authority) = ours(url);
        let mut config: Config = url.parse().map_err(|error| {
            let error = anyhow::Error::new(error);
            anyhow!("{error:#}; write postgres://user:password@host/name")
        })?;
        let mode = config.get_ssl_mode();
        let is_encrypted = mode == SslMode::Require;
        ensure!(
            is_encrypted || authority.is_none(),
            "sslrootcert is for an encrypted connection: add &sslmode=require"
        );
        let roots = if is_encrypted {
            trusted(authority.as_deref().map(Path::new))?
        } else {
            config.ssl_mode(SslMode::Disable);
            RootCertStore::empty()
        };
        let process = Uuid::now_v7();
        config.application_name(format!("harken {process}"));
        let address = Self {
            process,
            written: config.clone(),
            connect_timeout: Duration::default(),
            // An explicit sslmode=disable is deliberate.
            crosses_networks_in_the_clear: mode == SslMode::Prefer
                && config.get_hosts().iter().any(is_elsewhere),
            tls: MakeRustlsConnect::new(client_config(roots)?),
            config,
        };
        Ok(address.with_timeouts(&DatabaseConfig::default()))
    }

    /// Replaces the default timeouts by these where the address does not set them.
    #[must_use]
    pub fn with_timeouts(mut self, settings: &DatabaseConfig) -> Self {
        let written = &self.written;
        let connect = Duration::from_secs(settings.connect_timeout_seconds.into());
        let tcp = Duration::from_secs(settings.tcp_timeout_seconds.into());
        self.connect_timeout = written.get_connect_timeout().copied().unwrap_or(connect);
        self.config.connect_timeout(self.connect_timeout);
        if written.get_tcp_user_timeout().is_none() {
            self.config.tcp_user_timeout(tcp);
        }
        // A listener sends nothing for hours, so keepalives check whether the peer is there.
        if written.get_keepalives_idle() == Config::new().get_keepalives_idle() {
            self.config.keepalives_idle(tcp);
            self.config.keepalives_interval((tcp / 3).max(Duration::from_secs(1)));
            self.config.keepalives_retries(3);
        }
        self
    }

    /// Returns whether passwords and posts go over a network unencrypted, without an explicit
    /// request for it.
    pub fn crosses_networks_in_the_clear(&self) -> bool {
        self.crosses_networks_in_the_clear
    }

    /// Returns the id of this process. The database's `this_process()` returns it, too, on each connection that is
    /// made from this address.
    pub fn process(&self) -> Uuid {
        self.process
    }

    /// Makes a connection.
    ///
    /// # Errors
    /// The connection failed; the error says why and, if a certificate is at fault, what to do.
    pub async fn connect(&self) -> ConnectionResult<Conn> {
        let (client, driver) = self
            .open()
            .await
            .map_err(|error| ConnectionError::BadConnection(format!("{error:#}")))?;
        Conn::try_from_client_and_connection(client, driver).await
    }

    /// Connects as [`Address::connect`] does, but below Diesel, for callers that read asynchronous
    /// messages.
    pub(super) async fn open(&self) -> anyhow::Result<(Client, Driver)> {
        let patience = self.connect_timeout * u32::try_from(self.config.get_hosts().len().max(1))?;
        let connecting = self.config.connect(self.tls.clone());
        let connected = tokio::time::timeout(patience, connecting).await;
        let Ok(connected) = connected else {
            bail!("the database did not answer within {} s", patience.as_secs());
        };
        connected.map_err(|error| match error_in(&error) {
            Some(TlsError::InvalidCertificate(fault)) => anyhow!(DATABASE.advice(fault)),
            _ => error.into(),
        })
    }
}

/// Returns the address as `tokio_postgres` understands it, which supports neither `sslrootcert` nor
/// the verifying modes, and the value of `sslrootcert`.
fn ours(url: &str) -> (Cow<'_, str>, Option<String>) {
    let Some((base, query)) = url.split_once('?') else {
        return (url.into(), None);
    };
    let mut authority = None;
    let mut kept = Vec::new();
    for option in query.split('&') {
        match option.split_once('=') {
            // libpq's word for the machine's own authorities.
            Some(("sslrootcert", "system")) => {}
            Some(("sslrootcert", path)) => {
                authority = Some(percent_decode_str(path).decode_utf8_lossy().into_owned());
            }
            Some(("sslmode", "verify-ca" | "verify-full")) => kept.push("sslmode=require"),
            _ => kept.push(option),
        }
    }
    (format!("{base}?{}", kept.join("&")).into(), authority)
}

fn is_elsewhere(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name != "localhost" && !name.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
        }
        Host::Unix(_) => false,
    }
}

/// Returns the authorities in `file`, or those of this machine.
fn trusted(file: Option<&Path>) -> anyhow::Result<RootCertStore> {
    let found = match file {
        Some(_) => rustls_native_certs::load_certs_from_paths(file, None),
        None => rustls_native_certs::load_native_certs(),
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let place = file
            .map_or_else(|| "of this machine".to_owned(), |file| format!("in {}", file.display()));
        let why = found.errors.first().map(ToString::to_string);
        let why = why.unwrap_or_else(|| "there is none".to_owned());
        bail!("no certificate of an authority {place}: {why}");
    }
    Ok(roots)
}

fn client_config(roots: RootCertStore) -> anyhow::Result<ClientConfig> {
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    let mut config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    // Required by sslnegotiation=direct; servers before 17 ignore it.
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}
