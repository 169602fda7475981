//! `harken user refund`: a refund that was approved.

use anyhow::{Context, bail};

use super::build_app;
use super::database::Database;
use crate::billing::manage;
use crate::config::Config;
use crate::db::models::user::User;
use crate::db::{Address, migrate};

/// Gives the last payment of the account with this address back, in full, and ends its Pro plan at
/// once. The account and its data stay.
///
/// # Errors
/// There is no such account or nothing to give back, or Stripe or the database could not be
/// reached.
pub async fn refund(config: Config, email: &str) -> anyhow::Result<()> {
    let database = Database::open(&config).await?;
    let address = database.address.clone();
    let refund = give_back(config, &address, email);
    database.during(refund).await?;
    println!("The last payment of {email} is given back, and the plan is Free from now on.");
    Ok(())
}

async fn give_back(config: Config, address: &Address, email: &str) -> anyhow::Result<()> {
    migrate::run(address).await?;
    let app = build_app(config, address).await?;
    let stripe = app
        .payments
        .as_ref()
        .context("nothing is sold here: payments.provider is not set")?;
    let user = User::find_by_email(email, &mut *app.conn().await?).await?;
    let user = user.with_context(|| format!("{email} has no account"))?;
    if !manage::refund(&app, stripe, user.id).await? {
        bail!("{email} has no payment that could be given back");
    }
    Ok(())
}
