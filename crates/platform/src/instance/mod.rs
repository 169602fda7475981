//! The choices of administrators for the whole instance: its settings, and the sites that are read.

pub mod settings;
pub mod sites;
