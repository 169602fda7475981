//! `harken bounce`: reads an email that a mail server returned, as the mail server's pipe calls it.

use std::fmt;
use std::io::Read;

use anyhow::{Context, anyhow};
use clap::Args;

use crate::run::database::Database;
use deliver::bounces::receive;
use foundation::secrets::Secrets;
use foundation::time::clock::Clock;
use platform::config::{Config, Needs, ReturnPath, Sources};

/// The most of an email that is read: a report comes before the message that it includes.
const MAX_EMAIL_BYTES: u64 = 1024 * 1024;

/// The exit status that asks the mail server to try again later (`EX_TEMPFAIL` of sysexits.h).
const TRY_AGAIN: u8 = 75;

#[derive(Debug, Args)]
pub(super) struct Bounce {
    /// The address that the email was sent to, if its headers do not show it.
    recipient: Option<String>,
}

/// An email could not be recorded now.
#[derive(Debug)]
struct NotNow;

impl fmt::Display for NotNow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("could not record the email; the mail server should pass it again later")
    }
}

/// Returns the exit status for an error of a command.
pub fn exit_status(error: &anyhow::Error) -> u8 {
    match error.downcast_ref::<ctl::Failure>() {
        Some(failure) => failure.exit_status(),
        None if error.is::<NotNow>() => TRY_AGAIN,
        None => 1,
    }
}

impl Bounce {
    /// Records the email on standard input. One that is not about a message of this server changes nothing, and is no
    /// error: the mail server would return it.
    ///
    /// # Errors
    /// The settings are missing, or the database could not be reached.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        self.record(sources).await.context(NotNow)
    }

    async fn record(self, sources: &Sources) -> anyhow::Result<()> {
        let (mut email, mut input) = (Vec::new(), std::io::stdin().lock());
        input.by_ref().take(MAX_EMAIL_BYTES).read_to_end(&mut email)?;
        // The mail server would take an unread rest for a failure.
        std::io::copy(&mut input, &mut std::io::sink())?;
        drop(input);
        let config = Config::load_for(sources, Needs::DATABASE)?;
        let path = config.mail.return_path().map_err(anyhow::Error::msg)?;
        let path = path.ok_or_else(|| anyhow!("mail.return_path is not set"))?;
        let secrets = Secrets::load(config.auth.secret.as_deref(), &config.data_dir)?;
        let database = Database::open(&config).await?;
        let address = database.address.clone();
        let text = async {
            let mut conn = address.connect().await?;
            report(&email, self.recipient.as_deref(), &path, &secrets, &mut conn).await
        };
        println!("{}", database.during(text).await?);
        Ok(())
    }
}

async fn report(
    email: &[u8],
    recipient: Option<&str>,
    path: &ReturnPath,
    secrets: &Secrets,
    conn: &mut db::Conn,
) -> anyhow::Result<String> {
    let now = Clock::system().now();
    Ok(match receive(email, recipient, path, secrets, now, conn).await? {
        Ok(user) => format!("Recorded for the account {user}."),
        Err(ignored) => format!("Ignored: {ignored}."),
    })
}
