//! Feeds that users follow are read, from the stand-in for servers of feeds.

mod api;
mod claims;
mod hosts;
mod many;
mod polls;
mod trouble;
