//! Starts the parts of a process, and stops them in order.

pub(crate) mod database;
pub mod demo;
pub(crate) mod log;
pub mod presence;
pub mod stop;
pub mod watchdog;

use std::sync::Arc;

use anyhow::{Context as _, bail};
use sd_notify::NotifyState;
use tokio::net::TcpListener;

use self::database::Database;
use self::presence::Presence;
use self::stop::{Jobs, Signals, longest_work};
use self::watchdog::Watchdog;
use crate::http_server;
use crate::metrics_server;
use api::app::{self, App};
use db::{Address, Part, Pools, migrate, pulse::Pulse};
use deliver::billing::Stripe;
use deliver::delivery::Senders;
use deliver::insights::Insights;
use domain::auth::passwords::Passwords;
use domain::live::Live;
use domain::watches::turns::{self, Turns};
use foundation::kept::Kept;
use foundation::secrets::Secrets;
use foundation::telemetry::metrics::Metrics;
use foundation::telemetry::traces::Collector;
use foundation::time::clock::Clock;
use platform::answers::Answers;
use platform::bus::{self, Bus};
use platform::choices;
use platform::config::{Config, Plans};
use platform::context::{self, Context};
use platform::instance::settings::InstanceSettings;
use platform::instance::sites::SitesRead;
use platform::sources::Sources;

/// The parts of Harken that a process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    pub api: bool,
    pub ingest: bool,
    /// Whether to match over a bus. Without one, the process that reads matches as well.
    pub matching: bool,
    pub deliver: bool,
}

impl Parts {
    pub const ALL: Self = Self { api: true, ingest: true, matching: true, deliver: true };
    pub const API: Self = Self { api: true, ..Self::NONE };
    pub const INGEST: Self = Self { ingest: true, ..Self::NONE };
    pub const MATCHING: Self = Self { matching: true, ..Self::NONE };
    pub const DELIVER: Self = Self { deliver: true, ..Self::NONE };
    const NONE: Self = Self { api: false, ingest: false, matching: false, deliver: false };

    /// Returns the part whose connections the process uses for its own jobs: those of the API, which anybody can
    /// occupy, only if it has no others.
    fn for_own_jobs(self) -> Part {
        match self {
            Self { ingest: true, .. } | Self { matching: true, .. } => Part::Ingest,
            Self { deliver: true, .. } => Part::Delivery,
            _ => Part::Api,
        }
    }
}

/// Runs until SIGINT or SIGTERM, then lets work in hand finish and stops the embedded database
/// last.
///
/// # Errors
/// Something failed at the start, or the embedded database ended and cannot be started again;
/// nothing keeps running then.
pub async fn run(config: Config, parts: Parts) -> anyhow::Result<()> {
    let traces = &config.traces;
    let collector = match &traces.endpoint {
        Some(endpoint) => {
            let ratio = f64::from(traces.sample_percent) / 100.0;
            Some(Collector::start(endpoint, &traces.service_name, ratio)?)
        }
        None => None,
    };
    log::start(config.server.demo, collector.as_ref());
    http_server::raise_open_files();
    let database = Database::open(&config).await?;
    let address = database.address.clone();
    let served = database.during(serve(config, &address, parts)).await;
    if let Some(collector) = collector {
        collector.end().await;
    }
    served
}

async fn serve(config: Config, address: &Address, parts: Parts) -> anyhow::Result<()> {
    let ran = migrate::run(address).await?;
    tracing::info!(migrations = ran.len(), "the database is up to date");
    let bus = bus::connect(&config.bus, address).await?;
    let parts = match bus.items() {
        Some(log) => {
            if parts.ingest || parts.matching {
                log.open().await?;
            }
            parts
        }
        None if parts == Parts::MATCHING => bail!(
            "there is nothing to do for `harken match` without bus.url: `harken ingest` matches what it reads"
        ),
        None => Parts { matching: false, ..parts },
    };
    let app = build_app_on(bus, config, address).await?;
    if app.config.server.plans == Plans::On && app.payments.is_none() {
        tracing::warn!(
            "plans are on, and nothing can be bought: set payments.provider = stripe with the account's \
             keys and prices, or server.plans = off"
        );
    }
    if !app.config.mail.is_sent() {
        tracing::warn!(
            "no email is sent, so nobody can register or reset a password: set mail.smtp_url to change that"
        );
    }
    if !app.config.push_contact().is_public {
        tracing::warn!(
            "browser alerts do not reach Safari and iPhones, whose push service refuses servers without a \
             public address: set server.public_url to one that begins with https://, or server.support_email"
        );
    }
    let signals = Signals::listen();
    let (jobs, stop) = (Jobs::default(), signals.stop.clone());
    jobs.spawn("the database's time", app.pulse.clone().follow(stop.clone()));
    let own = app.context.of(parts.for_own_jobs());
    let presence = Presence::begin(&own, parts).await?;
    jobs.spawn("presence", presence.keep(stop.clone()));
    jobs.spawn("choices", choices::follow(own.clone(), stop.clone()));
    if let Some(listen) = app.config.metrics.listen {
        let listener = TcpListener::bind(listen).await.with_context(|| {
            format!("could not listen on {listen}; set metrics.listen to a free port")
        })?;
        tracing::info!(address = %listener.local_addr()?, "serving metrics");
        let streams = metrics_server::Streams {
            notifications: app.live.clone(),
            insights: app.insights.streams.clone(),
        };
        let metrics = metrics_server::serve(listener, own.clone(), streams, stop.clone());
        jobs.spawn("metrics", metrics);
    }
    if parts.api {
        let (live, insights) = (app.live.clone(), app.insights.streams.clone());
        let streams = domain::live::run(app.context.clone(), live, insights, stop.clone());
        jobs.spawn("live streams", streams);
        let listen = app.config.server.listen;
        let listener = TcpListener::bind(listen).await.with_context(|| {
            format!(
                "could not listen on {listen}; set server.listen to an address of this \
                machine and a free port that this user may use"
            )
        })?;
        tracing::info!(address = %listener.local_addr()?, "listening");
        if let Some(problem) = app.config.server.missing_site() {
            tracing::warn!(problem, "there is no web app to show, only its API");
        }
        if app.config.server.demo {
            demo::prepare(&app).await.context("could not make the demo's account")?;
        }
        jobs.spawn("web server", http_server::serve(listener, app.clone(), stop.clone()));
        // A database that disappears now will return, and the next start prints the link.
        let setup_link = domain::setup::link(&app).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "could not make a link to the setup page; the next start tries it again");
            None
        });
        println!("{}", demo::banner(&app.config, setup_link.as_deref()));
    }
    if parts.deliver {
        let (context, senders) = (app.context.of(Part::Delivery), app.senders.clone());
        let outbox = deliver::outbox::worker::run(context.clone(), senders, stop.clone());
        jobs.spawn("outbox", outbox);
        if let Some(stripe) = app.payments.clone() {
            let payments = deliver::billing::worker::run(context.clone(), stripe, stop.clone());
            jobs.spawn("payments", payments);
        }
        let insights = app.insights.clone();
        let insights = deliver::insights::worker::run(context, insights, stop.clone());
        jobs.spawn("insights", insights);
    }
    if parts.ingest {
        let (context, sources) = (app.context.of(Part::Ingest), app.sources.clone());
        let ingest = ingest::run(context, sources, stop.clone());
        jobs.spawn("ingest", ingest);
    }
    if parts.matching {
        let (context, bluesky) = (app.context.of(Part::Ingest), app.sources.bluesky.clone());
        let shards = ingest::shards::run(context, bluesky, stop.clone());
        jobs.spawn("shards", shards);
    }
    if let Some(watchdog) = Watchdog::new(&own)? {
        jobs.spawn("watchdog", watchdog.keep(stop.clone()));
    }
    notify_service_manager(NotifyState::Ready);
    stop.cancelled().await;
    notify_service_manager(NotifyState::Stopping);
    let longest = longest_work(&app.config, parts);
    jobs.end(longest, &signals).await;
    Ok(())
}

/// Notifies systemd of the state of this process, if systemd has started it.
fn notify_service_manager(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "could not notify the service manager");
    }
}

/// Opens everything that `config` names except for the bus, which only serving processes need.
///
/// # Errors
/// The database or the secret could not be opened.
pub async fn build_app(config: Config, address: &Address) -> anyhow::Result<App> {
    build_app_on(bus::of_database(address), config, address).await
}

/// Opens everything that `config` names, over `bus`.
///
/// # Errors
/// The database, the secret or the embeddings could not be opened.
pub async fn build_app_on(
    bus: Arc<dyn Bus>,
    config: Config,
    address: &Address,
) -> anyhow::Result<App> {
    let secrets = Secrets::load(config.auth.secret.as_deref(), &config.data_dir)?;
    let pools = Pools::open(address, &config.database);
    let clock = Clock::system();
    let pulse = Pulse::new(address, &clock);
    let sites = SitesRead::new(&config);
    let settings = InstanceSettings::new(&config);
    let embeddings = context::open_embeddings(&config)?;
    // Use the database's time from the start.
    pulse.is_there().await;
    let app = App::new(app::Parts {
        senders: Arc::new(Senders::new(&config, &secrets)?),
        passwords: Passwords::new(config.auth.concurrent_hashes, config.auth.waiting_hashes),
        live: Arc::new(Live::of_notifications(bus.clone())),
        grouped: Answers::default(),
        previews: Turns::new(config.limits.searches, turns::MAX_WAIT),
        backfills: Turns::new(config.limits.searches, turns::MAX_WAIT),
        probes: Turns::new(config.limits.searches, turns::MAX_WAIT),
        heavy_reads: Turns::new(config.database.heavy_reads(), turns::MAX_WAIT),
        status: Kept::default(),
        instance: Default::default(),
        insights: Arc::new(Insights::new(&config.insights)?),
        payments: Stripe::connect(&config)?.map(Arc::new),
        sources: Sources::connect(&config, &clock, pools.of(Part::Ingest))?,
        context: Context::new(context::Parts {
            config,
            clock,
            pools,
            pulse,
            database: address.clone(),
            secrets,
            sites,
            settings,
            metrics: Metrics::default(),
            embeddings,
            bus,
        }),
    });
    choices::look(&app).await;
    Ok(app)
}
