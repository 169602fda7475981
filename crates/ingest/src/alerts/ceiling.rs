//! Applies the hourly ceilings. A watch on `the` matches tens of thousands of items an hour: beyond what its
//! user's plan lists for one watch, and for all together, matches are only counted. The watch continues, and
//! its user learns how many were left out. Pure.

use std::collections::HashMap;

use uuid::Uuid;

use super::alert::ByUser;
use super::counters::{LeftOut, Paces};
use super::watcher::Watcher;
use platform::config::Plans;
use platform::plans::Capabilities;

/// Removes the matches beyond the ceilings of this hour from `by_user`. Apart from the batch,
/// `users` has the number of listed matches of each user, and `paces` that of each watch.
pub(super) fn leave_out(
    by_user: &mut ByUser,
    watchers: &HashMap<Uuid, Watcher>,
    plans: Plans,
    users: &HashMap<Uuid, i64>,
    paces: &Paces,
) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut listed: HashMap<Uuid, i64> = HashMap::new();
    for (user_id, alerts) in by_user.iter_mut() {
        let mut of_user = users.get(user_id).copied().unwrap_or_default();
        alerts.retain(|alert| {
            let watch_id = alert.found.watch_id;
            let can = Capabilities::of(watchers[&watch_id].plan, plans);
            let of_watch = listed.entry(watch_id).or_insert_with(|| paces.this_hour(watch_id));
            let is_listed = *of_watch < i64::from(can.hourly_matches_of_one)
                && of_user < i64::from(can.hourly_matches);
            if is_listed {
                *of_watch += 1;
                of_user += 1;
            } else {
                *left_out.of_watches.entry(watch_id).or_default() += 1;
                *left_out.of_users.entry(*user_id).or_default() += 1;
            }
            is_listed
        });
    }
    by_user.retain(|_, alerts| !alerts.is_empty());
    left_out
}
