//! The configuration in use, with the origin of each value.

use serde::Serialize;
use toml::{Table, Value};

use super::{Config, ConfigError, Needs, Read, Setting, Sources, areas};

/// A setting, its value, and the origin of the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub key: String,
    /// The value as written in the file; `(hidden)` for a secret, `(unset)` if there is none.
    pub value: String,
    pub origin: String,
}

const DEFAULT: &str = "default";

impl Shown {
    /// Returns whether the value is the default.
    pub fn is_default(&self) -> bool {
        self.origin == DEFAULT
    }
}

/// Returns all settings in use, and their problems.
///
/// # Errors
/// The file cannot be read.
pub fn show(sources: &Sources, needs: Needs) -> Result<(Vec<Shown>, Vec<String>), ConfigError> {
    let Read { config, origins, problems } = Config::read(sources, needs)?;
    let origin = |key: &str| {
        let origin = origins.get(key);
        origin.map_or_else(|| DEFAULT.to_owned(), ToString::to_string)
    };
    let mut shown = vec![Shown {
        key: "data_dir".to_owned(),
        value: Value::String(config.data_dir.display().to_string()).to_string(),
        origin: origin("data_dir"),
    }];
    let tables = config.tables();
    for setting in areas().into_iter().flat_map(|area| area.settings) {
        let value = setting.key.split('.').try_fold(&tables, |value, name| value.get(name));
        shown.push(Shown {
            value: setting.shown(value),
            origin: origin(&setting.key),
            key: setting.key,
        });
    }
    Ok((shown, problems))
}

impl Setting {
    fn shown(&self, value: Option<&Value>) -> String {
        match value {
            None => "(unset)".to_owned(),
            Some(_) if self.is_secret => "(hidden)".to_owned(),
            Some(value) => value.to_string(),
        }
    }
}

impl Config {
    /// Returns the areas as tables of the file.
    fn tables(&self) -> Value {
        fn table(area: &impl Serialize) -> Value {
            Value::Table(Table::try_from(area).unwrap_or_default())
        }
        let areas = [
            ("server", table(&self.server)),
            ("database", table(&self.database)),
            ("auth", table(&self.auth)),
            ("forum", table(&self.forum)),
            ("hacker_news", table(&self.hacker_news)),
            ("bluesky", table(&self.bluesky)),
            ("lemmy", table(&self.lemmy)),
            ("feeds", table(&self.feeds)),
            ("mail", table(&self.mail)),
            ("delivery", table(&self.delivery)),
            ("limits", table(&self.limits)),
            ("payments", table(&self.payments)),
            ("insights", table(&self.insights)),
            ("relevance", table(&self.relevance)),
            ("metrics", table(&self.metrics)),
            ("traces", table(&self.traces)),
            ("watchdog", table(&self.watchdog)),
            ("bus", table(&self.bus)),
        ];
        let areas = areas.map(|(name, table)| (name.to_owned(), table));
        Value::Table(areas.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::load::AREAS;

    #[test]
    fn every_area_is_read_shown_and_documented() {
        let read = BTreeSet::from(AREAS);
        let tables = Config::default().tables();
        let shown = tables.as_table().unwrap().keys().map(String::as_str);
        assert_eq!(shown.collect::<BTreeSet<_>>(), read);
        let documented = areas().into_iter().map(|area| area.name);
        assert_eq!(documented.collect::<BTreeSet<_>>(), read);
    }
}
