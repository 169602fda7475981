//! The actions of the program that started a stand-in. [`crate::stripe::control`] offers some of them over
//! HTTP.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use crate::stripe::billing::NotPaid;
use crate::stripe::config::Endpoint;
use crate::stripe::faults::Fault;
use crate::stripe::objects::{Cause, Object};
use crate::stripe::seen::Seen;
use crate::stripe::send::is_success;
use crate::stripe::sim::Sim;
use crate::stripe::webhooks::{Delivery, Signature, State, WebhookFault};

impl Sim {
    /// Pays an open checkout session, as its page does. Returns where the browser goes then.
    pub(crate) fn pay(&self, session: &str) -> Result<String, NotPaid> {
        self.act(Cause::default(), |account| account.pay_checkout(session))
    }

    /// Declines the card at an open checkout session, as its page does.
    pub(crate) fn decline(&self, session: &str) -> Result<(), NotPaid> {
        self.act(Cause::default(), |account| account.decline_checkout(session))
    }

    /// Pays an open checkout session, and returns the address that the browser goes to; `None` if
    /// there is no such session, or the card is declined.
    pub fn pay_checkout(&self, session: &str) -> Option<String> {
        self.pay(session).ok()
    }

    /// Moves the account's clock and does everything that is due by then: renewals, expiries, retries.
    /// Signatures still use the machine's clock, or the test's.
    pub fn advance(&self, by: Duration) {
        self.lock().ahead += i64::try_from(by.as_secs()).unwrap_or(i64::MAX / 2);
        self.catch_up();
    }

    /// Does everything that is due by the account's clock. Calls and pages do so automatically; a test
    /// that moves its own clock calls this.
    pub fn catch_up(&self) {
        self.act(Cause::default(), |_| ());
    }

    /// Sets whether the customer's card is declined from now on.
    pub fn set_card_declines(&self, customer: &str, declines: bool) {
        self.act(Cause::default(), |account| {
            account.set_card_declines(customer, declines);
        });
    }

    /// Approves a refund, as somebody does in Stripe's dashboard: of `amount`, or of the rest of the
    /// customer's last payment. Returns the refund's id.
    pub fn approve_refund(&self, customer: &str, amount: Option<i64>) -> Result<String, String> {
        self.act(Cause::default(), |account| {
            let charge = account.refundable_charge(customer);
            let charge = charge.ok_or_else(|| "there is nothing to refund".to_owned())?;
            let reason = Some("requested_by_customer".to_owned());
            let refund = account.refund(&charge, amount, reason);
            refund.map(|refund| refund.id).map_err(|error| error.message().to_owned())
        })
    }

    /// Returns the object with that id, as the API does.
    pub fn object(&self, id: &str) -> Option<Value> {
        let inner = self.lock();
        let event = inner.account.events.find(id).map(Object::json);
        event.or_else(|| inner.account.object(id))
    }

    /// Returns every call to the API so far.
    pub fn calls(&self) -> Vec<Seen> {
        self.lock().seen.clone()
    }

    pub fn clear_calls(&self) {
        self.lock().seen.clear();
    }

    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault.times, fault);
    }

    /// Discards the waiting faults of the API.
    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    pub fn webhook_fault(&self, fault: WebhookFault) {
        self.lock().queue.faults.push(fault.times, fault);
    }

    /// Sets where events are sent. Earlier events wait to be released.
    pub fn set_endpoint(&self, endpoint: Option<Endpoint>) {
        self.lock().queue.endpoint = endpoint;
    }

    /// Sets whether events are held from now on. Held events stay so until they are released or
    /// sent.
    pub fn hold(&self, holding: bool) {
        self.lock().queue.holding = holding;
    }

    /// Returns the deliveries of all events, in the order in which the events were made.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.lock().queue.deliveries().to_vec()
    }

    /// Releases all held events, in order, and stops holding events.
    pub fn release(&self) {
        let mut inner = self.lock();
        inner.queue.holding = false;
        let held = inner.queue.deliveries().iter();
        let held = held.filter(|delivery| delivery.state == State::Held);
        let held: Vec<_> = held.map(|delivery| delivery.event.clone()).collect();
        for event in held {
            inner.queue.send(&event);
        }
        drop(inner);
        self.errand_made.notify_one();
    }

    /// Sends these events in this order, each after the previous one was answered, whatever their
    /// state: an event may be named twice. Returns the statuses of the answers.
    pub async fn send(&self, events: &[String], signature: Signature) -> Vec<Option<u16>> {
        let mut answers = Vec::new();
        for event in events {
            let answer = self.deliver(event, signature).await;
            let state = match is_success(answer) {
                true => State::Delivered,
                false => State::Failed,
            };
            self.lock().queue.tried(event, answer, state);
            answers.push(answer);
        }
        answers
    }

    /// Waits at most for `limit` until no event is on its way, and returns whether that happened.
    /// Events that are held or wait for a retry are not on their way.
    pub async fn settle(&self, limit: Duration) -> bool {
        let is_quiet = || self.lock().queue.is_quiet();
        timeout(limit, self.progress.until(is_quiet)).await.is_ok()
    }
}
