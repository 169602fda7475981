//! Compares matching by Postgres, in three ways, with the matcher: the same keywords, the same few items,
//! a separate Postgres.
//!
//! `just bench postgres_matching` takes a number of watches, by default 100,000. As in the matcher's
//! benchmark, the matcher finds watches, with their filters and subreddits, whereas Postgres has only
//! their distinct keywords and returns only the number of matches. Times are wall-clock times, since
//! Postgres is a separate process: medians of seven rounds in which all take turns. The parts of the
//! matcher's tables that so few items use stay in the caches: over many items it is slower (see its own
//! benchmark).

#[path = "../../../matcher/benches/matcher/corpus/mod.rs"]
#[allow(dead_code, reason = "the matcher's own benchmark uses the rest")]
mod corpus;
#[path = "../../../matcher/benches/matcher/measure.rs"]
#[allow(dead_code, unused_imports, reason = "the matcher's own benchmark uses the rest")]
mod measure;

use db::embedded::Durability;
use matcher::{Matcher, Scratch};
use tokio::runtime::Runtime;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, NoTls, Statement};

use self::corpus::{Corpus, Mix, Post, keywords};
use self::measure::{Pass, interleave, passed, print};
use crate::support::{arguments, database};

/// Few items, since one takes a good part of a second in the slowest way.
const ITEMS: usize = 12;

/// Ways to find the keywords in a text, `$1`, the slowest first. The last one knows whole words only.
const WAYS: [(&str, &str); 3] = [
    ("Postgres, ILIKE", "$1 ILIKE '%' || escaped || '%'"),
    ("Postgres, strpos", "strpos(lower($1), keyword) > 0"),
    ("Postgres, tsquery", "to_tsvector('simple', $1) @@ query"),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let runtime = Runtime::new()?;
    let (database, _folder) = runtime.block_on(database::start(Durability::None))?;
    let compared = compare(&runtime, database.url(), asked.unwrap_or(100_000));
    runtime.block_on(database.stop());
    compared
}

fn compare(runtime: &Runtime, url: &str, wanted: usize) -> anyhow::Result<()> {
    let corpus = Corpus::load();
    let watches = corpus.watches(wanted, Mix::Usual);
    let keywords = keywords(&watches);
    println!(
        "{wanted} watches, {} distinct keywords; {ITEMS} items of {}",
        keywords.len(),
        corpus.source
    );
    let matcher = Matcher::build(watches);
    let (client, statements) = runtime.block_on(prepare(url, &keywords))?;
    // From the shortest to the longest, so that the chosen lengths are representative.
    let mut by_length: Vec<(String, &Post)> =
        corpus.lowered().into_iter().zip(corpus.searched()).collect();
    by_length.sort_by_key(|(text, _)| text.len());
    let apart = (by_length.len() / ITEMS).max(1);
    let chosen = by_length.into_iter().skip(apart / 2).step_by(apart);
    let (texts, items): (Vec<String>, Vec<&Post>) = chosen.take(ITEMS).unzip();

    let mut passes = Vec::new();
    for ((name, _), statement) in WAYS.iter().zip(&statements) {
        let ask = || runtime.block_on(count(&client, statement, &texts));
        passes.push(Pass::new(name, move || ask().expect("Postgres answers")));
    }
    passes.push(Pass::new("Matcher, watches", || find_watches(&matcher, &items)));
    let taken = interleave(passed, passes);
    for ((name, _), theirs) in WAYS.iter().zip(&taken) {
        let faster = taken[WAYS.len()].faster_than(theirs);
        println!("  {faster:>7.0}x the speed of {name}");
    }
    print(&taken, items.len(), texts.iter().map(String::len).sum());
    Ok(())
}

/// Fills a table with the keywords and what the ways precompute from them. Returns one statement for each
/// way.
async fn prepare(url: &str, keywords: &[String]) -> anyhow::Result<(Client, Vec<Statement>)> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client
        .batch_execute("CREATE TABLE keywords (keyword text, escaped text, query tsquery)")
        .await?;
    // The special characters of LIKE are escaped: %, _ and the backslash.
    client
        .execute(
            r"INSERT INTO keywords
              SELECT keyword, regexp_replace(keyword, '[\\%_]', '\\\&', 'g'),
                     phraseto_tsquery('simple', keyword)
              FROM unnest($1::text[]) AS keyword",
            &[&keywords],
        )
        .await?;
    client.batch_execute("VACUUM (ANALYZE) keywords").await?;
    // One thread, as for the matcher. A plan for each text, so that the text is processed once and not for
    // every row. Compiling a plan would take longer than it saves.
    client
        .batch_execute(
            "SET max_parallel_workers_per_gather = 0;
             SET plan_cache_mode = force_custom_plan;
             SET jit = off",
        )
        .await?;
    let mut statements = Vec::new();
    for (_, found) in WAYS {
        let sql = format!("SELECT count(*) FROM keywords WHERE {found}");
        statements.push(client.prepare_typed(&sql, &[Type::TEXT]).await?);
    }
    Ok((client, statements))
}

async fn count(client: &Client, statement: &Statement, texts: &[String]) -> anyhow::Result<usize> {
    let mut found = 0;
    for text in texts {
        let count: i64 = client.query_one(statement, &[text]).await?.get(0);
        found += usize::try_from(count)?;
    }
    Ok(found)
}

fn find_watches(matcher: &Matcher, items: &[&Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}
