//! The bounded files of Postgres's log.

use std::fs::{self, File};

use db::embedded::log::Log;

#[test]
fn a_log_never_takes_more_than_twice_its_bound_and_keeps_the_latest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgres.log");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for begin in [0, 50] {
        // Opens it again, as a second start does.
        let mut log = Log::bounded(&path, 100).unwrap();
        for n in begin..begin + 50 {
            log.add(format!("line {n:04}\n").as_bytes()).unwrap();
        }
    }
    let (old, new) = (read("postgres.log.1"), read("postgres.log"));
    assert!(old.len() <= 110 && new.len() <= 110, "{} {}", old.len(), new.len());
    assert!(new.ends_with("line 0099\n"), "{new}");
    let kept = old + &new;
    let lines: Vec<&str> = kept.lines().collect();
    let first: usize = lines[0].trim_start_matches("line ").parse().unwrap();
    let expected: Vec<String> = (first..100).map(|n| format!("line {n:04}")).collect();
    assert_eq!(lines, expected);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_log_that_another_program_has_emptied_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("postgres.log");
    let mut log = Log::bounded(&path, 20).unwrap();
    log.add(&[b'a'; 20]).unwrap();
    File::options().write(true).truncate(true).open(&path).unwrap();
    log.add(b"b\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "b\n");
    assert!(!folder.path().join("postgres.log.1").exists());
}
