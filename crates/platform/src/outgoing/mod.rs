//! HTTP to addresses that users enter: webhooks, chats, push services, feeds. Whoever may enter an
//! address must not reach the machines behind Harken through it (server-side request forgery).
//! Each request is therefore checked when its connection is made: every address that the name
//! resolves to then, whatever it resolved to earlier or will resolve to later.

mod addresses;
mod answer;
mod lookup;

use std::time::Duration;

use anyhow::Context;
use reqwest::Method;
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use url::{Host, Url};

use crate::config::DeliveryConfig;
use foundation::net::names::is_local_name;
use foundation::net::service::{self, Unread};

pub use addresses::Addresses;
pub use answer::{Answer, MAX_ANSWER_BYTES, retry_after};
pub use lookup::{Lookup, system_lookup};

/// The longest address that is accepted.
pub const MAX_URL_CHARS: usize = 2_000;
/// The first port that does not belong to the system's services.
const FIRST_HIGH_PORT: u16 = 1_024;
/// The connections to one host that are kept for the next message, and the time they are kept.
const IDLE_CONNECTIONS: usize = 4;
const IDLE: Duration = Duration::from_secs(20);

/// The reason why nothing is sent to an address. The texts are for the user who entered it.
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

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    #[error("{0}")]
    Refused(#[from] Refused),
    #[error("there was no answer in time")]
    Timeout,
    /// The connection could not be made, or it broke off. The text holds no address.
    #[error("{0}")]
    Failed(String),
}

/// The reason why nothing was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("{0}")]
    NotSent(#[from] SendError),
    #[error("the answer is too large")]
    TooLarge,
}

/// The purpose of an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// What is sent must stay confidential.
    Send,
    /// What is read is public, or has its own secret in the address.
    Read,
}

/// The only way to addresses that users enter.
pub struct Outgoing {
    addresses: Addresses,
    /// For public addresses and the allowed networks; also over HTTP if only read.
    https: reqwest::Client,
    /// For the allowed networks only.
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

    /// Makes the clients, with names resolved by `lookup`.
    ///
    /// # Errors
    /// As [`Outgoing::new`].
    pub fn with_lookup(config: &DeliveryConfig, lookup: &Lookup) -> anyhow::Result<Self> {
        let addresses = Addresses::new(&config.allowed_networks);
        let timeout = Duration::from_secs(config.timeout_seconds.into());
        let client = |is_allowed: fn(&Addresses, std::net::IpAddr) -> bool| {
            service::builder()
                .user_agent(concat!("Harken/", env!("CARGO_PKG_VERSION")))
                .timeout(timeout)
                .connect_timeout(timeout)
                // The target of a redirect was not checked, and a receiver of alerts has no reason
                // to redirect.
                .redirect(Policy::none())
                // A proxy would resolve names on its own.
                .no_proxy()
                .referer(false)
                // What servers compress without being asked is unpacked with a limit, by `unpack`, which also
                // reads what their headers do not describe.
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

    /// Checks whether `url` may be sent to, as far as that is known without resolving its name, so
    /// that whoever enters it can be answered. [`Outgoing::send`] checks again.
    ///
    /// Ports below 1024 other than the scheme's own are refused: mail servers and the like would
    /// receive a stranger's bytes from this machine. Services behind a port of their own use a high
    /// one.
    ///
    /// # Errors
    /// The address is refused.
    pub fn check(&self, url: &Url) -> Result<(), Refused> {
        self.check_for(url, Use::Send)
    }

    /// Checks whether `url` may be read, as [`Outgoing::check`] does, but also accepts URLs without
    /// TLS.
    ///
    /// # Errors
    /// The address is refused.
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
        // None is the scheme's own port.
        if url.port().is_some_and(|port| port < FIRST_HIGH_PORT) {
            return Err(Refused::Port);
        }
        // A literal address is never resolved: it is checked here, in the form to which the parser
        // has normalized `0x7f.1`, `017700000001` and the like.
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

    /// Refuses names that never lead to a public machine, whose addresses need not be known. With
    /// allowed networks, such a name may belong to one of them: its address decides.
    fn check_name(&self, name: &str) -> Result<(), Refused> {
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.is_empty() {
            return Err(Refused::NoHost);
        }
        if !self.addresses.any_allowed() && is_local_name(name) {
            return Err(Refused::Private);
        }
        Ok(())
    }

    /// Sends `body` to `url` and reads at most [`MAX_ANSWER_BYTES`] of the answer.
    ///
    /// # Errors
    /// No answer came. An answer with an error status is not an error.
    pub async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Answer, SendError> {
        self.check(url)?;
        let client = match url.scheme() {
            "https" => &self.https,
            _ => &self.plain,
        };
        let request = client.request(method, url.clone()).headers(headers).body(body);
        let response = request.send().await;
        let response = response.map_err(|error| answer::failure(&error, url.scheme()))?;
        Ok(Answer::read(response).await)
    }

    /// Reads `url`, with the body, up to `most` bytes, only if the status is 200. A redirect is
    /// returned as an answer: its target must be checked like any other address.
    ///
    /// # Errors
    /// No answer came, or its body is too large or broke off.
    pub async fn get(
        &self,
        url: &Url,
        headers: HeaderMap,
        most: usize,
    ) -> Result<Answer, ReadError> {
        self.check_to_read(url).map_err(SendError::from)?;
        let response = self.https.get(url.clone()).headers(headers).send().await;
        // Plain HTTP is read as well, so that missing TLS is never the reason for a refusal.
        let failure = |error: &reqwest::Error| answer::failure(error, "https");
        let response = response.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = match status {
            200 => service::read(response, most).await.map_err(|unread| match unread {
                Unread::TooLong => ReadError::TooLarge,
                Unread::Broken(error) => failure(&error).into(),
            })?,
            _ => Vec::new(),
        };
        Ok(Answer { status, headers, body })
    }
}
