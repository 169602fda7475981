//! Positions in Postgres's write-ahead log, and the files that hold it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, anyhow};

/// The length of each of the log's files: initdb's default.
pub const SEGMENT: u64 = 16 * 1024 * 1024;

/// A position in the log (`pg_lsn`), in bytes from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lsn(pub u64);

impl Lsn {
    /// Returns the number of the file that holds the byte at this position.
    pub fn segment(self) -> u64 {
        self.0 / SEGMENT
    }

    /// Returns the offset of this position in that file.
    pub fn offset(self) -> u64 {
        self.0 % SEGMENT
    }

    /// Returns the position at which a file begins.
    pub fn of_segment(segment: u64) -> Self {
        Self(segment * SEGMENT)
    }
}

impl FromStr for Lsn {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let read = || {
            let (high, low) = text.split_once('/')?;
            let high = u32::from_str_radix(high, 16).ok()?;
            let low = u32::from_str_radix(low, 16).ok()?;
            Some(Self(u64::from(high) << 32 | u64::from(low)))
        };
        read().with_context(|| format!("{text} is not a place in the write-ahead log"))
    }
}

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}/{:X}", self.0 >> 32, self.0 & 0xFFFF_FFFF)
    }
}

/// Returns the name of a file of the log.
pub fn segment_name(timeline: u32, segment: u64) -> String {
    let (high, low) = (segment / SEGMENTS, segment % SEGMENTS);
    format!("{timeline:08X}{high:08X}{low:08X}")
}

/// Parses the name of a file of the log into its timeline and number.
///
/// # Errors
/// The name is malformed.
pub fn parse_segment_name(name: &str) -> anyhow::Result<(u32, u64)> {
    let read = || {
        let is_name = name.len() == 24 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let part = |from: usize| u32::from_str_radix(name.get(from..from + 8)?, 16).ok();
        let (timeline, high, low) = (part(0)?, part(8)?, part(16)?);
        is_name.then_some((timeline, u64::from(high) * SEGMENTS + u64::from(low)))
    };
    read().ok_or_else(|| anyhow!("{name} is not a file of the write-ahead log"))
}

/// The number of files that share one number in the middle of their names.
const SEGMENTS: u64 = (1 << 32) / SEGMENT;
