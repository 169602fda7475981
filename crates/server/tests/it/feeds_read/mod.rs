//! Reading of the feeds that users follow, from the stand-in for feed servers.

mod api;
mod claims;
mod hosts;
mod many;
mod polls;
mod trouble;
