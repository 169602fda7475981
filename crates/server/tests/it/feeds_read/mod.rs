//! Reading of the feeds that users follow, from the stand-in for feed servers.

mod api;
mod claims;
mod credentials;
mod hosts;
mod imports;
mod limits;
mod many;
mod polls;
mod pushed;
mod trouble;
mod turnover;
