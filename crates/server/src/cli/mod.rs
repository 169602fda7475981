//! The command line of `harken`. Each command is a file, and loads only the settings that it uses.

mod backup;
mod bounce;
mod config;
pub mod doctor;
mod migrate;
mod outbox;
mod print;
pub mod restore;
mod serve;
mod shards;
mod user;

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use ctl::Ctl;

use self::backup::Backup;
use self::bounce::Bounce;
pub use self::bounce::exit_status;
use self::config::ConfigCommand;
use self::doctor::Doctor;
use self::outbox::Outbox;
use self::restore::Restore;
use self::shards::Shards;
use self::user::UserCommand;
use crate::run::Parts;
use platform::config::{Needs, Sources};

/// Watches Reddit and other sites for keywords, and alerts people.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Arguments {
    /// The configuration file; by default `harken.toml` in this folder, if there is one.
    #[arg(long, env = "HARKEN_CONFIG", global = true)]
    config: Option<PathBuf>,
    /// A setting, as `area.key=value`; may be repeated.
    #[arg(long = "set", global = true)]
    set: Vec<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs everything in one process (the default).
    All,
    /// Serves the website and its API.
    Api,
    /// Reads Reddit and other sites, and finds matches; with a bus (bus.url), passes items on instead of matching
    /// them.
    Ingest,
    /// Finds matches in what `harken ingest` passes on over a bus (bus.url), for its share of the shards.
    Match,
    /// Sends the messages in the outbox.
    Deliver,
    /// Reads an email that a mail server returned, from standard input, and records what it says about its address.
    Bounce(Bounce),
    /// Lists, searches, follows and exports what a Harken server found, by its API and with an API key.
    Ctl(Ctl),
    /// Shows which messages wait to be sent, and which failed and why.
    Outbox(Outbox),
    /// Shows the shards into which users are divided for `harken match`, or changes their number.
    Shards(Shards),
    /// Brings the database up to date and exits.
    Migrate,
    /// Checks the configuration and everything that it refers to, and says what to do.
    Doctor(Doctor),
    /// Backs up Harken's own Postgres and its secret into a new folder, while Harken runs or not.
    Backup(Backup),
    /// Restores a backup into an empty data folder.
    Restore(Restore),
    /// Checks, shows and documents the configuration.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Prints the OpenAPI document.
    Openapi,
    /// Prints the plans, with their prices and limits, as JSON.
    Plans,
    /// Prints the sites other than Reddit that Harken can read, as JSON.
    Sites,
    /// Prints the script with which a shell completes these commands.
    Completions { shell: Shell },
    /// Writes a manual page of each command into a folder.
    #[command(hide = true)]
    Manual { folder: PathBuf },
    /// Manages accounts.
    #[command(subcommand)]
    User(UserCommand),
}

impl Arguments {
    /// Runs the command.
    ///
    /// # Errors
    /// Those of the command, as texts for the terminal.
    pub async fn run(self) -> anyhow::Result<()> {
        let sources = &Sources::of_process(self.config, self.set);
        match self.command.unwrap_or(Command::All) {
            Command::All => serve::run(sources, Needs::ALL, Parts::ALL).await,
            Command::Api => serve::run(sources, serve::API, Parts::API).await,
            Command::Ingest => serve::run(sources, Needs::ACCOUNTS, Parts::INGEST).await,
            Command::Match => serve::run(sources, Needs::ACCOUNTS, Parts::MATCHING).await,
            Command::Deliver => serve::run(sources, serve::DELIVER, Parts::DELIVER).await,
            Command::Bounce(bounce) => bounce.run(sources).await,
            Command::Ctl(ctl) => Ok(ctl.run().await?),
            Command::Outbox(outbox) => outbox.run(sources).await,
            Command::Shards(shards) => shards.run(sources).await,
            Command::Migrate => migrate::run(sources).await,
            Command::Doctor(doctor) => doctor.run(sources).await,
            Command::Backup(backup) => backup.run(sources).await,
            Command::Restore(restore) => restore.run(sources).await,
            Command::Config(command) => command.run(sources),
            Command::Openapi => print::json(api::routes::openapi()),
            Command::Plans => print::json(&platform::plans::catalogue()),
            Command::Sites => print::json(&foundation::wording::labels::sites()),
            Command::Completions { shell } => {
                print::completions(shell, Self::command());
                Ok(())
            }
            Command::Manual { folder } => print::manual(&folder, Self::command()),
            Command::User(command) => command.run(sources).await,
        }
    }
}
