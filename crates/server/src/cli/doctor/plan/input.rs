//! Parses the words of a plan: `users=10000 watches=50000`.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::anyhow;

use foundation::wording::plural::number;

/// The size of an installation, and one host of those that it runs on. Counts are whole numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Input {
    pub users: f64,
    pub watches: f64,
    /// The number of matches per watch and day.
    pub matches_per_day: f64,
    pub items_per_second: f64,
    pub streams: f64,
    pub messages_per_match: f64,
    pub keep_days: f64,
    pub cores: f64,
    pub memory_gb: f64,
    pub disk_gb: f64,
}

struct Key {
    name: &'static str,
    meaning: &'static str,
    min: f64,
    max: f64,
    is_whole: bool,
}

const fn whole(name: &'static str, max: f64, meaning: &'static str) -> Key {
    Key { name, meaning, min: 1.0, max, is_whole: true }
}

const fn any(name: &'static str, max: f64, meaning: &'static str) -> Key {
    Key { name, meaning, min: 0.001, max, is_whole: false }
}

/// The keys with their bounds, which are far beyond likely values: they catch typing errors.
static KEYS: [Key; 10] = [
    whole("users", 1e8, "accounts; required"),
    whole("watches", 1e9, "active keywords; by default, 3 per user"),
    any("matches_per_day", 1e4, "of one keyword; by default, 3"),
    any(
        "items_per_second",
        1e5,
        "posts and comments read; by default, 167, the most that one Reddit credential allows",
    ),
    whole("streams", 1e8, "dashboards open at once; by default, 2 % of users"),
    any("messages_per_match", 100.0, "by email or channel; by default, 0.5"),
    whole("keep_days", 1e3, "how long matches are kept; by default, 90"),
    whole("cores", 1e3, "of one host; by default, 2"),
    any("memory_gb", 1e5, "of one host; by default, 8"),
    any("disk_gb", 1e6, "of one host; by default, 100"),
];

impl Input {
    /// Reads `key=number` words, separated by spaces or commas.
    ///
    /// # Errors
    /// A word is wrong, or users are missing. The error lists the keys.
    pub fn parse(wanted: &str) -> anyhow::Result<Self> {
        Self::read(wanted).map_err(|problem| anyhow!("{problem}.\n{}", help()))
    }

    fn read(wanted: &str) -> Result<Self, String> {
        let mut given = BTreeMap::new();
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        for word in wanted.split(is_separator).filter(|word| !word.is_empty()) {
            let (key, value) = read_word(word)?;
            if given.insert(key, value).is_some() {
                return Err(format!("{key} is given twice"));
            }
        }
        let value = |key: &str, usual: f64| given.get(key).copied().unwrap_or(usual);
        let users = given.get("users").copied().ok_or("users is missing")?;
        Ok(Self {
            users,
            watches: value("watches", 3.0 * users),
            matches_per_day: value("matches_per_day", 3.0),
            items_per_second: value("items_per_second", 167.0),
            streams: value("streams", (users / 50.0).ceil()),
            messages_per_match: value("messages_per_match", 0.5),
            keep_days: value("keep_days", 90.0),
            cores: value("cores", 2.0),
            memory_gb: value("memory_gb", 8.0),
            disk_gb: value("disk_gb", 100.0),
        })
    }
}

fn read_word(word: &str) -> Result<(&'static str, f64), String> {
    let Some((name, value)) = word.split_once('=') else {
        return Err(format!("“{word}” does not read key=number; write 10000, not 10,000"));
    };
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        return Err(format!("“{name}” is not a key"));
    };
    let Ok(read) = value.parse::<f64>() else {
        return Err(format!("{name} must be a number, not “{value}”"));
    };
    // NaN is in no range.
    if !(key.min..=key.max).contains(&read) {
        let (min, max) = (key.min, number(key.max as u64));
        return Err(format!("{name} must be from {min} to {max}, not {value}"));
    }
    if key.is_whole && read.fract() != 0.0 {
        return Err(format!("{name} must be a whole number, not {value}"));
    }
    Ok((key.name, read))
}

fn help() -> String {
    let line = |key: &Key| format!("  {:<19} {}\n", key.name, key.meaning);
    let keys: String = KEYS.iter().map(line).collect();
    format!(
        "A plan consists of words that read key=number, with these keys:\n{keys}For example: harken doctor --plan \
         \"users=10000 watches=50000\""
    )
}

/// Writes the input as it is typed.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "users={} watches={} matches_per_day={} items_per_second={} streams={} messages_per_match={} \
             keep_days={} cores={} memory_gb={} disk_gb={}",
            self.users,
            self.watches,
            self.matches_per_day,
            self.items_per_second,
            self.streams,
            self.messages_per_match,
            self.keep_days,
            self.cores,
            self.memory_gb,
            self.disk_gb,
        )
    }
}
