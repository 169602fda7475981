//! `harken user invite`: prints a link with which somebody can create an account.

use anyhow::anyhow;
use chrono::TimeDelta;

use super::database::Database;
use api::app::App;
use db::models::instance_settings::RegistrationMode;
use domain::auth::email_address;
use domain::auth::invitations;
use platform::config::Config;

/// Prints a link with which one person can register, valid for `days` days. With `email`, only that
/// address can use it.
///
/// # Errors
/// The address is invalid, or the database could not be reached.
pub async fn invite(config: Config, email: Option<String>, days: u32) -> anyhow::Result<()> {
    let email = email.map(|typed| email_address::parse(&typed).map_err(|text| anyhow!("{text}")));
    let email = email.transpose()?;
    let life = TimeDelta::days(days.into());
    let link = Database::with_app(config, async |app: App| {
        match app.settings.registration().value {
            RegistrationMode::Invite => {}
            RegistrationMode::Open => eprintln!(
                "Anyone can create an account here without an invitation; auth.registration = \
                 invite, or the page Administration, changes that."
            ),
            RegistrationMode::Closed => eprintln!(
                "Nobody can create an account here, with or without an invitation; \
                 auth.registration = invite, or the page Administration, changes that."
            ),
        }
        Ok(invitations::invite(&app, None, email, life).await?)
    });
    println!("{}", link.await?);
    Ok(())
}
