//! Plans which listings are read how often, so that what people watch waits as short as the budget
//! of requests allows. Pure: no clock, no database, no network; the same input gives the same plan
//! in every process.
//!
//! - [`rates`] estimates how many items a second a place brings, from what was read of it.
//! - [`plan`] puts places into joined listings and gives each an interval.
//! - [`Plan::wait`] returns how long items of some places wait under a plan.
//! - [`Width`] learns how many names a joined listing may have.
//!
//! # How intervals are chosen
//!
//! An item waits for the next poll of its listing, half an interval in the mean. With `w` watches on
//! a place that brings `r` items a second, the plan minimises the sum of `w r T / 2` over all groups
//! while their requests meet the budget.
//!
//! A poll follows pages of 100 until it sees an item that was read before. One that brings `m` new
//! items therefore takes `1 + floor(m / 100)` requests: one if there are few, and `m / 100 + 1 / 2`
//! in the mean if there are many. `m / 100` has to be read in any case and does not depend on the
//! interval; only the rest is a price for coming often. See [`plan`] for the bounds.
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
