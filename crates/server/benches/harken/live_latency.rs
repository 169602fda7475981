//! The time from the commit of a notification until a client has read its event, over a real socket,
//! with a real Postgres: `just bench live_latency`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use api::app::App;
use db::embedded::{Durability, Embedded};
use db::models::notification::{Notification, NotificationStatus};
use db::schema::{items, live_cursors, notifications};
use db::{Address, Conn};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures::StreamExt;
use platform::config::{Config, Sources};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{database, rows};

const WARM_UP: i64 = 50;
const MEASURED: i64 = 500;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path().to_owned()).await;
    database.stop().await;
    let mut times = measured?;
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    println!(
        "commit to event, {MEASURED} notifications: median {:.2?}, p99 {:.2?}, slowest {:.2?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

async fn measure(database: &Embedded, data_dir: PathBuf) -> anyhow::Result<Vec<Duration>> {
    let url = database.url();
    let flags = ["mail.smtp_url=smtp://127.0.0.1:1"].map(str::to_owned).to_vec();
    let mut config = Config::load(&Sources { flags, ..Sources::default() })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(url)?).await?;
    let mut conn = Conn::establish(url).await?;
    let auth = rows::new_user("reader@example.com", app.clock.now(), &mut conn).await?;

    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    let server = harken::http_server::serve(listener, app.clone(), stop.clone());
    let server = tokio::spawn(server);
    let (streams, insights) = (app.live.clone(), app.insights.streams.clone());
    let live = domain::live::run(app.context.clone(), streams, insights, stop.clone());
    let live = tokio::spawn(live);

    let token = auth.access_token(&app.secrets, app.clock.now(), 15)?;
    let answer = reqwest::Client::new()
        .get(format!("http://{address}/api/live"))
        .bearer_auth(token)
        .send()
        .await?
        .error_for_status()?;
    let mut events = answer.bytes_stream();
    let mut times = Vec::new();
    for seq in 1..=WARM_UP + MEASURED {
        notify(&app, auth.id, seq, &mut conn).await?;
        let committed = Instant::now();
        let wanted = format!("id: {seq}\n");
        loop {
            let piece = events.next().await.context("the stream ended")??;
            if String::from_utf8_lossy(&piece).contains(&wanted) {
                break;
            }
        }
        if seq > WARM_UP {
            times.push(committed.elapsed());
        }
    }
    stop.cancel();
    live.await?;
    drop(events);
    server.await?;
    Ok(times)
}

/// Stores one item and its notification in one transaction, as ingest does.
async fn notify(app: &App, user_id: Uuid, seq: i64, conn: &mut Conn) -> QueryResult<()> {
    let now = app.clock.now();
    let item = rows::item(now);
    let row = Notification {
        id: Uuid::now_v7(),
        seen_at: now,
        item_id: item.id,
        watch_id: Uuid::now_v7(),
        user_id,
        seq,
        keyword: "latency".to_owned(),
        matches: serde_json::json!([{"field": "title", "start": 17, "end": 24}]),
        status: NotificationStatus::Unread,
        created_at: now,
    };
    conn.transaction(async |conn| {
        diesel::insert_into(items::table).values(&item).execute(conn).await?;
        diesel::insert_into(live_cursors::table)
            .values((live_cursors::user_id.eq(user_id), live_cursors::seq.eq(seq)))
            .on_conflict(live_cursors::user_id)
            .do_update()
            .set(live_cursors::seq.eq(seq))
            .execute(conn)
            .await?;
        diesel::insert_into(notifications::table).values(&row).execute(conn).await?;
        Notification::announce(&[user_id], conn).await
    })
    .await
}
