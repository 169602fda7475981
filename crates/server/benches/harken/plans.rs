//! Prints the statements that take longest with 1,000,000 notifications of one user, and with 100,000 others who have ten
//! each, and how Postgres runs them.
//!
//! `just bench plans`, with a number for other than 1,000,000 notifications and a second one for other users. The program
//! runs with all its parts; the user's lists are requested and bulk actions begun, batches of items are stored that match
//! keywords of a thousand users, and an account is purged. Postgres explains each statement that takes longer than
//! a few milliseconds (`auto_explain`).

use std::time::Duration;

use anyhow::Context as _;
use chrono::Utc;
use db::embedded::{Durability, Embedded};
use db::{Address, Conn};
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use domain::watches::ActiveWatches;
use ingest::store::partitions::Partitions;
use ingest::store::store;
use platform::config::{Config, Sources};
use platform::sources::ForumItem;
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;
use uuid::Uuid;

use crate::inbox::caller::Caller;
use crate::inbox::fill::{OF_ONE_ITEM, fill};
use crate::support::explained::Explained;
use crate::support::server::load;
use crate::support::{arguments, database, process, rows};

const SHOWN: usize = 10;
/// The other users of each keyword.
const USERS_OF_ONE: i64 = 100;
const BATCHES: usize = 20;
const TIMES: usize = 3;
/// The time in which the program's own work runs.
const BESIDE: Duration = Duration::from_secs(30);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let mut asked = arguments::numbers();
    let (rows, others) = (asked.next().unwrap_or(1_000_000), asked.next().unwrap_or(100_000));
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path(), rows, others).await;
    database.stop().await;
    measured
}

async fn measure(database: &Embedded, folder: &Path, rows: i64, others: i64) -> anyhow::Result<()> {
    let mut conn = Conn::establish(database.url()).await?;
    let user = rows::new_user("many@example.com", Utc::now(), &mut conn).await?;
    let ids = fill(user.id, rows, &mut conn).await?;
    add_others(user.id, rows, others, &mut conn).await?;
    println!("{rows} notifications of one user, {others} others; load {}", load());

    Explained::begin(&mut conn).await.context("Postgres has no auto_explain")?;
    let mut settings = vec![
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "auth.secret=a-secret-for-benchmarks-of-enough-length".to_owned(),
        "server.plans=off".to_owned(),
        "server.listen=127.0.0.1:0".to_owned(),
        "limits.calls_per_minute=100000000".to_owned(),
    ];
    settings.extend(
        ["hacker_news", "bluesky", "lemmy", "feeds"]
            .map(|source| format!("{source}.enabled=false")),
    );
    let config = Config::load(&Sources { flags: settings.clone(), ..Sources::default() })?;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    settings.push(format!("database.url={}", database.url()));
    let own = tempfile::tempdir()?;
    let mut program = process::harken_that_reports("all", own.path(), &settings);
    let address = process::address_of(&mut program, own.path()).await;
    let caller = Caller::new(&app, user, format!("http://{address}"))?;
    tokio::time::sleep(BESIDE).await;
    for _ in 0..TIMES {
        lists(&caller).await?;
    }
    changes(&caller, &ids).await?;
    let (partitions, context) = (Partitions::default(), (&app.context).into());
    let watches = ActiveWatches::load(&app.pool).await?;
    for nth in 0..BATCHES {
        let keywords = others / USERS_OF_ONE;
        store(context, &partitions, &watches, batch(nth, keywords), None, Utc::now()).await?;
    }
    delete(user.id, &mut conn).await?;
    tokio::time::sleep(BESIDE).await;
    program.kill().await?;
    drop(caller);

    let explained = Explained::read(&folder.join("postgres.log"))?;
    explained.print(SHOWN);
    Ok(())
}

/// Requests each list and count.
async fn lists(caller: &Caller) -> anyhow::Result<()> {
    for path in [
        "/notifications?limit=20",
        "/notifications?limit=20&status=unread",
        "/notifications?limit=20&keyword=keyword+7",
        "/notifications?limit=20&page=50",
        "/notifications/grouped?page=1&limit=20&status=unread&sort=newest",
        "/notifications/grouped?page=1&limit=20",
        "/notifications/unread/count",
        "/notifications/stats",
        "/notifications/kept",
        "/notifications/ids",
        "/notifications/ids?keyword=keyword+7",
        "/notifications/recent/popup",
        "/notifications/worth-a-reply",
        "/notifications/search?starred=true",
        "/notifications/search?q=number",
        "/notifications/search?q=77",
        "/notifications/search?status=archived",
        "/analytics",
        "/keywords",
    ] {
        if let Err(error) = caller.get(path).await {
            println!("  {error}");
        }
    }
    Ok(())
}

/// Begins each bulk action.
async fn changes(caller: &Caller, ids: &[Uuid]) -> anyhow::Result<()> {
    caller.post("/notifications/read", json!({})).await?;
    for (place, to) in ["archived", "deleted", "restored", "not-relevant"].iter().enumerate() {
        let ids = &ids[place / 3 * 1_000..(place / 3 + 1) * 1_000];
        caller.post("/notifications/move", json!({"moves": [{"ids": ids, "to": to}]})).await?;
    }
    let kept = json!({"isStarred": true});
    for id in &ids[..TIMES] {
        // One that has no star yet may be one too many.
        let _ = caller.call(Method::PUT, &format!("/notifications/{id}/kept"), kept.clone()).await;
    }
    let mute = json!({"kind": "author", "value": "somebody", "cleanUp": true});
    caller.post("/mutes", mute).await?;
    let listed = caller.get("/mutes").await?;
    let id = listed["mutes"][0]["_id"].as_str().context("there is no mute")?.to_owned();
    caller.call(Method::DELETE, &format!("/mutes/{id}?restore=true"), Value::Null).await?;
    Ok(())
}

/// Adds users, each with a keyword that it shares with others, and notifications.
async fn add_others(user: Uuid, rows: i64, others: i64, conn: &mut Conn) -> anyhow::Result<()> {
    let keywords = (others / USERS_OF_ONE).max(1);
    for statement in [
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
         SELECT md5('other' || n)::uuid, 'one' || n || '@example.com', '', 'Ada', 'Reader', now()
         FROM generate_series(1, $1) AS n WHERE $2 IS NOT NULL"
            .to_owned(),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits)
             SELECT md5('of other' || n)::uuid, md5('other' || n)::uuid, 'pan' || n % {keywords}, '{{all}}'
             FROM generate_series(1, $1) AS n WHERE $2 IS NOT NULL"
        ),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
             SELECT gen_random_uuid(), item.seen_at, item.item_id, md5('of other' || n)::uuid,
                    md5('other' || n)::uuid, w, 'pan' || n % {keywords},
                    '[{{\"field\": \"title\", \"start\": 0, \"end\": 8}}]', item.created_at
             FROM generate_series(1, 10) AS w, generate_series(1, $1) AS n
             JOIN LATERAL (
                 SELECT * FROM notifications
                 WHERE user_id = $2 AND seq = (n * 97 + w * 9973) % ({rows} / {OF_ONE_ITEM}) * {OF_ONE_ITEM} + 1
             ) AS item ON true"
        ),
        "INSERT INTO live_cursors (user_id, seq)
         SELECT md5('other' || n)::uuid, 10 FROM generate_series(1, $1) AS n WHERE $2 IS NOT NULL"
            .to_owned(),
    ] {
        diesel::sql_query(statement)
            .bind::<BigInt, _>(others)
            .bind::<SqlUuid, _>(user)
            .execute(conn)
            .await?;
    }
    conn.batch_execute("VACUUM (ANALYZE)").await?;
    Ok(())
}

async fn delete(user: Uuid, conn: &mut Conn) -> anyhow::Result<()> {
    diesel::sql_query("DELETE FROM users WHERE id = $1")
        .bind::<SqlUuid, _>(user)
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the items of a batch, of which two match.
fn batch(nth: usize, keywords: i64) -> Vec<ForumItem> {
    let item = |n: usize| {
        let id = format!("t3_{}", Uuid::now_v7().simple());
        let word = match n {
            0 | 1 => format!("pan{} beside a kettle{}", (nth * 2 + n) as i64 % keywords.max(1), n),
            _ => "pot".to_owned(),
        };
        rows::read_post(&id, &format!("A {word}, number {n}"), "Which of them do you use?")
    };
    (0..100).map(item).collect()
}
