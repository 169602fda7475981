//! Passwords: hashed with Argon2id on threads of their own, a few at a time, because each hash takes
//! 19 MiB and some 20 ms of a core.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::{ApiError, ApiResult};

/// OWASP's choice for Argon2id: 19 MiB, two passes, one lane.
/// <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The hash of nobody's password. Checking against it takes as long as against a real one, so that
/// the time of an answer does not tell which addresses have an account.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes and checks passwords, a few at a time. So many others wait; beyond those, a request is
/// refused at once, so that a flood of them takes neither memory nor time without end.
pub struct Passwords {
    places: Arc<Semaphore>,
    permits: Arc<Semaphore>,
}

impl Passwords {
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            places: Arc::new(Semaphore::new(at_once + waiting)),
            permits: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// The hash to store, as a PHC string with its salt and cost.
    ///
    /// # Errors
    /// `OVERLOADED` when too many wait already, or the system's random source failed.
    pub async fn hash(&self, password: String) -> ApiResult<String> {
        self.compute(move || {
            let hash: argon2::password_hash::phc::PasswordHash = argon2()?
                .hash_password(password.as_bytes())
                .map_err(|e| anyhow!("could not hash a password: {e}"))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether `password` belongs to `hash`. With no hash (there is no such account) the same work is
    /// done and the answer is no.
    ///
    /// # Errors
    /// `OVERLOADED` when too many wait already, or the computation was cut short, as at the end of
    /// the process.
    pub async fn verify(&self, password: String, hash: Option<String>) -> ApiResult<bool> {
        self.compute(move || {
            let stored = hash.as_deref().filter(|hash| !hash.is_empty());
            let parsed = PasswordHash::new(stored.unwrap_or(NOBODY))
                .map_err(|e| anyhow!("a stored password hash is broken: {e}"))?;
            let fits = argon2()?.verify_password(password.as_bytes(), &parsed);
            Ok(fits.is_ok() && stored.is_some())
        })
        .await
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> ApiResult<T> {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(ApiError::Overloaded("too many passwords wait"));
        };
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.context("no password is computed any more")?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            // Only here: the work goes on when whoever asked for it has gone away.
            drop((permit, place));
            done
        });
        let done = done.await.context("a password computation was cut short")?;
        Ok(done?)
    }
}

fn argon2() -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|e| anyhow!("the cost of password hashes is wrong: {e}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_fits_its_own_password_only() {
        let passwords = Passwords::new(1, 1);
        let hash = passwords.hash("Correct1horse".to_owned()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        for (password, fits) in [
            ("Correct1horse", true),
            ("correct1horse", false),
            ("", false),
        ] {
            let got = passwords
                .verify(password.to_owned(), Some(hash.clone()))
                .await;
            assert_eq!(got.unwrap(), fits, "{password}");
        }
    }

    #[tokio::test]
    async fn one_password_gets_two_different_hashes() {
        let passwords = Passwords::new(2, 0);
        let (a, b) = tokio::join!(
            passwords.hash("Same1same".into()),
            passwords.hash("Same1same".into())
        );
        assert_ne!(a.unwrap(), b.unwrap());
    }

    #[tokio::test]
    async fn no_password_fits_an_account_that_does_not_exist_or_has_none() {
        let passwords = Passwords::new(1, 1);
        for hash in [None, Some(String::new())] {
            assert!(
                !passwords
                    .verify("Anything1".to_owned(), hash)
                    .await
                    .unwrap()
            );
        }
        // The stand-in costs what a real one costs.
        let nobody = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(nobody.params.to_string(), "m=19456,t=2,p=1");
        assert_eq!(nobody.hash.unwrap().len(), 32);
    }

    #[tokio::test]
    async fn beyond_those_that_may_wait_a_computation_is_refused_at_once() {
        let passwords = Passwords::new(1, 2);
        let running = passwords.permits.clone().acquire_owned().await.unwrap();
        let place = passwords.places.clone().try_acquire_owned().unwrap();
        let mut waiting =
            Vec::from([(); 2].map(|()| Box::pin(passwords.verify("Anything1".to_owned(), None))));
        for one in &mut waiting {
            assert!(futures::poll!(one).is_pending());
        }
        let refused = passwords.verify("Anything1".to_owned(), None).await;
        assert!(matches!(refused, Err(ApiError::Overloaded(_))));
        drop((running, place));
        for one in waiting {
            assert!(!one.await.unwrap());
        }
        assert!(
            !passwords
                .verify("Anything1".to_owned(), None)
                .await
                .unwrap()
        );
    }
}
