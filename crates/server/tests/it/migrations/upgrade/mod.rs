//! An upgrade from the previous version: its data is migrated while its statements run, all of its schema is still
//! there afterwards, and its program runs beside this one's. What is checked, and what a release changes here, is
//! told in `migrations/README.md`.

mod beside;
mod load;
mod loaded;
mod people;
mod previous;
mod programs;
mod record;
mod schema;
mod statements;
