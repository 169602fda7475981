//! Measures what other clients notice while a hostile one sends loads, over real sockets on this
//! machine: `just bench doors`, with a number of requests after it for a quick run. All loads are
//! measured in one run, together with a quiet one, since only their ratio says anything about the
//! program.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use db::Address;
use db::embedded::{Durability, Embedded};
use platform::config::{Config, Sources};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::support::{arguments, database};

const REQUESTS: usize = 2_000;
/// The number of clients that are measured, each on a kept connection.
const CLIENTS: usize = 8;
/// More than the usual limit of open files.
const SOCKETS: usize = 1_100;
/// The number of concurrent connections of a client whose requests are rejected.
const SENDERS: usize = 32;
/// The maximum time for which a load is measured.
const LIMIT: Duration = Duration::from_secs(60);

const NEIGHBOUR: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));

/// The stranger's behaviour.
#[derive(Debug, Clone, Copy)]
enum Load {
    Quiet,
    /// Connects and sends nothing.
    Silent,
    /// Begins a request on each connection and does not continue.
    SlowHeads,
    /// Connects, sends a request, and connects again.
    Reconnects,
    /// Sends bodies of 40 KB that are rejected.
    RefusedBodies,
    /// Sends bodies of 10 MB that are rejected.
    HugeBodies,
}

impl Load {
    const ALL: [Self; 6] = [
        Self::Quiet,
        Self::Silent,
        Self::SlowHeads,
        Self::Reconnects,
        Self::RefusedBodies,
        Self::HugeBodies,
    ];

    fn describe(self) -> String {
        match self {
            Self::Quiet => "quiet".to_owned(),
            Self::Silent => format!("{SOCKETS} silent sockets"),
            Self::SlowHeads => format!("{SOCKETS} slow heads"),
            Self::Reconnects => format!("{SENDERS} that reconnect for each request"),
            Self::RefusedBodies => format!("{SENDERS} with refused bodies of 40 KB"),
            Self::HugeBodies => format!("{SENDERS} with refused bodies of 10 MB"),
        }
    }
}

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    // The stranger's sockets belong to this process too.
    harken::http_server::raise_open_files();
    let requests = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path().to_owned(), requests.unwrap_or(REQUESTS));
    let measured = measured.await;
    database.stop().await;
    measured
}

async fn measure(database: &Embedded, data_dir: PathBuf, requests: usize) -> anyhow::Result<()> {
    let mut config = Config::load(&Sources {
        flags: vec![
            "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
            "limits.calls_per_minute=100000000".to_owned(),
        ],
        ..Sources::default()
    })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    let server = tokio::spawn(harken::http_server::serve(listener, app, stop.clone()));
    // The first requests open the connections to the database.
    ask_all(address, requests / 10).await?;

    println!(
        "{requests} requests with a query each, over {CLIENTS} connections, while another does:"
    );
    println!("median ms  p99 ms  p99 to quiet  failed  by the other");
    let mut quiet_p99 = None;
    for load in Load::ALL {
        let over = CancellationToken::new();
        let strangers = TaskTracker::new();
        begin(load, address, &over, &strangers).await?;
        let (mut took, failed) = ask_all(address, requests).await?;
        over.cancel();
        strangers.close();
        strangers.wait().await;
        took.sort_unstable();
        let at = |share: f64| {
            let index = (took.len().saturating_sub(1) as f64 * share) as usize;
            took.get(index).map_or(f64::NAN, |took| took.as_secs_f64() * 1_000.0)
        };
        let quiet_p99 = *quiet_p99.get_or_insert(at(0.99));
        println!(
            "{:>9.2}  {:>6.2}  {:>11.1}x  {failed:>6}  {}",
            at(0.5),
            at(0.99),
            at(0.99) / quiet_p99,
            load.describe()
        );
    }
    stop.cancel();
    server.await?;
    Ok(())
}

/// Returns how long each request of the measured clients took, and how many failed.
async fn ask_all(address: SocketAddr, requests: usize) -> anyhow::Result<(Vec<Duration>, usize)> {
    let each = requests.div_ceil(CLIENTS);
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| tokio::spawn(tokio::time::timeout(LIMIT, ask(address, each))))
        .collect();
    let (mut took, mut failed) = (Vec::new(), 0);
    for client in clients {
        let done = client.await?.unwrap_or_default();
        failed += each - done.len();
        took.extend(done);
    }
    Ok((took, failed))
}

async fn ask(address: SocketAddr, requests: usize) -> Vec<Duration> {
    let client = reqwest::Client::builder().no_proxy().local_address(NEIGHBOUR);
    let Ok(client) = client.build() else {
        return Vec::new();
    };
    let mut took = Vec::with_capacity(requests);
    for _ in 0..requests {
        let began = Instant::now();
        let answer = client.get(format!("http://{address}/api/healthz")).send().await;
        let answer = answer.and_then(reqwest::Response::error_for_status);
        if let Ok(answer) = answer
            && answer.bytes().await.is_ok()
        {
            took.push(began.elapsed());
        }
    }
    took
}

/// Starts the load and returns once it is under way; it lasts until `over`.
async fn begin(
    load: Load,
    address: SocketAddr,
    over: &CancellationToken,
    strangers: &TaskTracker,
) -> anyhow::Result<()> {
    let length = match load {
        Load::Quiet => return Ok(()),
        Load::Silent | Load::SlowHeads => {
            for _ in 0..SOCKETS {
                let mut stream = connect(address).await?;
                if matches!(load, Load::SlowHeads) {
                    // The connection may have been closed already.
                    let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nx-a: ").await;
                }
                let over = over.clone();
                strangers.spawn(async move {
                    over.cancelled().await;
                    drop(stream);
                });
            }
            return Ok(());
        }
        Load::Reconnects => 0,
        Load::RefusedBodies => 40_000,
        Load::HugeBodies => 10_000_000,
    };
    for _ in 0..SENDERS {
        let over = over.clone();
        strangers.spawn(over.run_until_cancelled_owned(async move {
            loop {
                let _ = send(address, length).await;
            }
        }));
    }
    Ok(())
}

/// Sends a request that is rejected, with a body of this many bytes.
async fn send(address: SocketAddr, length: usize) -> std::io::Result<()> {
    let mut stream = connect(address).await?;
    let head = format!(
        "POST /api/keywords HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&vec![b' '; length]).await?;
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}

async fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(STRANGER, 0))?;
    socket.connect(address).await
}
