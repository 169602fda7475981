//! Configuration: one typed struct per area, each with its defaults. Flags override the environment
//! (`HARKEN_<AREA>__<KEY>`), which overrides the file (`harken.toml`), which overrides the defaults.

mod auth;
mod bluesky;
mod bus;
mod delivery;
mod feeds;
mod forum;
mod hacker_news;
mod insights;
mod lemmy;
mod limits;
mod load;
mod mail;
mod mail_bounces;
mod metrics;
mod needs;
mod network;
mod origin;
mod payments;
mod push_contact;
mod reference;
mod relevance;
mod return_path;
mod server;
mod shown;
mod smtp_address;
mod traces;
mod watchdog;

pub use auth::AuthConfig;
pub use bluesky::BlueskyConfig;
pub use bus::BusConfig;
pub use db::DatabaseConfig;
pub use db::models::instance_settings::RegistrationMode;
pub use delivery::DeliveryConfig;
pub use feeds::FeedsConfig;
pub use forum::{ForumConfig, MIN_KEEP_UNMATCHED_HOURS};
pub use hacker_news::HackerNewsConfig;
pub use insights::{InsightsConfig, InsightsProvider, ModelConfig, OutputTokensField};
pub use lemmy::LemmyConfig;
pub use limits::LimitsConfig;
pub use load::{ConfigError, Sources};
pub use mail::{MailBackend, MailConfig};
pub use mail_bounces::{MailBouncesConfig, MailRelay};
pub use metrics::MetricsConfig;
pub use needs::Needs;
pub use network::Network;
pub use origin::Origin;
pub use payments::{PaymentProvider, PaymentsConfig, StripeConfig};
pub use push_contact::PushContact;
pub use reference::{Area, Setting, areas, page as reference_page};
pub use relevance::RelevanceConfig;
pub use return_path::ReturnPath;
pub use server::{Plans, ServerConfig};
pub use shown::{Shown, show};
pub use smtp_address::{SmtpAddress, SmtpEncryption};
pub use traces::TracesConfig;
pub use watchdog::WatchdogConfig;

use std::collections::BTreeMap;
use std::path::PathBuf;

const NO_MAIL_NO_REGISTRATION: &str =
    "registration needs email: set mail.smtp_url, or registration = closed";

/// All settings, checked as a whole: [`Config::load`] fails with a list of every problem.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The folder of Harken's own data: the embedded database, the demo's emails, generated secrets.
    pub data_dir: PathBuf,
    pub server: ServerConfig,
    pub database: DatabaseConfig,
    pub auth: AuthConfig,
    pub forum: ForumConfig,
    pub hacker_news: HackerNewsConfig,
    pub bluesky: BlueskyConfig,
    pub lemmy: LemmyConfig,
    pub feeds: FeedsConfig,
    pub mail: MailConfig,
    pub delivery: DeliveryConfig,
    pub limits: LimitsConfig,
    pub payments: PaymentsConfig,
    pub insights: InsightsConfig,
    pub relevance: RelevanceConfig,
    pub metrics: MetricsConfig,
    pub traces: TracesConfig,
    pub watchdog: WatchdogConfig,
    pub bus: BusConfig,
}

/// The result of reading the sources.
struct Read {
    config: Config,
    /// The origin of each value that is set, by `area.key`.
    origins: BTreeMap<String, Origin>,
    problems: Vec<String>,
}

impl Config {
    /// Returns whether a language model may be asked which matches are relevant.
    pub fn asks_second_opinions(&self) -> bool {
        self.relevance.model_calls_per_day > 0 && self.insights.provider == InsightsProvider::Model
    }

    /// Reads and checks all settings.
    ///
    /// # Errors
    /// Lists every unknown key, wrong type and failed rule in one [`ConfigError`].
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        Self::load_for(sources, Needs::ALL)
    }

    /// Loads the configuration as [`Config::load`] does, without the rules for settings that are not needed.
    ///
    /// # Errors
    /// Lists every unknown key, wrong type and failed rule in one [`ConfigError`].
    pub fn load_for(sources: &Sources, needs: Needs) -> Result<Self, ConfigError> {
        let read = Self::read(sources, needs)?;
        match read.problems.is_empty() {
            true => Ok(read.config),
            false => Err(ConfigError(read.problems)),
        }
    }

    /// Loads the configuration, and returns it with its problems. Settings that cannot be read have their
    /// defaults.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load_with_problems(sources: &Sources) -> Result<(Self, Vec<String>), ConfigError> {
        let read = Self::read(sources, Needs::ALL)?;
        Ok((read.config, read.problems))
    }

    /// Reads the configuration, even if it has problems.
    ///
    /// # Errors
    /// The file cannot be read.
    fn read(sources: &Sources, needs: Needs) -> Result<Read, ConfigError> {
        let mut loader = load::Loader::new(sources)?;
        let has_public_url = loader.sets("server", "public_url");
        let has_mail_backend = loader.sets("mail", "backend");
        let mut config = Self {
            data_dir: loader.data_dir(),
            server: loader.area("server"),
            database: loader.area("database"),
            auth: loader.area("auth"),
            forum: loader.area("forum"),
            hacker_news: loader.area("hacker_news"),
            bluesky: loader.area("bluesky"),
            lemmy: loader.area("lemmy"),
            feeds: loader.area("feeds"),
            mail: loader.area("mail"),
            delivery: loader.area("delivery"),
            limits: loader.area("limits"),
            payments: loader.area("payments"),
            insights: loader.area("insights"),
            relevance: loader.area("relevance"),
            metrics: loader.area("metrics"),
            traces: loader.area("traces"),
            watchdog: loader.area("watchdog"),
            bus: loader.area("bus"),
        };
        if !has_public_url {
            config.server.public_url = config.server.own_url();
        }
        // Without a mail server, a demo keeps its emails and shows them in its mailbox. Otherwise a single
        // process that does everything sends no email; of several processes, only some know how email is
        // sent.
        if config.mail.smtp_url.is_none() {
            if config.server.demo {
                config.mail.backend = MailBackend::File;
            } else if needs == Needs::ALL && !has_mail_backend {
                config.mail.backend = MailBackend::Off;
            }
        }
        // Registration on the web needs a confirmation email.
        if !config.mail.is_sent() {
            let closed = Some(RegistrationMode::Closed);
            if config.auth.registration.is_some() && config.auth.registration != closed {
                loader.rule("auth", Some(NO_MAIL_NO_REGISTRATION.to_owned()));
            }
            config.auth.registration = closed;
        }
        loader.rule("database", config.database.problem());
        if needs.services {
            loader.rule("server", config.server.problem());
            loader.rule("auth", config.auth.problem());
            loader.rule("forum", config.forum.problem());
            loader.rule("hacker_news", config.hacker_news.problem());
            loader.rule("bluesky", config.bluesky.problem());
            loader.rule("lemmy", config.lemmy.problem());
            loader.rule("mail", config.mail.problem_of_bounces());
            loader.rule("delivery", config.delivery.problem());
            loader.rule("payments", config.payments.problem());
            loader.rule("insights", config.insights.problem());
            loader.rule("relevance", config.relevance.problem());
            loader.rule("traces", config.traces.problem());
            loader.rule("watchdog", config.watchdog.problem());
            loader.rule("bus", config.bus.problem(config.auth.secret.is_some()));
        }
        // Unless `web_dir` is set, there may be no web app.
        if needs.site && config.server.web_dir.is_some() {
            loader.rule("server", config.server.missing_site());
        }
        if needs.mail {
            loader.rule("mail", config.mail.problem(config.server.demo));
        }
        let (origins, problems) = loader.finish();
        Ok(Read { config, origins, problems })
    }

    /// Returns the address to which people write for help.
    pub fn support_email(&self) -> String {
        let set = self.server.support_email.clone();
        set.unwrap_or_else(|| self.mail.sender_address())
    }
}
