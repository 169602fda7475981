//! Describes gaps, in one line each.

use chrono::{DateTime, Utc};

use super::place_names::PlaceNames;
use db::models::gap_change::{GapChange, GapState};
use foundation::wording::plural::plural;
use platform::coverage::Gaps;
use platform::wire::ItemKind;

/// Returns the text for a title.
pub(super) fn heading(gaps: &Gaps, names: &PlaceNames) -> String {
    match gaps.changes.as_slice() {
        [only] => {
            let (what, place) = (what(only), names.label(&only.place));
            match only.state {
                GapState::Filled => format!("{place}: {what} were missing and have been read"),
                GapState::Open | GapState::Closed => format!("{place}: {what} may be missing"),
            }
        }
        _ => {
            let count = u64::try_from(gaps.count).unwrap_or_default();
            plural(count, "coverage gap", "coverage gaps")
        }
    }
}

/// Returns a line about what became of a gap.
pub(super) fn line(change: &GapChange, names: &PlaceNames) -> String {
    let (what, place) = (what(change), names.label(&change.place));
    let on = |time: DateTime<Utc>| time.format("%-d %b, %H:%M UTC");
    let (from, to) = (on(change.started_at), on(change.ended_at));
    let state = match change.state {
        GapState::Open => "may be missing so far",
        GapState::Filled => "have been read after all",
        GapState::Closed => "may be missing",
    };
    format!("{place}: {what} from {from} to {to} {state}")
}

fn what(change: &GapChange) -> &'static str {
    match change.kind {
        ItemKind::Post => "posts",
        ItemKind::Comment => "comments",
    }
}
