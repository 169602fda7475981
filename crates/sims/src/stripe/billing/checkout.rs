use crate::stripe::account::Account;
use crate::stripe::billing::period_start;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{
    Charge, CheckoutSession, Object, PaymentIntent, SessionStatus, Status, Subscription,
};

/// The reason why a checkout did not end in a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotPaid {
    /// There is no such session, or it is over.
    Gone,
    /// The card was declined; it can be tried again.
    Declined,
}

impl Account {
    fn open_session(&self, id: &str) -> Result<CheckoutSession, NotPaid> {
        let found = self.sessions.find(id);
        let open = found.filter(|session| session.status == SessionStatus::Open);
        open.cloned().ok_or(NotPaid::Gone)
    }

    /// Pays a checkout, which begins the subscription. Returns the address that the browser goes to.
    pub(crate) fn pay_checkout(&mut self, id: &str) -> Result<String, NotPaid> {
        let session = self.open_session(id)?;
        let known = self.customers.find(&session.customer);
        if known.is_some_and(|customer| customer.card_declines) {
            self.decline_checkout(id)?;
            return Err(NotPaid::Declined);
        }
        let subscription = self.subscribe(&session);
        let invoice = self.bill(&subscription, "subscription_create");
        if let Some(invoice) = &invoice {
            self.try_payment(invoice);
        }
        let success_url = session.success_url.replace("{CHECKOUT_SESSION_ID}", id);
        if let Some(session) = self.sessions.find_mut(id) {
            session.status = SessionStatus::Complete;
            session.subscription = Some(subscription);
            session.invoice = invoice;
            let completed = session.json();
            self.emit("checkout.session.completed", completed);
        }
        Ok(success_url)
    }

    /// Declines the card: nothing begins, and the session stays open.
    pub(crate) fn decline_checkout(&mut self, id: &str) -> Result<(), NotPaid> {
        let session = self.open_session(id)?;
        let customer = Some(session.customer);
        let intent = fresh("pi_3", 23);
        let charge = Charge {
            id: fresh("ch_3", 23),
            created: self.now,
            amount: session.price.amount,
            amount_refunded: 0,
            currency: session.price.currency.clone(),
            customer: customer.clone(),
            email: session.email,
            payment_intent: intent.clone(),
            payment_method: fresh("pm_1", 23),
            balance_transaction: fresh("txn_3", 23),
            declined: true,
        };
        let intent = PaymentIntent {
            id: intent,
            created: self.now,
            amount: charge.amount,
            currency: charge.currency.clone(),
            customer,
            payment_method: charge.payment_method.clone(),
            secret: fresh("", 25),
            succeeded: false,
            charge: Some(charge.id.clone()),
        };
        self.emit("charge.failed", charge.json());
        self.emit("payment_intent.payment_failed", intent.json());
        self.charges.add(charge);
        self.payment_intents.add(intent);
        Ok(())
    }

    /// Ends a session that was not paid.
    pub(crate) fn expire_checkout(&mut self, id: &str) -> Result<(), NotPaid> {
        self.open_session(id)?;
        if let Some(session) = self.sessions.find_mut(id) {
            session.status = SessionStatus::Expired;
            let expired = session.json();
            self.emit("checkout.session.expired", expired);
        }
        Ok(())
    }

    /// Creates a subscription that is not paid yet, and returns its id.
    fn subscribe(&mut self, session: &CheckoutSession) -> String {
        let subscription = Subscription {
            id: fresh("sub_1", 23),
            item: fresh("si_", 14),
            created: self.now,
            customer: session.customer.clone(),
            payment_method: fresh("pm_1", 23),
            price: session.price.clone(),
            status: Status::Incomplete,
            periods: 1,
            period_start: self.now,
            period_end: period_start(self.now, session.price.interval, 1),
            cancel_at_period_end: false,
            cancel_at: None,
            canceled_at: None,
            ended_at: None,
            cancel_reason: None,
            latest_invoice: None,
        };
        let id = subscription.id.clone();
        self.emit("customer.subscription.created", subscription.json());
        self.subscriptions.add(subscription);
        id
    }
}
