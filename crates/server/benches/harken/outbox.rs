//! Measures how fast 1, 2 and 4 workers empty the outbox into a mail server, compared with what that
//! server accepts over as many connections from a client that does nothing else; and the cost of a
//! message: `just bench outbox`, with a number of rows after it for a quick run.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use db::embedded::Durability;
use db::{Address, Conn, Part};
use deliver::outbox::lane::Lane;
use deliver::outbox::worker;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, RunQueryDsl, SimpleAsyncConnection};
use platform::config::{Config, Sources};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use crate::support::{arguments, database, disk, processor};

const ROWS: u64 = 100_000;
const WORKERS: [u64; 3] = [1, 2, 4];
/// Far longer than the run takes.
const PATIENCE: Duration = Duration::from_secs(1_800);

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let rows = arguments::number();
    let rows = rows.unwrap_or(ROWS);
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(database.url(), folder.path(), rows).await;
    database.stop().await;
    measured
}

async fn measure(url: &str, data_dir: &Path, rows: u64) -> anyhow::Result<()> {
    let mut conn = Conn::establish(url).await?;
    make_matches(rows, &mut conn).await?;
    println!("{rows} rows, each a mail of its own, into one local mail server that only counts");
    println!("workers  share of the server's own rate  rows/s  the server alone  connections");
    let postgres = postmaster(&mut conn).await?;
    for workers in WORKERS {
        make_messages(&mut conn).await?;
        let sink = sims::smtp::Config { count_only: true, ..sims::smtp::Config::for_tests() };
        let sink = sims::smtp::start(sink).await?;
        let spent = || {
            let own = processor::of_process(std::process::id())?;
            anyhow::Ok((own, processor::of_family(postgres)?))
        };
        let before = spent()?;
        let drained = drain(url, data_dir, &sink, workers, rows, &mut conn).await?;
        let after = spent()?;
        let stats = sink.mailbox.stats();
        anyhow::ensure!(stats.messages == rows, "{} mails", stats.messages);
        let size = usize::try_from(stats.bytes / stats.messages)?;
        let connections = workers * u64::try_from(Lane::Mail.width(&Config::default()))?;
        let each = rows.div_ceil(connections);
        let took = saturate(sink.smtp_addr, connections, each, size).await?;
        let ours = rows as f64 / drained.as_secs_f64();
        let most = (each * connections) as f64 / took.as_secs_f64();
        println!(
            "{workers:>7}  {:>29.1} %  {ours:>6.0}  {most:>16.0}  {connections:>11}",
            100.0 * ours / most
        );
        sink.stop().await;
        let each = |spent: Duration| spent.as_secs_f64() * 1e6 / rows as f64;
        println!(
            "         a message: {:.0} µs until it is sent, {:.0} µs of a core (with the mail server), {:.0} µs of \
             Postgres",
            each(drained),
            each(after.0 - before.0),
            each(after.1 - before.1)
        );
        // The size after all are sent, including what updates have left behind.
        for table in ["outbox", "attempts"] {
            disk::table(table, &mut conn).await?;
        }
    }
    Ok(())
}

/// Returns the id of Postgres's parent process.
async fn postmaster(conn: &mut Conn) -> anyhow::Result<u32> {
    let first_line = "split_part(pg_read_file('postmaster.pid'), E'\\n', 1)";
    Ok(disk::number(first_line, conn).await? as u32)
}

/// Adds users with notifications, each about a different item.
async fn make_matches(rows: u64, conn: &mut Conn) -> anyhow::Result<()> {
    conn.batch_execute(&format!(
        "SELECT ensure_week_partitions(now(), now());
         INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
         SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader', now()
         FROM generate_series(1, 100) AS n;
         CREATE TEMPORARY TABLE made AS
         SELECT gen_random_uuid() AS item, gen_random_uuid() AS notification, n,
                (SELECT id FROM users WHERE email = 'reader' || (n % 100 + 1) || '@example.com') AS reader
         FROM generate_series(1, {rows}) AS n;
         INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                            num_comments, forum_created_at)
         SELECT item, now(), 't3_' || n, 'post', 'rust', 'somebody', 'A question about latency',
                repeat('How long does it take? ', 20), 'https://forum.example/r/rust/comments/1', 1, 0,
                now()
         FROM made;
         INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT notification, now(), item, gen_random_uuid(), reader, n, 'latency',
                '[{{\"field\": \"title\", \"start\": 17, \"end\": 24}}]', now()
         FROM made;
         ANALYZE;"
    ))
    .await?;
    Ok(())
}

async fn make_messages(conn: &mut Conn) -> anyhow::Result<()> {
    conn.batch_execute(
        "TRUNCATE outbox CASCADE;
         INSERT INTO outbox (id, channel, kind, user_id, subject_id, subject_seen_at, due_at, created_at)
         SELECT gen_random_uuid(), 'mail', 'match', user_id, id, seen_at, now(), now()
         FROM notifications;
         ANALYZE outbox; CHECKPOINT;",
    )
    .await?;
    Ok(())
}

/// Returns the time until every row is sent by this number of workers, each with its own connections.
async fn drain(
    url: &str,
    data_dir: &Path,
    sink: &sims::smtp::Handle,
    workers: u64,
    rows: u64,
    conn: &mut Conn,
) -> anyhow::Result<Duration> {
    let mut config = Config::load(&Sources {
        flags: vec![format!("mail.smtp_url=smtp://{}", sink.smtp_addr)],
        ..Sources::default()
    })?;
    config.data_dir = data_dir.to_owned();
    let stop = CancellationToken::new();
    let mut apps = Vec::new();
    for _ in 0..workers {
        apps.push(harken::run::build_app(config.clone(), &Address::parse(url)?).await?);
    }
    let began = Instant::now();
    let jobs: Vec<_> = apps
        .into_iter()
        .map(|app| {
            let (context, senders) = (app.context.of(Part::Delivery), app.senders.clone());
            tokio::spawn(worker::run(context, senders, stop.clone()))
        })
        .collect();
    anyhow::ensure!(sink.mailbox.wait_for_count(rows, PATIENCE).await, "the mails did not arrive");
    loop {
        let left = diesel::sql_query("SELECT count(*) FROM outbox WHERE status <> 'sent'");
        let left: Count = left.get_result(conn).await?;
        if left.count == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let took = began.elapsed();
    stop.cancel();
    for job in jobs {
        job.await?;
    }
    Ok(took)
}

/// Returns the time that the server needs for `each` messages of `size` bytes over each of the
/// connections.
async fn saturate(
    server: SocketAddr,
    connections: u64,
    each: u64,
    size: usize,
) -> anyhow::Result<Duration> {
    let began = Instant::now();
    let sends: Vec<_> = (0..connections).map(|_| tokio::spawn(send(server, each, size))).collect();
    for send in sends {
        send.await??;
    }
    Ok(began.elapsed())
}

/// Sends messages as fast as SMTP allows: the commands of the next one follow the end of the last
/// one immediately (RFC 2920).
async fn send(server: SocketAddr, messages: u64, size: usize) -> anyhow::Result<()> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    expect(&mut stream, "220").await?;
    stream.write_all(b"EHLO bench\r\n").await?;
    expect(&mut stream, "250").await?;
    let commands = "MAIL FROM:<alerts@example.com>\r\nRCPT TO:<reader@example.com>\r\nDATA\r\n";
    let line = "How long does it take to send a line of text to a server that counts?\r\n";
    let text = line.repeat(size / line.len() + 1);
    let next = format!("{}\r\n.\r\n{commands}", &text[..size]);
    stream.write_all(commands.as_bytes()).await?;
    for _ in 0..messages {
        for code in ["250", "250", "354"] {
            expect(&mut stream, code).await?;
        }
        stream.write_all(next.as_bytes()).await?;
        expect(&mut stream, "250").await?;
    }
    Ok(())
}

/// Reads a response to its last line.
async fn expect(stream: &mut BufReader<TcpStream>, code: &str) -> anyhow::Result<()> {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        anyhow::ensure!(line.starts_with(code), "{line:?} instead of {code}");
        if line.as_bytes().get(3) == Some(&b' ') {
            return Ok(());
        }
        line.get(3..4).context("the connection was closed")?;
    }
}
