//! The buckets that limit calls.

use std::num::NonZeroU32;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use foundation::time::clock::Clock;
use harken::limits::buckets::{Buckets, MAX_KEYS};

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
    assert_eq!(buckets.keys(), 1);
    assert!(buckets.take(&most).is_err());
    // Countless keys at once.
    for key in 0..most * 3 {
        let _ = buckets.take(&key);
        assert!(buckets.keys() <= MAX_KEYS + 1);
    }
}
