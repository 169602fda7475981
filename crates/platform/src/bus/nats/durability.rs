//! Checks that what JetStream acknowledges survives the loss of a machine. By default a server
//! writes to its disk every two minutes, so that a single one loses what it has acknowledged since
//! then when the power fails.

use std::error::Error;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail, ensure};
use async_nats::Client;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind};
use serde::Deserialize;
use url::Url;

use crate::config::BusConfig;
use foundation::net::service;

const TIMEOUT: Duration = Duration::from_secs(5);
const MAX_BYTES: usize = 1 << 20;
/// This many copies on as many servers need no server to write at once.
const SAFE_REPLICAS: u8 = 3;

/// The report of a server's monitoring address about its JetStream.
#[derive(Deserialize)]
struct Monitored {
    server_id: String,
    config: Option<OfJetStream>,
}

#[derive(Deserialize)]
struct OfJetStream {
    #[serde(default)]
    sync_always: bool,
}

/// Checks that no single machine's failure loses what is acknowledged.
///
/// # Errors
/// A failure can, or it is not known; the text names the setting to change.
pub(super) async fn check(client: &Client, config: &BusConfig) -> anyhow::Result<()> {
    if config.replicas >= SAFE_REPLICAS {
        return Ok(());
    }
    const ADVICE: &str = "Set `jetstream { sync_interval: always }` in the server's configuration, so that it writes \
                          each message to its disk before it acknowledges it; or run three servers as a cluster, and \
                          set bus.replicas = 3";
    let Some(url) = &config.monitor_url else {
        bail!(
            "a NATS server that keeps the only copy of an item may lose what it has acknowledged when the power fails. \
             {ADVICE}. Then name the server's monitoring address (`http_port: 8222`) in bus.monitor_url, where Harken \
             looks whether it is so"
        );
    };
    let monitored = ask(url).await?;
    let connected = client.server_info().server_id;
    ensure!(
        monitored.server_id == connected,
        "bus.monitor_url is the address of another server than bus.url"
    );
    let of_jetstream = monitored.config.context("NATS has no JetStream")?;
    ensure!(
        of_jetstream.sync_always,
        "the NATS server writes to its disk only from time to time, and may lose what it has acknowledged when the power \
         fails. {ADVICE}"
    );
    Ok(())
}

async fn ask(url: &Url) -> anyhow::Result<Monitored> {
    let asked = async {
        let client = service::client(url, TIMEOUT).build()?;
        let answer = client.get(url.join("jsz?config=true")?).send().await;
        let answer = answer
            .and_then(reqwest::Response::error_for_status)
            .map_err(|error| anyhow!("{}", service::broken(&error)))?;
        let body = service::read(answer, MAX_BYTES).await;
        let body = body.map_err(|_| anyhow!("its answer was not read"))?;
        anyhow::Ok(serde_json::from_slice(&body)?)
    };
    asked
        .await
        .context("bus.monitor_url does not answer as the monitoring address of a NATS server does")
}

/// Returns whether the error may pass, since the servers of a cluster may not be ready yet.
pub(super) fn may_pass(error: &CreateStreamError) -> bool {
    match error.kind() {
        CreateStreamErrorKind::TimedOut => true,
        CreateStreamErrorKind::JetStream(error) => matches!(
            error.error_code(),
            ErrorCode::CLUSTER_NOT_AVAILABLE
                | ErrorCode::CLUSTER_NOT_ACTIVE
                | ErrorCode::CLUSTER_NOT_LEADER
                | ErrorCode::CLUSTER_INCOMPLETE
                | ErrorCode::CLUSTER_NO_PEERS
                | ErrorCode::INSUFFICIENT_RESOURCES
        ),
        _ => false,
    }
}

/// Returns the error for a log that cannot be created, with the setting to change.
pub(super) fn refusal(error: &CreateStreamError, replicas: usize) -> anyhow::Error {
    let detail = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    match error.kind() {
        CreateStreamErrorKind::JetStreamUnavailable => anyhow!(
            "NATS has no JetStream, over which items go to those that match them: add \
             `jetstream {{ store_dir: \"/var/lib/nats\" }}` to its configuration"
        ),
        CreateStreamErrorKind::TimedOut => anyhow!(
            "JetStream does not answer: of a cluster most servers must be there, and Harken's user must be allowed to \
             publish to $JS.API.> and to subscribe to _INBOX.>"
        ),
        _ if replicas > 1 => anyhow!(
            "NATS does not keep items in {replicas} copies ({detail}): run so many servers as a cluster, all with \
             JetStream. A single one needs `jetstream {{ sync_interval: always }}`, with bus.replicas = 1 and \
             bus.monitor_url set"
        ),
        _ => anyhow!("NATS keeps no items: {detail}"),
    }
}
