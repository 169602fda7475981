//! The objects of an account, and their form on the wire. Fields that never vary here are in
//! `shapes/*.json`.

mod charge;
mod checkout_session;
mod customer;
mod event;
mod invoice;
mod invoice_line;
mod payment_intent;
mod portal_session;
mod price;
mod refund;
mod shelf;
mod subscription;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

pub(crate) use charge::Charge;
pub(crate) use checkout_session::{CheckoutSession, SessionStatus};
pub(crate) use customer::Customer;
pub(crate) use event::{Cause, Event, changed};
pub(crate) use invoice::{Invoice, InvoiceStatus};
pub(crate) use payment_intent::PaymentIntent;
pub(crate) use portal_session::PortalSession;
pub use price::Interval;
pub(crate) use price::Price;
pub(crate) use refund::Refund;
pub(crate) use shelf::{Object, Shelf};
pub(crate) use subscription::{Status, Subscription};

/// The metadata that a client attaches to an object.
pub type Metadata = BTreeMap<String, String>;

/// Returns an object with the fields of `shape`, a file in `shapes`, and of `varying`, an object.
fn shaped(shape: &str, varying: Value) -> Value {
    let shape: Map<String, Value> =
        serde_json::from_str(shape).expect("the shape files are part of this program");
    let mut object = Value::Object(shape);
    if let (Some(fields), Value::Object(varying)) = (object.as_object_mut(), varying) {
        fields.extend(varying);
    }
    object
}

/// Returns a complete list object.
pub(crate) fn whole_list(url: &str, data: &[Value]) -> Value {
    json!({ "object": "list", "data": data, "has_more": false, "url": url })
}
