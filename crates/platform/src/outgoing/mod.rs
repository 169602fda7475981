//! HTTP to addresses that users enter: webhooks, chats, push services, feeds. Whoever may enter an address
//! must not reach the machines behind Harken through it (server-side request forgery), so that
//! where a request goes is decided when its connection is made: every address that a name resolves
//! to is checked then, and what a name resolved to earlier, or will resolve to later, is of no
//! matter.

mod addresses;
mod answer;
mod lookup;

use std::time::Duration;

use anyhow::Context;
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use url::{Host, Url};

use crate::config::DeliveryConfig;
use foundation::service::{self, Unread};

pub use addresses::Addresses;
pub use answer::{Answer, MAX_ANSWER_BYTES, retry_after};
pub use lookup::{Lookup, system_lookup};

/// Longer addresses are refused.
pub const MAX_URL_CHARS: usize = 2_000;
/// Ports below this belong to the system's services.
const FIRST_HIGH_PORT: u16 = 1_024;
/// Connections to a host that are kept for the next message, and for how long.
const IDLE_CONNECTIONS: usize = 4;
const IDLE: Duration = Duration::from_secs(20);

/// Why nothing is sent to an address. The texts are for whoever entered it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("Use an address that begins with https://")]
    NotHttps,
    #[error("This address has no host")]
    NoHost,
    #[error("Leave user name and password out of the address")]
    UserInfo,
    #[error("Use the default port or one from 1024 up")]
    Port,
    #[error("This address is too long: use at most 2,000 characters")]
    TooLong,
    #[error("This address leads to a private network, to which Harken sends nothing")]
    Private,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    #[error("{0}")]
    Refused(#[from] Refused),
    #[error("there was no answer in time")]
    Timeout,
    /// The connection could not be made, or it ended. The text holds no address.
    #[error("{0}")]
    Failed(String),
}

/// Why nothing was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("{0}")]
    NotSent(#[from] SendError),
    #[error("the answer is too large")]
    TooLarge,
}

/// What an address is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// What is sent is for nobody else to see.
    Send,
    /// What is read there is public, or has its own secret in the address.
    Read,
}

/// The one way to addresses that users enter.
pub struct Outgoing {
    addresses: Addresses,
    /// To public addresses and the allowed networks; by HTTP too if only read.
    https: reqwest::Client,
    /// To the allowed networks only.
    plain: reqwest::Client,
}

impl Outgoing {
    /// Makes the clients for addresses that users enter.
    ///
    /// # Errors
    /// The system's certificates could not be read.
    pub fn new(config: &DeliveryConfig) -> anyhow::Result<Self> {
        Self::with_lookup(config, &system_lookup())
    }

    /// Finds addresses of names by `lookup`.
    ///
    /// # Errors
    /// As [`Outgoing::new`].
    pub fn with_lookup(config: &DeliveryConfig, lookup: &Lookup) -> anyhow::Result<Self> {
        let addresses = Addresses::new(&config.allowed_networks);
        let timeout = Duration::from_secs(config.timeout_seconds.into());
        let client = |is_allowed: fn(&Addresses, std::net::IpAddr) -> bool| {
            reqwest::Client::builder()
                .user_agent(concat!("Harken/", env!("CARGO_PKG_VERSION")))
                .timeout(timeout)
                .connect_timeout(timeout)
                // Where an answer points to was not checked, and a receiver of alerts has no
                // reason.
                .redirect(Policy::none())
                // A proxy would resolve names itself.
                .no_proxy()
                .referer(false)
                // A small answer could unfold to a large one.
                .no_gzip()
                .pool_max_idle_per_host(IDLE_CONNECTIONS)
                .pool_idle_timeout(IDLE)
                .dns_resolver(lookup::Checked::new(addresses.clone(), is_allowed, lookup))
                .build()
                .context("could not make an HTTP client")
        };
        Ok(Self {
            https: client(Addresses::may_be_reached)?,
            plain: client(Addresses::is_allowed)?,
            addresses,
        })
    }

    /// Checks whether `url` may be sent to, as far as that is known without resolving its name: for
    /// an answer to whoever enters it. [`Outgoing::post`] checks again.
    ///
    /// Ports below 1024 other than the scheme's own are refused: mail servers and the like would
    /// get a stranger's bytes from this machine. Services behind a port of their own are on a high
    /// one.
    ///
    /// # Errors
    /// It may not.
    pub fn check(&self, url: &Url) -> Result<(), Refused> {
        self.check_for(url, Use::Send)
    }

    /// Checks whether `url` may be read, as [`Outgoing::check`] does, but also without TLS.
    ///
    /// # Errors
    /// It may not.
    pub fn check_to_read(&self, url: &Url) -> Result<(), Refused> {
        self.check_for(url, Use::Read)
    }

    fn check_for(&self, url: &Url, wanted: Use) -> Result<(), Refused> {
        let is_plain = match url.scheme() {
            "https" => false,
            "http" if wanted == Use::Read => false,
            "http" if self.addresses.any_allowed() => true,
            _ => return Err(Refused::NotHttps),
        };
        if url.as_str().len() > MAX_URL_CHARS {
            return Err(Refused::TooLong);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refused::UserInfo);
        }
        // None is the scheme's own.
        if url.port().is_some_and(|port| port < FIRST_HIGH_PORT) {
            return Err(Refused::Port);
        }
        // A literal address is never looked up: it is checked here, in the form to which the parser
        // has brought `0x7f.1`, `017700000001` and the like.
        let address = match url.host().ok_or(Refused::NoHost)? {
            Host::Domain(name) => return self.check_name(name),
            Host::Ipv4(address) => address.into(),
            Host::Ipv6(address) => address.into(),
        };
        match (self.addresses.is_allowed(address), is_plain) {
            (true, _) => Ok(()),
            (false, false) if self.addresses.may_be_reached(address) => Ok(()),
            (false, false) => Err(Refused::Private),
            (false, true) => Err(Refused::NotHttps),
        }
    }

    /// Names that never lead to a public machine, so that their address need not be known. With
    /// allowed networks, such a name may be one of theirs: its address decides.
    fn check_name(&self, name: &str) -> Result<(), Refused> {
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.is_empty() {
            return Err(Refused::NoHost);
        }
        if !self.addresses.any_allowed() && lookup::is_local_name(name) {
            return Err(Refused::Private);
        }
        Ok(())
    }

    /// Posts `body` to `url` and reads what is answered, at most
    /// [`MAX_ANSWER_BYTES`] of it.
    ///
    /// # Errors
    /// No answer came. A status of failure is an answer.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Answer, SendError> {
        self.check(url)?;
        let client = match url.scheme() {
            "https" => &self.https,
            _ => &self.plain,
        };
        let request = client.post(url.clone()).headers(headers).body(body);
        let response = request.send().await;
        let response = response.map_err(|error| answer::failure(&error, url.scheme()))?;
        Ok(Answer::read(response).await)
    }

    /// Reads what is at `url`, and the body if the status is 200, up to `most` bytes. A redirect is an
    /// answer: where it leads to is to be checked like any other address.
    ///
    /// # Errors
    /// No answer came, or a body that is too large or broke off.
    pub async fn get(
        &self,
        url: &Url,
        headers: HeaderMap,
        most: usize,
    ) -> Result<Answer, ReadError> {
        self.check_to_read(url).map_err(SendError::from)?;
        let response = self.https.get(url.clone()).headers(headers).send().await;
        // As it is read without TLS as well, that is never why it is refused.
        let failure = |error: &reqwest::Error| answer::failure(error, "https");
        let response = response.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = match status {
            200 => service::read(response, most)
                .await
                .map_err(|unread| match unread {
                    Unread::TooLong => ReadError::TooLarge,
                    Unread::Broken(error) => failure(&error).into(),
                })?,
            _ => Vec::new(),
        };
        Ok(Answer {
            status,
            headers,
            body,
        })
    }
}
