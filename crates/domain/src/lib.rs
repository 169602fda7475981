//! The users' domain: accounts and sessions, watches, mutes, open streams, what is learned from matches.

pub mod auth;
pub mod learned;
pub mod live;
pub mod meaning;
pub mod mutes;
pub mod setup;
pub mod watches;
