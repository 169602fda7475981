//! `harken user refund`: makes a refund that was approved.

use anyhow::{Context, bail};

use crate::run::database::Database;
use api::app::App;
use db::models::audit_entry::{Act, AuditEntry};
use db::models::user::User;
use deliver::billing::manage;
use platform::config::Config;

/// Refunds the last payment of the account with this address in full, and ends its Pro plan at
/// once. The account and its data stay.
///
/// # Errors
/// There is no such account or nothing to refund, or Stripe or the database could not be reached.
pub(super) async fn refund(config: Config, email: &str) -> anyhow::Result<()> {
    Database::with_app(config, async |app: App| give_back(&app, email).await).await?;
    println!(
        "The last payment of {email} has been refunded, and the account is on the Free plan \
        from now on."
    );
    Ok(())
}

async fn give_back(app: &App, email: &str) -> anyhow::Result<()> {
    let stripe =
        app.payments.as_ref().context("nothing is sold here: payments.provider is not set")?;
    let user = User::find_by_email(email, &mut *app.conn().await?).await?;
    let user = user.with_context(|| format!("{email} has no account"))?;
    if !manage::refund(app, stripe, user.id).await? {
        bail!("{email} has no payment that could be refunded");
    }
    // The payment provider takes no part in transactions.
    let entry = AuditEntry::new(Act::PaymentRefunded, app.clock.now()).about(user.id);
    entry.write(&mut *app.conn().await?).await?;
    Ok(())
}
