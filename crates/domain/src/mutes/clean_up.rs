//! Finds the matches in a user's list that mutes cover, a page at a time.

use std::sync::Arc;

use anyhow::Context;
use chrono::{DateTime, Utc};
use matcher::Item;
use uuid::Uuid;

use super::Mutes;
use db::Conn;
use db::error::Result;
use db::models::mute::{Candidate, Caught, Mute, MuteKind, candidates};

/// The mutes of one user, by which the user's list is cleaned up.
#[derive(Debug, Clone)]
pub struct CleanUp {
    user_id: Uuid,
    mutes: Arc<Mutes>,
    with_texts: bool,
}

/// What mutes cover on a page of the list.
#[derive(Debug)]
pub struct Page {
    pub caught: Vec<Caught>,
    /// The position in the user's sequence after which the next page begins; `None` after the last page.
    pub next: Option<i64>,
}

impl CleanUp {
    pub fn new(user_id: Uuid, mutes: &[Mute]) -> Self {
        Self {
            user_id,
            mutes: Arc::new(Mutes::new(mutes)),
            with_texts: mutes.iter().any(|mute| mute.kind == MuteKind::Word),
        }
    }

    /// Reads up to `limit` notifications after the position `after`, the oldest first: the newest one of a list is then
    /// the last that leaves it. What is covered is decided by the same code as when notifications are made, off the
    /// threads that serve requests.
    pub async fn page(
        &self,
        after: Option<i64>,
        limit: i64,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> Result<Page> {
        let after = after.unwrap_or(i64::MIN);
        let page = candidates(self.user_id, after, self.with_texts, limit, now, conn).await?;
        let next = page.last().map(|last| last.seq);
        let clean_up = self.clone();
        let caught = tokio::task::spawn_blocking(move || {
            page.iter().filter_map(|one| clean_up.caught(one)).collect()
        });
        let caught = caught.await.context("the thread that looked for what is muted panicked")?;
        Ok(Page { caught, next })
    }

    fn caught(&self, one: &Candidate) -> Option<Caught> {
        let item = Item {
            kind: one.kind.into(),
            author: &one.author,
            ..Item::post(&one.subreddit, &one.title, &one.body)
        };
        let prepared = self.mutes.prepare(&item, &one.thread_id);
        let mute_id = self.mutes.cover(self.user_id, one.watch_id, &prepared)?;
        Some(Caught { id: one.id, seen_at: one.seen_at, mute_id })
    }
}
