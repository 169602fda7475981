//! The settings that administrators may change on their page: a value in the configuration takes
//! precedence over theirs. All processes follow the settings.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use tokio::sync::watch;

use crate::config::Config;
use db::Conn;
use db::models::instance_settings::{RegistrationMode, StoredSettings};

/// A setting, and whether the configuration determines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting<T> {
    pub value: T,
    /// Whether the configuration sets it, so that administrators cannot.
    pub is_configured: bool,
}

impl<T> Setting<T> {
    fn of(configured: Option<T>, stored: Option<T>, default: T) -> Self {
        let is_configured = configured.is_some();
        Self { value: configured.or(stored).unwrap_or(default), is_configured }
    }
}

/// The limits of the whole instance; none: as much as the plans allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstanceLimits {
    pub accounts: Setting<Option<u32>>,
    /// Active watches of all users.
    pub watches: Setting<Option<u32>>,
    /// Regular expressions in active watches.
    pub patterns: Setting<Option<u32>>,
}

/// A text that administrators show to all users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub text: String,
    pub since: DateTime<Utc>,
    /// `None`: until it is withdrawn.
    pub until: Option<DateTime<Utc>>,
}

/// The settings as this process knows them.
pub struct InstanceSettings {
    registration: Option<RegistrationMode>,
    has_status_page: Option<bool>,
    max_accounts: Option<u32>,
    max_watches: Option<u32>,
    max_patterns: Option<u32>,
    stored: watch::Sender<StoredSettings>,
}

impl InstanceSettings {
    /// Makes the settings of `config`, as if nothing were stored.
    pub fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            registration: config.auth.registration,
            has_status_page: config.server.status_page,
            max_accounts: limits.accounts.map(Into::into),
            max_watches: limits.watches.map(Into::into),
            max_patterns: limits.patterns.map(Into::into),
            stored: watch::Sender::default(),
        }
    }

    /// Returns who may register.
    pub fn registration(&self) -> Setting<RegistrationMode> {
        let stored = self.stored.borrow().registration;
        Setting::of(self.registration, stored, RegistrationMode::Open)
    }

    /// Returns whether everybody can see the state of the instance.
    pub fn has_status_page(&self) -> Setting<bool> {
        let stored = self.stored.borrow().has_status_page;
        Setting::of(self.has_status_page, stored, false)
    }

    pub fn limits(&self) -> InstanceLimits {
        let stored = self.stored.borrow();
        let limit = |configured: Option<u32>, stored: Option<i32>| {
            let stored = stored.and_then(|limit| u32::try_from(limit).ok());
            Setting::of(configured.map(Some), stored.map(Some), None)
        };
        InstanceLimits {
            accounts: limit(self.max_accounts, stored.max_accounts),
            watches: limit(self.max_watches, stored.max_watches),
            patterns: limit(self.max_patterns, stored.max_patterns),
        }
    }

    /// Returns the announcement to show at `now`.
    pub fn announcement(&self, now: DateTime<Utc>) -> Option<Announcement> {
        let stored = self.stored.borrow();
        let is_over = stored.announced_until.is_some_and(|until| until <= now);
        let text = stored.announcement.clone().filter(|_| !is_over)?;
        Some(Announcement { text, since: stored.announced_at?, until: stored.announced_until })
    }

    /// Loads the stored settings.
    ///
    /// # Errors
    /// The database failed.
    pub async fn look(&self, conn: &mut Conn) -> QueryResult<()> {
        self.learn(StoredSettings::load(conn).await?);
        Ok(())
    }

    fn learn(&self, stored: StoredSettings) {
        self.stored.send_replace(stored);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(configured: Option<RegistrationMode>, limit: Option<u32>) -> InstanceSettings {
        InstanceSettings {
            registration: configured,
            has_status_page: None,
            max_accounts: None,
            max_watches: limit,
            max_patterns: None,
            stored: watch::Sender::default(),
        }
    }

    #[test]
    fn what_is_configured_comes_before_what_is_stored_and_that_before_the_default() {
        use RegistrationMode::{Closed, Invite, Open};
        let stored = StoredSettings {
            registration: Some(Invite),
            max_watches: Some(7),
            has_status_page: Some(true),
            ..StoredSettings::default()
        };
        let setting = |value, is_configured| Setting { value, is_configured };
        let settings_left_open = settings(None, None);
        assert_eq!(settings_left_open.registration(), setting(Open, false));
        assert_eq!(settings_left_open.limits().watches.value, None);
        assert!(!settings_left_open.has_status_page().value);
        settings_left_open.learn(stored.clone());
        assert_eq!(settings_left_open.registration(), setting(Invite, false));
        assert_eq!(settings_left_open.limits().watches.value, Some(7));
        assert!(settings_left_open.has_status_page().value);
        let configured = settings(Some(Closed), Some(3));
        configured.learn(stored);
        assert_eq!(configured.registration(), setting(Closed, true));
        let watches = configured.limits().watches;
        assert_eq!((watches.value, watches.is_configured), (Some(3), true));
    }

    #[test]
    fn an_announcement_ends_when_it_should() {
        let (settings, now) = (settings(None, None), Utc::now());
        assert_eq!(settings.announcement(now), None);
        let until = now + chrono::TimeDelta::hours(1);
        settings.learn(StoredSettings {
            announcement: Some("Down at noon.".to_owned()),
            announced_at: Some(now),
            announced_until: Some(until),
            ..StoredSettings::default()
        });
        let shown = settings.announcement(now).unwrap();
        assert_eq!((shown.text.as_str(), shown.until), ("Down at noon.", Some(until)));
        assert_eq!(settings.announcement(until), None);
    }
}
