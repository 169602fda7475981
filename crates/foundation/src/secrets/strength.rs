//! Which secrets are too weak to sign anything.

use std::collections::BTreeSet;

const MIN_CHARS: usize = 32;
/// Fewer are the zeros or spaces of a file that was not written to its end, and what people type to
/// fill a field.
const MIN_DIFFERENT_CHARS: usize = 8;

/// Checks that `secret` can sign tokens: what can be guessed lets anybody in.
///
/// # Errors
/// What it must be.
pub fn check_secret(secret: &str) -> Result<(), &'static str> {
    if secret.trim().chars().count() < MIN_CHARS {
        return Err("must have at least 32 characters; `openssl rand -hex 32` makes one");
    }
    let different: BTreeSet<char> = secret.chars().collect();
    if different.len() < MIN_DIFFERENT_CHARS {
        return Err("must not repeat a few characters; `openssl rand -hex 32` makes one");
    }
    Ok(())
}
