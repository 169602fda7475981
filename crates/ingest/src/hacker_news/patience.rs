//! Decides how long to wait for an id that has nothing yet. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use db::models::sequence::Waiting;

/// Seconds from one look to the next; after the last, the item is given up.
const PAUSES: [i64; 5] = [1, 5, 30, 300, 3_600];

/// Returns the next wait for an id that has nothing at `now`; `before` is its wait until then.
pub(super) fn next_look(id: i64, before: Option<&Waiting>, now: DateTime<Utc>) -> Waiting {
    let looks = before.map_or(0, |before| before.looks) + 1;
    let pause = usize::try_from(looks - 1).ok().and_then(|n| PAUSES.get(n));
    Waiting {
        id,
        since: before.map_or(now, |before| before.since),
        looks,
        next_look_at: pause.map(|seconds| now + TimeDelta::seconds(*seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_asked_for_for_an_hour_and_then_given_up() {
        let begin = DateTime::UNIX_EPOCH;
        let (mut now, mut waiting) = (begin, next_look(7, None, begin));
        let mut waits = Vec::new();
        while let Some(next) = waiting.next_look_at {
            waits.push((next - now).num_seconds());
            now = next;
            waiting = next_look(7, Some(&waiting), now);
        }
        assert_eq!(waits, PAUSES);
        assert_eq!((waiting.id, waiting.since, waiting.looks), (7, begin, 6));
    }
}
