//! Settings that are also the flags of a command.

use std::net::SocketAddr;
use std::num::ParseIntError;

use chrono::TimeDelta;
use clap::Command;

/// Returns the address of `port` on this machine; port 0 takes a free one.
pub fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// Returns the settings that a command without flags has.
///
/// # Panics
/// When a setting has no default.
pub fn without_flags<C: clap::Args>() -> C {
    let command = C::augment_args(Command::new("sims"));
    let matches = command.try_get_matches_from(["sims"]);
    let settings = matches.and_then(|matches| C::from_arg_matches(&matches));
    settings.expect("every setting has a default")
}

/// Reads a flag that is a number of hours.
pub fn hours(text: &str) -> Result<TimeDelta, ParseIntError> {
    text.parse().map(|hours: u16| TimeDelta::hours(hours.into()))
}

/// Reads a flag that is a number of seconds.
pub fn seconds(text: &str) -> Result<TimeDelta, ParseIntError> {
    text.parse().map(|seconds: u32| TimeDelta::seconds(seconds.into()))
}

/// Reads a flag that is a number of milliseconds.
pub fn milliseconds(text: &str) -> Result<TimeDelta, ParseIntError> {
    text.parse().map(|milliseconds: u32| TimeDelta::milliseconds(milliseconds.into()))
}
