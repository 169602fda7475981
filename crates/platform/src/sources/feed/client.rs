use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION,
};
use url::Url;

use super::{Credentials, FeedError, Hosts};
use crate::config::DeliveryConfig;
use crate::outgoing::{Outgoing, Refused, retry_after};

/// The most redirects that are followed.
const MAX_REDIRECTS: u8 = 5;
/// The time beyond that of two fetches that a lease allows for reading and storing.
const LEASE_BESIDE: TimeDelta = TimeDelta::minutes(1);
/// The longest validators that are kept; without one, the document is read as a whole each time.
const MAX_VALIDATOR_BYTES: usize = 500;
const ACCEPTED: &str = "application/rss+xml, application/atom+xml, application/feed+json, \
                        application/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5";

/// Fetches feeds, by the only way to addresses that users enter.
pub struct FeedClient {
    outgoing: Outgoing,
    timeout: TimeDelta,
}

/// The validators by which a server recognizes the known version of a document (RFC 9110, section
/// 8.8).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

/// The result of a fetch.
#[derive(Debug)]
pub struct Fetched {
    /// The address to fetch next time: another one if the feed has moved permanently.
    pub address: Url,
    pub answer: Answer,
}

#[derive(Debug)]
pub enum Answer {
    /// The document has not changed since the known version.
    Unchanged,
    Document(Document),
}

/// The result of one request.
enum Asked {
    Answer(Answer),
    Redirect { target: Url, is_permanent: bool },
}

#[derive(Debug)]
pub struct Document {
    /// Its address after all redirects.
    pub address: Url,
    pub content_type: Option<String>,
    /// At most [`feeds::MAX_BYTES`].
    pub body: Vec<u8>,
    pub validators: Validators,
}

/// A document that is not a feed.
#[derive(Debug)]
pub struct NoFeed {
    pub error: feeds::Error,
    /// The feeds that the document names, if it is a web page.
    pub named: Vec<feeds::Found>,
}

impl FeedClient {
    /// Makes the client.
    ///
    /// # Errors
    /// As [`Outgoing::new`].
    pub fn new(config: &DeliveryConfig) -> anyhow::Result<Self> {
        Ok(Self {
            outgoing: Outgoing::new(config)?,
            timeout: TimeDelta::seconds(config.timeout_seconds.into()),
        })
    }

    /// Checks whether an address may be fetched, as far as that is known without resolving its
    /// name.
    ///
    /// # Errors
    /// The address is refused.
    pub fn check(&self, address: &Url) -> Result<(), Refused> {
        self.outgoing.check_to_read(address)
    }

    /// Returns the longest time that [`FeedClient::fetch`] takes: one request, and all redirects.
    pub fn longest(&self) -> TimeDelta {
        self.timeout * (i32::from(MAX_REDIRECTS) + 1)
    }

    /// Returns the time for which a host is taken: two fetches, of a page and the feed that it names or of a feed and
    /// its earlier documents, and what follows them.
    pub fn lease(&self) -> TimeDelta {
        self.longest() * 2 + LEASE_BESIDE
    }

    /// Fetches `address`, unless the document is still the version that `known` identifies, and
    /// follows redirects, each of which is checked like an address that a user enters. Each host is taken
    /// first, and left by the caller. Credentials are sent to their own origin only.
    ///
    /// # Errors
    /// The database failed. The inner error: no document could be fetched.
    pub async fn fetch(
        &self,
        address: &Url,
        credentials: Option<&Credentials>,
        known: &Validators,
        hosts: &mut Hosts,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Result<Fetched, FeedError>> {
        let mut at = without_fragment(address.clone());
        let (mut lasting, mut is_lasting) = (at.clone(), true);
        for _ in 0..=MAX_REDIRECTS {
            if let Err(refused) = self.check(&at) {
                return Ok(Err(FeedError::Refused(refused)));
            }
            if !hosts.enter(&at).await? {
                return Ok(Err(FeedError::HostBusy));
            }
            match self.ask(&at, credentials, known, now).await {
                Ok(Asked::Answer(answer)) => return Ok(Ok(Fetched { address: lasting, answer })),
                Ok(Asked::Redirect { target, is_permanent }) => {
                    at = target;
                    // A temporary redirect may lead elsewhere tomorrow.
                    is_lasting &= is_permanent;
                    if is_lasting {
                        lasting = at.clone();
                    }
                }
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Err(FeedError::TooManyRedirects))
    }

    /// Sends one request.
    async fn ask(
        &self,
        at: &Url,
        credentials: Option<&Credentials>,
        known: &Validators,
        now: DateTime<Utc>,
    ) -> Result<Asked, FeedError> {
        let mut question = headers(known);
        let authorization = credentials.and_then(|credentials| credentials.header(at));
        let is_signed_in = authorization.is_some();
        question.extend(authorization.map(|value| (AUTHORIZATION, value)));
        let answer = self.outgoing.get(at, question, feeds::MAX_BYTES).await?;
        match answer.status {
            200 => {
                let text = |name| text(&answer.headers, name);
                if let Some(name) = compression(&text(CONTENT_ENCODING), &answer.body) {
                    return Err(FeedError::Compressed(name));
                }
                let short = |name| text(name).filter(|text| text.len() <= MAX_VALIDATOR_BYTES);
                let validators =
                    Validators { etag: short(ETAG), last_modified: short(LAST_MODIFIED) };
                Ok(Asked::Answer(Answer::Document(Document {
                    content_type: text(CONTENT_TYPE),
                    validators,
                    body: answer.body,
                    address: at.clone(),
                })))
            }
            304 => Ok(Asked::Answer(Answer::Unchanged)),
            status @ (301 | 302 | 303 | 307 | 308) => {
                let target = text(&answer.headers, LOCATION).ok_or(FeedError::BadRedirect)?;
                let target = at.join(&target).map_err(|_| FeedError::BadRedirect)?;
                let is_permanent = matches!(status, 301 | 308);
                Ok(Asked::Redirect { target: without_fragment(target), is_permanent })
            }
            401 if is_signed_in => Err(FeedError::WrongCredentials),
            401 => Err(FeedError::NeedsCredentials),
            403 => Err(FeedError::Forbidden),
            410 => Err(FeedError::Gone),
            429 | 503 => Err(FeedError::Busy { retry_after: retry_after(&answer, now) }),
            status => Err(FeedError::Status(status)),
        }
    }
}

impl Document {
    /// Parses the document as a feed, on a thread of its own, since that may take a while.
    ///
    /// # Errors
    /// The thread panicked. The inner result is an error if the document is not a feed.
    pub async fn parse(self) -> anyhow::Result<Result<feeds::Feed, NoFeed>> {
        tokio::task::spawn_blocking(move || self.parse_here())
            .await
            .context("the thread that read a feed panicked")
    }

    fn parse_here(&self) -> Result<feeds::Feed, NoFeed> {
        let content_type = self.content_type.as_deref();
        feeds::parse(&self.body, content_type, &self.address).map_err(|error| NoFeed {
            named: match error {
                feeds::Error::WebPage => feeds::discover(&self.body, content_type, &self.address),
                _ => Vec::new(),
            },
            error,
        })
    }
}

/// Removes the part after `#`, which is never sent, and would make two addresses of one.
fn without_fragment(mut address: Url) -> Url {
    address.set_fragment(None);
    address
}

fn headers(known: &Validators) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
    let known = [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.last_modified)];
    for (name, value) in known {
        let value = value.as_ref().and_then(|value| value.parse().ok());
        if let Some(value) = value {
            headers.insert(name, value);
        }
    }
    headers
}

/// Returns the name of a compression that is not unpacked, if a body has it: a header may be there without it.
fn compression(header: &Option<String>, body: &[u8]) -> Option<&'static str> {
    let header = header.as_ref()?.to_ascii_lowercase();
    let name = ["br", "zstd"].into_iter().find(|name| header.contains(name))?;
    str::from_utf8(body).is_err().then_some(name)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let text = headers.get(name)?.to_str().ok()?;
    Some(text.to_owned())
}
