//! Reads settings from file, environment and flags into the areas' structs, key by key, so that one
//! start reports every bad key and not only the first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};
use url::Url;

use super::origin::Origin;
use super::reference::near;
use foundation::wording::plural::plural;

/// The sources of settings. `environment` is passed in so that tests need not change the process's.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The file; it must exist if named.
    pub file: Option<PathBuf>,
    pub environment: BTreeMap<String, String>,
    /// `area.key=value` from the command line.
    pub flags: Vec<String>,
}

impl Sources {
    /// Returns the sources of this process: its environment, the flags of its command line, and `file`, or else
    /// `harken.toml` in the working directory if it exists.
    pub fn of_process(file: Option<PathBuf>, flags: Vec<String>) -> Self {
        let in_this_folder = PathBuf::from("harken.toml");
        Self {
            file: file.or_else(|| in_this_folder.exists().then_some(in_this_folder)),
            // HARKEN_CONFIG names the file and is not a setting.
            environment: std::env::vars().filter(|(name, _)| name != "HARKEN_CONFIG").collect(),
            flags,
        }
    }
}

/// All problems of a configuration, one per line.
#[derive(Debug, thiserror::Error)]
#[error("the configuration has {}:\n{}", plural(.0.len() as u64, "problem", "problems"), .0.iter().map(|p| format!("  - {p}")).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError(pub Vec<String>);

pub(super) const AREAS: [&str; 18] = [
    "server",
    "database",
    "auth",
    "forum",
    "hacker_news",
    "bluesky",
    "lemmy",
    "feeds",
    "mail",
    "delivery",
    "limits",
    "payments",
    "insights",
    "relevance",
    "metrics",
    "traces",
    "watchdog",
    "bus",
];
const PREFIX: &str = "HARKEN_";
/// The suffix of variables that name a file with the value.
const IN_FILE: &str = "_FILE";
/// The variable that names systemd's folder of credentials.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";

pub(super) struct Loader {
    settings: BTreeMap<String, Table>,
    /// The origin of each value that is set, by `area.key`.
    origins: BTreeMap<String, Origin>,
    data_dir: PathBuf,
    problems: Vec<String>,
}

impl Loader {
    pub(super) fn new(sources: &Sources) -> Result<Self, ConfigError> {
        let mut loader = Self {
            settings: BTreeMap::new(),
            origins: BTreeMap::new(),
            data_dir: PathBuf::from("data"),
            problems: Vec::new(),
        };
        if let Some(path) = &sources.file {
            loader.read_file(path)?;
        }
        if let Some(folder) = sources.environment.get(CREDENTIALS) {
            loader.read_credentials(Path::new(folder));
        }
        loader.read_environment(&sources.environment);
        for flag in &sources.flags {
            match flag.split_once('=') {
                Some((key, value)) => loader.set(key, value, Origin::Flag),
                None => loader.problems.push(format!("--set {flag}: write it as area.key=value")),
            }
        }
        Ok(loader)
    }

    fn read_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let fail = |what: String| ConfigError(vec![format!("{}: {what}", path.display())]);
        let text = std::fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
        let table: Table = text.parse().map_err(|e: toml::de::Error| fail(e.to_string()))?;
        let origin = || Origin::File(path.to_owned());
        for (area, value) in table {
            match value {
                Value::String(dir) if area == "data_dir" => {
                    self.data_dir = PathBuf::from(dir);
                    self.origins.insert(area, origin());
                }
                Value::Table(keys) if AREAS.contains(&area.as_str()) => {
                    self.note_origins(&area, &keys, &origin());
                    self.settings.entry(area).or_default().extend(keys);
                }
                _ => self.problems.push(format!(
                    "{area}: there is no such area; the areas are data_dir, {}",
                    AREAS.join(", ")
                )),
            }
        }
        Ok(())
    }

    /// Records the origin of each key of a table, and of the tables within it.
    fn note_origins(&mut self, outer: &str, keys: &Table, origin: &Origin) {
        for (name, value) in keys {
            let key = format!("{outer}.{name}");
            match value {
                Value::Table(within) => self.note_origins(&key, within, origin),
                _ => {
                    self.origins.insert(key, origin.clone());
                }
            }
        }
    }

    /// Reads the files that are named like settings; a unit may have other credentials, too.
    fn read_credentials(&mut self, folder: &Path) {
        let files = match std::fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) => {
                let problem = format!("{CREDENTIALS}: {}: {error}", folder.display());
                return self.problems.push(problem);
            }
        };
        for file in files.flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let area = name.split_once('.').map(|(area, _)| area);
            if area.is_some_and(|area| AREAS.contains(&area)) {
                self.set_from_file(&name, &file.path(), &name, Origin::Credential(name.clone()));
            }
        }
    }

    fn read_environment(&mut self, environment: &BTreeMap<String, String>) {
        for (name, value) in environment {
            let (variable, is_in_file) = match name.strip_suffix(IN_FILE) {
                Some(variable) => (variable, true),
                None => (name.as_str(), false),
            };
            let key = match variable.strip_prefix(PREFIX) {
                Some(key) => key.to_lowercase().replace("__", "."),
                None if variable == "DATABASE_URL" && !value.is_empty() => {
                    "database.url".to_owned()
                }
                None => continue,
            };
            if !is_in_file {
                self.set(&key, value, Origin::Variable(name.clone()));
            } else if environment.contains_key(variable) {
                let problem = format!("{variable} and {name}: set only one of them");
                self.problems.push(problem);
            } else {
                let path = PathBuf::from(value);
                self.set_from_file(&key, &path, name, Origin::File(path.clone()));
            }
        }
    }

    /// Sets `key` to the content of a file, without trailing line breaks; `named` is the variable or credential
    /// that names the file.
    fn set_from_file(&mut self, key: &str, path: &Path, named: &str, origin: Origin) {
        match std::fs::read_to_string(path) {
            Ok(value) => self.set(key, value.trim_end_matches(['\r', '\n']), origin),
            Err(error) => {
                let problem = format!("{named}: {}: {error}", path.display());
                self.problems.push(problem);
            }
        }
    }

    fn set(&mut self, key: &str, value: &str, origin: Origin) {
        match key.split_once('.') {
            None if key == "data_dir" => self.data_dir = PathBuf::from(value),
            Some((area, name)) if AREAS.contains(&area) => {
                let area = self.settings.entry(area.to_owned()).or_default();
                area.insert(name.to_owned(), Value::String(value.to_owned()));
            }
            _ => {
                let shown_before = if origin == Origin::Flag { "--set " } else { "" };
                let problem = format!("{shown_before}{key}: {}", no_such(key));
                return self.problems.push(problem);
            }
        }
        self.origins.insert(key.to_owned(), origin);
    }

    pub(super) fn data_dir(&self) -> PathBuf {
        self.data_dir.clone()
    }

    /// Returns whether a source sets `key`. Must be called before the area is read.
    pub(super) fn sets(&self, area: &str, key: &str) -> bool {
        let settings = self.settings.get(area);
        settings.is_some_and(|settings| settings.contains_key(key))
    }

    /// Reads an area's struct: its defaults, in which each given key is replaced and checked on its own.
    pub(super) fn area<T: Default + Serialize + DeserializeOwned>(&mut self, area: &str) -> T {
        let mut accepted = Table::try_from(T::default()).unwrap_or_default();
        for (key, value) in self.settings.remove(area).unwrap_or_default() {
            let candidates = readings(value);
            let fits = candidates.iter().find_map(|candidate| {
                let mut attempt = accepted.clone();
                put(&mut attempt, &key, candidate.clone());
                attempt.clone().try_into::<T>().ok().map(|_| attempt)
            });
            match fits {
                Some(table) => accepted = table,
                None => {
                    let mut problems = candidates.into_iter().filter_map(|candidate| {
                        let mut attempt = accepted.clone();
                        put(&mut attempt, &key, candidate);
                        let error = attempt.try_into::<T>().err()?;
                        Some(error.message().to_owned())
                    });
                    // A reading of the wrong type says less than one with a wrong value.
                    let first = problems.next().unwrap_or_default();
                    let why = match first.starts_with("invalid type") {
                        true => problems.find(|why| !why.starts_with("invalid type")),
                        false => None,
                    };
                    let why = why.unwrap_or(first);
                    let key = format!("{area}.{key}");
                    let why = match why.starts_with("unknown field") {
                        true => no_such(&key),
                        false => why,
                    };
                    self.problems.push(format!("{key}: {why}"));
                }
            }
        }
        accepted.try_into().unwrap_or_default()
    }

    pub(super) fn rule(&mut self, key: &str, problem: Option<String>) {
        self.problems.extend(problem.map(|p| format!("{key}: {p}")));
    }

    /// Returns the origin of each value that is set, by `area.key`, and all problems.
    pub(super) fn finish(self) -> (BTreeMap<String, Origin>, Vec<String>) {
        (self.origins, self.problems)
    }
}

fn no_such(key: &str) -> String {
    let meant = near(key).map(|known| format!("; did you mean {known}?"));
    format!("there is no such setting{}", meant.unwrap_or_default())
}

/// Inserts `value` at `key`, whose dots lead into nested tables.
fn put(table: &mut Table, key: &str, value: Value) {
    let Some((outer, inner)) = key.split_once('.') else {
        table.insert(key.to_owned(), value);
        return;
    };
    let mut within = match table.remove(outer) {
        Some(Value::Table(within)) => within,
        // Other values are replaced by a table, too, so that the key is rejected by its name.
        _ => Table::new(),
    };
    put(&mut within, inner, value);
    table.insert(outer.to_owned(), Value::Table(within));
}

/// Returns the possible readings of a value. The environment and flags carry only text, which may be a number, a
/// boolean, a text, or a comma-separated list of numbers or texts.
fn readings(value: Value) -> Vec<Value> {
    let mut readings = Vec::new();
    if let Value::String(text) = &value {
        readings.extend(text.parse::<i64>().ok().map(Value::Integer));
        readings.extend(text.parse::<bool>().ok().map(Value::Boolean));
    }
    let parts: Option<Vec<String>> = value.as_str().map(|text| {
        let parts = text.split(',').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    });
    readings.push(value);
    if let Some(parts) = parts {
        let numbers: Result<Vec<i64>, _> = parts.iter().map(|part| part.parse()).collect();
        let numbers = numbers.map(|n| Value::Array(n.into_iter().map(Value::Integer).collect()));
        readings.extend(numbers.ok());
        readings.push(Value::Array(parts.into_iter().map(Value::String).collect()));
    }
    readings
}

/// Parses a literal URL, for defaults.
pub(super) fn fixed_url(url: &str) -> Url {
    #[expect(clippy::expect_used, reason = "only called with literals, each covered by a test")]
    Url::parse(url).expect("a literal URL is well formed")
}
