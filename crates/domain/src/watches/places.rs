//! The subreddits that watches name: what the forum answered about them, and when to ask again.

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncConnection;

use db::Conn;
use db::models::place::{Place, PlaceState};
use db::models::subreddit_check::{Reason, SubredditCheck};
use platform::sources::reddit::SubredditState;

const TRUSTED_IF_FOUND: TimeDelta = TimeDelta::hours(24);
const TRUSTED_IF_NOT: TimeDelta = TimeDelta::minutes(10);
/// The waits until an unreadable subreddit is asked about again; the last one repeats.
const WAITS: [TimeDelta; 4] =
    [TimeDelta::minutes(10), TimeDelta::hours(1), TimeDelta::hours(6), TimeDelta::hours(24)];

/// The longest time between checks of a place.
pub const MAX_WAIT: TimeDelta = TimeDelta::hours(29);

/// Stores the forum's answer about `name` at `now`, for later requests, and for polling if somebody
/// watches it. `chance` (0 to 1) spreads the times of the next check.
///
/// # Errors
/// The database failed.
pub async fn store_answer(
    name: &str,
    answer: SubredditState,
    now: DateTime<Utc>,
    chance: f64,
    conn: &mut Conn,
) -> diesel::QueryResult<SubredditCheck> {
    let (display, reason) = match answer {
        SubredditState::Public(display) => (display, None),
        SubredditState::Private => (name.to_owned(), Some(Reason::Private)),
        SubredditState::Banned => (name.to_owned(), Some(Reason::Banned)),
        SubredditState::NotFound => (name.to_owned(), Some(Reason::NotFound)),
    };
    let trusted = match reason {
        None => TRUSTED_IF_FOUND,
        Some(_) => TRUSTED_IF_NOT,
    };
    let check = SubredditCheck {
        name: name.to_lowercase(),
        display,
        found: reason.is_none(),
        expires_at: now + trusted,
        reason,
    };
    let state = match reason {
        None => PlaceState::Ok,
        Some(Reason::Private) => PlaceState::Private,
        Some(Reason::Banned) => PlaceState::Banned,
        Some(Reason::NotFound) => PlaceState::Missing,
    };
    let check_ref = &check;
    conn.transaction(async move |conn| -> diesel::QueryResult<()> {
        check_ref.store(conn).await?;
        if let Some(place) = Place::lock(&check_ref.name, conn).await? {
            let next = now + wait(state, place.bad_checks, chance);
            place.store_answer(state, now, next, conn).await?;
        }
        Ok(())
    })
    .await?;
    Ok(check)
}

/// Returns the time until the next check of a place that was found unreadable `bad_checks` times
/// before.
fn wait(state: PlaceState, bad_checks: i32, chance: f64) -> TimeDelta {
    let wait = if state.is_unreadable() {
        let place = usize::try_from(bad_checks).unwrap_or(0);
        WAITS[place.min(WAITS.len() - 1)]
    } else {
        TRUSTED_IF_FOUND
    };
    // Places that were verified together are not checked together again.
    TimeDelta::milliseconds((wait.as_seconds_f64() * 1_000.0 * (1.0 + 0.2 * chance)) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_looked_at_less_and_less_often() {
        let minutes = |bad| wait(PlaceState::Private, bad, 0.0).num_minutes();
        let waits: Vec<i64> = (0..6).map(minutes).collect();
        assert_eq!(waits, [10, 60, 360, 1_440, 1_440, 1_440]);
        assert_eq!(wait(PlaceState::Ok, 3, 0.0), TRUSTED_IF_FOUND);
        assert!(wait(PlaceState::Ok, 0, 1.0) <= MAX_WAIT);
        assert!(wait(PlaceState::Banned, 9, 1.0) <= MAX_WAIT);
        assert_eq!(wait(PlaceState::Missing, 0, 1.0), TimeDelta::minutes(12));
    }
}
