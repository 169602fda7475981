//! Adds up some hundred events of a stream. Pure.

use std::collections::HashMap;

use url::Url;

use crate::removal::gone::Gone;
use platform::sources::ForumItem;
use platform::sources::bluesky::{Event, PostId, Record, What};

/// Events in the order in which they came, added up.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The new posts. `author` is the DID, since the name is not known yet.
    posts: Vec<ForumItem>,
    edited: Vec<ForumItem>,
    gone: Vec<String>,
    accounts_gone: Vec<String>,
    /// Names of accounts, by their DIDs.
    names: HashMap<String, String>,
    /// The times of the first and the last event.
    pub(super) times: Option<(i64, i64)>,
    pub(super) events: usize,
    pub(super) unreadable: usize,
}

impl Batch {
    /// Adds the next event.
    pub(super) fn add(&mut self, event: Event, site_url: &Url) {
        self.events += 1;
        let first = self.times.map_or(event.time, |(first, _)| first);
        let last = self.times.map_or(event.time, |(_, last)| last);
        self.times = Some((first, last.max(event.time)));
        let Some(seen_at) = event.seen_at() else {
            self.unreadable += 1;
            return;
        };
        let item = |id: &PostId, record: &Record| record.item(id, &id.did, seen_at, site_url);
        match event.what {
            What::Posted(id, record) => {
                self.posts.push(item(&id, &record));
            }
            What::Edited(id, record) => {
                let id_before = id.forum_id();
                let edited = ForumItem { is_edited: true, ..item(&id, &record) };
                match self.posts.iter_mut().find(|post| post.forum_id == id_before) {
                    Some(post) => *post = edited,
                    None => {
                        self.edited.retain(|post| post.forum_id != id_before);
                        self.edited.push(edited);
                    }
                }
            }
            What::Deleted(id) => {
                let id = id.forum_id();
                self.forget(|post| post.forum_id == id);
                self.gone.push(id);
            }
            What::AccountGone(did) => {
                self.forget(|post| post.author == did);
                self.accounts_gone.push(did);
            }
            What::Named(did, name) => {
                self.names.insert(did, name);
            }
            What::Other => {}
            What::Unreadable(reason) => {
                tracing::debug!(reason, "a post cannot be read");
                self.unreadable += 1;
            }
        }
    }

    fn forget(&mut self, is_gone: impl Fn(&ForumItem) -> bool) {
        self.posts.retain(|post| !is_gone(post));
        self.edited.retain(|post| !is_gone(post));
    }

    /// Divides it into the posts that are new or edited, the newest first, what is gone, and names.
    pub(super) fn divide(self) -> (Vec<ForumItem>, Gone, HashMap<String, String>) {
        let mut posts = self.posts;
        posts.extend(self.edited);
        posts.reverse();
        let gone = Gone { posts: self.gone, accounts: self.accounts_gone };
        (posts, gone, self.names)
    }
}
