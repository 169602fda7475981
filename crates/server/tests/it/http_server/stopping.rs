//! Stopping: every request is answered, and no connection is reset.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::prelude::*;
use crate::support::process::{log_of, serving, signal};
use crate::support::raw_client::RawClient;

#[tokio::test]
async fn who_has_connected_when_the_server_stops_is_answered() {
    let (test, _) = TestApp::init().await.anon();
    let served = Served::start(&test).await;
    // Without giving the server, which runs on this thread, a chance to accept them.
    let waiting: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(served.address).unwrap();
            let request = b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n";
            stream.write_all(request).unwrap();
            stream
        })
        .collect();
    served.stop().await;
    for mut stream in waiting {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
}

#[tokio::test]
async fn a_request_in_progress_is_answered_after_the_server_is_asked_to_stop() {
    let (test, _) = TestApp::init().await.anon();
    let served = Served::start(&test).await;
    let address = served.address;
    let mut client = RawClient::connect(address).await;
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                content-length: 2\r\nexpect: 100-continue\r\n\r\n";
    client.send(head).await.unwrap();
    // The handler waits for the body.
    let mut leave = [0; 25];
    tokio::io::AsyncReadExt::read_exact(&mut client.stream, &mut leave).await.unwrap();
    assert_eq!(&leave, b"HTTP/1.1 100 Continue\r\n\r\n");
    let stopped = tokio::spawn(served.stop());
    // No other connection is accepted.
    while std::net::TcpStream::connect(address).is_ok() {
        tokio::task::yield_now().await;
    }
    client.send("{}").await.unwrap();
    let answer = client.answer().await.unwrap();
    assert_eq!(answer.status, 422);
    assert_eq!(answer.header("connection"), Some("close"));
    client.closed().await.unwrap();
    stopped.await.unwrap();
}

/// Sends requests until nothing listens any more. A connection that was answered on may have ended when
/// the next request comes; it must not have been reset.
async fn ask(address: SocketAddr, keeps: bool, answered: Arc<AtomicUsize>) -> io::Result<()> {
    loop {
        let from = Ipv4Addr::LOCALHOST.into();
        let mut client = match RawClient::try_connect(from, address).await {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => return Ok(()),
            client => client?,
        };
        let mut is_first = true;
        loop {
            let answer = match client.get("/api/healthz").await {
                Err(e) if e.kind() == ErrorKind::UnexpectedEof && !is_first => break,
                answer => answer?,
            };
            is_first = false;
            answered.fetch_add(1, Ordering::Relaxed);
            if !keeps || answer.header("connection") == Some("close") {
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_connection_is_reset_when_a_busy_process_is_asked_to_stop() {
    let test = TestApp::init().await;
    let user = test.new_user("ada@example.com").await;
    let settings = [
        format!("database.url={}", test.database_url),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "auth.secret=a-secret-for-tests-of-enough-length".to_owned(),
        "limits.calls_per_minute=1000000".to_owned(),
    ];
    for round in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let (mut process, address) = serving(folder.path(), &settings, "true").await;
        let answered = Arc::new(AtomicUsize::new(0));
        let asking: Vec<_> =
            (0..12).map(|n| tokio::spawn(ask(address, n % 3 > 0, answered.clone()))).collect();
        let url = format!("http://{address}/api/live");
        let token = user.client.token.as_deref().unwrap();
        let stream = reqwest::Client::new().get(url).bearer_auth(token);
        let stream = stream.send().await.unwrap();
        while answered.load(Ordering::Relaxed) < 200 {
            tokio::task::yield_now().await;
        }
        signal(&process, "TERM").await;
        for asking in asking {
            let asked = asking.await.unwrap();
            assert!(asked.is_ok(), "round {round}: {asked:?}, {}", log_of(folder.path()));
        }
        // The stream ends properly.
        assert!(stream.text().await.unwrap().starts_with("event: ready\n"));
        assert!(process.wait().await.unwrap().success());
    }
}
