//! How the connections to the database are shared: between the parts of a process, and between those who call.

mod callers;
mod parts;

/// The sessions that wait for a lock.
const WAITING: &str =
    "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
