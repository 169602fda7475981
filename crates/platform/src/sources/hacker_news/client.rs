use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, TryStreamExt};
use reqwest::redirect::Policy;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::item::{Item, PREFIX, id_of};
use crate::config::HackerNewsConfig;
use crate::sources::{ForumError, Page, Source, http};

/// The largest answer: a story with ten thousand comments is smaller, and so is any text.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// The number of items that are requested at the same time.
const AT_ONCE: usize = 8;

/// The client of the API (and of its stand-in).
pub struct HackerNews {
    http: reqwest::Client,
    /// For streams, which Firebase serves elsewhere.
    pub(super) streams: reqwest::Client,
    pub(super) config: HackerNewsConfig,
}

/// The API's answer for an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Item(Box<Item>),
    /// No item exists there, or not yet.
    Nothing,
    /// The answer is not an item.
    Unreadable(String),
}

#[derive(Deserialize)]
struct Updates {
    items: Vec<i64>,
}

impl HackerNews {
    /// Makes the client from `config`.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &HackerNewsConfig) -> anyhow::Result<Self> {
        let client = || http::client(&config.api_url, config.timeout());
        let is_secure = config.api_url.scheme() == "https";
        Ok(Self {
            http: client().build()?,
            streams: client().redirect(Policy::limited(3)).https_only(is_secure).build()?,
            config: config.clone(),
        })
    }

    pub fn config(&self) -> &HackerNewsConfig {
        &self.config
    }

    /// Returns the last id that was assigned.
    ///
    /// # Errors
    /// No answer, or one that cannot be read.
    pub async fn last_id(&self) -> Result<i64, ForumError> {
        let id = read_json(&self.get("maxitem").await?)?;
        if id > 0 { Ok(id) } else { Err(ForumError::Malformed(format!("{id} as the last id"))) }
    }

    /// Returns the ids of the items that have changed in the last minutes.
    ///
    /// # Errors
    /// No answer, or one that cannot be read.
    pub async fn updates(&self) -> Result<Vec<i64>, ForumError> {
        let updates: Updates = read_json(&self.get("updates").await?)?;
        Ok(updates.items)
    }

    /// Returns the answer for an id.
    ///
    /// # Errors
    /// No answer. One that is not an item is [`Answer::Unreadable`], since it concerns this id
    /// alone.
    pub async fn item(&self, id: i64) -> Result<Answer, ForumError> {
        let body = match self.get(&format!("item/{id}")).await {
            Ok(body) => body,
            Err(ForumError::Malformed(reason)) => return Ok(Answer::Unreadable(reason)),
            Err(error) => return Err(error),
        };
        Ok(match serde_json::from_slice::<Option<Item>>(&body) {
            Ok(Some(item)) if item.id == id => Answer::Item(Box::new(item)),
            Ok(Some(item)) => Answer::Unreadable(format!("item {} instead of {id}", item.id)),
            Ok(None) => Answer::Nothing,
            Err(error) => Answer::Unreadable(error.to_string()),
        })
    }

    /// Returns the answers for many ids, in their order.
    ///
    /// # Errors
    /// One of the ids received no answer.
    pub async fn items(&self, ids: &[i64]) -> Result<Vec<(i64, Answer)>, ForumError> {
        futures::stream::iter(ids.to_vec())
            .map(|id| self.one_of_many(id).boxed())
            .buffered(AT_ONCE)
            .try_collect()
            .await
    }

    async fn one_of_many(&self, id: i64) -> Result<(i64, Answer), ForumError> {
        Ok((id, self.item(id).await?))
    }

    async fn get(&self, path: &str) -> Result<Vec<u8>, ForumError> {
        http::get(&self.http, self.url(path), MAX_ANSWER_BYTES).await
    }

    pub(super) fn url(&self, path: &str) -> Url {
        let mut url: Url = self.config.api_url.clone();
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{base}/v0/{path}.json"));
        url
    }
}

impl Source for HackerNews {
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
        // For comments, the thread and its title are not looked up.
        async move {
            let ids: Vec<i64> = forum_ids.iter().filter_map(|id| id_of(id)).collect();
            let mut page = Page::default();
            for (_, answer) in self.items(&ids).await? {
                match answer {
                    Answer::Item(item) => {
                        let stored = item.stored_as(None, &self.config.site_url, now);
                        page.items.extend(stored);
                    }
                    Answer::Nothing => {}
                    Answer::Unreadable(_) => page.skipped += 1,
                }
            }
            Ok(page)
        }
        .boxed()
    }
}

fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ForumError> {
    serde_json::from_slice(body).map_err(|error| ForumError::Malformed(error.to_string()))
}
