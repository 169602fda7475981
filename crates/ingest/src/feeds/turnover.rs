//! Detects that a feed lost entries between two polls: it lists its latest ones, and more were published. Pure.

use chrono::{DateTime, Utc};
use feeds::{Entry, Feed};
use uuid::Uuid;

use db::models::coverage_gap::{CoverageGap, reason};
use db::models::feed::ClaimedFeed;
use db::models::item::ItemKind;

/// The smallest number of entries that shows anything. A feed of one entry has another one whenever it has
/// anything new.
const MIN_ENTRIES: usize = 2;

/// Returns the date that an entry states.
pub(super) fn date(entry: &Entry) -> Option<DateTime<Utc>> {
    entry.published.or(entry.updated)
}

/// Returns the latest date of a document read `now`, and the number of its entries. A document that breaks off
/// leaves what is known of the one before.
pub(super) fn extent(
    document: &Feed,
    claimed: &ClaimedFeed,
    now: DateTime<Utc>,
) -> (Option<DateTime<Utc>>, i32) {
    let newest = document.entries.iter().filter_map(date).map(|date| date.min(now)).max();
    match document.broken {
        true => (newest.max(claimed.newest_at), claimed.listed),
        false => (newest, i32::try_from(document.entries.len()).unwrap_or(i32::MAX)),
    }
}

/// Returns the time of which entries may be missing between the document before and this one, of which
/// `none_is_known`: they are full, and the oldest entry of this one is newer than the newest of the other.
///
/// Nothing can be said without dates, or of a document that has become shorter: its entries are gone for another
/// reason. A feed whose entries have other ids is not taken for another, as their dates stay.
pub(super) fn missed(
    document: &Feed,
    claimed: &ClaimedFeed,
    none_is_known: bool,
    now: DateTime<Utc>,
) -> Option<CoverageGap> {
    let (polled, newest) = (claimed.polled_at?, claimed.newest_at?);
    let entries = document.entries.len();
    let is_full = entries >= MIN_ENTRIES.max(usize::try_from(claimed.listed).unwrap_or(0));
    if !none_is_known || document.broken || !is_full || polled < claimed.followed_since {
        return None;
    }
    let dates = document.entries.iter().filter_map(date);
    let oldest = dates.clone().min()?.min(now);
    if dates.count() * 2 < entries || oldest <= newest {
        return None;
    }
    // What was published before the last poll was in its document, unless it was dated late.
    let started_at = if polled < oldest { polled.max(newest) } else { newest };
    Some(CoverageGap {
        id: Uuid::now_v7(),
        listing: CoverageGap::listing_of(ItemKind::Post, &claimed.place),
        started_at,
        ended_at: oldest,
        reason: reason::TURNED_OVER.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(1_000) + TimeDelta::minutes(minute)
    }

    /// Returns a document with entries of these minutes; `None` for no date.
    fn document(minutes: impl IntoIterator<Item = Option<i64>>) -> Feed {
        let entries = minutes.into_iter().enumerate().map(|(key, minute)| Entry {
            key: key.to_string(),
            published: minute.map(at),
            ..Entry::default()
        });
        Feed { entries: entries.collect(), ..Feed::default() }
    }

    fn dated(minutes: impl IntoIterator<Item = i64>) -> Feed {
        document(minutes.into_iter().map(Some))
    }

    /// Returns a feed that was polled at minute 0, when it had 20 entries of up to minute -1.
    fn claimed() -> ClaimedFeed {
        ClaimedFeed {
            place: "feed/blog.example/0a1b2c3d".to_owned(),
            known: vec![0; 8],
            newest_at: Some(at(-1)),
            listed: 20,
            polled_at: Some(at(0)),
            interval_seconds: 300,
            followed_since: at(-100),
            ..ClaimedFeed::default()
        }
    }

    fn gap(document: &Feed, claimed: &ClaimedFeed) -> Option<(i64, i64)> {
        let gap = missed(document, claimed, true, at(30))?;
        let minute = |time: DateTime<Utc>| (time - at(0)).num_minutes();
        assert_eq!(gap.place(), Some((ItemKind::Post, claimed.place.as_str())));
        Some((minute(gap.started_at), minute(gap.ended_at)))
    }

    #[test]
    fn a_feed_whose_oldest_entry_is_newer_than_all_before_has_a_gap() {
        assert_eq!(gap(&dated(6..26), &claimed()), Some((0, 6)));
        // Some entries have no dates, or dates in the future.
        let mixed = (6..26).map(|minute| (minute % 4 > 0).then_some(minute + minute / 20 * 900));
        assert_eq!(gap(&document(mixed), &claimed()), Some((0, 6)));
        // The oldest is dated before the last poll, and was not in its document.
        let late = ClaimedFeed { newest_at: Some(at(-9)), ..claimed() };
        assert_eq!(gap(&dated(-4..16), &late), Some((-9, -4)));
    }

    #[test]
    fn nothing_else_is_a_gap() {
        let turned_over = dated(6..26);
        for (case, document, claimed) in [
            ("a first poll", &turned_over, ClaimedFeed { polled_at: None, ..claimed() }),
            ("no dates before", &turned_over, ClaimedFeed { newest_at: None, ..claimed() }),
            ("no dates now", &document([None; 20]), claimed()),
            ("hardly any dates", &document((6..26).map(|n| (n == 6).then_some(n))), claimed()),
            ("other ids", &dated(-20..0), claimed()),
            ("other ids, and a new entry", &dated(-18..2), claimed()),
            ("a shorter document", &dated(6..25), claimed()),
            ("no entries now", &dated([]), claimed()),
            ("one entry at a time", &dated([6]), ClaimedFeed { listed: 1, ..claimed() }),
            ("a broken document", &Feed { broken: true, ..turned_over.clone() }, claimed()),
            ("no followers", &turned_over, ClaimedFeed { followed_since: at(5), ..claimed() }),
        ] {
            assert_eq!(gap(document, &claimed), None, "{case}");
        }
        assert_eq!(missed(&turned_over, &claimed(), false, at(30)), None);
    }

    #[test]
    fn an_emptied_feed_leaves_nothing_to_compare_with() {
        let now = at(30);
        assert_eq!(extent(&dated([]), &claimed(), now), (None, 0));
        assert_eq!(extent(&dated([1, 40, 2]), &claimed(), now), (Some(now), 3));
        let broken = Feed { broken: true, ..dated([5]) };
        assert_eq!(extent(&broken, &claimed(), now), (Some(at(5)), 20));
        let broken = Feed { broken: true, ..dated([]) };
        assert_eq!(extent(&broken, &claimed(), now), (Some(at(-1)), 20));
    }
}
