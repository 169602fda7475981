//! The server does not wait for clients that begin and do not continue.

use std::time::Duration;

use crate::support::prelude::*;
use crate::support::raw_client::RawClient;

#[tokio::test]
async fn connections_that_never_send_a_whole_head_are_closed() {
    let (test, _) = TestApp::init_with(&["limits.header_seconds=1"]).await.anon();
    let served = Served::start(&test).await;
    let mut slow = Vec::new();
    for n in 0..200 {
        let mut client = RawClient::connect(served.address).await;
        let begun = ["", "GET /api/healthz HT", "GET / HTTP/1.1\r\nhost: x\r\nx-a: "][n % 3];
        client.send(begun).await.unwrap();
        slow.push(client);
    }
    let mut quick = RawClient::connect(served.address).await;
    assert_eq!(quick.get("/api/healthz").await.unwrap().status, 200);
    for client in &mut slow {
        client.closed().await.unwrap();
    }
    served.stop().await;
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_has_the_same_deadline() {
    let (test, _) = TestApp::init_with(&["limits.header_seconds=1"]).await.anon();
    let served = Served::start(&test).await;
    let mut client = RawClient::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nx-a: ").await.unwrap();
    let mut pace = tokio::time::interval(Duration::from_millis(50));
    let mut byte = [0];
    let closed = async {
        loop {
            tokio::select! {
                read = tokio::io::AsyncReadExt::read(&mut client.stream, &mut byte) => return read,
                _ = pace.tick() => {}
            }
            if tokio::io::AsyncWriteExt::write_all(&mut client.stream, b"a").await.is_err() {
                return Ok(0);
            }
        }
    };
    let closed = tokio::time::timeout(PATIENCE, closed).await;
    // A byte on its way to a closed connection is answered by a reset.
    assert!(matches!(closed.unwrap(), Ok(0) | Err(_)));
    served.stop().await;
}

#[tokio::test]
async fn a_connection_without_requests_is_kept_for_a_while_and_then_closed() {
    let settings = ["limits.idle_seconds=2", "limits.header_seconds=1"];
    let (test, _) = TestApp::init_with(&settings).await.anon();
    let served = Served::start(&test).await;
    let mut client = RawClient::connect(served.address).await;
    let mut since = std::time::Instant::now();
    for _ in 0..3 {
        since = std::time::Instant::now();
        assert_eq!(client.get("/api/healthz").await.unwrap().status, 200);
    }
    client.closed().await.unwrap();
    assert!(since.elapsed() >= Duration::from_secs(2), "not before its time");
    served.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_answered_with_408() {
    let (test, _) = TestApp::init_with(&["limits.body_seconds=1"]).await.anon();
    let served = Served::start(&test).await;
    for beginning in ["", "{\"email\": \"ada@ex"] {
        let mut client = RawClient::connect(served.address).await;
        let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                    content-length: 100\r\n\r\n";
        client.send(format!("{head}{beginning}")).await.unwrap();
        let answer = client.answer().await.unwrap();
        assert_eq!(answer.status, 408);
        let body = answer.json();
        assert_eq!(body["code"], "REQUEST_TIMEOUT");
        // As on every answer.
        assert_eq!(answer.header("x-request-id"), body["requestId"].as_str());
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("connection"), Some("close"));
        client.closed().await.unwrap();
    }
    served.stop().await;
}

#[tokio::test]
async fn a_client_that_takes_nothing_of_its_answer_is_cut_off() {
    let web = tempfile::tempdir().unwrap();
    std::fs::write(web.path().join("index.html"), "").unwrap();
    std::fs::create_dir(web.path().join("assets")).unwrap();
    // More than the buffers of two sockets hold.
    let file = std::fs::File::create(web.path().join("assets/large.bin")).unwrap();
    file.set_len(64 << 20).unwrap();
    let web_dir = format!("server.web_dir={}", web.path().display());
    let settings =
        [web_dir.as_str(), "limits.stalled_seconds=1", "limits.connections_per_address=1"];
    let (test, _) = TestApp::init_with(&settings).await.anon();
    let served = Served::start(&test).await;
    let mut deaf = RawClient::connect(served.address).await;
    let request = "GET /assets/large.bin HTTP/1.1\r\nhost: x\r\n\r\n";
    deaf.send(request).await.unwrap();
    // Its slot becomes free again.
    let mut refused = 0;
    loop {
        let mut other = RawClient::connect(served.address).await;
        match other.get("/robots.txt").await.unwrap().status {
            429 => refused += 1,
            status => break assert_eq!(status, 200),
        }
        other.closed().await.unwrap();
    }
    assert!(refused > 0);
    drop(deaf);
    served.stop().await;
}

#[tokio::test]
async fn no_deadline_ends_a_live_stream() {
    let settings = [
        "limits.header_seconds=1",
        "limits.body_seconds=1",
        "limits.idle_seconds=1",
        "limits.stalled_seconds=1",
    ];
    let (test, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let served = Served::start(&test).await;
    let token = ada.client.token.as_deref().unwrap();
    let (mut events, _) = served.listen(token, None).await;
    for _ in 0..3 {
        RawClient::connect(served.address).await.closed().await.unwrap();
    }
    let row = test.notify(ada.user.id, Match::of("rust")).await;
    assert_eq!(events.next().await.unwrap().id, row.seq);
    served.stop().await;
}
