use std::num::NonZeroU32;

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, TryStreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use matcher::Kind;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::view::{CommentView, PREFIX, PostView, ap_id_of};
use crate::config::LemmyConfig;
use crate::sources::{ForumError, ForumItem, Page, Source, http};

/// The most items that instances allow on a page.
const PAGE_ITEMS: usize = 50;
/// The largest answer; a page of long posts is smaller.
const MAX_ANSWER_BYTES: usize = 8 << 20;
/// The quota of one instance. Instances allow 180 requests a minute, unless they are configured
/// otherwise: a minute that begins with a burst of this quota has no more than that.
const REQUESTS_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(89);
/// The number of items that are requested at the same time.
const AT_ONCE: usize = 4;

/// The client of the instances (and of their stand-in).
pub struct Lemmy {
    instances: Vec<Instance>,
    config: LemmyConfig,
}

/// One instance.
pub struct Instance {
    http: reqwest::Client,
    address: Url,
    limit: DefaultDirectRateLimiter,
}

/// A page of a listing, newest first except for what is pinned.
#[derive(Debug, Default)]
pub struct Listed {
    pub items: Vec<ForumItem>,
    /// The number of entries that could not be read and were left out.
    pub skipped: usize,
    /// The cursor of the next page; none on the last one.
    pub next: Option<String>,
    pub bytes: usize,
}

#[derive(Deserialize)]
struct Posts {
    posts: Vec<Value>,
    next_page: Option<String>,
}

#[derive(Deserialize)]
struct Comments {
    comments: Vec<Value>,
}

/// An instance's answer for an `ap_id`.
#[derive(Deserialize)]
struct Resolved {
    post: Option<Value>,
    comment: Option<Value>,
}

/// An instance's reason for refusing a request.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

impl Lemmy {
    /// Makes the client from `config`.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &LemmyConfig) -> anyhow::Result<Self> {
        let instances = config.instances.iter();
        let instances = instances.map(|address| Instance::new(address, config));
        Ok(Self { instances: instances.collect::<anyhow::Result<_>>()?, config: config.clone() })
    }

    pub fn config(&self) -> &LemmyConfig {
        &self.config
    }

    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Asks the instances one after the other, until one has the item.
    async fn find(&self, ap_id: String, now: DateTime<Utc>) -> Result<Found, ForumError> {
        let mut failed = None;
        for instance in &self.instances {
            match instance.find(&ap_id, now).await {
                Ok(Found::Nothing) => {}
                Ok(found) => return Ok(found),
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(Found::Nothing), Err)
    }
}

impl Source for Lemmy {
    fn id_prefix(&self) -> Option<&'static str> {
        Some(PREFIX)
    }

    fn takes_many(&self) -> bool {
        false
    }

    fn stored<'a>(
        &'a self,
        forum_ids: &'a [String],
        now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        async move {
            let ap_ids: Vec<String> =
                forum_ids.iter().filter_map(|id| ap_id_of(id).map(str::to_owned)).collect();
            let found: Vec<Found> = futures::stream::iter(ap_ids)
                .map(|ap_id| self.find(ap_id, now).boxed())
                .buffered(AT_ONCE)
                .try_collect()
                .await?;
            let mut page = Page::default();
            for one in found {
                match one {
                    Found::Item(item) => page.items.push(*item),
                    Found::Nothing => {}
                    Found::Unreadable => page.skipped += 1,
                }
            }
            Ok(page)
        }
        .boxed()
    }
}

/// The result of looking up an id.
enum Found {
    Item(Box<ForumItem>),
    Nothing,
    Unreadable,
}

impl Instance {
    fn new(address: &Url, config: &LemmyConfig) -> anyhow::Result<Self> {
        Ok(Self {
            http: http::client(address, config.timeout()).build()?,
            address: address.clone(),
            limit: RateLimiter::direct(Quota::per_minute(REQUESTS_A_MINUTE)),
        })
    }

    /// Returns the base of the instance's addresses, which identifies it.
    pub fn address(&self) -> &str {
        self.address.as_str()
    }

    /// Returns the newest items, or those on the page `next`.
    ///
    /// # Errors
    /// No answer, or one that cannot be read.
    pub async fn newest(
        &self,
        kind: Kind,
        next: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Listed, ForumError> {
        match kind {
            Kind::Post => self.posts(next, now).await,
            Kind::Comment => self.comments(next, now).await,
        }
    }

    async fn posts(&self, next: Option<&str>, now: DateTime<Utc>) -> Result<Listed, ForumError> {
        let cursor = next.map(|cursor| ("page_cursor", cursor));
        let body = self.list("post/list", cursor).await?;
        let Posts { posts, next_page } = read_json(&body)?;
        let is_full = posts.len() >= PAGE_ITEMS;
        let item = |view: PostView| view.stored_as(&self.address, now);
        Ok(Listed {
            next: next_page.filter(|_| is_full),
            bytes: body.len(),
            ..read_all(posts, item)?
        })
    }

    /// Reads comments, whose pages are numbered and shift as new ones arrive: some are read twice
    /// then.
    async fn comments(&self, next: Option<&str>, now: DateTime<Utc>) -> Result<Listed, ForumError> {
        let number: u32 = next.and_then(|page| page.parse().ok()).unwrap_or(1);
        let page = number.to_string();
        let page = Some(("page", page.as_str()));
        let body = self.list("comment/list", page).await?;
        let Comments { comments } = read_json(&body)?;
        let is_full = comments.len() >= PAGE_ITEMS;
        let item = |view: CommentView| view.stored_as(&self.address, now);
        Ok(Listed {
            next: is_full.then(|| (number + 1).to_string()),
            bytes: body.len(),
            ..read_all(comments, item)?
        })
    }

    async fn list(&self, path: &str, page: Option<(&str, &str)>) -> Result<Vec<u8>, ForumError> {
        let limit = PAGE_ITEMS.to_string();
        let wanted = [("type_", "All"), ("sort", "New"), ("limit", limit.as_str())];
        let url = self.url(path, wanted.into_iter().chain(page));
        self.limit.until_ready().await;
        http::get(&self.http, url, MAX_ANSWER_BYTES).await
    }

    /// Looks up an `ap_id`. Without a login, an instance searches what it has, and asks no other.
    async fn find(&self, ap_id: &str, now: DateTime<Utc>) -> Result<Found, ForumError> {
        let url = self.url("resolve_object", [("q", ap_id)]);
        self.limit.until_ready().await;
        let answer = http::ask(&self.http, url, MAX_ANSWER_BYTES).await?;
        if !answer.is_ok() {
            let refusal = serde_json::from_slice::<Refusal>(&answer.body);
            return match refusal.is_ok_and(|refusal| says_nothing_there(&refusal.error)) {
                true => Ok(Found::Nothing),
                false => Err(answer.refused()),
            };
        }
        let Ok(resolved) = serde_json::from_slice::<Resolved>(&answer.body) else {
            return Ok(Found::Unreadable);
        };
        let item = match (resolved.post, resolved.comment) {
            (Some(post), _) => serde_json::from_value::<PostView>(post)
                .ok()
                .and_then(|view| view.stored_as(&self.address, now)),
            (None, Some(comment)) => serde_json::from_value::<CommentView>(comment)
                .ok()
                .and_then(|view| view.stored_as(&self.address, now)),
            (None, None) => None,
        };
        Ok(match item {
            Some(item) if ap_id_of(&item.forum_id) == Some(ap_id) => Found::Item(Box::new(item)),
            _ => Found::Unreadable,
        })
    }

    fn url<'a>(&self, path: &str, query: impl IntoIterator<Item = (&'a str, &'a str)>) -> Url {
        let mut url = self.address.clone();
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{base}/api/v3/{path}"));
        url.query_pairs_mut().extend_pairs(query);
        url
    }
}

/// Returns whether an error means that the item does not exist; versions of the server word it
/// differently.
fn says_nothing_there(error: &str) -> bool {
    error.starts_with("couldnt_find_") || error == "not_found"
}

/// Reads the entries of a page one by one, so that an entry of a new form does not hold up the
/// others.
fn read_all<V: DeserializeOwned>(
    entries: Vec<Value>,
    item: impl Fn(V) -> Option<ForumItem>,
) -> Result<Listed, ForumError> {
    let count = entries.len();
    let views = entries.into_iter().map(serde_json::from_value::<V>);
    let items: Vec<ForumItem> = views.filter_map(|view| item(view.ok()?)).collect();
    if items.is_empty() && count > 0 {
        return Err(ForumError::Malformed(format!("none of {count} entries")));
    }
    Ok(Listed { skipped: count - items.len(), items, ..Listed::default() })
}

fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ForumError> {
    serde_json::from_slice(body).map_err(|error| ForumError::Malformed(error.to_string()))
}
