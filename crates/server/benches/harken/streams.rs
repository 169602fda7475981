//! Measures the cost of open live streams: memory per stream, how soon all have an event and how much
//! processor time that takes, and their queries while idle. First where the database wakes them, then
//! over NATS: `just bench streams`, with 1,000 streams of as many users or the given number.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use api::app::App;
use db::schema::items;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::auth::SessionUser;
use platform::bus::Wakeups;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

use crate::support::nats::Nats;
use crate::support::server::{self, Site};
use crate::support::{arguments, rows};

const STREAMS: usize = 1_000;
const EVENTS: usize = 5;
/// Longer than a heartbeat: by then, streams have finished reading after the last event.
const SETTLING: Duration = Duration::from_secs(20);
const IDLE: Duration = Duration::from_secs(60);
const OPENED_AT_ONCE: usize = 50;
const ADDRESSES: u8 = 4;

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let number = arguments::number().unwrap_or(STREAMS);
    println!("{number} streams of as many users; load: {}", server::load());
    println!("woken by the database:");
    measure(number, &[]).await?;
    let nats = Nats::start_keeping().await;
    println!("woken over NATS:");
    measure(number, &nats.settings()).await
}

async fn measure(number: usize, settings: &[String]) -> anyhow::Result<()> {
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let site = Site::start(&settings).await?;
    let users = site.new_users(number, "").await?;
    let tokens: anyhow::Result<Vec<String>> = users.iter().map(|user| site.token(*user)).collect();
    let tokens = tokens?;

    let (heard, mut all_heard) = mpsc::unbounded_channel();
    // Memory that the first streams allocate once belongs to no single stream.
    open(&site, &tokens[..20.min(number)], &heard).await?;
    let (before, began) = (site.resident_mb(), Instant::now());
    open(&site, &tokens, &heard).await?;
    let each = (site.resident_mb() - before) * 1024.0 / number as f64;
    println!(
        "  open after {:.1?}: {each:.1} kB each, {:.0} MB in all",
        began.elapsed(),
        site.resident_mb()
    );

    while all_heard.try_recv().is_ok() {}
    let mut spent = site.on_processor()?;
    for _ in 0..EVENTS {
        let committed = notify_all(&site.app, &users).await?;
        let mut times = Vec::new();
        while times.len() < number {
            let at: Instant = all_heard.recv().await.context("all streams ended")?;
            times.push(at.saturating_duration_since(committed));
        }
        times.sort_unstable();
        let by_now = site.on_processor()?;
        let micros = (by_now - spent).as_secs_f64() * 1e6 / number as f64;
        spent = by_now;
        println!(
            "  an event to all of them: half have it after {:.0?}, the last after {:.0?}; {micros:.0} µs of a core each",
            times[number / 2],
            times[number - 1]
        );
    }
    println!("  load: {}; {:.0} MB resident", server::load(), site.resident_mb());

    tokio::time::sleep(SETTLING).await;
    let before = (transactions(&site.app).await?, site.on_processor()?);
    let began = Instant::now();
    tokio::time::sleep(IDLE).await;
    let seconds = began.elapsed().as_secs_f64();
    let asked = transactions(&site.app).await? - before.0;
    let spent = (site.on_processor()? - before.1).as_secs_f64();
    println!(
        "  idle: {:.1} queries a second, {:.1} % of a core",
        asked as f64 / seconds,
        100.0 * spent / seconds
    );
    site.stop().await
}

/// Opens a stream for each token, and waits until all have begun. Each reports when an event arrives.
async fn open(
    site: &Site,
    tokens: &[String],
    heard: &mpsc::UnboundedSender<Instant>,
) -> anyhow::Result<()> {
    for some in tokens.chunks(OPENED_AT_ONCE) {
        let opening = some.iter().zip(0_u8..).map(|(token, number)| async move {
            let mut stream = connect(site.address, number).await?;
            let request = format!(
                "GET /api/live HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
                site.address
            );
            stream.write_all(request.as_bytes()).await?;
            wait_for(&mut stream, "event: ready").await?;
            let heard = heard.clone();
            tokio::spawn(async move {
                while wait_for(&mut stream, "event: notification").await.is_ok() {
                    let _ = heard.send(Instant::now());
                }
            });
            Ok::<_, anyhow::Error>(())
        });
        futures::future::try_join_all(opening).await?;
    }
    Ok(())
}

/// Connects from a few local addresses in turn: a single address may have at most half of all
/// connections.
async fn connect(to: SocketAddr, number: u8) -> std::io::Result<TcpStream> {
    let from = Ipv4Addr::new(127, 0, 0, 2 + number % ADDRESSES);
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from.into(), 0))?;
    socket.connect(to).await
}

async fn wait_for(stream: &mut TcpStream, event: &str) -> anyhow::Result<()> {
    let mut piece = [0; 2_048];
    loop {
        let length = stream.read(&mut piece).await?;
        ensure!(length > 0, "a stream ended");
        if String::from_utf8_lossy(&piece[..length]).contains(event) {
            return Ok(());
        }
    }
}

/// Adds one notification for each user, in one transaction. Returns when it was committed.
async fn notify_all(app: &App, users: &[SessionUser]) -> anyhow::Result<Instant> {
    let now = app.clock.now();
    let item = rows::item(now);
    let wakeups = Wakeups { users: users.iter().map(|user| user.id).collect(), outbox: false };
    let mut conn = app.conn().await?;
    conn.transaction::<_, diesel::result::Error, _>(async |conn| {
        diesel::insert_into(items::table).values(&item).execute(conn).await?;
        diesel::sql_query(
            "WITH places AS (
                INSERT INTO live_cursors AS l (user_id, seq) SELECT id, 1 FROM users
                ON CONFLICT (user_id) DO UPDATE SET seq = l.seq + 1
                RETURNING user_id, seq)
             INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword,
                                        matches, status, created_at)
             SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), user_id, seq, 'latency', '[]',
                    'unread', $1
             FROM places",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<SqlUuid, _>(item.id)
        .execute(conn)
        .await?;
        app.bus.on_commit(&wakeups, conn).await
    })
    .await?;
    let committed = Instant::now();
    app.bus.after_commit(&wakeups).await;
    Ok(committed)
}

/// Returns the number of transactions committed to the database so far. A query outside a transaction
/// is one.
async fn transactions(app: &App) -> anyhow::Result<i64> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let count = diesel::sql_query(
        "SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()",
    );
    let row: Count = count.get_result(&mut *app.conn().await?).await?;
    Ok(row.count)
}
