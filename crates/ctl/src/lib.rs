//! `harken ctl`: a client of the API, for terminals and scripts. It has no database and no settings of the server, only
//! an address and a key.

mod connection;
mod events;
mod export;
mod failure;
mod filters;
mod keywords;
mod matches;
mod output;
mod push;
mod search;
mod tail;

use clap::{Args, Subcommand};

use self::connection::Connection;
pub use self::failure::Failure;

#[derive(Debug, Args)]
#[command(after_long_help = connection::HELP)]
pub struct Ctl {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists keywords, or adds one.
    Keywords(keywords::Keywords),
    /// Finds matches of the last 90 days, newest first.
    Search(search::Search),
    /// Follows new matches, a line each, until it is interrupted.
    Tail(tail::Tail),
    /// Exports matches as a file.
    Export(export::Export),
    /// Sends items to a push source, whose items keywords find like those of a feed.
    Push(push::Push),
}

impl Ctl {
    /// Runs the command with the address and the key of this process's environment, or else of its user's file.
    ///
    /// # Errors
    /// [`Failure`], whose [`Failure::exit_status`] tells scripts what to do.
    pub async fn run(self) -> Result<(), Failure> {
        let connection = Connection::load(|name| std::env::var(name).ok())?;
        let ended = match self.command {
            Command::Keywords(keywords) => keywords.run(&connection).await,
            Command::Search(search) => search.run(&connection).await,
            Command::Tail(tail) => tail.run(&connection).await,
            Command::Export(export) => export.run(&connection).await,
            Command::Push(push) => push.run(&connection).await,
        };
        match ended {
            // As with `harken ctl search kettle | head`.
            Err(Failure::OutputClosed) => Ok(()),
            ended => ended,
        }
    }
}
