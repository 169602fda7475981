//! Positions in the write-ahead log, and the names of its files.

use db::embedded::wal::{Lsn, parse_segment_name, segment_name};

#[test]
fn places_and_files_are_named_as_postgres_names_them() {
    let lsn: Lsn = "1A/FF000028".parse().unwrap();
    assert_eq!(lsn.to_string(), "1A/FF000028");
    assert_eq!(lsn.offset(), 0x28);
    let name = segment_name(2, lsn.segment());
    assert_eq!(name, "000000020000001A000000FF");
    assert_eq!(parse_segment_name(&name).unwrap(), (2, lsn.segment()));
    assert_eq!(Lsn::of_segment(lsn.segment()).0 + 0x28, lsn.0);
    for text in ["", "1", "G/1", "1/123456789"] {
        assert!(text.parse::<Lsn>().is_err(), "{text}");
    }
    for name in ["", "00000002.history", "000000020000001A000000FG"] {
        assert!(parse_segment_name(name).is_err(), "{name}");
    }
}
