//! `harken user add`: creates an account without a confirmation email.

use std::io::Read;

use anyhow::{Context, anyhow, bail};
use validator::ValidationError;

use super::database::Database;
use api::app::App;
use api::rules;
use domain::auth::accounts::{self, NewAccount};
use domain::auth::email_address;
use platform::config::Config;
use platform::plans::Plan;

/// Creates an account that is verified and can sign in at once.
///
/// # Errors
/// A part breaks a rule, the address has an account, or the database could not be reached.
pub async fn add_user(config: Config, account: NewAccount, plan: Plan) -> anyhow::Result<()> {
    let account = check(account)?;
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

/// Reads the password from standard input, without the end of its line.
///
/// # Errors
/// Standard input could not be read.
pub fn read_password() -> anyhow::Result<String> {
    let mut typed = String::new();
    std::io::stdin()
        .read_to_string(&mut typed)
        .context("could not read the password from standard input")?;
    let line = typed.strip_suffix('\n').unwrap_or(&typed);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
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
