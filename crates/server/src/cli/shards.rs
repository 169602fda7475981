//! `harken shards`: shows or changes the number of shards into which the users are divided for matching, and
//! shows the progress of each.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::run::database::Database;
use db::Address;
use db::models::match_shard::MatchShard;
use foundation::time::clock::Clock;
use foundation::wording::plural::plural;
use platform::bus;
use platform::config::{Config, Needs, Sources};

#[derive(Debug, Args)]
pub(super) struct Shards {
    /// The new number of shards.
    #[arg(value_parser = clap::value_parser!(i32).range(1..=64))]
    count: Option<i32>,
}

impl Shards {
    /// Prints the shards, or divides the users into another number of them.
    ///
    /// # Errors
    /// The database could not be reached.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        let config = Config::load_for(sources, Needs::DATABASE)?;
        let database = Database::open(&config).await?;
        let address = database.address.clone();
        let text = async {
            match self.count {
                Some(count) => divide(&address, count).await,
                None => report(&config, &address).await,
            }
        };
        println!("{}", database.during(text).await?);
        Ok(())
    }
}

async fn divide(address: &Address, count: i32) -> anyhow::Result<String> {
    MatchShard::divide(count, &mut address.connect().await?).await?;
    Ok(format!(
        "The users are divided into {}. The processes that match take them within seconds; nothing is lost or sent \
         twice.",
        plural(u64::try_from(count)?, "shard", "shards")
    ))
}

async fn report(config: &Config, address: &Address) -> anyhow::Result<String> {
    if config.bus.url.is_none() {
        return Ok("Without bus.url there are no shards: whoever reads matches as well.".to_owned());
    }
    let shards = MatchShard::all(&mut address.connect().await?).await?;
    let log = bus::check_nats(&config.bus).await?.log;
    let now = Clock::system().now();
    let mut text = format!("{:>5}  {:>12}  {:>8}  {}", "shard", "position", "behind", "held");
    for shard in shards {
        let come_to = match shard.log_made_at == log.made_at {
            true => u64::try_from(shard.position)?,
            false => 0,
        };
        let behind = log.last.saturating_sub(come_to.max(log.first.saturating_sub(1)));
        let held = held(&shard, now);
        write!(text, "\n{:>5}  {come_to:>12}  {behind:>8}  {held}", shard.shard)?;
    }
    Ok(text)
}

fn held(shard: &MatchShard, now: DateTime<Utc>) -> &'static str {
    match shard.leased_until.is_some_and(|until| until > now) {
        true => "yes",
        false => "no: start `harken match`",
    }
}
