//! TLS, the HTTP clients of other services, and names of hosts.

pub mod mail_address;
pub mod names;
pub mod service;
pub mod tls;
mod unpack;

pub use unpack::{Unpacked, unpack};
