//! Purchases at Stripe, and the plan that follows from them.
//!
//! Stripe is the authority. Events, users' calls and the daily look-up only determine whose
//! subscriptions to ask for (`look.rs`); Stripe's answer is stored, and the plan derived from it,
//! in one transaction (`apply.rs`). So the order in which events arrive does not matter.

mod apply;
pub mod checkout;
pub mod look;
pub mod manage;
pub mod stripe;
pub mod worker;

pub use db::models::subscription::Status;
pub use stripe::{Stripe, StripeError};
