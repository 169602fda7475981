//! Keeps the known posts.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use crate::jetstream::event::{Commit, Operation};
use crate::jetstream::new_post::PostId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    pub id: PostId,
    /// The CID of its record.
    pub cid: String,
    /// The record, as JSON.
    pub record: Box<str>,
    /// The first post of the thread; the post itself unless it is a reply.
    pub root: PostId,
    /// Whether the author has deleted it.
    pub is_deleted: bool,
}

impl Post {
    pub fn record(&self) -> Value {
        serde_json::from_str(&self.record).unwrap_or_default()
    }

    /// Returns the reference that other records use for the post.
    pub(crate) fn strong_ref(&self) -> Value {
        serde_json::json!({ "cid": self.cid, "uri": self.id.uri() })
    }
}

/// All posts, and their order.
#[derive(Debug, Default)]
pub(crate) struct Posts {
    by_id: BTreeMap<PostId, Post>,
    /// Oldest first.
    order: VecDeque<PostId>,
}

impl Posts {
    /// Applies a change that `did` made to a post, and drops the oldest posts in excess of `most`.
    pub(crate) fn apply(&mut self, did: &str, commit: &Commit, most: usize) {
        let id = PostId { did: did.to_owned(), rkey: commit.rkey.clone() };
        let known = self.by_id.get_mut(&id);
        if commit.operation == Operation::Delete {
            if let Some(known) = known {
                known.is_deleted = true;
            }
            return;
        }
        let record = commit.record.clone().unwrap_or_default();
        let root = record["reply"]["root"]["uri"].as_str();
        let post = Post {
            root: root.and_then(PostId::from_uri).unwrap_or(id.clone()),
            id,
            cid: commit.cid.clone().unwrap_or_default(),
            record: record.to_string().into(),
            is_deleted: false,
        };
        match known {
            Some(known) => *known = post,
            None => {
                self.order.push_back(post.id.clone());
                self.by_id.insert(post.id.clone(), post);
            }
        }
        while self.order.len() > most
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_id.remove(&oldest);
        }
    }

    /// Returns a post, deleted or not.
    pub(crate) fn get(&self, id: &PostId) -> Option<&Post> {
        self.by_id.get(id)
    }

    /// Returns the posts that are not deleted, latest first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = &Post> {
        let posts = self.order.iter().rev().filter_map(|id| self.by_id.get(id));
        posts.filter(|post| !post.is_deleted)
    }

    /// Returns the first `most` posts of the thread that begins at `root`, oldest first.
    pub(crate) fn thread(&self, root: &PostId, most: usize) -> Vec<&Post> {
        let posts = self.order.iter().filter_map(|id| self.by_id.get(id));
        posts.filter(|post| post.root == *root).take(most).collect()
    }
}
