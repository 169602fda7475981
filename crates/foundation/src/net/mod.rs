//! TLS, and what every client of another service needs.

pub mod service;
pub mod tls;
