//! `harken config`: checks, shows and documents the configuration.

use clap::Subcommand;

use platform::config::{self, Config, ConfigError, Needs, Sources};

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Lists every problem, or says that there are none.
    Check,
    /// Prints every setting with its value and origin; secrets are hidden.
    Show,
    /// Prints all settings with their defaults and meanings, as Markdown.
    Reference,
}

impl ConfigCommand {
    /// # Errors
    /// The configuration has a problem.
    pub(super) fn run(self, sources: &Sources) -> anyhow::Result<()> {
        match self {
            Self::Check => {
                Config::load_for(sources, Needs::ALL)?;
                println!("The configuration is valid.");
            }
            Self::Show => show(sources)?,
            Self::Reference => print!("{}", config::reference_page()),
        }
        Ok(())
    }
}

/// Prints all settings, and then the problems.
fn show(sources: &Sources) -> anyhow::Result<()> {
    let (settings, problems) = config::show(sources, Needs::ALL)?;
    for setting in settings {
        println!("{} = {}  # {}", setting.key, setting.value, setting.origin);
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(ConfigError(problems).into()),
    }
}
