//! The lower bound of the pipeline's writing time: `COPY` of the same rows into the same tables, with
//! all their indexes, keys and triggers.

use std::collections::BTreeMap;
use std::time::Instant;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::{SinkExt, TryStreamExt, pin_mut};
use tokio_postgres::{Client, NoTls};

/// The tables, in the order in which they refer to each other, with the rows that a page wrote into
/// each.
const WRITTEN: [(&str, &str); 4] = [
    ("digests", "created_at BETWEEN '{from}' AND '{to}'"),
    ("notifications", "created_at BETWEEN '{from}' AND '{to}'"),
    (
        "digest_entries",
        "digest_id IN (SELECT id FROM digests WHERE created_at BETWEEN '{from}' AND '{to}')",
    ),
    ("outbox", "created_at BETWEEN '{from}' AND '{to}'"),
];

fn between(rows: &str, from: &DateTime<Utc>, to: &DateTime<Utc>) -> String {
    let rows = rows.replace("{from}", &from.to_rfc3339());
    rows.replace("{to}", &to.to_rfc3339())
}

/// The time that copying took, in seconds.
#[derive(Default)]
pub(crate) struct Copied {
    pub(crate) pages: Vec<f64>,
    /// The time by table, for all pages together.
    pub(crate) tables: BTreeMap<&'static str, f64>,
}

/// Removes what the pages of these moments wrote, and measures how long `COPY` takes to write it back,
/// in one transaction per page.
pub(crate) async fn copy_again(url: &str, pages: &[DateTime<Utc>]) -> anyhow::Result<Copied> {
    let (mut client, connection) = tokio_postgres::connect(url, NoTls).await?;
    let driver = tokio::spawn(connection);
    let mut written = Vec::new();
    for page in pages {
        let mut tables = Vec::new();
        for (table, rows) in WRITTEN {
            let rows = between(rows, page, page);
            let copy = format!("COPY (SELECT * FROM {table} WHERE {rows}) TO STDOUT");
            let parts: Vec<Bytes> = client.copy_out(copy.as_str()).await?.try_collect().await?;
            tables.push((table, parts.concat()));
        }
        written.push(tables);
    }
    // Rows from before the pages stay, as they did for the pages.
    if let [first, .., last] = pages {
        for (table, rows) in WRITTEN.iter().rev() {
            let delete = format!("DELETE FROM {table} WHERE {}", between(rows, first, last));
            client.batch_execute(&delete).await?;
        }
    }
    // Neither may run inside a transaction, which two statements in one call would be.
    client.batch_execute("VACUUM").await?;
    client.batch_execute("CHECKPOINT").await?;
    let mut copied = Copied::default();
    for tables in written {
        copy_in(&mut client, tables, &mut copied).await?;
    }
    drop(client);
    driver.await??;
    Ok(copied)
}

async fn copy_in(
    client: &mut Client,
    tables: Vec<(&'static str, Vec<u8>)>,
    copied: &mut Copied,
) -> anyhow::Result<()> {
    let began = Instant::now();
    let transaction = client.transaction().await?;
    for (table, rows) in tables {
        if rows.is_empty() {
            continue;
        }
        let began = Instant::now();
        let copy = format!("COPY {table} FROM STDIN");
        let sink = transaction.copy_in(copy.as_str()).await?;
        pin_mut!(sink);
        sink.send(Bytes::from(rows)).await?;
        sink.finish().await?;
        *copied.tables.entry(table).or_default() += began.elapsed().as_secs_f64();
    }
    transaction.commit().await?;
    copied.pages.push(began.elapsed().as_secs_f64());
    Ok(())
}
