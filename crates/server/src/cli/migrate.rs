//! `harken migrate`: brings the database up to date.

use crate::run::database::Database;
use crate::run::log;
use db::migrate;
use foundation::wording::plural::plural;
use platform::config::{Config, Needs, Sources};

/// Prints the migrations that ran.
///
/// # Errors
/// The database could not be reached, or a migration failed.
pub(super) async fn run(sources: &Sources) -> anyhow::Result<()> {
    let config = Config::load_for(sources, Needs::DATABASE)?;
    log::start(false, None);
    let database = Database::open(&config).await?;
    let address = database.address.clone();
    let ran = database.during(migrate::run(&address)).await?;
    println!(
        "{} run{}",
        plural(ran.len() as u64, "migration was", "migrations were"),
        ran.iter().map(|m| format!("\n  {m}")).collect::<String>()
    );
    Ok(())
}
