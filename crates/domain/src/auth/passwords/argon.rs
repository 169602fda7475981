//! Argon2id, computed in memory that is reused.
//!
//! Each computation fills 19 MiB. If allocated each time, they would stay with the allocator, once
//! for each thread that ever computed: glibc keeps one arena per thread and gives little of it
//! back.

use std::sync::{Mutex, PoisonError};

use anyhow::{Context, anyhow};
use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use foundation::secrets::random_bytes;

/// OWASP's choice for Argon2id: 19 MiB, two passes, one lane.
/// <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The memory of computations: as many pieces as there ever were concurrent computations.
#[derive(Default)]
pub(super) struct Memory {
    free: Mutex<Vec<Vec<Block>>>,
}

impl Memory {
    /// Lends one piece to `work`, and wipes it afterwards: what a password left in it would make
    /// guesses at that password cheap.
    pub(super) fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut piece = free().pop().unwrap_or_default();
        let done = work(&mut piece);
        piece.fill(Block::new());
        free().push(piece);
        done
    }

    #[cfg(test)]
    pub(super) fn pieces(&self) -> Vec<Vec<Block>> {
        std::mem::take(&mut self.free.lock().unwrap())
    }
}

/// Hashes a password to the PHC string to store, with its salt and cost.
///
/// # Errors
/// The system's random source failed.
pub(super) fn hash(password: &str, memory: &mut Vec<Block>) -> anyhow::Result<String> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|e| anyhow!("the cost of password hashes is wrong: {e}"))?;
    let salt = Salt::new(&random_bytes::<{ Salt::RECOMMENDED_LENGTH }>()?)
        .map_err(|e| anyhow!("the salt of a password is wrong: {e}"))?;
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let argon2 = Argon2::new(algorithm, version, params);
    let hash = PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: argon2
            .params()
            .try_into()
            .map_err(|e| anyhow!("the cost of password hashes cannot be written: {e}"))?,
        hash: Some(compute(&argon2, password, &salt, memory)?),
        salt: Some(salt),
    };
    Ok(hash.to_string())
}

/// Returns true if `password` belongs to `hash`, a PHC string, which also gives the cost.
///
/// # Errors
/// The string is malformed.
pub(super) fn fits(password: &str, hash: &str, memory: &mut Vec<Block>) -> anyhow::Result<bool> {
    let broken = |e: &dyn std::fmt::Display| anyhow!("a stored password hash is broken: {e}");
    let hash = PasswordHash::new(hash).map_err(|e| broken(&e))?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(|e| broken(&e))?;
    let version = hash.version.map(Version::try_from).transpose();
    let version = version.map_err(|e| broken(&e))?.unwrap_or_default();
    let params = Params::try_from(&hash).map_err(|e| broken(&e))?;
    let (Some(salt), Some(stored)) = (hash.salt, hash.hash) else {
        return Err(broken(&"it has no salt or no hash"));
    };
    let argon2 = Argon2::new(algorithm, version, params);
    // Outputs are compared in constant time.
    Ok(compute(&argon2, password, &salt, memory)? == stored)
}

fn compute(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &Salt,
    memory: &mut Vec<Block>,
) -> anyhow::Result<Output> {
    let params = argon2.params();
    if memory.len() < params.block_count() {
        memory.resize(params.block_count(), Block::new());
    }
    let mut output = [0; Output::MAX_LENGTH];
    let output = output
        .get_mut(..params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN))
        .context("a password hash is too long")?;
    argon2
        .hash_password_into_with_memory(password.as_bytes(), salt, output, memory)
        .map_err(|e| anyhow!("could not hash a password: {e}"))?;
    Output::new(output).map_err(|e| anyhow!("could not hash a password: {e}"))
}
