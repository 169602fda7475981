//! The resources that the process itself uses.

use std::fmt;

use chrono::Utc;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use rustix::fs::StatVfs;

use super::Streams;
use db::Part;
use platform::context::Context;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfStream {
    stream: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPool {
    pool: &'static str,
}

pub(super) fn write_to(context: &Context, streams: &Streams, text: &mut String) -> fmt::Result {
    let mut registry = Registry::default();
    register_streams(streams, &mut registry);
    register_pools(context, &mut registry);
    let help =
        "Seconds by which this machine's clock is ahead of the database's, by which Harken goes";
    let skew = (Utc::now() - context.clock.now()).as_seconds_f64();
    registry.register("harken_clock_skew_seconds", help, ConstGauge::new(skew));
    if let Some(log) = context.bus.items() {
        let help = "Times that the log of items has not acknowledged what was read";
        let failures = ConstCounter::new(log.failed_appends());
        registry.register("harken_log_append_failures", help, failures);
    }
    let mut add = |name: &str, help: &str, value: Option<i64>| {
        if let Some(value) = value {
            registry.register(name, help, ConstGauge::new(value));
        }
    };
    let help = "Whether wake-ups go over NATS now, if bus.url is set; 1 if it is not";
    let connected = i64::from(context.bus.is_connected());
    add("harken_bus_connected", help, Some(connected));
    let disk = rustix::fs::statvfs(&context.config.data_dir).ok();
    let bytes = |blocks: fn(&StatVfs) -> u64| {
        let disk = disk.as_ref()?;
        i64::try_from(blocks(disk).saturating_mul(disk.f_frsize)).ok()
    };
    let help = "Bytes that are free on the disk with Harken's data folder";
    add("harken_data_free_bytes", help, bytes(|disk| disk.f_bavail));
    let help = "Bytes of the disk with Harken's data folder";
    add("harken_data_size_bytes", help, bytes(|disk| disk.f_blocks));
    let help = "Bytes of memory that are resident";
    add("process_resident_memory_bytes", help, resident_bytes());
    add("process_open_fds", "Files that are open", open_files());
    let help = "Files that may be open";
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let limit = limit.and_then(|limit| i64::try_from(limit).ok());
    add("process_max_fds", help, limit);
    encode_registry(text, &registry)
}

fn register_streams(streams: &Streams, registry: &mut Registry) {
    let (open, users) =
        (Family::<OfStream, Gauge>::default(), Family::<OfStream, Gauge>::default());
    let all = [("notifications", &streams.notifications), ("insights", &streams.insights)];
    for (stream, live) in all {
        let of = OfStream { stream };
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        open.get_or_create(&of).set(count(live.streams()));
        users.get_or_create(&of).set(count(live.users_listening()));
    }
    let help = "Live streams of browsers that are open in this process";
    registry.register("harken_streams", help, open);
    let help = "Accounts that have at least one live stream open in this process";
    registry.register("harken_stream_users", help, users);
}

fn register_pools(context: &Context, registry: &mut Registry) {
    let gauges = [(); 3].map(|()| Family::<OfPool, Gauge>::default());
    let counters = [(); 2].map(|()| Family::<OfPool, Counter>::default());
    for part in Part::ALL {
        let (of, pool) = (OfPool { pool: part.as_str() }, context.pools.of(part).state());
        let max = context.config.database.connections(part).get();
        let numbers = [pool.connections, pool.idle_connections, max];
        for (gauge, number) in gauges.iter().zip(numbers) {
            gauge.get_or_create(&of).set(i64::from(number));
        }
        let waits = pool.statistics;
        for (counter, number) in counters.iter().zip([waits.get_waited, waits.get_timed_out]) {
            counter.get_or_create(&of).inc_by(number);
        }
    }
    let [held, idle, max] = gauges;
    let help = "Connections to the database that each pool holds";
    registry.register("harken_pool_connections", help, held);
    let help = "Connections to the database that each pool holds and nobody uses";
    registry.register("harken_pool_idle_connections", help, idle);
    let help = "Connections that each pool may hold (database.api_connections and so on)";
    registry.register("harken_pool_max_connections", help, max);
    let [waited, given_up] = counters;
    let help = "Times that somebody had to wait for a connection and got one";
    registry.register("harken_pool_waits", help, waited);
    let help = "Times that nobody got a connection within database.pool_wait_seconds";
    registry.register("harken_pool_timeouts", help, given_up);
}

fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1_024)
}

fn open_files() -> Option<i64> {
    let files = std::fs::read_dir("/proc/self/fd").ok()?;
    i64::try_from(files.count()).ok()
}
