//! User names and passwords of feeds (RFC 7617).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use reqwest::header::HeaderValue;
use serde::{Deserialize, Serialize};
use url::Url;
use uuid::Uuid;

use foundation::secrets::Secrets;

/// The longest user name, and the longest password, in characters.
pub const MAX_CREDENTIAL_CHARS: usize = 200;

/// A user name and a password, which are sent to one origin only: one scheme, host and port, or the same host by
/// HTTPS, to which servers redirect.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credentials {
    origin: String,
    user: String,
    password: String,
}

/// The reason why a user name and password cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("Use at most {MAX_CREDENTIAL_CHARS} characters for the user name and for the password")]
    TooLong,
    #[error("A user name cannot contain a colon")]
    Colon,
    #[error("A user name and a password cannot contain line breaks and other control characters")]
    Control,
}

impl Credentials {
    /// Makes the credentials for the origin of an address.
    ///
    /// # Errors
    /// They cannot be sent.
    pub fn new(address: &Url, user: &str, password: &str) -> Result<Self, Unfit> {
        let both = [user, password];
        if both.iter().any(|text| text.chars().count() > MAX_CREDENTIAL_CHARS) {
            return Err(Unfit::TooLong);
        }
        if user.contains(':') {
            return Err(Unfit::Colon);
        }
        if both.iter().any(|text| text.chars().any(char::is_control)) {
            return Err(Unfit::Control);
        }
        Ok(Self {
            origin: address.origin().ascii_serialization(),
            user: user.to_owned(),
            password: password.to_owned(),
        })
    }

    /// Takes the credentials out of an address like `https://user:password@host/`; `None` if it has
    /// none.
    ///
    /// # Errors
    /// They cannot be sent.
    pub fn take_from(address: &mut Url) -> Result<Option<Self>, Unfit> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let user = decoded(address.username());
        let password = decoded(address.password().unwrap_or_default());
        if user.is_empty() && address.password().is_none() {
            return Ok(None);
        }
        // These fail only for addresses without a host, which have no credentials.
        let _ = address.set_username("");
        let _ = address.set_password(None);
        Self::new(address, &user, &password).map(Some)
    }

    /// Encrypts the credentials for the row of a feed.
    ///
    /// # Errors
    /// The system's random source failed.
    pub fn seal(&self, secrets: &Secrets, feed: Uuid) -> anyhow::Result<Vec<u8>> {
        secrets.seal(feed, &serde_json::to_vec(self)?)
    }

    /// Decrypts what [`Credentials::seal`] made for this feed; `None` if the server has another secret
    /// now.
    pub fn open(secrets: &Secrets, feed: Uuid, sealed: &[u8]) -> Option<Self> {
        serde_json::from_slice(&secrets.open(feed, sealed)?).ok()
    }

    /// Returns whether they are sent to the origin of `url`.
    pub fn are_for(&self, url: &Url) -> bool {
        let origin = url.origin().ascii_serialization();
        let secure = origin.strip_prefix("https://").filter(|_| url.port().is_none());
        origin == self.origin || secure.is_some_and(|host| self.origin == format!("http://{host}"))
    }

    /// Returns the value of `Authorization` for a request to `url`; none for another origin.
    pub(super) fn header(&self, url: &Url) -> Option<HeaderValue> {
        if !self.are_for(url) {
            return None;
        }
        let pair = STANDARD.encode(format!("{}:{}", self.user, self.password));
        let mut value = HeaderValue::try_from(format!("Basic {pair}")).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// Never prints them.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(address: &str) -> Url {
        address.parse().unwrap()
    }

    #[test]
    fn credentials_are_taken_out_of_an_address() {
        for (address, rest, expected) in [
            (
                "https://ada:secret@blog.example/feed?x=1",
                "https://blog.example/feed?x=1",
                "ada:secret",
            ),
            ("https://ada@blog.example/", "https://blog.example/", "ada:"),
            ("https://:key@blog.example/", "https://blog.example/", ":key"),
            (
                "https://a%40b:p%3Aq%2Fr@blog.example:8443/",
                "https://blog.example:8443/",
                "a@b:p:q/r",
            ),
            ("https://ada:gr%C3%BCn@blog.example/", "https://blog.example/", "ada:grün"),
        ] {
            let mut address = url(address);
            let taken = Credentials::take_from(&mut address).unwrap().unwrap();
            assert_eq!(address.as_str(), rest);
            let header = taken.header(&address).unwrap();
            assert!(header.is_sensitive());
            assert_eq!(header, format!("Basic {}", STANDARD.encode(expected)));
        }
        assert_eq!(Credentials::take_from(&mut url("https://blog.example/")), Ok(None));
    }

    #[test]
    fn they_are_sent_to_their_own_origin_only() {
        let own = Credentials::new(&url("https://blog.example/feed"), "ada", "secret").unwrap();
        assert!(own.header(&url("https://blog.example:443/other?x")).is_some());
        let plain = Credentials::new(&url("http://blog.example/feed"), "ada", "secret").unwrap();
        assert!(plain.header(&url("https://blog.example/other")).is_some());
        for other in
            ["https://blog.example:8443/", "http://blog.example:8080/", "https://a.example/"]
        {
            assert!(plain.header(&url(other)).is_none(), "{other}");
        }
        for other in [
            "http://blog.example/feed",
            "https://blog.example:8443/feed",
            "https://www.blog.example/feed",
            "https://blog.example.org/feed",
        ] {
            assert!(own.header(&url(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn what_cannot_be_sent_is_refused() {
        let made = |user: &str, password: &str| {
            Credentials::new(&url("https://a.example"), user, password)
        };
        assert_eq!(made("a:b", "c"), Err(Unfit::Colon));
        assert_eq!(made("a\n", "c"), Err(Unfit::Control));
        assert_eq!(made("a", &"x".repeat(201)), Err(Unfit::TooLong));
        assert!(made(&"ü".repeat(200), "p:\"").is_ok());
    }

    #[test]
    fn they_are_encrypted_for_their_feed_and_never_printed() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let own = Credentials::new(&url("https://blog.example/feed"), "ada", "secret").unwrap();
        let feed = Uuid::now_v7();
        let sealed = own.seal(&secrets, feed).unwrap();
        assert!(!sealed.windows(6).any(|bytes| bytes == b"secret"));
        assert_eq!(Credentials::open(&secrets, feed, &sealed), Some(own.clone()));
        assert_eq!(Credentials::open(&secrets, Uuid::now_v7(), &sealed), None);
        assert_eq!(format!("{own:?}"), "Credentials");
    }
}
