//! Reads the processor time that processes have used.

use std::time::Duration;

use anyhow::Context as _;

/// Linux reports these times in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// Returns the time of a process, of all its threads, and of its children that have ended and were
/// waited for.
pub(crate) fn of_process(id: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The program's name, in brackets, may contain spaces.
    let (_, fields) = stat.rsplit_once(") ").context("no name")?;
    let times = fields.split(' ').skip(11).take(4);
    let ticks: u32 = times.map(|ticks| ticks.parse().unwrap_or(0)).sum();
    Ok(TICK * ticks)
}

/// Returns the same, including running children.
pub(crate) fn of_family(id: u32) -> anyhow::Result<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
    let children = children.split_whitespace().filter_map(|id| id.parse().ok());
    // A child that ends in between is included in its parent's time by then.
    let running: Duration = children.filter_map(|id| of_process(id).ok()).sum();
    Ok(of_process(id)? + running)
}
