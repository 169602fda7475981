//! Plans which listings are read how often, so that what people watch waits as short as the budget
//! of requests allows. Pure: no clock, no database, no network; the same input gives the same plan
//! in every process.
//!
//! - [`rates`] estimates how many items a second a place brings, from what was read of it.
//! - [`plan()`] puts places into joined listings and gives each an interval.
//! - [`Plan::wait`] returns how long items of some places wait under a plan.
//! - [`Width`] learns how many names a joined listing may have.
//!
//! # How intervals are chosen
//!
//! An item waits for the next poll of its listing, half an interval in the mean. With `w` watches on
//! a place that brings `r` items a second, the plan minimises the sum of `w r T / 2` over all groups
//! while their requests meet the budget. With one request a poll, `T` is in proportion to
//! `1 / sqrt(w r)`, summed over a group.
//!
//! A poll follows pages of 100 until it sees an item that was read before. One that brings `m` new
//! items therefore takes `1 + floor(m / 100)` requests: one if there are few, and `m / 100 + 1 / 2`
//! in the mean if there are many. `m / 100` has to be read in any case and does not depend on the
//! interval; only the rest is a price for coming often. So a poll is taken to cost one request up to
//! half a page, and `m / 100 + 1 / 2` above: `max(1, m / 100)` would leave out the page on which the
//! known item is, and its polls would need a third more than planned. Aiming at three quarters of
//! a page, which mostly needs one request, promises a shorter wait, and keeps it only while rates are
//! known well: in the simulation the budget ran out and items were lost.
//!
//! Three bounds keep listings from running over. No interval is longer than what brings 450 items at
//! the upper rate; no listing of several places brings more than eight items a second over the day,
//! since an answer that takes half a minute would let it run over whatever its interval; and
//! [`Group::next_interval`] follows bursts, which no estimate holds.
//!
//! # What is left to who polls
//!
//! The bounds hold while the budget does, and the forum may bring more than was expected. Then it
//! matters that what has begun is read to its end first, that what is due is taken by
//! [`Group::lateness`] and not by the time it was due, and that the requests of ten minutes are not
//! spent in the first of them. Items of places that have moved ([`Previous::moves`]) may be below the
//! watermark of their new listing, which is therefore read by time. The old listings are read once more
//! just before, so that it need not reach far back: over the whole interval of a quiet old listing, a busy
//! new one has brought more than the 1,000 items that it keeps, and a request would be needed for nearly
//! each member. A listing that is a part or the sum of others goes on from these. A place that was private
//! is read back to where its listing stood when it was last *known* to be open: the polls since have
//! passed over it.
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
