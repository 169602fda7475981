//! An upgrade from the previous version: its data is migrated while its statements run, all of its
//! schema still exists afterwards, and its program runs beside this one's. The checks, and what a
//! release changes here, are described in `migrations/README.md`.

mod beside;
mod load;
mod loaded;
mod people;
mod previous;
mod programs;
mod record;
mod schema;
mod statements;
