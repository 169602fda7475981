//! `harken user add`: creates an account without a confirmation email.

use anyhow::{anyhow, bail};
use clap::Args;
use validator::ValidationError;

use super::read_password;
use crate::run::database::Database;
use api::app::App;
use api::rules;
use domain::auth::accounts::{self, NewAccount};
use domain::auth::email_address;
use platform::config::Config;
use platform::plans::Plan;

#[derive(Debug, Args)]
pub(crate) struct AddUser {
    email: String,
    #[arg(long)]
    first_name: String,
    #[arg(long)]
    last_name: String,
    /// An IANA name, such as Europe/Vienna.
    #[arg(long, default_value = "UTC")]
    time_zone: String,
    /// Puts the account on the Pro plan.
    #[arg(long)]
    pro: bool,
}

impl AddUser {
    /// Creates an account that is verified and can sign in at once.
    ///
    /// # Errors
    /// A part breaks a rule, the address has an account, or the database could not be reached.
    pub(super) async fn run(self, config: Config) -> anyhow::Result<()> {
        let plan = if self.pro { Plan::Pro } else { Plan::Free };
        let account = check(NewAccount {
            email: self.email,
            password: read_password()?,
            first_name: self.first_name,
            last_name: self.last_name,
            time_zone: self.time_zone,
        })?;
        let email = account.email.clone();
        let made = Database::with_app(config, async |app: App| {
            Ok(accounts::create_verified_user(&app, &app.passwords, account, plan).await?)
        });
        if made.await?.is_none() {
            bail!("{email} already has an account");
        }
        println!("{email} can sign in now.");
        Ok(())
    }
}

/// Checks the account by the rules of registration.
fn check(account: NewAccount) -> anyhow::Result<NewAccount> {
    let said = |error: ValidationError| anyhow!("{}", error.message.unwrap_or_default());
    let email = email_address::parse(&account.email).map_err(|text| anyhow!("{text}"))?;
    rules::new_password(&account.password).map_err(said)?;
    rules::first_name(&account.first_name).map_err(said)?;
    rules::last_name(&account.last_name).map_err(said)?;
    rules::time_zone(&account.time_zone).map_err(said)?;
    Ok(NewAccount { email, ..account })
}
