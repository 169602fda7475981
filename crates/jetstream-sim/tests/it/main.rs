//! The stand-in as its readers see it.

mod faults;
mod stream;
mod support;
