//! `harken user invite`: a link with which somebody can make an account.

use anyhow::anyhow;
use chrono::TimeDelta;

use super::database::Database;
use crate::app::App;
use crate::auth::email_address;
use crate::auth::invitations;
use crate::config::{Config, Registration};

/// Prints a link that one person can register with, within so many days. With `email` only that
/// address can.
///
/// # Errors
/// The address is none, or the database could not be reached.
pub async fn invite(config: Config, email: Option<String>, days: u32) -> anyhow::Result<()> {
    let email = email.map(|typed| email_address::parse(&typed).map_err(|text| anyhow!("{text}")));
    let email = email.transpose()?;
    match config.auth.registration {
        Registration::Invite => {}
        Registration::Open => eprintln!(
            "Anyone can create an account here without an invitation; auth.registration = invite \
             changes that."
        ),
        Registration::Closed => eprintln!(
            "Nobody can create an account here, with or without an invitation; auth.registration \
             = invite changes that."
        ),
    }
    let life = TimeDelta::days(days.into());
    let link = Database::with_app(config, async |app: App| {
        Ok(invitations::invite(&app, None, email, life).await?)
    });
    println!("{}", link.await?);
    Ok(())
}
