use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::post::{PREFIX, Record};
use super::{Bluesky, PostId};
use crate::sources::{ForumError, Page, Source, http};

/// The most accounts or posts in one request, as the lexicons allow.
pub const MAX_AT_ONCE: usize = 25;
const MAX_ANSWER_BYTES: usize = 2 << 20;

#[derive(Deserialize)]
struct Profiles {
    profiles: Vec<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    did: String,
    handle: String,
}

#[derive(Deserialize)]
struct Posts {
    posts: Vec<PostView>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PostView {
    uri: String,
    author: Profile,
    record: serde_json::Value,
    indexed_at: DateTime<Utc>,
    #[serde(default)]
    like_count: i32,
    #[serde(default)]
    reply_count: i32,
}

impl Bluesky {
    /// Returns the names of these accounts, by their DIDs; accounts that no longer exist are left
    /// out. At most [`MAX_AT_ONCE`].
    ///
    /// # Errors
    /// No answer, or one that cannot be read.
    pub async fn names(&self, dids: &[&str]) -> Result<HashMap<String, String>, ForumError> {
        let pairs = dids.iter().map(|did| ("actors", *did));
        let found: Profiles = self.get("app.bsky.actor.getProfiles", pairs).await?;
        let names = found.profiles.into_iter();
        Ok(names.map(|profile| (profile.did, profile.handle)).collect())
    }

    async fn get<'a, T: DeserializeOwned>(
        &self,
        method: &str,
        pairs: impl Iterator<Item = (&'static str, &'a str)>,
    ) -> Result<T, ForumError> {
        let mut url: Url = self.config.api_url.clone();
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&format!("{base}/xrpc/{method}"));
        url.query_pairs_mut().extend_pairs(pairs);
        let body = http::get(&self.http, url, MAX_ANSWER_BYTES).await?;
        serde_json::from_slice(&body).map_err(|error| ForumError::Malformed(error.to_string()))
    }
}

impl Source for Bluesky {
    fn id_prefix(&self) -> Option<&'static str> {
        Some(PREFIX)
    }

    fn takes_many(&self) -> bool {
        false
    }

    fn stored<'a>(
        &'a self,
        forum_ids: &'a [String],
        _: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        async move {
            let uris = forum_ids.iter().filter_map(|id| Some(PostId::of(id)?.uri()));
            let uris: Vec<String> = uris.collect();
            let mut page = Page::default();
            for some in uris.chunks(MAX_AT_ONCE) {
                let pairs = some.iter().map(|uri| ("uris", uri.as_str()));
                let found: Posts = self.get("app.bsky.feed.getPosts", pairs).await?;
                for post in found.posts {
                    let read = PostId::at(&post.uri).zip(serde_json::from_value(post.record).ok());
                    let Some((id, record)) = read else {
                        page.skipped += 1;
                        continue;
                    };
                    let record: Record = record;
                    let (author, time) = (&post.author.handle, post.indexed_at);
                    let mut item = record.item(&id, author, time, &self.config.site_url);
                    (item.score, item.num_comments) = (post.like_count, post.reply_count);
                    page.items.push(item);
                }
            }
            Ok(page)
        }
        .boxed()
    }
}
