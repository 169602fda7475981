//! A semaphore for each key, such as a user, for as long as somebody holds or awaits it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

/// The number of semaphores beyond which those that nobody uses are first removed.
const MIN_CLEANED: usize = 64;

/// Semaphores by key, with as many permits each.
#[derive(Debug)]
pub struct Semaphores<K> {
    permits: usize,
    used: Mutex<Used<K>>,
}

#[derive(Debug)]
struct Used<K> {
    by_key: HashMap<K, Arc<Semaphore>>,
    /// The number at which unused ones are removed: twice as many as were left the last time, so that removing them
    /// costs each use little.
    clean_at: usize,
}

impl<K: Eq + Hash> Semaphores<K> {
    pub fn new(permits: usize) -> Self {
        let used = Used { by_key: HashMap::new(), clean_at: MIN_CLEANED };
        Self { permits: permits.min(Semaphore::MAX_PERMITS), used: Mutex::new(used) }
    }

    /// Returns the semaphore of `key`: the same one for as long as anybody has it.
    pub fn of(&self, key: K) -> Arc<Semaphore> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.by_key.len() >= used.clean_at {
            used.by_key.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
            used.clean_at = (2 * used.by_key.len()).max(MIN_CLEANED);
        }
        let semaphore = used.by_key.entry(key);
        semaphore.or_insert_with(|| Arc::new(Semaphore::new(self.permits))).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_keeps_its_semaphore_while_it_is_used_and_unused_ones_are_removed() {
        let semaphores = Semaphores::new(2);
        let of_one = semaphores.of(1);
        let _held = of_one.try_acquire().unwrap();
        for key in 2..10_000 {
            semaphores.of(key);
            assert!(semaphores.used.lock().unwrap().by_key.len() <= MIN_CLEANED);
        }
        let (again, other) = (semaphores.of(1), semaphores.of(2));
        assert_eq!((again.available_permits(), other.available_permits()), (1, 2));
    }
}
