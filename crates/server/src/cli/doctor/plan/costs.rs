//! The unit costs, on two cores: the only table of figures that plans are computed from.
//!
//! All are measured except those called an assumption. Benchmarks run on small tables: indexes that no longer fit
//! into memory cost more.

/// Bytes of memory that an active watch takes at most in a process that matches. Measured by `just bench shards 1000000`,
/// with one keyword each: 410 while they are loaded, and 380 from then on, of which the matcher alone has 75 to 100 (`just
/// bench matcher`). Twice as much, since rules may be longer, is an assumption.
pub(super) const WATCH_BYTES: f64 = 800.0;

/// Microseconds of one core to match an item, even if there are few watches. With the next figure, it gives what is
/// measured by `just bench matcher` with 100,000 watches (119,000 items a second, so 8.4) and by `just bench pipeline`
/// with 1,000,000 (3 ms for a page of 100, so 30).
pub(super) const MATCH_ITEM_MICROS: f64 = 6.0;

/// Microseconds more for each million watches.
pub(super) const MATCH_MILLION_WATCHES_MICROS: f64 = 24.0;

/// Microseconds of Postgres to store an item that nothing matches. Measured by `just bench pipeline 0`: a page of 100 took
/// 5 to 6 ms, with commits that wait for the disk.
pub(super) const STORE_ITEM_MICROS: f64 = 60.0;

/// Microseconds of Postgres to store a notification with its message. Measured by `just bench pipeline 1000000`: a page
/// with 760 of each took 49 ms, 3 of them for matching. That includes the process, which mostly waits for Postgres.
pub(super) const STORE_NOTIFICATION_MICROS: f64 = 60.0;

/// Microseconds of Postgres to claim a message, read its subject, and store the attempt. Measured by `just bench
/// outbox 30000`, while a hundred users have three hundred messages each waiting.
pub(super) const STORE_ATTEMPT_MICROS: f64 = 900.0;

/// Microseconds of one core to write a message and send it. Measured by the same benchmark: 490, including those of a
/// mail server that only counts.
pub(super) const SEND_MICROS: f64 = 500.0;

/// Microseconds for which a message occupies one `harken deliver`, mostly waiting: by default, the mail server has one
/// email at a time (`mail.unconfirmed`). Assumption, for a server that accepts an email in some 8 ms.
pub(super) const SEND_WAIT_MICROS: f64 = 10_000.0;

/// Bytes of memory of an open dashboard's stream. Measured by `just bench streams 10000`: 21,500, and over NATS 27,000.
pub(super) const STREAM_BYTES: f64 = 28_000.0;

/// Streams of one `harken api`: of 16,384 connections (`limits.connections`), other calls of the same browsers take some.
pub(super) const STREAMS_PER_API: f64 = 10_000.0;

/// Bytes on disk, indexes included, of an item that nothing matches. Measured by `just bench keeping`, as are the next
/// two.
pub(super) const UNMATCHED_ITEM_BYTES: f64 = 600.0;

/// Bytes on disk of an item that something matches, with its key and the index of its words: 869 and 179.
pub(super) const MATCHED_ITEM_BYTES: f64 = 1_050.0;

/// Bytes on disk of a notification: 747 of its own, and 335 of the rows that are counted and
/// compared with it.
pub(super) const NOTIFICATION_BYTES: f64 = 1_080.0;

/// Bytes on disk of a message with its attempt. Measured by `just bench outbox 30000`: 387 and 190 once it is sent.
pub(super) const MESSAGE_BYTES: f64 = 580.0;

/// The most shards that `harken shards` accepts.
pub(super) const MAX_SHARDS: u64 = 64;

/// Hours for which unmatched items stay: `forum.keep_unmatched_hours`, and as many as one of their
/// tables covers.
pub(super) const UNMATCHED_HOURS: f64 = 39.0;

/// Days for which the other rows stay beyond their time: they are dropped by the week.
pub(super) const DROPPED_BY_DAYS: f64 = 7.0;

/// Connections that Postgres accepts by default: 100, without those that it reserves.
pub(super) const POSTGRES_CONNECTIONS: u64 = 97;
