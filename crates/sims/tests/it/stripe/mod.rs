//! The stand-in as its clients see it.

#![allow(unreachable_pub, reason = "the harness is written as a library is")]

mod api;
mod billing;
mod checkout;
mod control;
mod faults;
mod idempotency;
mod lists;
mod refunds;
mod shapes;
mod state;
mod support;
mod webhooks;
