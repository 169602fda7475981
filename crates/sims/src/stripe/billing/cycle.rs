//! Does what is due with time: ends, expiries, retries and renewals.

use crate::stripe::account::Account;
use crate::stripe::billing::period_start;
use crate::stripe::objects::{Cause, InvoiceStatus, SessionStatus, Status};

/// Most things done in one catch-up: a clock that is moved by centuries is a mistake.
const MOST: usize = 10_000;

/// Something that is due. Of two at the same moment, the variant declared earlier comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    End(String),
    Expire(String),
    Retry(String),
    Renew(String),
}

impl Account {
    /// Does everything that was due up to `now`, each at its own moment.
    pub(crate) fn catch_up(&mut self, now: i64) {
        self.cause = Cause::default();
        for _ in 0..MOST {
            match self.next_due() {
                Some((at, due)) if at <= now => {
                    self.now = at;
                    self.perform(&due);
                }
                _ => break,
            }
        }
        self.now = now;
    }

    fn next_due(&self) -> Option<(i64, Due)> {
        let sessions = self.sessions.all().iter();
        let open = sessions.filter(|session| session.status == SessionStatus::Open);
        let expiring = open.map(|session| (session.expires_at, Due::Expire(session.id.clone())));
        let alive = self.subscriptions.all().iter().filter(|s| !s.has_ended());
        let ending = alive.clone().filter_map(|subscription| {
            Some((subscription.cancel_at?, Due::End(subscription.id.clone())))
        });
        let billed = alive.filter(|s| matches!(s.status, Status::Active | Status::PastDue));
        let renewing = billed.map(|s| (s.period_end, Due::Renew(s.id.clone())));
        let open = self.invoices.all().iter();
        let open = open.filter(|invoice| invoice.status == InvoiceStatus::Open);
        let retrying = open
            .filter_map(|invoice| Some((invoice.next_attempt?, Due::Retry(invoice.id.clone()))));
        expiring.chain(ending).chain(renewing).chain(retrying).min()
    }

    fn perform(&mut self, due: &Due) {
        match due {
            Due::End(subscription) => self.end(subscription, "cancellation_requested"),
            // The session is open: that is why it is due.
            Due::Expire(session) => {
                let _ = self.expire_checkout(session);
            }
            Due::Retry(invoice) => {
                self.try_payment(invoice);
            }
            Due::Renew(subscription) => self.renew(subscription),
        }
    }

    fn renew(&mut self, id: &str) {
        self.change_subscription(id, |subscription| {
            let (anchor, interval) = (subscription.created, subscription.price.interval);
            subscription.period_start = subscription.period_end;
            subscription.periods += 1;
            subscription.period_end = period_start(anchor, interval, subscription.periods);
        });
        if let Some(invoice) = self.bill(id, "subscription_cycle") {
            self.try_payment(&invoice);
        }
    }
}
