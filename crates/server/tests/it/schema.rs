//! `crates/db/src/schema.rs`, compared with the migrated database.

use std::collections::BTreeSet;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use matcher::{SITES, is_subreddit};
use platform::coverage::read_as;

use crate::support::db::fresh_database;
use crate::support::sql::{row, rows};

/// Returns `table.column: Type` for every line of `schema.rs`.
fn written() -> BTreeSet<String> {
    let mut table = "";
    let mut columns = BTreeSet::new();
    for line in include_str!("../../../db/src/schema.rs").lines().map(str::trim) {
        if let Some((name, kind)) = line.trim_end_matches(',').split_once(" -> ") {
            columns.insert(format!("{table}.{name}: {kind}"));
        } else if let Some((name, _)) = line.split_once(" (").filter(|_| line.ends_with('{')) {
            table = name;
        }
    }
    columns
}

#[tokio::test]
async fn the_schema_file_says_what_the_migrations_made() {
    let mut conn = AsyncPgConnection::establish(&fresh_database().await).await.unwrap();
    let columns = "SELECT table_name || '.' || c.column_name || ': ' ||
                CASE WHEN c.is_nullable = 'YES' THEN 'Nullable<' || t.name || '>' ELSE t.name END
         FROM information_schema.columns c JOIN information_schema.tables USING (table_schema, table_name)
         CROSS JOIN LATERAL (SELECT CASE c.udt_name
             WHEN 'uuid' THEN 'Uuid' WHEN 'text' THEN 'Text' WHEN 'bool' THEN 'Bool'
             WHEN 'int4' THEN 'Integer' WHEN 'int8' THEN 'BigInt' WHEN 'bytea' THEN 'Bytea'
             WHEN 'json' THEN 'Json' WHEN 'jsonb' THEN 'Jsonb' WHEN 'float8' THEN 'Double' WHEN 'timestamptz' THEN 'Timestamptz' WHEN 'date' THEN 'Date'
             WHEN '_int4' THEN 'Array<Integer>' WHEN '_text' THEN 'Array<Text>' WHEN '_uuid' THEN 'Array<Uuid>' ELSE c.udt_name END AS name) t
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
           AND table_name !~ '_[0-9]{4}(_[0-9]{2}){2,3}$'
           AND table_name NOT LIKE '\\_\\_diesel%'";
    let made: BTreeSet<String> = rows(columns, &mut conn).await.into_iter().collect();
    assert_eq!(written(), made);
}

#[tokio::test]
async fn the_database_takes_the_same_places_for_sites_as_the_matcher() {
    let mut conn = AsyncPgConnection::establish(&fresh_database().await).await.unwrap();
    let sites = SITES.iter().map(|site| site.place.to_owned());
    let shouted = SITES.iter().map(|site| site.place.to_uppercase());
    let others = [
        "rust",
        "all",
        "reddit.com",
        "bsky",
        "example.com",
        "lemmy",
        "c/rust",
        "c/rust@a.example",
        "C/Rust@a.example",
        "c/@",
        "feed/a.example/0a1b2c3d",
    ];
    let others = others.map(str::to_owned);
    for place in sites.chain(shouted).chain(others) {
        let query = format!("SELECT is_site('{place}'), read_as('{place}')");
        let answer: (bool, String) = row(&query, &mut conn).await;
        assert_eq!(answer, (!is_subreddit(&place), read_as(&place).to_string()), "{place}");
    }
}
