//! What can be done to a stand-in by the program that started it. [`crate::stripe::control`] offers some of
//! it over HTTP.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use crate::stripe::billing::NotPaid;
use crate::stripe::config::Endpoint;
use crate::stripe::faults::Fault;
use crate::stripe::objects::{Cause, Object};
use crate::stripe::seen::Seen;
use crate::stripe::sim::Sim;
use crate::stripe::webhooks::{Delivery, Signature, State, WebhookFault, is_success};

impl Sim {
    /// Pays an open checkout session, as its page does; gives where the browser goes then.
    pub(crate) fn pay(&self, session: &str) -> Result<String, NotPaid> {
        self.act(Cause::default(), |account| account.pay_checkout(session))
    }

    /// Declines the card at an open checkout session, as its page does.
    pub(crate) fn decline(&self, session: &str) -> Result<(), NotPaid> {
        self.act(Cause::default(), |account| {
            account.decline_checkout(session)
        })
    }

    /// Pays an open checkout session and gives the address that the browser goes to; `None` if
    /// there is no such session, or the card is declined.
    pub fn pay_checkout(&self, session: &str) -> Option<String> {
        self.pay(session).ok()
    }

    /// Moves the account's clock and does what is due by then: renewals, expiries, retries.
    /// Signatures keep to the machine's clock, or the test's.
    pub fn advance(&self, by: Duration) {
        self.lock().ahead += i64::try_from(by.as_secs()).unwrap_or(i64::MAX / 2);
        self.catch_up();
    }

    /// Does what is due by the account's clock. Calls and pages do so by themselves; a test that
    /// moves its own clock calls this.
    pub fn catch_up(&self) {
        self.act(Cause::default(), |_| ());
    }

    /// From now on the customer's card is declined, or no more.
    pub fn set_card_declines(&self, customer: &str, declines: bool) {
        self.act(Cause::default(), |account| {
            account.set_card_declines(customer, declines);
        });
    }

    /// Approves a refund, as somebody does in Stripe's dashboard: of `amount`, or of all that is
    /// left of the customer's last payment. Gives the refund's id.
    ///
    /// # Errors
    /// Says why there is nothing to refund.
    pub fn approve_refund(&self, customer: &str, amount: Option<i64>) -> Result<String, String> {
        self.act(Cause::default(), |account| {
            let charge = account.refundable_charge(customer);
            let charge = charge.ok_or_else(|| "there is nothing to refund".to_owned())?;
            let reason = Some("requested_by_customer".to_owned());
            let refund = account.refund(&charge, amount, reason);
            refund
                .map(|refund| refund.id)
                .map_err(|error| error.message().to_owned())
        })
    }

    /// The object of that id, as the API gives it.
    pub fn object(&self, id: &str) -> Option<Value> {
        let inner = self.lock();
        let event = inner.account.events.find(id).map(Object::json);
        event.or_else(|| inner.account.object(id))
    }

    /// Every call of the API so far.
    pub fn calls(&self) -> Vec<Seen> {
        self.lock().seen.clone()
    }

    /// Forgets the calls so far.
    pub fn clear_calls(&self) {
        self.lock().seen.clear();
    }

    /// Asks for a fault of the API.
    pub fn fault(&self, fault: Fault) {
        self.lock().faults.push(fault);
    }

    /// Forgets the faults of the API that wait.
    pub fn clear_faults(&self) {
        self.lock().faults.clear();
    }

    /// Asks for a fault of deliveries.
    pub fn webhook_fault(&self, fault: WebhookFault) {
        self.lock().queue.faults.push(fault);
    }

    /// Sets where events go. Those that were made before wait to be released.
    pub fn set_endpoint(&self, endpoint: Option<Endpoint>) {
        self.lock().queue.endpoint = endpoint;
    }

    /// From now on events are kept back, or no more. Those kept back stay so until they are
    /// released or sent.
    pub fn hold(&self, holding: bool) {
        self.lock().queue.holding = holding;
    }

    /// The ways of all events, in the order in which they were made.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.lock().queue.deliveries().to_vec()
    }

    /// Lets every event go that is kept back, in their order, and keeps back no more.
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

    /// Sends these events in this order, each after the one before was answered, whatever became of
    /// them before: an event may be named twice. Gives what was answered.
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

    /// Waits until nothing is on its way, at most for `limit`; tells whether it came to that.
    /// Events that are kept back or wait for a retry are not on their way.
    pub async fn settle(&self, limit: Duration) -> bool {
        let is_quiet = || self.lock().queue.is_quiet();
        timeout(limit, self.progress.until(is_quiet)).await.is_ok()
    }
}
