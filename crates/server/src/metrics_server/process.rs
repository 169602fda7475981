//! What the process itself takes and holds.

use std::fmt;

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use crate::context::Context;
use crate::live::Live;

pub(super) fn write_to(context: &Context, live: &Live, text: &mut String) -> fmt::Result {
    let mut registry = Registry::default();
    let mut add = |name: &str, help: &str, value: Option<i64>| {
        if let Some(value) = value {
            registry.register(name, help, ConstGauge::new(value));
        }
    };
    let pool = context.pool.state();
    let (held, idle) = (pool.connections.into(), pool.idle_connections.into());
    let help = "Connections to the database that the pool holds";
    add("harken_pool_connections", help, Some(held));
    let help = "Those of them that nobody uses";
    add("harken_pool_idle_connections", help, Some(idle));
    let help = "Live streams that are open in this process";
    add("harken_streams", help, i64::try_from(live.streams()).ok());
    let help = "Memory that is resident";
    add("process_resident_memory_bytes", help, resident_bytes());
    add("process_open_fds", "Files that are open", open_files());
    let help = "Files that may be open";
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let limit = limit.and_then(|limit| i64::try_from(limit).ok());
    add("process_max_fds", help, limit);
    encode_registry(text, &registry)
}

fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1_024)
}

fn open_files() -> Option<i64> {
    let files = std::fs::read_dir("/proc/self/fd").ok()?;
    i64::try_from(files.count()).ok()
}
