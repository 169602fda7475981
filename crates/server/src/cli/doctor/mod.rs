//! `harken doctor`: lists the problems of an installation, one per line, with what to do about
//! them.

pub mod database;
pub mod machine;
pub mod plan;
pub mod report;
mod services;
pub mod upgrade;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use self::report::Report;
use crate::run::database::Database;
use db::Address;
use db::embedded::Embedded;
use foundation::wording::plural::plural;
use platform::config::{Config, Sources};

#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// Sends a test email to this address.
    #[arg(long, value_name = "ADDRESS")]
    send_to: Option<String>,
    /// Only prints what an installation of this size needs, its first bottleneck and what to add, such as
    /// "users=10000 watches=50000". A key that does not exist lists all of them.
    #[arg(long, value_name = "KEY=VALUE ...", conflicts_with = "send_to")]
    plan: Option<String>,
}

impl Doctor {
    /// Checks everything, or prints what an installation of a size needs.
    ///
    /// # Errors
    /// A check failed, or a word of the size cannot be read.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        match self.plan {
            Some(wanted) => {
                print!("{}", plan::report(&wanted)?);
                Ok(())
            }
            None => check(sources, self.send_to.as_deref()).await,
        }
    }
}

/// Checks everything that `sources` configure, and prints the results. With `send_to`, a test email is
/// sent there.
///
/// # Errors
/// A check failed.
async fn check(sources: &Sources, send_to: Option<&str>) -> anyhow::Result<()> {
    let mut report = Report::default();
    let config = match Config::load_with_problems(sources) {
        Ok((config, problems)) => {
            if problems.is_empty() {
                report.ok("configuration", "has no problems");
            }
            for problem in problems {
                report.failed("configuration", problem);
            }
            config
        }
        Err(error) => {
            report.failed("configuration", error.0.join("; "));
            bail!("nothing else could be checked");
        }
    };
    machine::check_disk(&config, &mut report);
    match open(&config, &mut report).await {
        Some(database) => {
            let address = database.address.clone();
            let checked = database.during(async {
                check_database(&config, &address, &mut report).await;
                Ok(())
            });
            if let Err(error) = checked.await {
                report.failed("database", format!("{error:#}"));
            }
        }
        None => services::skip_forum(&config, &mut report),
    }
    machine::check_public_clock(&config, &mut report).await;
    services::check_certificates(&config, &mut report);
    services::check_mail(&config, send_to, &mut report).await;
    services::check_push(&config, &mut report);
    services::check_nats(&config, &mut report).await;
    services::check_watchdog(&config, &mut report);
    let (failed, warnings) = (report.failures(), report.warnings());
    if failed > 0 {
        bail!(
            "{} and {}",
            plural(failed, "check failed", "checks failed"),
            plural(warnings, "warning", "warnings")
        );
    }
    println!("\nNo check failed, with {}.", plural(warnings, "warning", "warnings"));
    Ok(())
}

/// Opens the existing database as it is. A start creates or upgrades one; this function does not.
async fn open(config: &Config, report: &mut Report) -> Option<Database> {
    let opened = match config.database.url {
        Some(_) => Database::open(config).await,
        None => Database::open_by(config, Some(&programs(config, report)?)).await,
    };
    opened.map_err(|error| report.failed("database", format!("{error:#}"))).ok()
}

/// Returns the folder with the programs for Harken's own database, if there is one.
fn programs(config: &Config, report: &mut Report) -> Option<PathBuf> {
    match Embedded::versions(&config.data_dir, config.database.bin_dir.as_deref()) {
        Ok(Some(versions)) => {
            upgrade::check(&versions, report);
            versions.own_programs
        }
        Ok(None) => {
            report.warning(
                "database",
                format!(
                    "there is none yet in the data folder {}; the first start creates it. If there \
                     should be one, set data_dir",
                    config.data_dir.display()
                ),
            );
            None
        }
        Err(error) => {
            report.failed("database", format!("{error:#}"));
            None
        }
    }
}

async fn check_database(config: &Config, address: &Address, report: &mut Report) {
    match address.connect().await {
        Ok(mut conn) => {
            database::check(config, &mut conn, report).await;
            machine::check_clock(&mut conn, report).await;
            database::check_migrations(address, report).await;
            services::check_forum(config, address, report).await;
        }
        Err(error) => {
            report.failed(
                "database",
                format!(
                    "cannot be reached: {error}. Check that it is running, and the address, user and \
                     password in database.url"
                ),
            );
            services::skip_forum(config, report);
        }
    }
}
