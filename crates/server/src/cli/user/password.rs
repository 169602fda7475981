//! `harken user password`: sets a new password for a user who receives no email.

use anyhow::{Context, anyhow};
use diesel_async::AsyncConnection;

use super::read_password;
use crate::run::database::Database;
use api::app::App;
use api::rules;
use db::models::audit_entry::{Act, AuditEntry};
use db::models::user::User;
use domain::auth::new_password;
use platform::config::Config;

/// Sets a new password for the account with this address, which ends all of its sessions.
///
/// # Errors
/// There is no such account, the password breaks a rule, or the database could not be reached.
pub(super) async fn set(config: Config, email: &str) -> anyhow::Result<()> {
    let password = read_password()?;
    rules::new_password(&password)
        .map_err(|error| anyhow!("{}", error.message.unwrap_or_default()))?;
    Database::with_app(config, async |app: App| set_in(&app, email, password).await).await?;
    println!("{email} has a new password, and is signed out everywhere.");
    Ok(())
}

async fn set_in(app: &App, email: &str, password: String) -> anyhow::Result<()> {
    let hash = app.passwords.hash(password).await?;
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let user = User::find_by_email(email, &mut conn).await?;
    let user = user.with_context(|| format!("{email} has no account"))?;
    let entry = AuditEntry::new(Act::PasswordSet, now).about(user.id);
    conn.transaction::<_, diesel::result::Error, _>(async |conn| {
        new_password::set(user.id, &hash, None, now, conn).await?;
        entry.write(conn).await
    })
    .await?;
    Ok(())
}
