//! Items on their way from the readers to the matchers: the content of a message of the log. It is JSON, in
//! which a version skips fields that it does not know, since not all processes are upgraded at once.

use aws_lc_rs::digest::{Context, SHA256};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::alerts::ItemKey;
use db::models::item::ItemKind;
use foundation::telemetry::metrics::Source;
use platform::bus::NewBatch;
use platform::sources::ForumItem;

/// Maximum text in one message, plus one item: NATS takes a megabyte, and no item is larger in JSON.
const MAX_BYTES: usize = 128 * 1_024;
const MAX_ITEMS: usize = 100;

/// Items of one source, oldest first, as they were seen at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PassedOn {
    pub(crate) items: Vec<PassedItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PassedItem {
    id: Uuid,
    seen_at: DateTime<Utc>,
    forum_id: String,
    thread_id: String,
    kind: ItemKind,
    subreddit: String,
    author: String,
    title: String,
    body: String,
    url: String,
    score: i32,
    num_comments: i32,
    created_at: DateTime<Utc>,
    #[serde(default)]
    crosspost_parent: String,
    #[serde(default)]
    is_backlog: bool,
    #[serde(default)]
    flair: String,
    #[serde(default)]
    link: String,
    /// Whether a stored item has another text now.
    #[serde(default)]
    is_edited: bool,
    /// The earlier score of a stored item that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) risen_from: Option<i32>,
}

impl PassedItem {
    pub(crate) fn new(key: ItemKey, item: &ForumItem, risen_from: Option<i32>) -> Self {
        let item = item.clone();
        Self {
            id: key.id,
            seen_at: key.seen_at,
            forum_id: item.forum_id,
            thread_id: item.thread_id,
            kind: item.kind.into(),
            subreddit: item.subreddit,
            author: item.author,
            title: item.title,
            body: item.body,
            url: item.url,
            score: item.score,
            num_comments: item.num_comments,
            created_at: item.created_at,
            crosspost_parent: item.crosspost_parent,
            is_backlog: item.is_backlog,
            flair: item.flair,
            link: item.link,
            is_edited: item.is_edited,
            risen_from,
        }
    }

    pub(crate) fn key(&self) -> ItemKey {
        ItemKey { id: self.id, seen_at: self.seen_at }
    }

    pub(crate) fn forum_id(&self) -> &str {
        &self.forum_id
    }

    pub(crate) fn source(&self) -> Source {
        Source::of(&self.subreddit)
    }

    pub(crate) fn into_item(self) -> ForumItem {
        ForumItem {
            forum_id: self.forum_id,
            thread_id: self.thread_id,
            kind: self.kind.into(),
            subreddit: self.subreddit,
            author: self.author,
            title: self.title,
            body: self.body,
            url: self.url,
            score: self.score,
            num_comments: self.num_comments,
            created_at: self.created_at,
            pinned: false,
            crosspost_parent: self.crosspost_parent,
            is_backlog: self.is_backlog,
            is_gone: false,
            is_edited: self.is_edited,
            flair: self.flair,
            link: self.link,
        }
    }

    fn bytes(&self) -> usize {
        self.title.len() + self.body.len() + self.url.len() + self.link.len()
    }
}

/// Returns the messages that carry the items, in their order. Items that are passed on for the same `reason`
/// make the same messages for NATS.
///
/// # Errors
/// None: it is JSON of text and numbers.
pub(crate) fn messages(items: Vec<PassedItem>, reason: &str) -> serde_json::Result<Vec<NewBatch>> {
    let (mut messages, mut batch, mut bytes) = (Vec::new(), Vec::new(), 0);
    for item in items {
        bytes += item.bytes();
        batch.push(item);
        if bytes >= MAX_BYTES || batch.len() == MAX_ITEMS {
            messages.push(message(std::mem::take(&mut batch), reason)?);
            bytes = 0;
        }
    }
    if !batch.is_empty() {
        messages.push(message(batch, reason)?);
    }
    Ok(messages)
}

fn message(items: Vec<PassedItem>, reason: &str) -> serde_json::Result<NewBatch> {
    let source = items[0].source().as_str();
    let mut id = Context::new(&SHA256);
    id.update(reason.as_bytes());
    for item in &items {
        // What is known of an item is in the database; that it is read again changes nothing.
        id.update(b"\0");
        id.update(item.forum_id.as_bytes());
        if item.risen_from.is_some() {
            id.update(&item.score.to_be_bytes());
        }
    }
    Ok(NewBatch {
        source,
        id: BASE64_URL_SAFE_NO_PAD.encode(id.finish()),
        payload: serde_json::to_vec(&PassedOn { items })?.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, bytes: usize) -> PassedItem {
        let key = ItemKey { id: Uuid::now_v7(), seen_at: DateTime::UNIX_EPOCH };
        let item = ForumItem { body: "é".repeat(bytes / 2), ..ForumItem::empty_post(id) };
        PassedItem::new(key, &item, None)
    }

    #[test]
    fn every_item_comes_out_of_its_message_as_it_went_in() {
        let items: Vec<PassedItem> = (0..250).map(|n| item(&format!("a{n}"), 10)).collect();
        let messages = messages(items.clone(), "new").unwrap();
        assert_eq!(messages.len(), 3);
        let read = messages.iter().flat_map(|message| {
            let passed: PassedOn = serde_json::from_slice(&message.payload).unwrap();
            passed.items
        });
        assert_eq!(read.collect::<Vec<_>>(), items);
    }

    #[test]
    fn no_message_is_larger_than_nats_takes() {
        let largest = ForumItem {
            // Each takes six bytes in JSON.
            body: "\u{1}".repeat(100_000),
            title: "\u{1}".repeat(1_000),
            ..ForumItem::empty_post("large")
        };
        let key = item("large", 0).key();
        let mut items: Vec<PassedItem> = (0..90).map(|n| item(&format!("a{n}"), 1_400)).collect();
        items.push(PassedItem::new(key, &largest, None));
        for message in messages(items, "new").unwrap() {
            assert!(message.payload.len() < 1 << 20, "{}", message.payload.len());
        }
    }

    #[test]
    fn the_same_items_are_the_same_message_whenever_they_are_read() {
        let id =
            |items: &[PassedItem], reason| messages(items.to_vec(), reason).unwrap()[0].id.clone();
        let (first, again) = ([item("a", 4), item("b", 4)], [item("a", 8), item("b", 8)]);
        assert_eq!(id(&first, "new"), id(&again, "new"));
        assert_ne!(id(&first, "new"), id(&first[..1], "new"));
        assert_ne!(id(&first, "new"), id(&first, "another reason"));
    }
}
