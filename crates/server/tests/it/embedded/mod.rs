//! Harken's embedded Postgres: it restarts, whichever process ends.

mod disk;
mod folders;
mod kills;
mod restarts;
mod upgrade;
