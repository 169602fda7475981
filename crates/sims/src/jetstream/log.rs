//! Keeps the events that subscribers follow, each at its own pace.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use chrono::{DateTime, Utc};

use crate::jetstream::event::{Body, Event};

/// An event as it is sent, and the values that it is filtered by.
pub(crate) struct Entry {
    pub(crate) time_us: i64,
    pub(crate) did: Box<str>,
    /// `None` for an identity or an account.
    pub(crate) collection: Option<Box<str>>,
    /// The JSON, shared by all subscribers.
    pub(crate) text: Utf8Bytes,
}

/// The kept events, oldest first. A position counts all events that there ever were.
#[derive(Default)]
pub(crate) struct Log {
    entries: VecDeque<Entry>,
    /// The position of the oldest event.
    first: u64,
    last_time_us: i64,
}

impl Log {
    /// Returns the time of an event that happens now: later than that of any other.
    pub(crate) fn stamp(&mut self, now: DateTime<Utc>) -> i64 {
        self.last_time_us = now.timestamp_micros().max(self.last_time_us + 1);
        self.last_time_us
    }

    /// Adds an event, whose time is from [`Log::stamp`].
    pub(crate) fn push(&mut self, event: &Event) -> anyhow::Result<()> {
        self.entries.push_back(Entry {
            time_us: event.time_us,
            did: event.did.as_str().into(),
            collection: match &event.body {
                Body::Commit { commit } => Some(commit.collection.as_str().into()),
                _ => None,
            },
            text: serde_json::to_string(event)?.into(),
        });
        Ok(())
    }

    /// Drops events older than `time_us`, and the oldest in excess of `most`.
    pub(crate) fn trim(&mut self, time_us: i64, most: usize) {
        let old = self.entries.partition_point(|one| one.time_us < time_us);
        let gone = old.max(self.entries.len().saturating_sub(most));
        self.entries.drain(..gone);
        self.first += gone as u64;
    }

    /// Returns the position of the oldest kept event.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Returns the position of the next event to come.
    pub(crate) fn end(&self) -> u64 {
        self.first + self.entries.len() as u64
    }

    /// Returns the position of the first event that is not older than `time_us`.
    pub(crate) fn position(&self, time_us: i64) -> u64 {
        let older = self.entries.partition_point(|one| one.time_us < time_us);
        self.first + older as u64
    }

    /// Returns the event at a position, if it is kept.
    pub(crate) fn at(&self, position: u64) -> Option<&Entry> {
        let index = position.checked_sub(self.first)?;
        self.entries.get(usize::try_from(index).ok()?)
    }

    /// Returns the time of the last event, or 0.
    pub(crate) fn last_time_us(&self) -> i64 {
        self.last_time_us
    }
}
