//! The stand-in as its readers see it.

mod control;
mod faults;
mod stream;
mod support;
