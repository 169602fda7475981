//! The foundation of every other crate: metrics, traces, secrets, clocks, TLS, words.

pub mod background;
pub mod calendar;
pub mod clock;
pub mod kept;
pub mod labels;
pub mod metrics;
pub mod plural;
pub mod secrets;
pub mod service;
pub mod tls;
pub mod traces;
pub mod web_app;
