//! The stand-in as its readers see it.

mod control;
mod events;
mod faults;
mod source;
mod stream;
mod support;
