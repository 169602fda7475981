//! `harken user invite`: prints a link with which somebody can create an account.

use anyhow::anyhow;
use chrono::TimeDelta;
use clap::Args;

use crate::run::database::Database;
use api::app::App;
use db::models::instance_settings::RegistrationMode;
use domain::auth::email_address;
use domain::auth::invitations;
use platform::config::Config;

#[derive(Debug, Args)]
pub(crate) struct Invite {
    /// The only address that can use it.
    #[arg(long)]
    email: Option<String>,
    /// How many days the link works.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=365))]
    days: u32,
}

impl Invite {
    /// Prints a link with which one person can register.
    ///
    /// # Errors
    /// The address is invalid, or the database could not be reached.
    pub(super) async fn run(self, config: Config) -> anyhow::Result<()> {
        let email =
            self.email.map(|typed| email_address::parse(&typed).map_err(|text| anyhow!("{text}")));
        let email = email.transpose()?;
        let life = TimeDelta::days(self.days.into());
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
}
