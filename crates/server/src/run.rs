//! Starts what a process is to do, and stops it in order.

mod add_user;
mod outbox;
mod refund;

pub use add_user::{add_user, read_password};
pub use outbox::{OutboxCommand, outbox};
pub use refund::refund;

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{App, Inner};
use crate::auth::passwords::Passwords;
use crate::auth::secrets::Secrets;
use crate::billing::Provider;
use crate::clock::Clock;
use crate::config::{Config, Plans};
use crate::db::{self, Address, embedded::Durability, embedded::Embedded, migrate};
use crate::delivery::mail::Mailer;
use crate::delivery::outgoing::Outgoing;
use crate::delivery::push::vapid::Vapid;
use crate::insights::Insights;

/// Which parts of Harken a process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    pub api: bool,
    pub ingest: bool,
    pub deliver: bool,
}

impl Parts {
    pub const ALL: Self = Self {
        api: true,
        ingest: true,
        deliver: true,
    };
    pub const NONE: Self = Self {
        api: false,
        ingest: false,
        deliver: false,
    };
}

/// Runs until SIGINT or SIGTERM, then lets work in hand end and stops the embedded database last.
///
/// # Errors
/// Something failed at the start; nothing keeps running then.
pub async fn run(config: Config, parts: Parts) -> anyhow::Result<()> {
    start_log(config.server.demo);
    let (address, embedded) = database(&config).await?;
    let result = serve(config, &address, parts).await;
    if let Some(embedded) = embedded {
        embedded.stop().await;
    }
    result
}

/// Brings the database up to date.
///
/// # Errors
/// The database could not be reached, or a migration failed.
pub async fn migrate(config: Config) -> anyhow::Result<()> {
    start_log(false);
    let (address, embedded) = database(&config).await?;
    let ran = migrate::run(&address).await;
    if let Some(embedded) = embedded {
        embedded.stop().await;
    }
    let ran = ran?;
    println!(
        "{} migration(s) ran{}",
        ran.len(),
        ran.iter().map(|m| format!("\n  {m}")).collect::<String>()
    );
    Ok(())
}

async fn database(config: &Config) -> anyhow::Result<(Address, Option<Embedded>)> {
    if let Some(url) = &config.database.url {
        let address = Address::parse(url).context("database.url")?;
        if address.crosses_networks_in_the_clear() {
            tracing::warn!(
                "the database is reached over a network without encryption: add ?sslmode=require \
                 to database.url, or sslmode=disable if nobody else is on that network"
            );
        }
        return Ok((address, None));
    }
    let bin_dir = config.database.bin_dir.as_deref();
    let embedded = Embedded::start(&config.data_dir, bin_dir, Durability::Full).await?;
    // For psql and pg_dump; it holds no password, and leads nowhere from other machines.
    tracing::info!(url = embedded.url(), "Harken's own Postgres runs");
    Ok((Address::parse(embedded.url())?, Some(embedded)))
}

async fn serve(config: Config, address: &Address, parts: Parts) -> anyhow::Result<()> {
    let ran = migrate::run(address).await?;
    tracing::info!(migrations = ran.len(), "the database is up to date");
    let app = build_app(config, address).await?;
    if app.config.server.plans == Plans::On && app.payments.is_none() {
        tracing::warn!(
            "plans are on, and nothing can be bought: set payments.provider = stripe with the account's \
             keys and prices, or server.plans = off"
        );
    }
    let stop = CancellationToken::new();
    let jobs = TaskTracker::new();
    tokio::spawn(stop_on_signal(stop.clone()));
    if parts.api {
        jobs.spawn(crate::live::run(app.clone(), stop.clone()));
        let listen = app.config.server.listen;
        let listener = TcpListener::bind(listen).await.with_context(|| {
            format!("could not listen on {listen}; set server.listen to a free port")
        })?;
        tracing::info!(address = %listener.local_addr()?, "listening");
        if app.config.server.demo {
            crate::demo::prepare(&app)
                .await
                .context("could not make the demo's account")?;
        }
        println!("{}", crate::demo::banner(&app.config));
        let (site, stop) = (crate::router::router(app.clone()), stop.clone());
        jobs.spawn(async move {
            let done = stop.clone();
            // With the peer's address, by which attempts to sign in are counted.
            let site = site.into_make_service_with_connect_info::<SocketAddr>();
            let served = axum::serve(listener, site).with_graceful_shutdown(stop.cancelled_owned());
            if let Err(error) = served.await {
                tracing::error!(%error, "the web server ended");
            }
            done.cancel();
        });
    }
    if parts.deliver {
        jobs.spawn(crate::outbox::worker::run(app.clone(), stop.clone()));
        jobs.spawn(crate::billing::worker::run(app.clone(), stop.clone()));
        jobs.spawn(crate::insights::worker::run(app.clone(), stop.clone()));
    }
    if parts.ingest {
        jobs.spawn(crate::ingest::run(app.clone(), stop.clone()));
    }
    jobs.close();
    stop.cancelled().await;
    tracing::info!("stopping");
    if tokio::time::timeout(std::time::Duration::from_secs(10), jobs.wait())
        .await
        .is_err()
    {
        tracing::warn!("some work did not end within 10 s and was left");
    }
    Ok(())
}

/// Opens what `config` names.
///
/// # Errors
/// The database or the secret could not be had.
pub async fn build_app(config: Config, address: &Address) -> anyhow::Result<App> {
    let secrets = Secrets::load(config.auth.secret.as_deref(), &config.data_dir)?;
    let pool = db::connect(address, &config.database).await?;
    let clock = Clock::system();
    Ok(App::new(Inner {
        forum: crate::forum::connect(&config.forum, &clock)?,
        clock,
        pool,
        database: address.clone(),
        vapid: Vapid::new(secrets.push_scalars(), &config.support_email())?,
        secrets,
        mailer: Mailer::new(&config.mail, &config.data_dir)?,
        outgoing: Outgoing::new(&config.delivery)?,
        passwords: Passwords::new(config.auth.concurrent_hashes, config.auth.waiting_hashes),
        live: Arc::default(),
        insights: Insights::new(&config.insights)?,
        payments: Provider::connect(&config)?,
        config,
    }))
}

async fn stop_on_signal(stop: CancellationToken) {
    let (Ok(mut interrupt), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
    ) else {
        tracing::error!("could not listen for signals; stop Harken with kill -9");
        return;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    stop.cancel();
}

/// One line a thing that happened: text at a terminal, JSON elsewhere. `RUST_LOG` chooses what. A
/// demo at a terminal tells only of trouble: the rest would push its addresses off the screen.
fn start_log(is_demo: bool) {
    use std::io::IsTerminal;
    let usual = if is_demo && std::io::stderr().is_terminal() {
        "warn"
    } else {
        "info,tower_http=warn"
    };
    let filter =
        tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| usual.into());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = if std::io::stderr().is_terminal() {
        log.compact().try_init()
    } else {
        log.json().flatten_event(true).try_init()
    };
    // A second start in one process (tests) keeps the first log.
    drop(started);
}
