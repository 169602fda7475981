//! Keeps what has arrived so far, and waits for what is still to come.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::kit::{Faults, Progress};
use crate::smtp::faults::{Action, Fault, Stage};
use crate::smtp::message::Message;
use crate::smtp::report::Report;

/// The messages, counts and faults of a sink.
pub struct Mailbox {
    count_only: bool,
    inner: Mutex<Inner>,
    arrivals: Progress,
    /// Whether sessions that a fault holds may continue.
    released: watch::Sender<bool>,
}

#[derive(Default)]
struct Inner {
    messages: Vec<Arc<Message>>,
    reports: Vec<Arc<Report>>,
    faults: Faults<Fault>,
    stats: Stats,
}

/// A filter for messages. Empty means all.
#[derive(Debug, Default, Clone, Deserialize)]
pub struct Query {
    /// A complete envelope recipient, in any case.
    #[serde(default)]
    pub to: Option<String>,
    #[serde(default)]
    pub subject_contains: Option<String>,
    /// Text that the text or HTML part contains.
    #[serde(default)]
    pub body_contains: Option<String>,
}

/// The counts since the start or the last deletion.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Stats {
    pub connections: u64,
    /// Commands of a delivery (AUTH, MAIL, RCPT, DATA) that arrived without encryption.
    pub in_the_clear: u64,
    /// Messages kept, or only counted.
    pub messages: u64,
    /// Recipients of those messages.
    pub recipients: u64,
    /// Bytes of those messages.
    pub bytes: u64,
    pub faults_served: u64,
    /// Number of faults that are waiting to be served.
    pub faults_waiting: usize,
}

impl Query {
    fn fits(&self, message: &Message) -> bool {
        let to = self.to.as_deref().is_none_or(|wanted| {
            message.to.iter().any(|recipient| recipient.eq_ignore_ascii_case(wanted))
        });
        let subject =
            self.subject_contains.as_deref().is_none_or(|text| message.subject.contains(text));
        let body = self.body_contains.as_deref().is_none_or(|text| {
            let parts = [&message.text, &message.html];
            parts.into_iter().flatten().any(|part| part.contains(text))
        });
        to && subject && body
    }
}

impl Mailbox {
    pub(crate) fn new(count_only: bool) -> Self {
        Self {
            count_only,
            inner: Mutex::default(),
            arrivals: Progress::default(),
            released: watch::Sender::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change made under the lock is complete, so a poisoned lock is safe to reuse.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the messages that match, oldest first.
    pub fn messages(&self, query: &Query) -> Vec<Arc<Message>> {
        self.lock().messages.iter().filter(|message| query.fits(message)).cloned().collect()
    }

    /// Returns the matching messages once there are `count`, or those there are after `limit`.
    pub async fn wait(&self, query: &Query, count: usize, limit: Duration) -> Vec<Arc<Message>> {
        let is_enough = || self.messages(query).len() >= count;
        // After the limit, whatever has arrived is returned.
        let _ = timeout(limit, self.arrivals.until(is_enough)).await;
        self.messages(query)
    }

    /// Waits until at least `count` messages have arrived since the start, kept or only counted,
    /// deleted or not. Returns false if `limit` passes first.
    pub async fn wait_for_count(&self, count: u64, limit: Duration) -> bool {
        let is_enough = || self.arrivals.count() >= count;
        timeout(limit, self.arrivals.until(is_enough)).await.is_ok()
    }

    /// Discards all messages, reports and counts; ids continue.
    pub fn clear(&self) {
        let mut inner = self.lock();
        inner.messages.clear();
        inner.reports.clear();
        inner.stats = Stats::default();
    }

    /// Returns the reports about messages that were accepted, in the order of the messages.
    pub fn reports(&self) -> Vec<Arc<Report>> {
        self.lock().reports.clone()
    }

    pub(crate) fn report(&self, report: Report) {
        self.lock().reports.push(Arc::new(report));
    }

    pub fn fault(&self, fault: Fault) {
        if fault.action == Action::Hold {
            self.released.send_replace(false);
        }
        self.lock().faults.push(fault.times, fault);
    }

    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Lets the sessions that a fault holds continue.
    pub fn release(&self) {
        self.released.send_replace(true);
    }

    pub(crate) async fn held(&self) {
        let mut released = self.released.subscribe();
        // The sender lives in `self`, so this cannot fail while it runs.
        let _ = released.wait_for(|released| *released).await;
    }

    /// Returns the counts since the start or the last deletion.
    pub fn stats(&self) -> Stats {
        let inner = self.lock();
        Stats { faults_waiting: inner.faults.waiting(), ..inner.stats.clone() }
    }

    pub(crate) fn connected(&self) {
        self.lock().stats.connections += 1;
    }

    pub(crate) fn heard_in_the_clear(&self) {
        self.lock().stats.in_the_clear += 1;
    }

    pub(crate) fn take_fault(&self, stage: Stage, recipients: &[String]) -> Option<Action> {
        let mut inner = self.lock();
        let fault = inner.faults.take(|fault| fault.is_for(stage, recipients))?;
        inner.stats.faults_served += 1;
        Some(fault.action)
    }

    /// Keeps a message, and returns its id.
    pub(crate) fn keep(&self, from: String, to: Vec<String>, raw: &[u8]) -> u64 {
        let recipients = to.len() as u64;
        // Parsed before the lock is taken: a large message must not hold up other sessions.
        let parsed = (!self.count_only).then(|| Message::parse(0, from, to, raw));
        let mut inner = self.lock();
        inner.stats.messages += 1;
        inner.stats.recipients += recipients;
        inner.stats.bytes += raw.len() as u64;
        // Numbers and announces under the lock, so that ids are in the order of the list.
        let id = self.arrivals.step();
        if let Some(message) = parsed {
            inner.messages.push(Arc::new(Message { id, ..message }));
        }
        id
    }
}
