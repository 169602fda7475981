//! What is bought at Stripe, and the plan that follows from it.
//!
//! Stripe's word counts. Events, calls of users and the daily look only say whose subscriptions to
//! ask for (`look.rs`); what the answer says is stored, and the plan derived from it, in one
//! transaction (`apply.rs`). So the order in which events come does not matter.

mod apply;
pub mod checkout;
pub mod look;
pub mod manage;
pub mod stripe;
pub mod worker;

pub use db::models::subscription::Status;
pub use stripe::{Stripe, StripeError};
