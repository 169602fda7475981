//! The connection to NATS: how it is made, how it is logged, and why it fails.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use bytes::Bytes;
use futures::StreamExt;
use percent_encoding::percent_decode_str;
use rustls::Error as TlsError;
use tokio::sync::watch;
use url::Url;
use uuid::Uuid;

use crate::config::BusConfig;
use foundation::net::tls::{self, Peer};

const PEER: Peer =
    Peer { name: "the NATS server", setting: "bus.url", trust: "name its file in bus.ca_file" };

const TIMEOUT: Duration = Duration::from_secs(5);
/// The interval of pings; a server that leaves two of them unanswered is replaced by another.
const PING_EVERY: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause between attempts, so that servers that return after a long time are found
/// soon.
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// Returns a client that reconnects after every break, and the number of its connections so far.
///
/// # Errors
/// No server answers, or all refuse Harken; the text names the setting to change, and holds no
/// password.
pub(super) async fn connect(config: &BusConfig) -> anyhow::Result<(Client, watch::Receiver<u64>)> {
    let urls: Result<Vec<Url>, _> = config.servers().map(str::parse).collect();
    let mut urls = urls.context("bus.url")?;
    let options = signed_in(options(config).await?, &mut urls);
    let servers: Result<Vec<ServerAddr>, _> = urls.into_iter().map(ServerAddr::from_url).collect();
    let servers = servers.context("bus.url")?;
    let names: Vec<String> = servers.iter().map(name).collect();
    let names = names.join(", ");
    let (connected, mut connections) = watch::channel(0);
    let named = names.clone();
    let options = options.event_callback(move |event| {
        log_event(&event, &named);
        if matches!(event, Event::Connected) {
            connected.send_modify(|count| *count += 1);
        }
        std::future::ready(())
    });
    let client = options.connect(&servers[..]).await.map_err(|error| refusal(&error, &names))?;
    // The first connection does not follow a break.
    connections.wait_for(|count| *count > 0).await?;
    let is_open = !client.server_info().tls_required && !servers.iter().all(is_near_or_encrypted);
    if is_open {
        tracing::warn!(
            "NATS is reached over a network without encryption: use tls:// in bus.url, if others are on \
             that network"
        );
    }
    Ok((client, connections))
}

/// Sends itself a message, and returns the time until it comes back.
///
/// # Errors
/// The message does not come back: the account may not publish and subscribe as Harken must.
pub(super) async fn round_trip(client: &Client, config: &BusConfig) -> anyhow::Result<Duration> {
    let subject = format!("{}.try.{}", config.prefix, Uuid::now_v7());
    let began = Instant::now();
    let round = async {
        let mut heard = client.subscribe(subject.clone()).await?;
        client.publish(subject, Bytes::new()).await?;
        anyhow::Ok(heard.next().await.is_some())
    };
    match tokio::time::timeout(TIMEOUT, round).await {
        Ok(Ok(true)) => Ok(began.elapsed()),
        Ok(Err(error)) => Err(error.context("NATS takes no messages")),
        Ok(Ok(false)) | Err(_) => Err(anyhow!(
            "NATS takes Harken's messages and does not pass them on: its user must be allowed to publish and \
             to subscribe to {}.>",
            config.prefix
        )),
    }
}

async fn options(config: &BusConfig) -> anyhow::Result<ConnectOptions> {
    let mut options = ConnectOptions::new()
        .name("harken")
        .connection_timeout(TIMEOUT)
        .ping_interval(PING_EVERY)
        .reconnect_delay_callback(|attempts| {
            let doubled = u32::try_from(attempts).map_or(u32::MAX, |n| 1 << n.min(10));
            FIRST_PAUSE.saturating_mul(doubled).min(MAX_PAUSE)
        });
    if let Some(file) = &config.credentials_file {
        let read = options.credentials_file(file).await;
        options = read.with_context(|| format!("bus.credentials_file: {}", file.display()))?;
    }
    if let Some(file) = &config.ca_file {
        options = options.add_root_certificates(file.clone());
    }
    if let (Some(certificate), Some(key)) = (&config.certificate_file, &config.key_file) {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}

/// Moves the name and the password, or the token, from the addresses, where they are encoded, to
/// the options.
fn signed_in(options: ConnectOptions, urls: &mut [Url]) -> ConnectOptions {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let first = urls.iter().find(|url| !url.username().is_empty());
    let found = first.map(|url| (decoded(url.username()), url.password().map(decoded)));
    for url in urls {
        // Addresses with a host can always be without both.
        let _ = (url.set_username(""), url.set_password(None));
    }
    match found {
        Some((name, Some(password))) => options.user_and_password(name, password),
        Some((token, None)) => options.token(token),
        None => options,
    }
}

/// Returns the server in a form that may be shown.
fn name(server: &ServerAddr) -> String {
    format!("{}:{}", server.host(), server.port())
}

fn is_near_or_encrypted(server: &ServerAddr) -> bool {
    server.tls_required() || matches!(server.host(), "localhost" | "127.0.0.1" | "::1" | "[::1]")
}

fn log_event(event: &Event, servers: &str) {
    match event {
        Event::Connected => tracing::info!(servers, "connected to NATS"),
        Event::Disconnected => tracing::warn!(
            servers,
            "the connection to NATS broke; wake-ups go over the database until it is back"
        ),
        Event::LameDuckMode => tracing::info!(servers, "a NATS server is about to stop"),
        Event::SlowConsumer(_) => {
            tracing::warn!(
                "wake-ups came over NATS faster than they were taken; some were dropped"
            );
        }
        Event::ServerError(error) => tracing::warn!(%error, "NATS reports an error"),
        Event::ClientError(error) => tracing::warn!(%error, "a NATS connection failed"),
        Event::Draining | Event::Closed => {}
    }
}

fn refusal(error: &ConnectError, servers: &str) -> anyhow::Error {
    if let Some(error) = tls::error_in(error) {
        return match error {
            TlsError::InvalidCertificate(fault) => anyhow!("{servers}: {}", PEER.advice(fault)),
            error => anyhow!(
                "no encrypted connection to NATS at {servers}: {error}. If it asks for a certificate of \
                 Harken's, set bus.certificate_file and bus.key_file"
            ),
        };
    }
    let cause = std::error::Error::source(error).map(ToString::to_string);
    let cause = cause.map_or_else(String::new, |cause| format!(" ({cause})"));
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => anyhow!(
            "NATS at {servers} refuses Harken: check the name and password in bus.url, or set \
             bus.credentials_file"
        ),
        ConnectErrorKind::Tls => anyhow!(
            "no encrypted connection to NATS at {servers}: bus.ca_file, bus.certificate_file and bus.key_file \
             must be files in PEM that Harken may read{cause}"
        ),
        ConnectErrorKind::Dns => {
            anyhow!("there is no host of the name in bus.url: {servers}{cause}")
        }
        _ => anyhow!(
            "NATS at {servers} does not answer: start it, correct bus.url, or remove bus.url to do without \
             it{cause}"
        ),
    }
}
