//! The time up to which `harken restore` restores.

use chrono::SecondsFormat;
use harken::cli::restore::time_of;

#[test]
fn a_moment_is_read_with_its_zone_and_without_one_as_utc() {
    for text in [
        "2026-01-31T14:05:00Z",
        "2026-01-31T15:05:00+01:00",
        "2026-01-31 14:05:00",
        "2026-01-31T14:05:00",
    ] {
        let time = time_of(text).map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true));
        assert_eq!(time.as_deref(), Ok("2026-01-31T14:05:00Z"), "{text}");
    }
    for text in ["", "yesterday", "14:05", "2026-02-31 14:05:00"] {
        assert!(time_of(text).unwrap_err().contains("UTC"), "{text}");
    }
}
