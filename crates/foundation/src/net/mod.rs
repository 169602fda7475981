//! TLS, and the HTTP clients of other services.

pub mod service;
pub mod tls;
