//! Reads Reddit: polls its listings, fills their gaps, plans which of them are read how often, and audits what is
//! read.

pub mod audit;
pub mod coverage;
pub mod fill;
pub mod gap_rounds;
mod interval;
pub(crate) mod logs;
mod missed;
mod pacing;
pub mod pager;
pub mod places;
pub mod plan;
pub mod polled;
pub mod poller;
mod read;
pub mod threads;
mod width;

pub(crate) use self::read::read_forum;
