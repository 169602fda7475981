//! Newer migrations follow the rules of `migrations/README.md`.

use std::fs;
use std::path::Path;

/// Tables that may have millions of rows.
const LARGE: [&str; 4] = ["items", "notifications", "outbox", "attempts"];
/// Migrations up to this one are exempt: they make the tables, which are empty then.
const LAST_BEFORE_THE_RULES: &str = "2026-11-27-000370";

/// Returns the rules that the statements of a migration break.
fn broken_rules(sql: &str) -> Vec<&'static str> {
    let lines = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join(" ").to_lowercase();
    text.split(';').filter_map(broken_rule).collect()
}

fn broken_rule(statement: &str) -> Option<&'static str> {
    let words: Vec<&str> = statement
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .collect();
    let has = |wanted: &[&str]| words.windows(wanted.len()).any(|some| some == wanted);
    let is_large = |table: &str| LARGE.contains(&table);
    let follows = |before: &[&str]| {
        let mut places = words.windows(before.len() + 1);
        places.any(|some| some.starts_with(before) && is_large(some[before.len()]))
    };
    let makes_index = has(&["create", "index"]) || has(&["create", "unique", "index"]);
    if has(&["partition", "of"]) && has(&["create", "table"]) {
        return Some("make a partition aside and attach it, not with PARTITION OF");
    }
    if makes_index && !words.contains(&"concurrently") && follows(&["on"]) {
        return Some("make an index of a large table CONCURRENTLY");
    }
    let alters = follows(&["alter", "table"]) || follows(&["alter", "table", "only"]);
    if alters && has(&["add", "column"]) && has(&["not", "null"]) && !words.contains(&"default") {
        return Some("give a new column of a large table a default, or let it be null");
    }
    let constrains =
        has(&["add", "constraint"]) || has(&["add", "check"]) || has(&["add", "foreign"]);
    if alters && constrains && !has(&["not", "valid"]) && !has(&["using", "index"]) {
        return Some("add a constraint of a large table NOT VALID, and validate it afterwards");
    }
    None
}

#[test]
fn newer_migrations_lock_no_large_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let number = name.split('_').next().unwrap_or_default();
        if !entry.path().is_dir() || number <= LAST_BEFORE_THE_RULES {
            continue;
        }
        let sql = fs::read_to_string(entry.path().join("up.sql")).unwrap();
        wrong.extend(broken_rules(&sql).into_iter().map(|rule| format!("{name}: {rule}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_locks_a_large_table_is_distinguished_from_what_does_not() {
    for sql in [
        "CREATE INDEX late ON notifications (created_at);",
        "create unique index a on\n  items (forum_id);",
        "CREATE TABLE items_new PARTITION OF items FOR VALUES FROM (1) TO (2);",
        "ALTER TABLE outbox ADD COLUMN lane text NOT NULL;",
        "ALTER TABLE attempts ADD CONSTRAINT c CHECK (number > 0);",
    ] {
        assert_eq!(broken_rules(sql).len(), 1, "{sql}");
    }
    for sql in [
        "CREATE INDEX CONCURRENTLY late ON outbox (created_at);",
        "CREATE INDEX late ON ONLY notifications (created_at);",
        "CREATE INDEX small ON users (email);",
        "ALTER TABLE outbox ADD COLUMN lane text NOT NULL DEFAULT 'mail';",
        "ALTER TABLE outbox ADD COLUMN lane text;",
        "ALTER TABLE attempts ADD CONSTRAINT c CHECK (number > 0) NOT VALID;",
        "ALTER TABLE watches ADD COLUMN x integer NOT NULL;",
        "-- CREATE INDEX late ON notifications (created_at);",
    ] {
        assert!(broken_rules(sql).is_empty(), "{sql}");
    }
}
