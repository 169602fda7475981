//! The database that a command works on: the configured one, else Harken's own.

use std::path::Path;

use anyhow::Context;

use super::build_app;
use api::app::App;
use db::embedded::{Durability, Embedded};
use db::{Address, migrate};
use platform::config::Config;

pub(crate) struct Database {
    pub(crate) address: Address,
    own: Option<Embedded>,
}

impl Database {
    /// Opens the database. If it is Harken's own and of an older version of Postgres, this upgrades it.
    ///
    /// # Errors
    /// Its address is malformed, or Harken's own Postgres could not be started.
    pub(crate) async fn open(config: &Config) -> anyhow::Result<Self> {
        Self::open_by(config, config.database.bin_dir.as_deref()).await
    }

    /// Opens the database as [`Database::open`] does. If it is Harken's own, the programs in `bin_dir` run it.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub(crate) async fn open_by(config: &Config, bin_dir: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(url) = &config.database.url {
            let address = Address::parse(url).context("database.url")?;
            if address.crosses_networks_in_the_clear() {
                tracing::warn!(
                    "the database is reached over a network without encryption: add \
                     ?sslmode=require to database.url, or sslmode=disable if nobody else is on that \
                     network"
                );
            }
            let address = address.with_timeouts(&config.database);
            return Ok(Self { address, own: None });
        }
        let archive = config.database.archive();
        let own =
            Embedded::start_archived(&config.data_dir, bin_dir, Durability::Full, archive).await?;
        // The address is for psql and pg_dump; it holds no password, and is useless on other
        // machines.
        tracing::info!(url = own.url(), "Harken's own Postgres runs");
        Ok(Self {
            address: Address::parse(own.url())?.with_timeouts(&config.database),
            own: Some(own),
        })
    }

    /// Returns Harken's own Postgres, if that is the database.
    pub(crate) fn own(self) -> Option<Embedded> {
        self.own
    }

    /// Does `work` with an app over the database, which is brought up to date first.
    ///
    /// # Errors
    /// Those of `work`, or the database could not be reached.
    pub(crate) async fn with_app<T>(
        config: Config,
        work: impl AsyncFnOnce(App) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let database = Self::open(&config).await?;
        let address = database.address.clone();
        let work = async {
            migrate::run(&address).await?;
            work(build_app(config, &address).await?).await
        };
        database.during(work).await
    }

    /// Does `work` and stops Harken's own Postgres after it.
    ///
    /// # Errors
    /// Those of `work`, or the reason why the database disappeared: then the work was abandoned.
    pub(crate) async fn during<T>(
        self,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let Some(mut own) = self.own else {
            return work.await;
        };
        let done = tokio::select! {
            done = work => done,
            reason = own.failed() => Err(reason),
        };
        own.stop().await;
        done
    }
}
