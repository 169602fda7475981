//! `harken user promote` and `harken user demote`: change who is an administrator.

use anyhow::{Context, bail};

use crate::run::database::Database;
use api::administration::roles::{self, RoleChange};
use api::app::App;
use db::models::user::User;
use platform::config::Config;

/// Promotes the account with this address to administrator.
///
/// # Errors
/// There is no such account, its address is not verified, or the database could not be reached.
pub(super) async fn promote(config: Config, email: &str) -> anyhow::Result<()> {
    match change(config, email, true).await? {
        RoleChange::Done => println!("{email} is an administrator now."),
        RoleChange::Unchanged => println!("{email} is an administrator already."),
        RoleChange::Unverified => {
            bail!("{email} is not verified: its owner follows the link in the email first")
        }
        RoleChange::LastAdministrator | RoleChange::Gone => bail!("{email} has no account"),
    }
    Ok(())
}

/// Demotes the administrator with this address to an ordinary account.
///
/// # Errors
/// There is no such account, it is the last administrator, or the database could not be reached.
pub(super) async fn demote(config: Config, email: &str) -> anyhow::Result<()> {
    match change(config, email, false).await? {
        RoleChange::Done => println!("{email} is no longer an administrator."),
        RoleChange::LastAdministrator => {
            bail!("{email} is the only administrator: promote another account first")
        }
        RoleChange::Unchanged | RoleChange::Unverified | RoleChange::Gone => {
            println!("{email} is not an administrator.");
        }
    }
    Ok(())
}

async fn change(config: Config, email: &str, to: bool) -> anyhow::Result<RoleChange> {
    Database::with_app(config, async |app: App| {
        let mut conn = app.conn().await?;
        let user = User::find_by_email(email, &mut conn).await?;
        let user = user.with_context(|| format!("{email} has no account"))?;
        let now = app.clock.now();
        Ok(match to {
            true => roles::promote(user.id, now, &mut conn).await?,
            false => roles::demote(user.id, now, &mut conn).await?,
        })
    })
    .await
}
