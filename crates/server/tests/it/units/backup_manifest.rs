//! The list of a backup's files.

use chrono::DateTime;
use db::embedded::backup::manifest::{Entry, read, write};
use db::embedded::wal::Lsn;

#[test]
fn a_manifest_is_read_as_it_was_written_and_not_otherwise() {
    let entry = |path: &str| Entry::new(path.to_owned(), 3, DateTime::UNIX_EPOCH, b"\x01\xff");
    let files = [entry("base/1/2"), entry("PG_VERSION")];
    let text = write(&files, 1, Lsn(40), Lsn(0x1_0000_0000)).unwrap();
    assert_eq!(read(&text).unwrap(), files);
    assert!(text.contains(r#""Last-Modified":"1970-01-01 00:00:00 GMT""#), "{text}");
    assert!(text.contains(r#""Start-LSN": "0/28", "End-LSN": "1/0""#), "{text}");
    let changed = text.replace("base/1/2", "base/1/3");
    assert!(read(&changed).is_err());
    assert!(read(&text[..text.len() / 2]).is_err());
    let outside = write(&[entry("../secret")], 1, Lsn(0), Lsn(1)).unwrap();
    assert!(read(&outside).is_err());
}
