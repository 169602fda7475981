//! Lines on standard output.

use std::io::{Write, stdout};

use crate::Failure;

/// Prints a line at once, so that a program that reads it need not wait for more.
pub(crate) fn print(line: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}
