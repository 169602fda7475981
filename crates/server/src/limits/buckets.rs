//! One bucket per key, which empties by use and refills with time (GCRA, by the crate `governor`).

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use foundation::time::clock::Clock;

/// The most keys that are remembered at once; a few megabytes.
const MAX_KEYS: usize = 50_000;

type Store<K> = RateLimiter<K, HashMapStateStore<K>, Ticks, NoOpMiddleware<Duration>>;

/// Grants each key its quota at once, and as much again in each period.
pub(super) struct Buckets<K: Hash + Eq + Clone> {
    quota: Quota,
    clock: Ticks,
    store: ArcSwap<Store<K>>,
}

/// The product's clock, as `governor` reads it.
#[derive(Clone)]
struct Ticks(Clock);

impl GovernorClock for Ticks {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Creates buckets with `limit` units a minute.
    pub(super) fn new(limit: NonZeroU32, clock: &Clock) -> Self {
        Self::of(Quota::per_minute(limit), clock)
    }

    pub(super) fn per_hour(limit: NonZeroU32, clock: &Clock) -> Self {
        Self::of(Quota::per_hour(limit), clock)
    }

    fn of(quota: Quota, clock: &Clock) -> Self {
        let clock = Ticks(clock.clone());
        let store = ArcSwap::from_pointee(fresh(quota, &clock));
        Self { quota, clock, store }
    }

    pub(super) fn limit(&self) -> NonZeroU32 {
        self.quota.burst_size()
    }

    /// Takes one unit, or returns how long to wait for the next.
    pub(super) fn take(&self, key: &K) -> Result<(), Duration> {
        let store = self.store.load();
        let taken = store.check_key(key);
        if store.len() > MAX_KEYS {
            // Full buckets need not be remembered. If dropping them is not enough, somebody calls
            // from countless addresses, and starting again is better than running out of memory.
            store.retain_recent();
            if store.len() > MAX_KEYS / 2 {
                self.store.store(Arc::new(fresh(self.quota, &self.clock)));
            }
        }
        taken.map_err(|refusal| refusal.wait_time_from(self.clock.now()))
    }
}

fn fresh<K: Hash + Eq + Clone>(quota: Quota, clock: &Ticks) -> Store<K> {
    RateLimiter::hashmap_with_clock(quota, clock.clone())
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, Utc};

    use super::*;

    fn buckets(limit: u32) -> (Buckets<u32>, Clock) {
        let clock = Clock::manual(Utc::now());
        (Buckets::new(NonZeroU32::new(limit).unwrap(), &clock), clock)
    }

    #[test]
    fn a_bucket_is_empty_after_its_limit_and_waiting_as_long_as_it_says_is_enough() {
        let (buckets, clock) = buckets(3);
        for _ in 0..3 {
            buckets.take(&1).unwrap();
        }
        let wait = buckets.take(&1).unwrap_err();
        assert!(wait <= Duration::from_secs(20), "{wait:?}");
        buckets.take(&2).unwrap();
        clock.advance(TimeDelta::from_std(wait).unwrap() - TimeDelta::milliseconds(1));
        assert!(buckets.take(&1).is_err());
        clock.advance(TimeDelta::milliseconds(1));
        buckets.take(&1).unwrap();
        clock.advance(TimeDelta::minutes(1));
        for _ in 0..3 {
            buckets.take(&1).unwrap();
        }
        assert!(buckets.take(&1).is_err());
    }

    #[test]
    fn memory_stays_bounded_and_those_who_are_limited_stay_limited_while_space_is_left() {
        let (buckets, clock) = buckets(1);
        let most = u32::try_from(MAX_KEYS).unwrap();
        for key in 0..most {
            buckets.take(&key).unwrap();
        }
        // All buckets are full again when the next call arrives.
        clock.advance(TimeDelta::minutes(3));
        buckets.take(&most).unwrap();
        assert_eq!(buckets.store.load().len(), 1);
        assert!(buckets.take(&most).is_err());
        // Countless keys at once.
        for key in 0..most * 3 {
            let _ = buckets.take(&key);
            assert!(buckets.store.load().len() <= MAX_KEYS + 1);
        }
    }
}
