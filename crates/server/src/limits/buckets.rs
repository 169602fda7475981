//! One bucket per key, which empties by use and refills with time (GCRA, by the crate `governor`).

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use foundation::time::clock::Clock;

/// The most keys that are remembered at once; a few megabytes.
pub const MAX_KEYS: usize = 50_000;

type Store<K> = RateLimiter<K, HashMapStateStore<K>, Ticks, StateInformationMiddleware>;

/// Grants each key its quota at once, and as much again in each period.
pub struct Buckets<K: Hash + Eq + Clone> {
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
    pub fn new(limit: NonZeroU32, clock: &Clock) -> Self {
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

    /// Returns how many keys are remembered.
    pub fn keys(&self) -> usize {
        self.store.load().len()
    }

    /// Takes one unit and returns how many are left, or how long to wait for the next.
    pub fn take(&self, key: &K) -> Result<u32, Duration> {
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
        match taken {
            Ok(state) => Ok(state.remaining_burst_capacity()),
            Err(refusal) => Err(refusal.wait_time_from(self.clock.now())),
        }
    }

    /// Returns how long it takes until a bucket with `left` units is full.
    pub(super) fn time_to_fill(&self, left: u32) -> Duration {
        self.quota.replenish_interval() * self.limit().get().saturating_sub(left)
    }
}

fn fresh<K: Hash + Eq + Clone>(quota: Quota, clock: &Ticks) -> Store<K> {
    RateLimiter::hashmap_with_clock(quota, clock.clone()).with_middleware()
}
