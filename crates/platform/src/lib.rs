//! The basis of every process of Harken: settings, sources, the bus, and the record of what is read
//! and what is missing.

pub mod answers;
pub mod bus;
pub mod choices;
pub mod config;
pub mod context;
pub mod coverage;
pub mod hold;
pub mod instance;
pub mod language_model;
pub mod outgoing;
pub mod plans;
pub mod silence;
pub mod sources;
pub mod wire;
