//! What was read of each subreddit and what was not, how late, and since when: the ledger that
//! ingest writes together with the items, and reports from it.

mod bound;
mod budget;
mod changes;
mod lag;
mod ledger;
mod readings;
mod report;
mod rollup;

pub use bound::upper_bound;
pub use budget::requests_by_priority;
pub use changes::{CHANGES_FOR_E, Gaps, begin_round, gaps_for, note_changes, note_filled};
pub use lag::Lag;
pub use ledger::{
    Moved, SeenItem, begin_reading, move_readings, moved_readings, record_gap, record_items,
    stop_reading,
};
pub use readings::{Reading, STALE, Watched, gaps_of, places_of, readings, watched_by};
pub use report::{Amount, Hour, Hours, by_day, hours, sum};
pub use rollup::roll_up;

/// Returns the name, in lower case, under which the coverage knows a place: that of its site, if
/// the site is read as a whole. The database's `read_as` does the same.
pub fn read_as(place: &str) -> String {
    match matcher::Site::of(place) {
        Some(site) => site.place.to_owned(),
        None => place.to_lowercase(),
    }
}
