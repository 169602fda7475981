use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use platform::config::{self, Config, Needs, Shown, Sources};

use crate::ports::free_address;

/// The given configuration and the additions of the demo, which replace no given setting.
pub(crate) struct Settings {
    sources: Sources,
    shown: Vec<Shown>,
    /// The address that Harken listens on; the stand-ins use the same IP address.
    pub(crate) listen: SocketAddr,
    pub(crate) data_dir: PathBuf,
}

impl Settings {
    /// # Errors
    /// The configuration has problems, or no port is free.
    pub(crate) fn new(sources: Sources) -> anyhow::Result<Self> {
        let given = Config::load_for(&sources, Needs::DATABASE)?;
        let (shown, _) = config::show(&sources, Needs::DATABASE)?;
        let mut settings =
            Self { sources, shown, listen: given.server.listen, data_dir: given.data_dir };
        if !settings.sets("server.listen") {
            settings.listen = free_address(settings.ip(), settings.listen.port())?;
            settings.add("server.listen", &settings.listen.to_string());
        }
        settings.add("server.demo", "true");
        settings.add("server.support_email", "support@harken.example");
        settings.add("mail.backend", "file");
        Ok(settings)
    }

    /// Returns the IP address that stand-ins listen on.
    pub(crate) fn ip(&self) -> IpAddr {
        self.listen.ip()
    }

    /// Returns whether `key` has a given value.
    pub(crate) fn sets(&self, key: &str) -> bool {
        self.shown.iter().any(|it| it.key == key && !it.is_default())
    }

    /// Returns whether any key of an area is set.
    pub(crate) fn sets_any_of(&self, area: &str) -> bool {
        let is_of = |key: &str| key.strip_prefix(area).is_some_and(|rest| rest.starts_with('.'));
        self.shown.iter().any(|it| is_of(&it.key) && !it.is_default())
    }

    /// Sets `key` if it is not set yet.
    pub(crate) fn add(&mut self, key: &str, value: &str) {
        if !self.sets(key) {
            self.sources.flags.push(format!("{key}={value}"));
        }
    }

    pub(crate) fn into_sources(self) -> Sources {
        self.sources
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
        let mut settings =
            settings(&["server.listen=127.0.0.1:9", "mail.backend=off", "bluesky.enabled=false"]);
        assert_eq!(settings.listen.to_string(), "127.0.0.1:9");
        assert!(settings.sets_any_of("bluesky") && !settings.sets_any_of("lemmy"));
        settings.add("mail.backend", "smtp");
        settings.add("lemmy.enabled", "true");
        let flags = settings.into_sources().flags;
        assert!(!flags.iter().any(|flag| flag == "mail.backend=smtp"), "{flags:?}");
        assert!(flags.contains(&"lemmy.enabled=true".to_owned()), "{flags:?}");
        assert!(flags.contains(&"server.demo=true".to_owned()), "{flags:?}");
    }
}
