//! `harken user invite`: a link with which somebody can make an account.

use anyhow::anyhow;
use chrono::TimeDelta;

use super::build_app;
use super::database::Database;
use crate::auth::email_address;
use crate::auth::invitations;
use crate::config::{Config, Registration};
use crate::db::migrate;

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
            "Anybody can make an account here without an invitation; auth.registration = invite \
             changes that."
        ),
        Registration::Closed => eprintln!(
            "Nobody can make an account here, with an invitation or without; auth.registration = \
             invite changes that."
        ),
    }
    let database = Database::open(&config).await?;
    let address = database.address.clone();
    let make = async {
        migrate::run(&address).await?;
        let app = build_app(config, &address).await?;
        let life = TimeDelta::days(days.into());
        Ok::<_, anyhow::Error>(invitations::invite(&app, email, life).await?)
    };
    let link = database.during(make).await?;
    println!("{link}");
    Ok(())
}
