//! The sink as its clients see it.

mod delivery;
mod protocol;
