//! Calls a service elsewhere as long as Harken is well, so that somebody is notified when it is not: a process that is gone, or
//! hangs, or has lost its host cannot report that itself.

use std::time::Duration;

use reqwest::{Client, Url};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use api::administration::health;
use foundation::net::service;
use platform::context::Context;

const EVERY: Duration = Duration::from_secs(60);
const TIMEOUT: Duration = Duration::from_secs(10);

/// The reason why the service was not called, or did not take the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missed {
    /// Harken is not well.
    Unwell(String),
    /// The call failed.
    Failed(String),
}

/// The service that `watchdog.url` names.
pub struct Watchdog {
    context: Context,
    url: Url,
    http: Client,
    /// The outcome of the last look, so that only changes are logged.
    missed: Option<Missed>,
}

impl Watchdog {
    /// Creates the caller of the configured service; returns none if there is none.
    ///
    /// # Errors
    /// The HTTP client could not be created.
    pub fn new(context: &Context) -> anyhow::Result<Option<Self>> {
        let Some(url) = context.config.watchdog.url.clone() else {
            return Ok(None);
        };
        let http = service::client(&url, TIMEOUT);
        let http = http.user_agent(concat!("harken/", env!("CARGO_PKG_VERSION"))).build()?;
        Ok(Some(Self { context: context.clone(), url, http, missed: None }))
    }

    /// Looks once a minute until `stop`.
    pub(super) async fn keep(mut self, stop: CancellationToken) {
        let mut minutes = interval(EVERY);
        minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let looking = async {
            loop {
                minutes.tick().await;
                self.look().await;
            }
        };
        // The end of a look is not waited for: no process stops later because of it.
        stop.run_until_cancelled(looking).await;
    }

    /// Calls the service if Harken is well, and returns why it was not called otherwise.
    pub async fn look(&mut self) -> Option<Missed> {
        let missed = self.call().await.err();
        let outcome = match &missed {
            None => "ok",
            Some(Missed::Unwell(_)) => "unwell",
            Some(Missed::Failed(_)) => "failed",
        };
        self.context.metrics.called_watchdog(outcome);
        if missed != self.missed {
            match &missed {
                None => tracing::info!("the watchdog is called again"),
                Some(Missed::Unwell(reason)) => {
                    tracing::warn!(
                        reason,
                        "the watchdog is not called, because Harken is not well"
                    );
                }
                Some(Missed::Failed(reason)) => {
                    tracing::warn!(reason, "the watchdog could not be called: check watchdog.url");
                }
            }
            self.missed.clone_from(&missed);
        }
        missed
    }

    async fn call(&self) -> Result<(), Missed> {
        if !self.context.pulse.is_there().await {
            return Err(Missed::Unwell("the database does not answer".to_owned()));
        }
        let problems = self.problems().await;
        let problems = problems.map_err(|error| Missed::Unwell(format!("{error:#}")))?;
        if !problems.is_empty() {
            return Err(Missed::Unwell(problems.join(", ")));
        }
        let answer = self.http.get(self.url.clone()).send().await;
        let answer = answer.map_err(|error| Missed::Failed(service::broken(&error).to_owned()))?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status => Err(Missed::Failed(status.to_string())),
        }
    }

    async fn problems(&self) -> anyhow::Result<Vec<String>> {
        let mut conn = self.context.conn().await?;
        Ok(health::problems(&self.context, self.context.clock.now(), &mut conn).await?)
    }
}
