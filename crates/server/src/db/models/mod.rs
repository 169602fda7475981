//! One file a table: its row, and the queries that more than one place makes.

pub mod attempt;
pub mod item;
pub mod notification;
pub mod outbox;
pub mod user;
pub mod watch;
