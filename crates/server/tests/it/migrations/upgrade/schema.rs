//! The previous version continues to run on this version's schema: while an upgrade is under way, and
//! after a step back. So everything that it had still exists, and nothing that was added rejects what
//! it writes.

use std::collections::{BTreeMap, BTreeSet};

use db::Conn;
use db::migrate::run;
use diesel_async::SimpleAsyncConnection;
use serde::Deserialize;

use super::previous::previous_database;
use crate::support::db::{address, fresh_database};
use crate::support::sql::rows;

/// Accepted differences for the previous version, by how they begin, each with the reason. At a
/// release, when the previous version's data is recorded again, this list is emptied.
const REVIEWED: [(&str, &str); 5] = [
    (
        "users has a new rule: users_mail_refused_kind_check",
        "the previous version leaves this new column empty",
    ),
    (
        "notifications has a new rule: CREATE UNIQUE INDEX notifications_item_user_watch",
        "a watch has one user, so that the former key of watch and item says the same",
    ),
    (
        "notifications has a new rule: notifications_status_known",
        "it allows what the former one did",
    ),
    ("outbox has a new rule: outbox_kind_known", "it allows what the former one did"),
    (
        "digest_entries has a new rule: digest_entries_cause_known",
        "it allows what the former one did",
    ),
];

/// Tables of one period are created and dropped at run time.
const TABLES: &str = "table_.relnamespace = 'public'::regnamespace AND NOT table_.relispartition";

#[derive(Deserialize, Debug)]
struct Column {
    of: String,
    name: String,
    kind: String,
    is_required: bool,
    has_default: bool,
}

/// An object that belongs to a table, or to none.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Thing {
    of: String,
    text: String,
}

struct Schema {
    columns: BTreeMap<String, Column>,
    /// Constraints and unique indexes.
    rules: BTreeSet<Thing>,
    functions: BTreeSet<Thing>,
    triggers: BTreeSet<Thing>,
}

impl Schema {
    async fn read(conn: &mut Conn) -> Self {
        let columns = format!(
            "SELECT relname::text AS of, attname::text AS name, format_type(atttypid, atttypmod) AS kind,
                    attnotnull AS is_required,
                    atthasdef OR attidentity <> '' OR attgenerated <> '' AS has_default
             FROM pg_attribute JOIN pg_class table_ ON table_.oid = attrelid
             WHERE {TABLES} AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped"
        );
        let columns: Vec<Column> = rows(&columns, conn).await;
        let named = columns.into_iter();
        let named = named.map(|column| (format!("{}.{}", column.of, column.name), column));
        Self {
            columns: named.collect(),
            rules: things(
                &format!(
                    "SELECT relname::text AS of,
                            conname || ' ' || replace(pg_get_constraintdef(rule.oid), ' NOT VALID', '') AS text
                     FROM pg_constraint rule JOIN pg_class table_ ON table_.oid = conrelid
                     WHERE {TABLES} AND contype IN ('c', 'f', 'p', 'u', 'x')
                     UNION ALL
                     SELECT table_.relname::text, pg_get_indexdef(indexrelid)
                     FROM pg_index JOIN pg_class table_ ON table_.oid = indrelid
                     WHERE {TABLES} AND indisunique
                         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)"
                ),
                conn,
            )
            .await,
            functions: things(
                "SELECT '' AS of, oid::regprocedure || ' -> ' || pg_get_function_result(oid) AS text
                 FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
                conn,
            )
            .await,
            triggers: things(
                &format!(
                    "SELECT relname::text AS of, tgname::text AS text
                     FROM pg_trigger JOIN pg_class table_ ON table_.oid = tgrelid
                     WHERE {TABLES} AND NOT tgisinternal"
                ),
                conn,
            )
            .await,
        }
    }

    /// Returns a line for each, without brackets: a dumped and loaded schema has fewer of them.
    fn lines(&self) -> BTreeSet<String> {
        let things = self.rules.iter().chain(&self.functions).chain(&self.triggers);
        let things = things.map(|thing| format!("{}: {}", thing.of, thing.text));
        let columns = self.columns.values().map(|column| format!("{column:?}"));
        let lines = columns.chain(things);
        lines.map(|line| line.replace(['(', ')'], "")).collect()
    }

    /// Returns what a program written for this schema would miss or fail on in `later`.
    fn lost_in(&self, later: &Self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, column) in &self.columns {
            match later.columns.get(name) {
                None => wrong.push(format!("{name} is gone")),
                Some(other) if other.kind != column.kind => {
                    wrong.push(format!("{name} is {}, not {}", other.kind, column.kind));
                }
                Some(other) if other.is_required && !column.is_required => {
                    wrong.push(format!("{name} may no longer be null"));
                }
                Some(other) if column.has_default && !other.has_default => {
                    wrong.push(format!("{name} has no default any more"));
                }
                Some(_) => {}
            }
        }
        let tables: BTreeSet<&str> = self.columns.values().map(|c| c.of.as_str()).collect();
        for (name, column) in &later.columns {
            let is_new = tables.contains(column.of.as_str()) && !self.columns.contains_key(name);
            if is_new && column.is_required && !column.has_default {
                wrong.push(format!("{name} must be given, and has no default"));
            }
        }
        let added = later.rules.difference(&self.rules);
        let added = added.filter(|rule| tables.contains(rule.of.as_str()));
        wrong.extend(added.map(|rule| format!("{} has a new rule: {}", rule.of, rule.text)));
        for gone in self.functions.difference(&later.functions) {
            wrong.push(format!("{} is gone", gone.text));
        }
        for gone in self.triggers.difference(&later.triggers) {
            wrong.push(format!("{} has no trigger {} any more", gone.of, gone.text));
        }
        wrong
    }
}

async fn things(query: &str, conn: &mut Conn) -> BTreeSet<Thing> {
    rows(query, conn).await.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_previous_version_finds_all_that_it_needs_in_this_versions_schema() {
    let url = previous_database().await;
    let mut conn = address(&url).connect().await.unwrap();
    let before = Schema::read(&mut conn).await;
    assert!(before.columns.len() > 400, "{}", before.columns.len());
    run(&address(&url)).await.unwrap();
    let after = Schema::read(&mut conn).await;
    let wrong = before.lost_in(&after);
    let is_of = |wrong: &str| REVIEWED.iter().any(|(start, _)| wrong.starts_with(start));
    let open: Vec<_> = wrong.iter().filter(|wrong| !is_of(wrong)).collect();
    assert!(open.is_empty(), "{open:#?}");
    for (start, _) in REVIEWED {
        assert!(wrong.iter().any(|wrong| wrong.starts_with(start)), "{start}");
    }

    // An upgraded database equals a new one: no migration was edited after it had run.
    let mut conn = address(&fresh_database().await).connect().await.unwrap();
    let new = Schema::read(&mut conn).await.lines();
    let upgraded = after.lines();
    let differing: Vec<_> = upgraded.symmetric_difference(&new).collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_break_the_previous_version_is_distinguished_from_what_would_not() {
    let mut conn = address(&fresh_database().await).connect().await.unwrap();
    let before = Schema::read(&mut conn).await;
    let mut lost = async |change: &str| {
        conn.batch_execute(&format!("BEGIN; {change}")).await.unwrap();
        let after = Schema::read(&mut conn).await;
        conn.batch_execute("ROLLBACK").await.unwrap();
        before.lost_in(&after)
    };
    for (change, found) in [
        ("ALTER TABLE watches DROP COLUMN notes", "watches.notes is gone"),
        ("DROP TABLE saved_searches", "saved_searches.name is gone"),
        ("ALTER TABLE watches RENAME COLUMN notes TO remarks", "watches.notes is gone"),
        (
            "ALTER TABLE outbox ALTER COLUMN attempts TYPE bigint",
            "outbox.attempts is bigint, not integer",
        ),
        (
            "ALTER TABLE outbox ALTER COLUMN reason SET NOT NULL",
            "outbox.reason may no longer be null",
        ),
        (
            "ALTER TABLE outbox ALTER COLUMN fence DROP DEFAULT",
            "outbox.fence has no default any more",
        ),
        (
            "ALTER TABLE rate_limits ADD COLUMN planted text NOT NULL",
            "rate_limits.planted must be given, and has no default",
        ),
        (
            "ALTER TABLE mutes ADD CONSTRAINT planted CHECK (length(value) < 9)",
            "mutes has a new rule: planted CHECK",
        ),
        (
            "CREATE UNIQUE INDEX planted ON saved_searches (name)",
            "saved_searches has a new rule: CREATE UNIQUE INDEX planted",
        ),
        (
            "ALTER TABLE digests ADD CONSTRAINT planted UNIQUE (due_at)",
            "digests has a new rule: planted UNIQUE",
        ),
        ("DROP FUNCTION record_suspension() CASCADE", "record_suspension() -> trigger is gone"),
        ("DROP TRIGGER users_suspended ON users", "users has no trigger users_suspended any more"),
    ] {
        let wrong = lost(change).await;
        assert!(wrong.iter().any(|wrong| wrong.starts_with(found)), "{change}: {wrong:#?}");
    }
    for change in [
        "CREATE TABLE planted (id uuid PRIMARY KEY, name text NOT NULL UNIQUE)",
        "ALTER TABLE watches ADD COLUMN planted text",
        "ALTER TABLE watches ADD COLUMN planted text NOT NULL DEFAULT ''",
        "ALTER TABLE watches ALTER COLUMN keyword DROP NOT NULL",
        "CREATE INDEX planted ON saved_searches (name)",
        "ALTER TABLE mutes DROP CONSTRAINT mutes_kind_check",
    ] {
        let wrong = lost(change).await;
        assert!(wrong.is_empty(), "{change}: {wrong:#?}");
    }
}
