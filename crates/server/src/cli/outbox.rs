//! `harken outbox`: shows what is waiting to be sent, and retries what failed.

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use diesel::QueryResult;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use crate::run::database::Database;
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::channel::Channel;
use db::{Address, Conn};
use deliver::outbox::operate::{Dead, revive};
use deliver::outbox::report::{History, Report};
use foundation::time::clock::Clock;
use foundation::wording::plural::plural;
use platform::config::{Config, Needs, Sources};

#[derive(Debug, Args)]
pub(super) struct Outbox {
    #[command(subcommand)]
    command: Option<OutboxCommand>,
}

#[derive(Debug, Subcommand)]
enum OutboxCommand {
    /// Shows one message with every attempt to send it.
    Show {
        /// The id that `harken outbox` shows.
        id: Uuid,
    },
    /// Sends dead messages again, with a full number of attempts.
    #[command(group = clap::ArgGroup::new("which").required(true))]
    Retry {
        /// The id that `harken outbox` shows.
        #[arg(group = "which")]
        id: Option<Uuid>,
        /// All dead messages.
        #[arg(long, group = "which")]
        all_dead: bool,
        /// Only those for this channel, such as `mail` or `webhook`.
        #[arg(long, requires = "all_dead", value_parser = channel)]
        channel: Option<Channel>,
    },
}

fn channel(text: &str) -> Result<Channel, String> {
    text.parse().map_err(|_| {
        let known: Vec<&str> = Channel::ALL.iter().map(|known| known.as_str()).collect();
        format!("the channels are {}", known.join(", "))
    })
}

impl Outbox {
    /// Prints the content of the outbox, or runs the command.
    ///
    /// # Errors
    /// The database could not be reached, or there is no such message.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        let config = Config::load_for(sources, Needs::DATABASE)?;
        let database = Database::open(&config).await?;
        let address = database.address.clone();
        let text = database.during(report(&address, self.command)).await?;
        println!("{text}");
        Ok(())
    }
}

async fn report(address: &Address, command: Option<OutboxCommand>) -> anyhow::Result<String> {
    let mut conn = address.connect().await?;
    let now = Clock::system().now();
    let dead = match command {
        None => return Ok(Report::read(now, &mut conn).await?.to_string()),
        Some(OutboxCommand::Show { id }) => {
            let history = History::read(id, &mut conn).await?;
            let none = || anyhow::anyhow!("there is no message {id}; `harken outbox` lists some");
            return Ok(history.ok_or_else(none)?.to_string());
        }
        Some(OutboxCommand::Retry { id: Some(id), .. }) => Dead::One(id),
        Some(OutboxCommand::Retry { channel, .. }) => Dead::All(channel),
    };
    let revived = conn.transaction(async |conn| revive_on_record(dead, now, conn).await).await?;
    match dead {
        Dead::One(id) if revived == 0 => {
            anyhow::bail!("there is no dead message {id}; `harken outbox` lists them")
        }
        Dead::One(id) => Ok(format!("Message {id} is due now.")),
        Dead::All(_) => Ok(match revived {
            1 => "1 message is due now.".to_owned(),
            many => format!("{} due now.", plural(many as u64, "message is", "messages are")),
        }),
    }
}

async fn revive_on_record(dead: Dead, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    let revived = revive(dead, now, conn).await?;
    if revived > 0 {
        let details = Details { messages: i64::try_from(revived).ok(), ..Details::default() };
        let entry = AuditEntry::new(Act::MessagesReplayed, now).with(details);
        entry.write(conn).await?;
    }
    Ok(revived)
}
