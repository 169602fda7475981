//! `harken doctor --plan`: computes what an installation of a given size needs, which resource becomes too small first,
//! and what to add. It multiplies the given numbers by unit costs (`costs.rs`), and reads nothing else: it needs
//! neither a configuration nor a database.
//!
//! It assumes that work spreads evenly over processes. Page loads, insights and backups are not counted, nor how many
//! requests a source allows.

mod amounts;
mod costs;
pub mod input;
pub mod resources;
mod steps;
mod text;

use self::input::Input;
use super::database::BESIDES_POOLS;
use db::{DatabaseConfig, Part};

/// The number of notifications and messages at a peak, as a multiple of the average.
const PEAK: f64 = 5.0;
/// The part of a host that may be used at a peak. The rest is for uncounted work, and for growth.
const LIMIT: f64 = 0.7;
/// The part of a host's memory that active watches may use, and streams as much again. The other half is for Postgres.
const MEMORY_LIMIT: f64 = 0.25;
const DAY_SECONDS: f64 = 86_400.0;
const GB: f64 = 1e9;

/// Returns the plan for `wanted`, such as `users=10000 watches=50000`, as text.
///
/// # Errors
/// A word of `wanted` cannot be read.
pub fn report(wanted: &str) -> anyhow::Result<String> {
    Ok(text::report(&Needs::of(Input::parse(wanted)?)))
}

/// The needs of an installation.
#[derive(Debug)]
pub struct Needs {
    pub input: Input,
    /// Notifications a second, on average.
    pub notifications: f64,
    pub messages: f64,
    /// Bytes on disk.
    pub items_disk: f64,
    pub notifications_disk: f64,
    pub messages_disk: f64,
    /// Bytes of memory, in one process.
    pub watches_memory: f64,
    pub streams_memory: f64,
    /// Cores at a peak; those of matching in one process.
    pub matching: f64,
    pub storing: f64,
    pub delivering: f64,
    /// The number of `harken deliver` processes that are always occupied at a peak.
    pub sending: f64,
    /// The number of processes.
    pub shards: u64,
    pub delivers: u64,
    pub apis: u64,
}

impl Needs {
    /// Returns the needs of an installation of this size.
    pub fn of(input: Input) -> Self {
        let items = input.items_per_second;
        let notifications = input.watches * input.matches_per_day / DAY_SECONDS;
        let messages = notifications * input.messages_per_match;
        let peak_messages = PEAK * messages;
        // An upper bound: all notifications about an item share its row.
        let matched_items = notifications.min(items);
        let kept_seconds = (input.keep_days + costs::DROPPED_BY_DAYS) * DAY_SECONDS;
        // All items, including matched ones, so that more matches never seem to need less.
        let unmatched_seconds = costs::UNMATCHED_HOURS * 3_600.0;

        let watches_memory = input.watches * costs::WATCH_BYTES;
        let streams_memory = input.streams * costs::STREAM_BYTES;
        let usable_memory = MEMORY_LIMIT * input.memory_gb * GB;
        // Each shard prepares all items, and searches them for its own watches.
        let preparing = cores(items * costs::MATCH_ITEM_MICROS);
        let million_watches = input.watches / 1e6;
        let searching = cores(items * million_watches * costs::MATCH_MILLION_WATCHES_MICROS);
        let sending = cores(peak_messages * costs::SEND_WAIT_MICROS);
        Self {
            input,
            notifications,
            messages,
            items_disk: items * unmatched_seconds * costs::UNMATCHED_ITEM_BYTES
                + matched_items * kept_seconds * costs::MATCHED_ITEM_BYTES,
            notifications_disk: notifications * kept_seconds * costs::NOTIFICATION_BYTES,
            messages_disk: messages * kept_seconds * costs::MESSAGE_BYTES,
            watches_memory,
            streams_memory,
            matching: preparing + searching,
            storing: cores(
                items * costs::STORE_ITEM_MICROS
                    + PEAK * notifications * costs::STORE_NOTIFICATION_MICROS
                    + peak_messages * costs::STORE_ATTEMPT_MICROS,
            ),
            delivering: cores(peak_messages * costs::SEND_MICROS),
            sending,
            // A shard has one core, and a quarter of a host's memory.
            shards: count((watches_memory / usable_memory).max(searching / (1.0 - preparing))),
            delivers: count(sending / LIMIT),
            apis: count(
                (streams_memory / usable_memory).max(input.streams / costs::STREAMS_PER_API),
            ),
        }
    }

    /// Returns the bytes needed on disk.
    pub fn disk(&self) -> f64 {
        self.items_disk + self.notifications_disk + self.messages_disk
    }

    /// Returns the cores needed at a peak, with everything on one host.
    fn all_cores(&self) -> f64 {
        self.matching + self.storing + self.delivering
    }

    /// Returns whether one process beside its Postgres does not suffice.
    pub fn is_split(&self) -> bool {
        self.shards.max(self.delivers).max(self.apis) > 1
            || self.all_cores() > LIMIT * self.input.cores
    }

    /// Returns whether processes have to wake each other, and pass items on, over NATS.
    fn has_bus(&self) -> bool {
        self.shards.max(self.apis) > 1
    }

    /// Returns how many connections to Postgres all processes open at most.
    pub fn connections(&self) -> u64 {
        let database = DatabaseConfig::default();
        if !self.is_split() {
            return u64::from(database.all_connections() + BESIDES_POOLS);
        }
        // Without a bus, `harken ingest` matches what it reads.
        let matching = if self.has_bus() { self.shards } else { 0 };
        let processes =
            [(Part::Ingest, 1 + matching), (Part::Delivery, self.delivers), (Part::Api, self.apis)];
        let of_each = |part| u64::from(database.connections(part).get() + BESIDES_POOLS);
        processes.into_iter().map(|(part, number)| number * of_each(part)).sum()
    }
}

/// Returns how many cores are needed for `micros` microseconds of work a second.
fn cores(micros: f64) -> f64 {
    micros / 1e6
}

/// Returns how many units are needed for `times` the work of one: at least one.
fn count(times: f64) -> u64 {
    times.ceil().max(1.0) as u64
}
