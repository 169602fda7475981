use crate::stripe::account::Account;
use crate::stripe::objects::{Object, Status, Subscription};

impl Account {
    /// Lets a subscription run out at the end of its period, as `cancel_at_period_end=true` does.
    pub(crate) fn cancel_at_period_end(&mut self, id: &str) {
        let now = self.now;
        self.change_subscription(id, |subscription| {
            subscription.cancel_at_period_end = true;
            schedule(subscription, subscription.period_end, now);
        });
    }

    /// Lets a subscription end at a moment, as `cancel_at` does.
    pub(crate) fn cancel_at(&mut self, id: &str, at: i64) {
        let now = self.now;
        self.change_subscription(id, |subscription| {
            subscription.cancel_at_period_end = false;
            schedule(subscription, at, now);
        });
    }

    /// Lets a subscription run out as the customer portal does: of subscriptions in flexible
    /// billing mode, which is what Checkout has made since 2025-09-30.clover, it sets `cancel_at`
    /// and leaves `cancel_at_period_end` false
    /// (<https://docs.stripe.com/billing/subscriptions/billing-mode/compare>).
    pub(crate) fn cancel_by_portal(&mut self, id: &str) {
        if let Some(end) = self.subscriptions.find(id).map(|found| found.period_end) {
            self.cancel_at(id, end);
        }
    }

    /// Revokes a cancellation that has not taken effect.
    pub(crate) fn keep(&mut self, id: &str) {
        self.change_subscription(id, |subscription| {
            subscription.cancel_at_period_end = false;
            subscription.cancel_at = None;
            subscription.canceled_at = None;
            subscription.cancel_reason = None;
        });
    }

    /// Ends a subscription now.
    pub(crate) fn end(&mut self, id: &str, reason: &'static str) {
        let now = self.now;
        let Some(subscription) = self.subscriptions.find_mut(id) else {
            return;
        };
        subscription.status = Status::Canceled;
        subscription.ended_at = Some(now);
        subscription.canceled_at.get_or_insert(now);
        subscription.cancel_reason.get_or_insert(reason.into());
        let ended = subscription.json();
        self.emit("customer.subscription.deleted", ended);
        let owed = self.invoices.all().iter();
        let owed = owed.filter(|invoice| invoice.subscription == id);
        let owed: Vec<_> = owed.map(|invoice| invoice.id.clone()).collect();
        for invoice in owed {
            if let Some(invoice) = self.invoices.find_mut(&invoice) {
                invoice.next_attempt = None;
            }
        }
    }
}

fn schedule(subscription: &mut Subscription, at: i64, now: i64) {
    subscription.cancel_at = Some(at);
    subscription.canceled_at = Some(now);
    subscription.cancel_reason = Some("cancellation_requested".into());
}
