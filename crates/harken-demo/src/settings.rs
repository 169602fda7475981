use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context;
use harken::config::{self, ConfigError, Needs, Shown, Sources};

use crate::ports::free_address;

/// Where Harken listens unless it is told.
const PORT: u16 = 8080;

/// The configuration that somebody has given, and what the demo adds to it: what is set stays as it is.
pub(crate) struct Settings {
    sources: Sources,
    shown: Vec<Shown>,
    /// Where Harken listens; the stand-ins listen at the same IP address.
    pub(crate) listen: SocketAddr,
    pub(crate) data_dir: PathBuf,
}

impl Settings {
    /// # Errors
    /// The file cannot be read, or no port is free.
    pub(crate) fn new(sources: Sources) -> anyhow::Result<Self> {
        let (shown, problems) = config::show(&sources, Needs::DATABASE)?;
        if !problems.is_empty() {
            return Err(ConfigError(problems).into());
        }
        let mut settings = Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
            data_dir: PathBuf::new(),
            shown,
            sources,
        };
        settings.data_dir = settings.value("data_dir")?.into();
        if settings.sets("server.listen") {
            settings.listen = settings.value("server.listen")?.parse()?;
        } else {
            settings.listen = free_address(settings.listen.ip(), PORT)?;
            settings.add("server.listen", &settings.listen.to_string());
        }
        settings.add("server.demo", "true");
        settings.add("server.support_email", "support@harken.example");
        settings.add("mail.backend", "file");
        Ok(settings)
    }

    /// The IP address that stand-ins listen at.
    pub(crate) fn ip(&self) -> IpAddr {
        self.listen.ip()
    }

    /// Whether `key` has a value that somebody has given.
    pub(crate) fn sets(&self, key: &str) -> bool {
        self.shown
            .iter()
            .any(|it| it.key == key && !it.is_default())
    }

    /// Whether somebody has set anything of an area.
    pub(crate) fn sets_any_of(&self, area: &str) -> bool {
        let is_of = |key: &str| {
            key.strip_prefix(area)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        self.shown
            .iter()
            .any(|it| is_of(&it.key) && !it.is_default())
    }

    /// Adds what nobody has set.
    pub(crate) fn add(&mut self, key: &str, value: &str) {
        if !self.sets(key) {
            self.sources.flags.push(format!("{key}={value}"));
        }
    }

    pub(crate) fn into_sources(self) -> Sources {
        self.sources
    }

    /// Returns a text as it is, without the file's quotes.
    fn value(&self, key: &str) -> anyhow::Result<String> {
        let shown = self.shown.iter().find(|it| it.key == key);
        let value = shown.map(|it| it.value.trim_matches('"').to_owned());
        value.with_context(|| format!("there is no setting {key}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(flags: &[&str]) -> Settings {
        Settings::new(Sources {
            file: None,
            environment: Default::default(),
            flags: flags.iter().map(ToString::to_string).collect(),
        })
        .unwrap()
    }

    #[test]
    fn what_somebody_has_set_stays_as_it_is() {
        let mut settings = settings(&[
            "server.listen=127.0.0.1:9",
            "mail.backend=off",
            "bluesky.enabled=false",
        ]);
        assert_eq!(settings.listen.to_string(), "127.0.0.1:9");
        assert!(settings.sets_any_of("bluesky") && !settings.sets_any_of("lemmy"));
        settings.add("mail.backend", "smtp");
        settings.add("lemmy.enabled", "true");
        let flags = settings.into_sources().flags;
        assert!(
            !flags.iter().any(|flag| flag == "mail.backend=smtp"),
            "{flags:?}"
        );
        assert!(
            flags.contains(&"lemmy.enabled=true".to_owned()),
            "{flags:?}"
        );
        assert!(flags.contains(&"server.demo=true".to_owned()), "{flags:?}");
    }
}
