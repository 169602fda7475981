//! The foundation of every other crate: metrics, traces, secrets, clocks, TLS, words.

pub mod background;
pub mod hex;
pub mod kept;
pub mod net;
pub mod secrets;
pub mod semaphores;
pub mod telemetry;
pub mod time;
pub mod web_app;
pub mod wording;
