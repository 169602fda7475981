//! `docs/FAULTS.md`: each fault has a report and a test, and these exist.

use std::fs;
use std::path::Path;

/// The cells of a row: number, fault, what Harken does, who is told by what, within, tests.
const CELLS: usize = 6;
const MIN_FAULTS: usize = 40;

/// Returns the rows of all tables, without their heads.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split(" | ").map(str::trim).collect::<Vec<_>>());
    rows.filter(|cells| cells[0].parse::<usize>().is_ok()).collect()
}

/// Returns what a text has in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns whether the file, relative to this folder, has a test of this name.
fn has_test(file: &str, name: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(file);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let is_test = |line: &str| line.starts_with("#[test") || line.starts_with("#[tokio::test");
    let mut lines = text.lines().collect::<Vec<_>>().into_iter().rev();
    lines.any(|line| line.contains(&format!("fn {name}(")))
        && lines.take_while(|line| line.starts_with("#[")).any(is_test)
}

#[test]
fn every_fault_names_who_is_told_and_tests_that_exist() {
    let page = include_str!("../../../../docs/FAULTS.md");
    let rules = include_str!("../../../../ops/prometheus/alerts.yaml");
    let rows = rows(page);
    assert!(rows.len() >= MIN_FAULTS, "{} faults", rows.len());
    for (row, number) in rows.iter().zip(1..) {
        assert_eq!(row.len(), CELLS, "{row:?}");
        assert_eq!(row[0], number.to_string(), "numbers follow each other");
        assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}");
        let tests: Vec<_> = quoted(row[CELLS - 1]).collect();
        assert!(!tests.is_empty(), "no test: {row:?}");
        for test in tests {
            let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{test}"));
            assert!(has_test(file, name), "there is no test {test}");
        }
        for rule in quoted(row[3]).filter(|name| name.starts_with("Harken")) {
            let line = format!("- alert: {rule}\n");
            assert!(rules.contains(&line), "there is no rule {rule}");
        }
    }
}

#[test]
fn a_test_that_is_missing_or_none_is_found() {
    assert!(has_test("documented_faults.rs", "a_test_that_is_missing_or_none_is_found"));
    assert!(!has_test("documented_faults.rs", "has_test"));
    assert!(!has_test("documented_faults.rs", "nothing"));
    assert!(!has_test("nothing.rs", "nothing"));
}
