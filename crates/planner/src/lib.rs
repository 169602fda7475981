//! Plans which listings are read and how often, so that what people watch waits as short as the
//! budget of requests allows. The crate is pure: it has no clock, no database and no network, and
//! the same input gives the same plan in every process.
//!
//! - [`rates`] estimates how many items per second a place brings, from what was read of it.
//! - [`plan()`] puts places into joined listings and gives each an interval.
//! - [`Plan::wait`] returns how long items of some places wait under a plan.
//! - [`Width`] learns how many names a joined listing may have.
//!
//! # How intervals are chosen
//!
//! An item waits for the next poll of its listing, half an interval on average. With `w` watches on
//! a place that brings `r` items per second, the plan minimises the sum of `w r T / 2` over all
//! groups while their requests stay within the budget. With one request per poll, `T` is
//! proportional to `1 / sqrt(w r)`, summed over a group.
//!
//! A poll reads pages of 100 until it sees an item that was read before. One that brings `m` new
//! items therefore takes `1 + floor(m / 100)` requests: one if there are few, and `m / 100 + 1 / 2`
//! on average if there are many. `m / 100` has to be read in any case and does not depend on the
//! interval; only the rest is the price of polling often. So a poll is assumed to cost one request
//! up to half a page, and `m / 100 + 1 / 2` above: `max(1, m / 100)` would omit the page with the
//! known item, and its polls would need a third more than planned. Aiming at three quarters of a
//! page, which mostly needs one request, promises a shorter wait, and achieves it only while rates
//! are known well: in the simulation the budget ran out and items were lost.
//!
//! Three bounds keep listings from overflowing. No interval is longer than the time for 450 items
//! at the upper rate; no listing of several places brings more than eight items per second over the
//! day, since with more, an answer that takes half a minute would let it overflow whatever its
//! interval; and [`Group::next_interval`] reacts to bursts, which no estimate includes.
//!
//! # What is left to the poller
//!
//! The bounds hold while the budget does, and the forum may bring more than expected. Then it
//! matters that the poller finishes first what it has begun, that it takes due listings by
//! [`Group::lateness`] and not by the time at which they were due, and that it does not spend the
//! requests of ten minutes in the first of them. Items of places that have moved
//! ([`Previous::moves`]) may be below the watermark of their new listing, which is therefore read
//! by time. The old listings are read once more just before, so that the new one need not reach far
//! back: over the whole interval of a quiet old listing, a busy new one has brought more than the
//! 1,000 items that it keeps, and a request would be needed for nearly each member. A listing that
//! is a part or the sum of others continues from these. A place that was private is read back to
//! where its listing was when the place was last *known* to be open: the polls since then have
//! skipped it.
#![deny(missing_docs)]

mod groups;
mod intervals;
mod places;
mod plan;
mod previous;
pub mod rates;
mod tiers;
mod wait;
mod width;

pub use intervals::next_interval;
pub use places::{Budget, Kind, Place};
pub use plan::{Group, Member, Plan, plan};
pub use previous::{Move, Previous};
pub use rates::{HourProfile, Rate};
pub use wait::Wait;
pub use width::{Answer, Width};
