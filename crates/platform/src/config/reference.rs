//! The reference of all settings, from the areas' structs: the name, default, unit and meaning of
//! each.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value as Json;
use toml::{Table, Value};
use utoipa::ToSchema;

use super::{
    AuthConfig, BlueskyConfig, BusConfig, DatabaseConfig, DeliveryConfig, FeedsConfig, ForumConfig,
    HackerNewsConfig, InsightsConfig, LemmyConfig, LimitsConfig, MailConfig, MetricsConfig,
    PaymentsConfig, RelevanceConfig, ServerConfig, TracesConfig, WatchdogConfig,
};

/// An area of the configuration, which is a table of the file.
#[derive(Debug, Clone)]
pub struct Area {
    pub name: &'static str,
    pub meaning: String,
    pub settings: Vec<Setting>,
}

/// A setting.
#[derive(Debug, Clone)]
pub struct Setting {
    /// `area.key`; the keys of a nested table follow another dot.
    pub key: String,
    /// The default as written in the file; none if it is unset.
    pub default: Option<Value>,
    pub unit: &'static str,
    pub meaning: String,
    /// Whether the value is a secret, which is never shown.
    pub is_secret: bool,
}

/// Defaults that depend on the machine.
const OF_THE_MACHINE: [(&str, &str); 2] =
    [("auth.concurrent_hashes", "half the cores"), ("limits.searches", "the cores")];

/// Units, by the suffixes of names.
const UNITS: [(&str, &str); 9] = [
    ("_per_quarter_hour", "per 15 minutes"),
    ("_per_minute", "per minute"),
    ("_per_hour", "per hour"),
    ("_per_day", "per day"),
    ("_seconds", "seconds"),
    ("_minutes", "minutes"),
    ("_hours", "hours"),
    ("_days", "days"),
    ("_percent", "percent"),
];

/// Returns all areas, in the order in which they are documented.
pub fn areas() -> Vec<Area> {
    vec![
        area::<ServerConfig>("server"),
        area::<DatabaseConfig>("database"),
        area::<AuthConfig>("auth"),
        area::<ForumConfig>("forum"),
        area::<HackerNewsConfig>("hacker_news"),
        area::<BlueskyConfig>("bluesky"),
        area::<LemmyConfig>("lemmy"),
        area::<FeedsConfig>("feeds"),
        area::<MailConfig>("mail"),
        area::<DeliveryConfig>("delivery"),
        area::<LimitsConfig>("limits"),
        area::<PaymentsConfig>("payments"),
        area::<InsightsConfig>("insights"),
        area::<RelevanceConfig>("relevance"),
        area::<MetricsConfig>("metrics"),
        area::<TracesConfig>("traces"),
        area::<WatchdogConfig>("watchdog"),
        area::<BusConfig>("bus"),
    ]
}

/// Returns the setting that is most similar to the unknown `key`, if one is similar enough.
pub(super) fn near(key: &str) -> Option<String> {
    let areas = areas();
    let keys = areas.into_iter().flat_map(|area| area.settings);
    let distance = |known: &str| strsim::damerau_levenshtein(key, known);
    let keys = keys.map(|setting| (distance(&setting.key), setting.key));
    let (changes, nearest) = keys.min()?;
    (changes <= 2.max(key.len() / 5)).then_some(nearest)
}

/// Returns the page that documents all settings, as Markdown.
pub fn page() -> String {
    let mut page = "# Settings\n\n\
        Every setting of Harken. This page is made by `harken config reference`, and a test compares the two.\n\n\
        A setting is given, in this order of precedence, by\n\n\
        - a flag, `--set area.key=value`;\n\
        - a variable, `HARKEN_<AREA>__<KEY>`, with two underscores for each dot. One whose name ends with `_FILE`,\n  \
        such as `HARKEN_MAIL__SMTP_URL_FILE`, names a file with the value;\n\
        - a credential of systemd that is named `area.key`;\n\
        - the file `harken.toml` in the folder that Harken is started in, or the one that `--config` or\n  \
        `HARKEN_CONFIG` names.\n\n\
        `data_dir` (`data`), which belongs to no area, is the folder in which Harken keeps what it owns.\n\n\
        `harken config show` prints each value and where it comes from, without secrets; `harken config check` lists\n\
        everything that is wrong.\n"
        .to_owned();
    for Area { name, meaning, settings } in areas() {
        let _ = write!(
            page,
            "\n## {name}\n\n{meaning}\n\n| setting | default | unit | meaning |\n| --- | --- | --- | --- |\n"
        );
        for setting in settings {
            let default = setting.shown_default();
            let (key, unit) = (&setting.key, setting.unit);
            let secret = if setting.is_secret { " Secret." } else { "" };
            let meaning = &setting.meaning;
            let _ = writeln!(page, "| `{key}` | {default} | {unit} | {meaning}{secret} |");
        }
    }
    page
}

impl Setting {
    fn shown_default(&self) -> String {
        let of_machine = OF_THE_MACHINE.iter().find(|(key, _)| *key == self.key);
        match (of_machine, &self.default) {
            (Some((_, text)), _) => (*text).to_owned(),
            (None, Some(value)) => format!("`{value}`"),
            (None, None) => "unset".to_owned(),
        }
    }
}

fn area<T: Default + Serialize + ToSchema>(name: &'static str) -> Area {
    let defaults = Table::try_from(T::default()).unwrap_or_default();
    let schema = serde_json::to_value(T::schema()).unwrap_or_default();
    let mut settings = Vec::new();
    add_settings(name, &schema, &defaults, &mut settings);
    Area { name, meaning: meaning_of(&schema), settings }
}

/// Adds the settings of an area, or of a nested table, whose name is `outer`.
fn add_settings(outer: &str, schema: &Json, defaults: &Table, settings: &mut Vec<Setting>) {
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let key = format!("{outer}.{name}");
        let default = defaults.get(name);
        if let Some(Value::Table(within)) = default {
            add_settings(&key, schema, within, settings);
            continue;
        }
        let unit = UNITS.iter().find(|(ending, _)| name.ends_with(ending));
        settings.push(Setting {
            default: default.cloned(),
            unit: unit.map_or("", |(_, unit)| unit),
            meaning: meaning_of(schema),
            is_secret: schema["writeOnly"] == true,
            key,
        });
    }
}

/// Returns the doc comment, in one line.
fn meaning_of(schema: &Json) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}
