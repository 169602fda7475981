//! Reads the fault that is a status (400 to 599) from a string among the names of other faults. For
//! `#[serde(untagged)] Status(#[serde(deserialize_with = "status")] u16)`, which is the last variant.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

/// Reads a status from a string.
pub fn status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.parse() {
        Ok(status @ 400..=599) => Ok(status),
        _ => Err(D::Error::invalid_value(Unexpected::Str(&text), &"a fault")),
    }
}
