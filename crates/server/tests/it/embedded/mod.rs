//! Harken's own Postgres: it runs again, whichever process ends.

mod disk;
mod folders;
mod kills;
mod restarts;
