//! A forum and the processes that poll it, as a seeded simulation of discrete events. Items are
//! only times of arrival. The test runs it for some hours, the benchmark for a day.

mod budget;
mod forum;
mod listings;
mod moved;
mod pollers;
mod readers;
mod report;

pub(crate) use forum::Setup;
pub(crate) use pollers::run;
pub(crate) use readers::Reader;

/// Milliseconds since the simulation began.
type Millis = u64;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
/// The time when polling begins: the listings already hold items then.
const START: Millis = 30 * MINUTE;

fn hour_of_day(at: Millis) -> usize {
    (at / HOUR % 24) as usize
}
