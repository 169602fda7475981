//! Commands that print files: those that the web app is built with, completions for shells, and manual pages.

use std::fs;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use serde::Serialize;

/// Prints a value as JSON.
///
/// # Errors
/// The value cannot be written as JSON.
pub(super) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}

/// Prints the script with which a shell completes the program's commands.
pub(super) fn completions(shell: Shell, mut program: Command) {
    clap_complete::generate(shell, &mut program, "harken", &mut std::io::stdout());
}

/// Writes a manual page of each command into a folder.
///
/// # Errors
/// A file could not be written.
pub(super) fn manual(folder: &Path, program: Command) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    Ok(clap_mangen::generate_to(program, folder)?)
}
