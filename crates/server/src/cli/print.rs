//! `harken openapi`, `harken plans` and `harken sites`: print the files that the web app is built with.

use serde::Serialize;

/// Prints a value as JSON.
///
/// # Errors
/// The value cannot be written as JSON.
pub(super) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}
