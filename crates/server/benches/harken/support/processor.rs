//! How long processes were on a processor, in all.

use std::time::Duration;

use anyhow::Context as _;

/// Linux counts for its users in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The time of a process, of all its threads, and of its children that have ended and were waited for.
pub(crate) fn of_process(id: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The name of the program, in brackets, may hold spaces.
    let (_, fields) = stat.rsplit_once(") ").context("no name")?;
    let times = fields.split(' ').skip(11).take(4);
    let ticks: u32 = times.map(|ticks| ticks.parse().unwrap_or(0)).sum();
    Ok(TICK * ticks)
}

/// The same with the children that run.
pub(crate) fn of_family(id: u32) -> anyhow::Result<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
    let children = children.split_whitespace().filter_map(|id| id.parse().ok());
    // One that ends in between is its parent's by then.
    let running: Duration = children.filter_map(|id| of_process(id).ok()).sum();
    Ok(of_process(id)? + running)
}
