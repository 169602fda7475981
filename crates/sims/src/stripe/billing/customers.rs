use crate::stripe::account::Account;
use crate::stripe::ids::fresh;
use crate::stripe::objects::{Customer, Metadata, Object};

impl Account {
    pub(crate) fn add_customer(&mut self, email: Option<String>, metadata: Metadata) -> Customer {
        let customer = Customer {
            id: fresh("cus_", 14),
            created: self.now,
            email,
            metadata,
            delinquent: false,
            card_declines: false,
        };
        self.customers.add(customer.clone());
        self.emit("customer.created", customer.json());
        customer
    }

    /// Sets whether the customer's card is declined from now on.
    pub(crate) fn set_card_declines(&mut self, customer: &str, declines: bool) {
        if let Some(customer) = self.customers.find_mut(customer) {
            customer.card_declines = declines;
        }
    }
}
