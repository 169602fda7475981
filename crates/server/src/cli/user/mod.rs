//! `harken user`: manages accounts.

mod add;
mod invite;
mod password;
mod refund;
mod role;

use std::io::Read;

use anyhow::Context;
use clap::Subcommand;

use self::add::AddUser;
use self::invite::Invite;
use platform::config::{Config, Needs, Sources};

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Creates an account that can sign in at once; its password is read from standard input.
    Add(AddUser),
    /// Prints a link with which one person can create an account.
    Invite(Invite),
    /// Sets an account's password, which is read from standard input, and signs it out everywhere.
    Password { email: String },
    /// Promotes an account to administrator.
    Promote { email: String },
    /// Demotes an administrator, but never the last one.
    Demote { email: String },
    /// Refunds an account's last payment, once approved, and ends its Pro plan at once.
    Refund { email: String },
}

impl UserCommand {
    /// # Errors
    /// Those of the command.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        let config = Config::load_for(sources, Needs::ACCOUNTS)?;
        match self {
            Self::Add(add) => add.run(config).await,
            Self::Invite(invite) => invite.run(config).await,
            Self::Password { email } => password::set(config, &email).await,
            Self::Promote { email } => role::promote(config, &email).await,
            Self::Demote { email } => role::demote(config, &email).await,
            Self::Refund { email } => refund::refund(config, &email).await,
        }
    }
}

/// Reads the password from standard input, without the end of its line.
///
/// # Errors
/// Standard input could not be read.
fn read_password() -> anyhow::Result<String> {
    let mut typed = String::new();
    std::io::stdin()
        .read_to_string(&mut typed)
        .context("could not read the password from standard input")?;
    let line = typed.strip_suffix('\n').unwrap_or(&typed);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}
