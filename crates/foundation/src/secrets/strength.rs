//! Rejects secrets that are too weak to sign anything.

use std::collections::BTreeSet;

const MIN_CHARS: usize = 32;
/// The fewest different characters of a secret. Fewer occur in the zeros or spaces of a partly
/// written file, and in what people type to fill a field.
const MIN_DIFFERENT_CHARS: usize = 8;

/// Checks that `secret` can sign tokens: a secret that can be guessed lets anybody in.
///
/// # Errors
/// Returns what the secret must be.
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
