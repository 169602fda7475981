//! Harken's own Postgres: whatever ends, it runs again.

mod disk;
mod folders;
mod kills;
mod restarts;
