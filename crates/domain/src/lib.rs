//! The users' domain: accounts and sessions, watches, mutes, open streams.

pub mod auth;
pub mod live;
pub mod mutes;
pub mod setup;
pub mod watches;
