//! Measures what one user with very many notifications can do to all of them at once, and what others notice: each
//! bulk action in full, how long storing a batch takes meanwhile, and how long the user's own lists and counts take.
//!
//! `just bench inbox` (1,000,000 notifications of one user, or a given number of them). Everything that a client does
//! goes over HTTP. Each batch that is stored has a match of this user and of others, so that it needs the rows that
//! the bulk actions lock. Client, Harken and Postgres share this machine.

pub(crate) mod caller;
pub(crate) mod fill;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use api::app::App;
use chrono::Utc;
use db::embedded::{Durability, Embedded};
use db::{Address, Conn};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::watches::ActiveWatches;
use ingest::retention::purge::purge_once;
use ingest::store::partitions::Partitions;
use ingest::store::store;
use platform::config::{Config, Sources};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::support::server::load;
use crate::support::{arguments, database, disk, rows};
use caller::Caller;
use fill::{KEYWORDS, MATCHED, OTHERS, batch, fill};

/// The interval at which batches are stored.
const BATCHES: Duration = Duration::from_millis(200);
const LOOKS: Duration = Duration::from_millis(300);
const QUIET: Duration = Duration::from_secs(10);
/// The most ids of one call that moves notifications.
const MOVED_IDS: usize = 1_000;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let asked = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path().to_owned(), asked.unwrap_or(1_000_000)).await;
    database.stop().await;
    measured
}

struct Inbox {
    app: App,
    watches: ActiveWatches,
    caller: Caller,
    user: Uuid,
    /// The ids of all notifications, oldest first.
    ids: Vec<Uuid>,
}

async fn measure(database: &Embedded, data_dir: PathBuf, rows: i64) -> anyhow::Result<()> {
    let flags = [
        "mail.smtp_url=smtp://127.0.0.1:1",
        "limits.calls_per_minute=100000000",
        "server.plans=off",
    ];
    let mut config =
        Config::load(&Sources { flags: flags.map(str::to_owned).to_vec(), ..Sources::default() })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let mut conn = Conn::establish(database.url()).await?;
    let user = rows::new_user("many@example.com", app.clock.now(), &mut conn).await?;
    let began = Instant::now();
    let ids = fill(user.id, rows, &mut conn).await?;
    println!(
        "{} notifications of one user, {KEYWORDS} keywords, 13 weeks, written in {:.0} s; load {}",
        ids.len(),
        began.elapsed().as_secs_f64(),
        load()
    );
    disk::table("notifications", &mut conn).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let site =
        harken::router::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let server = tokio::spawn(async move { axum::serve(listener, site).await });
    let caller = Caller::new(&app, user, base)?;
    let watches = ActiveWatches::load(&app.pool).await?;
    let inbox = Inbox { app, watches, caller, user: user.id, ids };
    inbox.beside("nothing else", tokio::time::sleep(Duration::from_secs(3))).await?;
    inbox.beside("nothing else", tokio::time::sleep(QUIET)).await?;
    inbox.beside("mark all as read", inbox.read_all()).await??;
    inbox.beside("archive all", inbox.move_all("read", "archived")).await??;
    inbox.beside("delete all", inbox.move_all("archived", "deleted")).await??;
    inbox.beside("restore all", inbox.move_all("", "restored")).await??;
    inbox.beside("mute and clean up", inbox.mute()).await??;
    inbox.beside("unmute and restore", inbox.unmute()).await??;
    inbox.compare(&mut conn).await?;
    diesel::sql_query("DELETE FROM users WHERE id = $1")
        .bind::<SqlUuid, _>(user.id)
        .execute(&mut conn)
        .await?;
    inbox.watches.catch_up(&inbox.app.pool).await?;
    inbox.beside("purge of the account", inbox.purge()).await??;
    server.abort();
    Ok(())
}

impl Inbox {
    async fn read_all(&self) -> anyhow::Result<usize> {
        let mut body = json!({});
        for calls in 1.. {
            let answer = self.caller.post("/notifications/read", body).await?;
            if answer["remaining"] == 0 {
                return Ok(calls);
            }
            body = json!({"upTo": answer["upTo"]});
        }
        unreachable!("the loop returns")
    }

    async fn move_all(&self, from: &str, to: &str) -> anyhow::Result<usize> {
        for ids in self.ids.chunks(MOVED_IDS) {
            let mut moved = json!({"ids": ids, "to": to});
            if !from.is_empty() {
                moved["from"] = from.into();
            }
            let answer = self.caller.post("/notifications/move", json!({"moves": [moved]})).await?;
            ensure!(answer["moved"] == ids.len(), "{answer}");
        }
        Ok(self.ids.len().div_ceil(MOVED_IDS))
    }

    async fn mute(&self) -> anyhow::Result<usize> {
        let mut body = json!({"kind": "author", "value": "somebody", "cleanUp": true});
        for calls in 1.. {
            let answer = self.caller.post("/mutes", body.clone()).await?;
            if answer["next"].is_null() {
                return Ok(calls);
            }
            body["from"] = answer["next"].clone();
        }
        unreachable!("the loop returns")
    }

    async fn unmute(&self) -> anyhow::Result<usize> {
        let listed = self.caller.get("/mutes").await?;
        let id = listed["mutes"][0]["_id"].as_str().context("there is no mute")?.to_owned();
        for calls in 1.. {
            let path = format!("/mutes/{id}?restore=true");
            let answer = self.caller.call(Method::DELETE, &path, Value::Null).await?;
            if answer["hasMore"] != true {
                return Ok(calls);
            }
        }
        unreachable!("the loop returns")
    }

    async fn purge(&self) -> anyhow::Result<usize> {
        let mut steps = 0;
        while purge_once(&self.app.pool).await?.is_some() {
            steps += 1;
        }
        Ok(steps)
    }

    /// Runs `action` while batches are stored and the user's lists are requested, and prints how long each took.
    async fn beside<T>(&self, name: &str, action: impl Future<Output = T>) -> anyhow::Result<T> {
        let ended = AtomicBool::new(false);
        let began = Instant::now();
        let acting = async {
            let done = action.await;
            ended.store(true, Ordering::Release);
            (done, began.elapsed())
        };
        let is_gone = name.starts_with("purge");
        let ((done, took), batches, lists) =
            futures::join!(acting, self.store(&ended), self.look(&ended, is_gone));
        println!("{name}: {:.1} s; load {}", took.as_secs_f64(), load());
        report("storing a batch", batches?);
        for (path, taken) in lists? {
            report(path, taken);
        }
        Ok(done)
    }

    async fn store(&self, ended: &AtomicBool) -> anyhow::Result<Vec<f64>> {
        let (partitions, context) = (Partitions::default(), (&self.app.context).into());
        let mut took = Vec::new();
        while !ended.load(Ordering::Acquire) {
            let (items, at) = (batch(took.len()), Instant::now());
            let stored =
                store(context, &partitions, &self.watches, items, None, Utc::now()).await?;
            ensure!(stored.notifications >= MATCHED * OTHERS, "{stored:?}");
            took.push(at.elapsed().as_secs_f64());
            tokio::time::sleep(BATCHES.saturating_sub(at.elapsed())).await;
        }
        Ok(took)
    }

    /// Requests the user's lists and counts in turn.
    async fn look(
        &self,
        ended: &AtomicBool,
        is_gone: bool,
    ) -> anyhow::Result<Vec<(&'static str, Vec<f64>)>> {
        let paths = [
            "/notifications?limit=20",
            "/notifications/grouped?page=1&limit=20&status=unread&sort=newest",
            "/notifications/unread/count",
            "/notifications/stats",
            "/notifications/kept",
            "/notifications/ids",
            "/notifications/search?starred=true",
        ];
        let mut lists = paths.map(|path| (path, Vec::new()));
        while !ended.load(Ordering::Acquire) {
            for (path, took) in &mut lists {
                if is_gone {
                    continue;
                }
                let at = Instant::now();
                self.caller.get(path).await?;
                took.push(at.elapsed().as_secs_f64());
            }
            tokio::time::sleep(LOOKS).await;
        }
        Ok(lists.into_iter().filter(|(_, took)| !took.is_empty()).collect())
    }

    /// Asserts that the counts are those of the rows.
    async fn compare(&self, conn: &mut Conn) -> anyhow::Result<()> {
        #[derive(QueryableByName)]
        struct Wrong {
            #[diesel(sql_type = BigInt)]
            rows: i64,
        }
        let wrong: Wrong = diesel::sql_query(
            "SELECT count(*) AS rows FROM (
                 SELECT lower(keyword) AS keyword, date_trunc('week', seen_at, 'UTC') AS week,
                        count(*) FILTER (WHERE status = 'unread') AS unread,
                        count(*) FILTER (WHERE status = 'read') AS read,
                        count(*) FILTER (WHERE status = 'archived') AS archived,
                        max(created_at) FILTER (WHERE status = 'archived') AS latest_archived
                 FROM notifications WHERE user_id = $1 AND deleted_at IS NULL GROUP BY 1, 2
             ) AS counted FULL JOIN (
                 SELECT * FROM notification_counts WHERE user_id = $1 AND unread + read + archived > 0
             ) AS known USING (keyword, week)
             WHERE (counted.unread, counted.read, counted.archived, counted.latest_archived)
                 IS DISTINCT FROM (known.unread, known.read, known.archived, known.latest_archived)",
        )
        .bind::<SqlUuid, _>(self.user)
        .get_result(conn)
        .await?;
        ensure!(wrong.rows == 0, "{} counts are wrong", wrong.rows);
        Ok(())
    }
}

fn report(name: &str, mut taken: Vec<f64>) {
    taken.sort_by(f64::total_cmp);
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize] * 1_000.0;
    let name = name.split('?').next().unwrap_or(name);
    println!(
        "    {name:<28} {:>5} times   p50 {:>7.1} ms   p99 {:>7.1} ms   longest {:>7.1} ms",
        taken.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
