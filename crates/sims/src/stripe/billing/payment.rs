use crate::stripe::account::Account;
use crate::stripe::billing::DAY;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{Charge, Invoice, InvoiceStatus, Object, PaymentIntent, Status};

/// The days between a failed payment and each retry, each counted from the previous attempt.
const RETRY_DAYS: [u32; 3] = [3, 5, 7];

impl Account {
    /// Issues the invoice for a subscription's current period.
    pub(super) fn bill(&mut self, subscription: &str, reason: &'static str) -> Option<String> {
        let subscription = self.subscriptions.find(subscription)?.clone();
        let customer = self.customers.find(&subscription.customer)?.clone();
        let count = self.invoices.all().iter();
        let count = count.filter(|other| other.customer == customer.id).count();
        let mut invoice = Invoice {
            id: fresh("in_1", 23),
            line: fresh("il_1", 23),
            created: self.now,
            number: format!("{}-{:04}", customer.invoice_prefix(), count + 1),
            customer: customer.id.clone(),
            email: customer.email,
            subscription: subscription.id.clone(),
            subscription_item: subscription.item,
            reason: reason.into(),
            price: subscription.price,
            status: InvoiceStatus::Draft,
            period: (subscription.period_start, subscription.period_end),
            attempts: 0,
            next_attempt: None,
            finalized_at: None,
            paid_at: None,
            payment: fresh("inpay_1", 23),
            payment_intent: None,
        };
        self.emit("invoice.created", invoice.json());
        let intent = PaymentIntent {
            id: fresh("pi_3", 23),
            created: self.now,
            amount: invoice.price.amount,
            currency: invoice.price.currency.clone(),
            customer: Some(customer.id),
            payment_method: subscription.payment_method,
            secret: fresh("", 25),
            succeeded: false,
            charge: None,
        };
        self.emit("payment_intent.created", intent.json());
        invoice.status = InvoiceStatus::Open;
        invoice.finalized_at = Some(self.now);
        invoice.payment_intent = Some(intent.id.clone());
        self.emit("invoice.finalized", invoice.json());
        self.payment_intents.add(intent);
        let id = invoice.id.clone();
        self.invoices.add(invoice);
        if let Some(subscription) = self.subscriptions.find_mut(&subscription.id) {
            subscription.latest_invoice = Some(id.clone());
        }
        Some(id)
    }

    /// Attempts to collect the payment of an open invoice. Returns whether it is paid.
    pub(crate) fn try_payment(&mut self, invoice: &str) -> bool {
        let Some(invoice) = self.invoices.find(invoice).cloned() else {
            return false;
        };
        let customer = self.customers.find_mut(&invoice.customer);
        let declined = customer.is_some_and(|customer| {
            customer.delinquent = customer.card_declines;
            customer.card_declines
        });
        self.charge(&invoice, declined);
        match declined {
            true => self.payment_failed(&invoice.id),
            false => self.payment_succeeded(&invoice.id),
        }
        !declined
    }

    fn charge(&mut self, invoice: &Invoice, declined: bool) {
        let intent = invoice.payment_intent.as_deref().unwrap_or_default();
        let Some(intent) = self.payment_intents.find_mut(intent) else {
            return;
        };
        let charge = Charge {
            id: fresh("ch_3", 23),
            created: self.now,
            amount: intent.amount,
            amount_refunded: 0,
            currency: intent.currency.clone(),
            customer: intent.customer.clone(),
            email: invoice.email.clone(),
            payment_intent: intent.id.clone(),
            payment_method: intent.payment_method.clone(),
            balance_transaction: fresh("txn_3", 23),
            declined,
        };
        intent.charge = Some(charge.id.clone());
        intent.succeeded = !declined;
        let intent = intent.json();
        let (charged, intended) = match declined {
            true => ("charge.failed", "payment_intent.payment_failed"),
            false => ("charge.succeeded", "payment_intent.succeeded"),
        };
        self.emit(charged, charge.json());
        self.emit(intended, intent);
        self.charges.add(charge);
    }

    fn payment_succeeded(&mut self, invoice: &str) {
        let now = self.now;
        let Some(invoice) = self.invoices.find_mut(invoice) else {
            return;
        };
        invoice.status = InvoiceStatus::Paid;
        invoice.attempts += 1;
        invoice.next_attempt = None;
        invoice.paid_at = Some(now);
        let paid = invoice.json();
        let subscription = invoice.subscription.clone();
        let payments = invoice.payments();
        self.change_subscription(&subscription, |subscription| {
            if !subscription.has_ended() {
                subscription.status = Status::Active;
            }
        });
        for payment in payments {
            self.emit("invoice_payment.paid", payment);
        }
        self.emit("invoice.paid", paid.clone());
        self.emit("invoice.payment_succeeded", paid);
    }

    fn payment_failed(&mut self, invoice: &str) {
        let now = self.now;
        let Some(invoice) = self.invoices.find_mut(invoice) else {
            return;
        };
        let tried = usize::try_from(invoice.attempts).unwrap_or(usize::MAX);
        let wait = RETRY_DAYS.get(tried);
        invoice.attempts += 1;
        invoice.next_attempt = wait.map(|days| now + i64::from(*days) * DAY);
        let over = invoice.next_attempt.is_none();
        let failed = invoice.json();
        let subscription = invoice.subscription.clone();
        self.emit("invoice.payment_failed", failed);
        match over {
            true => self.end(&subscription, "payment_failed"),
            false => self.change_subscription(&subscription, |subscription| {
                subscription.status = Status::PastDue;
            }),
        }
    }
}
