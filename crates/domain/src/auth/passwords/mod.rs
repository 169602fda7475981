//! Hashes passwords with Argon2id on threads of their own, a few at a time, because each hash takes
//! 19 MiB and some 20 ms of a core.

mod argon;

use std::sync::Arc;

use anyhow::Context;
use argon2::Block;
use tokio::sync::Semaphore;

use argon::Memory;
use db::error::{Error, Result};

/// A hash that belongs to no password. Checking against it takes as long as against a real one, so
/// that the response time does not reveal which addresses have an account.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes and checks passwords, a few at a time. A limited number of requests wait; beyond those, a
/// request is rejected at once, so that a flood of them cannot take unbounded memory or time.
pub struct Passwords {
    places: Arc<Semaphore>,
    permits: Arc<Semaphore>,
    memory: Arc<Memory>,
}

impl Passwords {
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            places: Arc::new(Semaphore::new(at_once + waiting)),
            permits: Arc::new(Semaphore::new(at_once)),
            memory: Arc::default(),
        }
    }

    /// Hashes a password to the PHC string to store, with its salt and cost.
    ///
    /// # Errors
    /// [`Error::Overloaded`] when too many wait already, or the system's random source failed.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.compute(move |memory| argon::hash(&password, memory)).await
    }

    /// Returns true if `password` belongs to `hash`. Without a hash (there is no such account) does
    /// the same work and returns false.
    ///
    /// # Errors
    /// [`Error::Overloaded`] when too many wait already, or the computation was cut short, as at
    /// the end of the process.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        self.compute(move |memory| {
            let stored = hash.as_deref().filter(|hash| !hash.is_empty());
            let fits = argon::fits(&password, stored.unwrap_or(NOBODY), memory)?;
            Ok(fits && stored.is_some())
        })
        .await
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(Error::Overloaded("too many passwords wait"));
        };
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.context("no password is computed any more")?;
        let memory = self.memory.clone();
        let done = tokio::task::spawn_blocking(move || {
            let done = memory.lend(work);
            // Dropped only here: the work continues when the caller has gone away.
            drop((permit, place));
            done
        });
        let done = done.await.context("a password computation was cut short")?;
        Ok(done?)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::phc::PasswordHash;
    use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};

    use super::*;

    #[tokio::test]
    async fn a_hash_fits_its_own_password_only() {
        let passwords = Passwords::new(1, 1);
        let hash = passwords.hash("Correct1horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, fits) in [("Correct1horse", true), ("correct1horse", false), ("", false)] {
            let got = passwords.verify(password.to_owned(), Some(hash.clone())).await;
            assert_eq!(got.unwrap(), fits, "{password}");
        }
    }

    #[tokio::test]
    async fn a_hash_is_what_any_argon2_computes_and_takes() {
        let passwords = Passwords::new(1, 1);
        let hash = passwords.hash("Correct1horse".to_owned()).await.unwrap();
        Argon2::default().verify_password(b"Correct1horse", hash.as_str()).unwrap();
        // With another cost, as an earlier or later version may choose: more memory, and less.
        for (memory, passes, lanes) in [(20 * 1024, 1, 1), (64, 3, 2)] {
            let params = Params::new(memory, passes, lanes, None).unwrap();
            let other = Argon2::new(Algorithm::Argon2i, Version::V0x10, params);
            let hash = other.hash_password(b"Correct1horse").unwrap().to_string();
            for (password, fits) in [("Correct1horse", true), ("Correct2horse", false)] {
                let got = passwords.verify(password.to_owned(), Some(hash.clone())).await;
                assert_eq!(got.unwrap(), fits, "{password} {hash}");
            }
        }
        let broken = passwords.verify("Correct1horse".to_owned(), Some("broken".to_owned()));
        assert!(broken.await.is_err());
    }

    #[tokio::test]
    async fn all_computations_share_a_few_pieces_of_memory_that_are_wiped() {
        let passwords = Passwords::new(2, 20);
        let all = (0..20).map(|n| passwords.verify(format!("Password{n}"), None));
        futures::future::try_join_all(all).await.unwrap();
        let pieces = passwords.memory.pieces();
        assert!((1..=2).contains(&pieces.len()), "{}", pieces.len());
        for piece in pieces {
            assert_eq!(piece.len(), 19 * 1024);
            assert!(piece.iter().flat_map(Block::as_ref).all(|word| *word == 0));
        }
    }

    #[tokio::test]
    async fn one_password_gets_two_different_hashes() {
        let passwords = Passwords::new(2, 0);
        let (a, b) =
            tokio::join!(passwords.hash("Same1same".into()), passwords.hash("Same1same".into()));
        assert_ne!(a.unwrap(), b.unwrap());
    }

    #[tokio::test]
    async fn no_password_fits_an_account_that_does_not_exist_or_has_none() {
        let passwords = Passwords::new(1, 1);
        for hash in [None, Some(String::new())] {
            assert!(!passwords.verify("Anything1".to_owned(), hash).await.unwrap());
        }
        // The stand-in costs as much as a real one.
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
        assert!(matches!(refused, Err(Error::Overloaded(_))));
        drop((running, place));
        for one in waiting {
            assert!(!one.await.unwrap());
        }
        assert!(!passwords.verify("Anything1".to_owned(), None).await.unwrap());
    }
}
