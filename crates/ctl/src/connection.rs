//! The server and the key: where they are from, and calls with them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use foundation::net::service;
use reqwest::{Client, Method, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::Failure;

/// The help about the connection. A key in an argument would be readable by every user of the machine.
pub(crate) const HELP: &str = "\
The server and the API key are read from HARKENCTL_ADDRESS and HARKENCTL_KEY, or from the file
~/.config/harken/ctl.toml, which only you may read:

    address = \"https://alerts.example.com\"
    key = \"hrk_...\"

Create a key in the settings of your account. Exit status: 0 if all is well, 2 if the arguments are
wrong, 75 if the server could not be reached or is busy (try again), 77 if the key or the
plan does not allow the call, 1 for everything else.";

/// The seconds to connect, and to wait for the next part of an answer. A stream sends something every 15 s.
const PATIENCE: Duration = Duration::from_secs(40);

/// The values of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    address: Option<String>,
    key: Option<String>,
}

/// A server, and the key for it.
pub(crate) struct Connection {
    client: Client,
    address: Url,
    key: String,
}

impl Connection {
    /// Reads address and key from environment variables, and what is not there from the file.
    ///
    /// # Errors
    /// One of them is missing or malformed, or others may read the file.
    pub(crate) fn load(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Failure> {
        let (mut address, mut key) = (variable("HARKENCTL_ADDRESS"), variable("HARKENCTL_KEY"));
        if address.is_none() || key.is_none() {
            let file = Settings::load(&variable)?;
            address = address.or(file.address);
            key = key.or(file.key);
        }
        let (Some(address), Some(key)) = (address, key) else {
            return Err(Failure::Wrong(format!("No address and key are set.\n\n{HELP}")));
        };
        let parsed =
            Url::parse(&address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let address = parsed.ok_or_else(|| {
            Failure::Wrong(format!("“{address}” is no address such as https://alerts.example.com."))
        })?;
        let client = service::builder().connect_timeout(PATIENCE).read_timeout(PATIENCE).build()?;
        Ok(Self { client, address, key })
    }

    /// Calls the API and returns its answer if that is a success. `path` is relative to `/api`.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        query: &[(&str, String)],
        change: impl FnOnce(reqwest::RequestBuilder) -> reqwest::RequestBuilder,
    ) -> Result<Response, Failure> {
        let mut url = self.address.clone();
        // An installation may be below a path.
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{base}/api{path}"));
        let call = self.client.request(method, url).query(query).bearer_auth(&self.key);
        let answer = change(call).send().await?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        Err(Failure::of_answer(status, &answer.text().await.unwrap_or_default()))
    }

    /// Reads an answer of the API as JSON.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<T, Failure> {
        Ok(self.call(Method::GET, path, query, |call| call).await?.json().await?)
    }
}

impl Settings {
    fn load(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Failure> {
        let folder = variable("XDG_CONFIG_HOME").map(PathBuf::from);
        let folder = folder.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".config")));
        let Some(path) =
            folder.map(|folder| folder.join("harken/ctl.toml")).filter(|path| path.exists())
        else {
            return Ok(Self::default());
        };
        let wrong = |text: String| Failure::Wrong(format!("{}: {text}", path.display()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path)?.permissions().mode();
            if mode & 0o077 != 0 {
                return Err(wrong("others may read the key in it; run chmod 600.".to_owned()));
            }
        }
        let text = fs::read_to_string(&path)?;
        // Not with the text of the line, which may be the key's.
        toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(
        folder: &std::path::Path,
        variables: &[(&str, &str)],
    ) -> Result<(String, String), String> {
        let variable = |name: &str| match name {
            "XDG_CONFIG_HOME" => folder.to_str().map(str::to_owned),
            _ => variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned()),
        };
        let found = Connection::load(variable);
        found.map(|all| (all.address.to_string(), all.key)).map_err(|error| error.to_string())
    }

    #[test]
    fn address_and_key_come_from_the_environment_or_a_private_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (address, key) =
            (("HARKENCTL_ADDRESS", "https://a.example"), ("HARKENCTL_KEY", "hrk_1"));
        let both = ("https://a.example/".to_owned(), "hrk_1".to_owned());
        assert_eq!(load(folder.path(), &[address, key]), Ok(both.clone()));
        assert!(load(folder.path(), &[address]).unwrap_err().contains("HARKENCTL_KEY"));
        assert!(
            load(folder.path(), &[("HARKENCTL_ADDRESS", "a.example"), key])
                .unwrap_err()
                .contains("https://")
        );

        let file = folder.path().join("harken/ctl.toml");
        fs::create_dir(folder.path().join("harken")).unwrap();
        fs::write(&file, "address = 'https://b.example'\nkey = 'hrk_1'").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(load(folder.path(), &[]).unwrap_err().contains("chmod 600"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(load(folder.path(), &[]).unwrap().0, "https://b.example/");
        assert_eq!(load(folder.path(), &[address]), Ok(both));
        fs::write(&file, "keys = 'hrk_secret'").unwrap();
        let text = load(folder.path(), &[]).unwrap_err();
        assert!(text.contains("keys") && !text.contains("hrk_secret"), "{text}");
    }
}
