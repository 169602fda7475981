//! The state of the network: every change is an event, and everything else follows from the events.

use anyhow::{Context, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::jetstream::accounts::Accounts;
use crate::jetstream::event::{
    Account, Body, Commit, Event, Identity, LIKES, Operation, POSTS, Status,
};
use crate::jetstream::ids;
use crate::jetstream::log::Log;
use crate::jetstream::new_post::{Embed, NewPost, PostId, written};
use crate::jetstream::posts::{Post, Posts};

/// The log, the accounts and the posts.
pub(crate) struct Network {
    pub(crate) log: Log,
    pub(crate) posts: Posts,
    pub(crate) accounts: Accounts,
    /// The sequence number of the last event of an account or an identity.
    seq: u64,
    window: TimeDelta,
    most: usize,
}

impl Network {
    /// Returns an empty network, which keeps `most` events, none older than `window`.
    pub(crate) fn new(window: TimeDelta, most: usize) -> Self {
        Self {
            log: Log::default(),
            posts: Posts::default(),
            accounts: Accounts::default(),
            seq: 0,
            window,
            most,
        }
    }

    pub(crate) fn post(&mut self, new: NewPost, now: DateTime<Utc>) -> anyhow::Result<PostId> {
        let somebody = || ids::did("somebody");
        let did = new.did.clone().unwrap_or_else(somebody);
        let reply = match &new.reply_to {
            Some(parent) => Some(self.reply(parent)?),
            None => None,
        };
        let quoted = match &new.embed {
            Some(Embed::Quote(quoted)) => Some(self.known(quoted)?.strong_ref()),
            _ => None,
        };
        let record = new.into_record(reply, quoted, now);
        let rkey = self.write(&did, POSTS, record, now)?;
        Ok(PostId { did, rkey })
    }

    /// Returns the references of a reply to `parent`.
    fn reply(&self, parent: &PostId) -> anyhow::Result<Value> {
        let parent = self.known(parent)?;
        let replied = &parent.record()["reply"];
        let root = match replied.get("root") {
            Some(root) => root.clone(),
            None => parent.strong_ref(),
        };
        Ok(json!({ "parent": parent.strong_ref(), "root": root }))
    }

    /// Writes a new record, and returns its key.
    fn write(
        &mut self,
        did: &str,
        collection: &str,
        record: Value,
        now: DateTime<Utc>,
    ) -> anyhow::Result<String> {
        ensure!(self.accounts.is_active(did), "{did} is not active");
        let time_us = self.log.stamp(now);
        let rkey = ids::tid(time_us, did);
        let commit = Commit {
            rev: ids::tid(time_us, "rev"),
            operation: Operation::Create,
            collection: collection.to_owned(),
            rkey: rkey.clone(),
            cid: Some(ids::cid(&record.to_string())),
            record: Some(record),
        };
        self.happen(did, time_us, Body::Commit { commit }, now)?;
        Ok(rkey)
    }

    pub(crate) fn edit(
        &mut self,
        id: &PostId,
        text: &str,
        now: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        let mut record = self.there(id)?.record();
        record["text"] = text.into();
        // The offsets are those of the old text.
        if let Some(fields) = record.as_object_mut() {
            fields.remove("facets");
        }
        self.change(id, Operation::Update, Some(record), now)
    }

    pub(crate) fn delete(&mut self, id: &PostId, now: DateTime<Utc>) -> anyhow::Result<()> {
        self.there(id)?;
        self.change(id, Operation::Delete, None, now)
    }

    fn change(
        &mut self,
        id: &PostId,
        operation: Operation,
        record: Option<Value>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        ensure!(self.accounts.is_active(&id.did), "{} is not active", id.did);
        let time_us = self.log.stamp(now);
        let commit = Commit {
            rev: ids::tid(time_us, "rev"),
            operation,
            collection: POSTS.to_owned(),
            rkey: id.rkey.clone(),
            cid: record.as_ref().map(|it| ids::cid(&it.to_string())),
            record,
        };
        self.happen(&id.did, time_us, Body::Commit { commit }, now)
    }

    pub(crate) fn like(&mut self, id: &PostId, now: DateTime<Utc>) -> anyhow::Result<()> {
        let subject = self.there(id)?.strong_ref();
        let record = json!({ "$type": LIKES, "createdAt": written(now), "subject": subject });
        self.write(&ids::did("admirer"), LIKES, record, now)?;
        Ok(())
    }

    pub(crate) fn set_account(
        &mut self,
        did: &str,
        status: Option<Status>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        let (time_us, seq) = (self.log.stamp(now), self.next_seq());
        let account = Account {
            active: status.is_none(),
            did: did.to_owned(),
            seq,
            status,
            time: written(now),
        };
        self.happen(did, time_us, Body::Account { account }, now)
    }

    pub(crate) fn set_handle(
        &mut self,
        did: &str,
        handle: &str,
        now: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        let (time_us, seq) = (self.log.stamp(now), self.next_seq());
        let identity = Identity {
            did: did.to_owned(),
            handle: Some(handle.to_owned()),
            seq,
            time: written(now),
        };
        self.happen(did, time_us, Body::Identity { identity }, now)
    }

    fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    fn happen(
        &mut self,
        did: &str,
        time_us: i64,
        body: Body,
        now: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        let event = Event { did: did.to_owned(), time_us, body };
        self.log.push(&event)?;
        self.accounts.apply(&event, self.most);
        if let Body::Commit { commit } = &event.body
            && commit.collection == POSTS
        {
            self.posts.apply(did, commit, self.most);
        }
        self.trim(now);
        Ok(())
    }

    /// Drops the events that no cursor can reach any more.
    pub(crate) fn trim(&mut self, now: DateTime<Utc>) {
        let oldest = now - self.window;
        self.log.trim(oldest.timestamp_micros(), self.most);
    }

    /// Returns at most `most` posts of the thread that a post is part of, without those that cannot be
    /// seen, and with the handles of the authors.
    pub(crate) fn thread(&self, id: &PostId, most: usize) -> Vec<(String, Post)> {
        let root = self.posts.get(id).map(|post| &post.root);
        let thread = root.map(|root| self.posts.thread(root, most));
        let seen = thread.into_iter().flatten().filter_map(|post| {
            let (_, account) = self.accounts.get(&post.id.did)?;
            let is_seen = account.is_active && !post.is_deleted;
            is_seen.then(|| (account.handle.clone(), post.clone()))
        });
        seen.collect()
    }

    fn known(&self, id: &PostId) -> anyhow::Result<&Post> {
        let post = self.posts.get(id);
        post.with_context(|| format!("there is no post {}", id.uri()))
    }

    /// Returns a post that is not deleted.
    fn there(&self, id: &PostId) -> anyhow::Result<&Post> {
        let post = self.known(id)?;
        ensure!(!post.is_deleted, "{} is deleted", id.uri());
        Ok(post)
    }
}
