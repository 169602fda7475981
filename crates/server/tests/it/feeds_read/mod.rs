//! Feeds that users follow are read, from a small server on loopback.

mod api;
mod polls;
mod trouble;
