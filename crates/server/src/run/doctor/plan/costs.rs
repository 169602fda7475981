//! What one of each costs, on two cores: the only table of figures that plans are computed from.
//!
//! "Measured" names where a figure is recorded. "Estimate" is a reading of the code that a benchmark has yet to replace;
//! it errs towards too much. Benchmarks run on small tables: indexes that no longer fit into memory cost more.

/// Bytes of memory that an active watch takes at most in a process that matches: while it starts, its rows are there,
/// too. Measured by `just bench shards` with 100,000 watches of one keyword: 540 resident once they are loaded, of which the
/// matcher alone has 75 to 100 (`just bench matcher`). The rest is an estimate of what is resident only while they are
/// loaded, and of longer rules.
pub(super) const WATCH_BYTES: f64 = 1_500.0;

/// Microseconds of one core to match an item, however few the watches. With the next figure, it gives what is measured by
/// `just bench matcher` with 100,000 watches (119,000 items a second, so 8.4) and by `just bench pipeline` with 1,000,000
/// (3 ms for a page of 100, so 30).
pub(super) const MATCH_ITEM_MICROS: f64 = 6.0;

/// Microseconds more for each million watches.
pub(super) const MATCH_MILLION_WATCHES_MICROS: f64 = 24.0;

/// Microseconds of Postgres to store an item that nothing matches. Measured by `just bench pipeline 0`: a page of 100 took
/// 5 to 6 ms, with commits that wait for the disk.
pub(super) const STORE_ITEM_MICROS: f64 = 60.0;

/// Microseconds of Postgres to store a notification with its message. Measured by `just bench pipeline 1000000`: a page
/// with 760 of each took 49 ms, 3 of them for matching. That includes the process, which mostly waits for Postgres.
pub(super) const STORE_NOTIFICATION_MICROS: f64 = 60.0;

/// Microseconds of Postgres to claim a message, read what it is about, and store the attempt. Estimate; to be measured:
/// `just bench outbox`, by the processor's time of Postgres.
pub(super) const STORE_ATTEMPT_MICROS: f64 = 300.0;

/// Microseconds of one core to write a message and send it. Estimate; to be measured: `just bench outbox`, by the
/// processor's time of the process.
pub(super) const SEND_MICROS: f64 = 800.0;

/// Microseconds for which a message occupies one `harken deliver`, mostly waiting: by default, one email is with the mail
/// server at a time (`mail.unconfirmed`). Estimate, for a server that accepts an email in some 8 ms. `just bench outbox`
/// measures the least that it can be, with a server that accepts at once.
pub(super) const SEND_WAIT_MICROS: f64 = 10_000.0;

/// Bytes of memory of an open dashboard's stream. Estimate; to be measured: `just bench streams`.
pub(super) const STREAM_BYTES: f64 = 32_000.0;

/// Streams of one `harken api`: of 16,384 connections (`limits.connections`), other calls of the same browsers take some.
pub(super) const STREAMS_PER_API: f64 = 10_000.0;

/// Bytes on disk, indexes included, of an item that nothing matches, with its key. Estimate; to be measured:
/// `just bench keeping`, the rows of `unmatched_items` and `item_keys`.
pub(super) const UNMATCHED_ITEM_BYTES: f64 = 900.0;

/// Bytes on disk of an item that something matches, with its key and the index of its words. Estimate; to be measured:
/// `just bench keeping`, the rows of `items` and `item_keys`.
pub(super) const MATCHED_ITEM_BYTES: f64 = 2_000.0;

/// Bytes on disk of a notification. Estimate; to be measured: `just bench keeping`, what a matched item takes with its
/// alert and message beyond the item's own rows.
pub(super) const NOTIFICATION_BYTES: f64 = 600.0;

/// Bytes on disk of a message with its attempt. Estimate; to be measured: `just bench outbox`, the tables `outbox` and
/// `attempts` once they are sent.
pub(super) const MESSAGE_BYTES: f64 = 700.0;

/// The most shards that `harken shards` takes.
pub(super) const MAX_SHARDS: u64 = 64;

/// Hours of unmatched items: `forum.keep_unmatched_hours`, and as many as one of their tables covers.
pub(super) const UNMATCHED_HOURS: f64 = 39.0;

/// Days for which the other rows stay beyond their time: they are dropped by the week.
pub(super) const DROPPED_BY_DAYS: f64 = 7.0;

/// Connections of a process to Postgres at most: `database.pool_size`, and those beside the pool.
pub(super) const CONNECTIONS_PER_PROCESS: u64 = 16;

/// Connections that Postgres accepts by default: 100, without those that it reserves.
pub(super) const POSTGRES_CONNECTIONS: u64 = 97;
