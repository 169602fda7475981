use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE,
    IF_NONE_MATCH, LAST_MODIFIED, LOCATION,
};
use url::Url;

use super::FeedError;
use crate::config::DeliveryConfig;
use crate::outgoing::{Outgoing, Refused, retry_after};

/// The most redirects that are followed.
const MAX_REDIRECTS: u8 = 5;
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

    /// Fetches `address`, unless the document is still the version that `known` identifies, and
    /// follows redirects, each of which is checked like an address that a user enters.
    ///
    /// # Errors
    /// No document could be fetched.
    pub async fn fetch(
        &self,
        address: &Url,
        known: &Validators,
        now: DateTime<Utc>,
    ) -> Result<Fetched, FeedError> {
        let mut at = without_fragment(address.clone());
        let (mut lasting, mut is_lasting) = (at.clone(), true);
        for _ in 0..=MAX_REDIRECTS {
            let question = headers(known);
            let answer = self.outgoing.get(&at, question, feeds::MAX_BYTES).await?;
            match answer.status {
                200 => {
                    let text = |name| text(&answer.headers, name);
                    let short = |name| text(name).filter(|text| text.len() <= MAX_VALIDATOR_BYTES);
                    let validators =
                        Validators { etag: short(ETAG), last_modified: short(LAST_MODIFIED) };
                    let document = Document {
                        content_type: text(CONTENT_TYPE),
                        validators,
                        body: answer.body,
                        address: at,
                    };
                    return Ok(Fetched { address: lasting, answer: Answer::Document(document) });
                }
                304 => {
                    return Ok(Fetched { address: lasting, answer: Answer::Unchanged });
                }
                status @ (301 | 302 | 303 | 307 | 308) => {
                    let target = text(&answer.headers, LOCATION).ok_or(FeedError::BadRedirect)?;
                    let target = at.join(&target).map_err(|_| FeedError::BadRedirect)?;
                    at = without_fragment(target);
                    // A temporary redirect may lead elsewhere tomorrow.
                    is_lasting &= matches!(status, 301 | 308);
                    if is_lasting {
                        lasting = at.clone();
                    }
                }
                410 => return Err(FeedError::Gone),
                429 | 503 => {
                    return Err(FeedError::Busy { retry_after: retry_after(&answer, now) });
                }
                status => return Err(FeedError::Status(status)),
            }
        }
        Err(FeedError::TooManyRedirects)
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

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let text = headers.get(name)?.to_str().ok()?;
    Some(text.to_owned())
}
