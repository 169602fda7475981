//! Code that several benchmarks share.

pub(crate) mod arguments;
pub(crate) mod database;
pub(crate) mod disk;
pub(crate) mod explained;
#[allow(dead_code, unreachable_pub, reason = "written for the tests")]
#[path = "../../../tests/it/support/nats.rs"]
pub(crate) mod nats;
#[allow(unreachable_pub, reason = "written for the tests")]
#[path = "../../../tests/it/support/ports.rs"]
mod ports;
#[allow(dead_code, unreachable_pub, reason = "written for the tests")]
#[path = "../../../tests/it/support/process.rs"]
pub(crate) mod process;
pub(crate) mod processor;
pub(crate) mod rows;
pub(crate) mod server;
pub(crate) mod texts;
pub(crate) mod watches;
