//! An account: its objects, and the events in it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::stripe::ids::fresh;
use crate::stripe::objects::{
    Cause, Charge, CheckoutSession, Customer, Event, Invoice, Object, PaymentIntent, PortalSession,
    Price, Refund, Shelf, Subscription, changed,
};

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Account {
    /// The time of the current action, Unix time in seconds.
    #[serde(skip)]
    pub(crate) now: i64,
    /// The cause of the current action.
    #[serde(skip)]
    pub(crate) cause: Cause,
    /// The origin at which browsers reach the hosted pages.
    pub(crate) origin: String,
    pub(crate) prices: Shelf<Price>,
    pub(crate) customers: Shelf<Customer>,
    pub(crate) sessions: Shelf<CheckoutSession>,
    pub(crate) subscriptions: Shelf<Subscription>,
    pub(crate) invoices: Shelf<Invoice>,
    pub(crate) payment_intents: Shelf<PaymentIntent>,
    pub(crate) charges: Shelf<Charge>,
    pub(crate) refunds: Shelf<Refund>,
    pub(crate) portal_sessions: Shelf<PortalSession>,
    pub(crate) events: Shelf<Event>,
}

impl Account {
    pub(crate) fn new(origin: &str, now: i64) -> Self {
        let mut prices = Shelf::default();
        for price in Price::all(now) {
            prices.add(price);
        }
        Self {
            now,
            cause: Cause::default(),
            origin: origin.to_owned(),
            prices,
            customers: Shelf::default(),
            sessions: Shelf::default(),
            subscriptions: Shelf::default(),
            invoices: Shelf::default(),
            payment_intents: Shelf::default(),
            charges: Shelf::default(),
            refunds: Shelf::default(),
            portal_sessions: Shelf::default(),
            events: Shelf::default(),
        }
    }

    /// Records that something happened to `object`.
    pub(crate) fn emit(&mut self, kind: &'static str, object: Value) {
        self.emit_change(kind, object, None);
    }

    pub(crate) fn emit_change(
        &mut self,
        kind: &'static str,
        object: Value,
        previous: Option<Value>,
    ) {
        self.events.add(Event {
            id: fresh("evt_1", 23),
            created: self.now,
            kind: kind.into(),
            object,
            previous,
            cause: self.cause.clone(),
        });
    }

    /// Changes a subscription, and records an event if that made a difference.
    pub(crate) fn change_subscription(&mut self, id: &str, change: impl FnOnce(&mut Subscription)) {
        let Some(subscription) = self.subscriptions.find_mut(id) else {
            return;
        };
        let before = subscription.json();
        change(subscription);
        let after = subscription.json();
        if let Some(previous) = changed(&before, &after) {
            self.emit_change("customer.subscription.updated", after, Some(previous));
        }
    }

    /// Returns the object with that id, of any kind; `None` for things that are only named, such as a card.
    pub(crate) fn object(&self, id: &str) -> Option<Value> {
        fn json<T: Object>(shelf: &Shelf<T>, id: &str) -> Option<Value> {
            shelf.find(id).map(Object::json)
        }
        match id.split('_').next()? {
            "cus" => json(&self.customers, id),
            "cs" => json(&self.sessions, id),
            "sub" => json(&self.subscriptions, id),
            "in" => json(&self.invoices, id),
            "pi" => json(&self.payment_intents, id),
            "ch" => json(&self.charges, id),
            "re" => json(&self.refunds, id),
            "price" => json(&self.prices, id),
            _ => None,
        }
    }
}
