//! What was read of each subreddit and what was not, how late, and since when: the ledger that ingest
//! writes with the items, and what it says.

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

/// Returns the place, in lower case, by which the coverage knows a place: that of the site which is read as a
/// whole, if it lies in one. `read_as` of the database says the same.
pub fn read_as(place: &str) -> String {
    match matcher::Site::of(place) {
        Some(site) => site.place.to_owned(),
        None => place.to_lowercase(),
    }
}
