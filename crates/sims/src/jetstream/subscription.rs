//! The filters of a subscriber, and its position in the log.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use crate::jetstream::event::POSTS;
use crate::jetstream::faults::{Fault, FaultKind};
use crate::jetstream::log::Entry;
use crate::jetstream::sim::Sim;

/// The most collections that Jetstream accepts.
const MAX_COLLECTIONS: usize = 100;
const MAX_DIDS: usize = 10_000;

/// The events that a subscriber asks for.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// Names, or prefixes of names that end with a dot; empty for all.
    collections: Vec<String>,
    /// Empty for all.
    dids: BTreeSet<String>,
    /// Larger events are skipped; 0 skips none.
    most_bytes: usize,
    /// The time to start from, in microseconds since 1970.
    cursor: Option<i64>,
}

impl Wanted {
    /// Reads the query of a request.
    pub(crate) fn parse(query: Vec<(String, String)>) -> Result<Self, &'static str> {
        let mut wanted = Self::default();
        for (name, value) in query {
            match name.as_str() {
                "wantedCollections" => match value.strip_suffix('*') {
                    Some(prefix) if prefix.ends_with('.') => {
                        wanted.collections.push(prefix.to_owned());
                    }
                    None if value.contains('.') => wanted.collections.push(value),
                    _ => return Err("invalid collection"),
                },
                "wantedDids" if value.starts_with("did:") => {
                    wanted.dids.insert(value);
                }
                "wantedDids" => return Err("invalid did"),
                "cursor" => {
                    wanted.cursor = Some(value.parse().map_err(|_| "invalid cursor")?);
                }
                "maxMessageSizeBytes" => {
                    let most: i64 = value.parse().map_err(|_| "invalid size")?;
                    wanted.most_bytes = usize::try_from(most).unwrap_or_default();
                }
                // Jetstream supports these; the stand-in refuses them rather than pretend.
                "compress" | "requireHello" if value != "false" => {
                    return Err("the stand-in neither compresses nor waits for options");
                }
                _ => {}
            }
        }
        if wanted.collections.len() > MAX_COLLECTIONS || wanted.dids.len() > MAX_DIDS {
            return Err("too many collections or dids");
        }
        Ok(wanted)
    }

    /// Returns true if an event is for this subscriber. Identities and accounts belong to no collection
    /// and are sent whatever collections are wanted.
    fn has(&self, event: &Entry) -> bool {
        let is_in = |name: &str| {
            let mut wanted = self.collections.iter();
            self.collections.is_empty()
                || wanted.any(|one| name == one || (one.ends_with('.') && name.starts_with(one)))
        };
        event.collection.as_deref().is_none_or(is_in)
            && (self.dids.is_empty() || self.dids.contains(&*event.did))
            && (self.most_bytes == 0 || event.text.len() <= self.most_bytes)
    }
}

/// An instance of the network's stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instance {
    /// The one that can be made to leave out a part of the network.
    First,
    Second,
}

/// A subscription, which counts as a subscriber until it is dropped.
pub(crate) struct Subscription {
    pub(crate) sim: Arc<Sim>,
    wanted: Wanted,
    instance: Instance,
    /// The position to read next.
    next: u64,
    /// The fault that is to happen.
    fault: Option<Fault>,
    /// The connection ends when this is cancelled.
    pub(crate) cut: CancellationToken,
}

/// The next thing to do for a subscriber.
pub(crate) enum Step {
    Send(Utf8Bytes),
    Misbehave(FaultKind),
    /// The next event to read is no longer kept.
    GiveUp,
    /// Nothing for now.
    Wait,
}

impl Subscription {
    /// Subscribes to the events that a request asks for.
    pub(crate) fn begin(sim: Arc<Sim>, wanted: Wanted, instance: Instance) -> Self {
        let (next, fault, cut) = sim.subscribe(wanted.cursor);
        Self { sim, wanted, instance, next, fault, cut }
    }

    /// Returns what to do next, and advances by it.
    pub(crate) fn step(&mut self) -> Step {
        let sim = self.sim.clone();
        sim.with_log(|log, faults| {
            if self.cut.is_cancelled() {
                return Step::Wait;
            }
            if let Some(fault) = self.due() {
                return Step::Misbehave(fault);
            }
            if self.next < log.first() {
                return Step::GiveUp;
            }
            while let Some(event) = log.at(self.next) {
                if self.wanted.has(event) && !self.leaves_out(event) {
                    if self.fault.is_none() {
                        self.fault = faults.take(Fault::is_for_streams);
                    }
                    if let Some(fault) = self.due() {
                        return Step::Misbehave(fault);
                    }
                    if let Some(fault) = &mut self.fault {
                        fault.after -= 1;
                    }
                    self.next += 1;
                    return Step::Send(event.text.clone());
                }
                self.next += 1;
            }
            Step::Wait
        })
    }

    fn leaves_out(&self, event: &Entry) -> bool {
        let is_post = event.collection.as_deref() == Some(POSTS);
        self.instance == Instance::First && is_post && self.sim.is_left_out(&event.did)
    }

    fn due(&mut self) -> Option<FaultKind> {
        let due = self.fault.take_if(|fault| fault.after == 0);
        due.map(|fault| fault.fault)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.sim.unsubscribe();
    }
}
