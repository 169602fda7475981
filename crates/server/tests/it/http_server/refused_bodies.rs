//! Requests that are rejected before their body was read, or because of it.

use std::net::SocketAddr;

use crate::support::prelude::*;
use crate::support::process::serving;
use crate::support::raw_client::{RawAnswer, RawClient};

const JSON: &str = "content-type: application/json\r\n";

fn post(path: &str, more: &str, length: usize) -> String {
    format!("POST {path} HTTP/1.1\r\nhost: x\r\n{JSON}{more}content-length: {length}\r\n\r\n")
}

#[tokio::test]
async fn a_refused_body_leaves_its_connection_fit_for_the_next_request() {
    let settings = ["limits.calls_per_minute=100000"];
    let (test, _) = TestApp::init_with(&settings).await.anon();
    let served = Served::start(&test).await;
    let body = "x".repeat(40_000);
    for (path, status) in
        [("/api/keywords", 401), ("/api/nothing", 404), ("/api/healthz", 405), ("/robots.txt", 405)]
    {
        for _ in 0..200 {
            let mut client = RawClient::connect(served.address).await;
            let refused = format!("{}{body}", post(path, "", body.len()));
            client.send(refused).await.unwrap();
            let answer = client.answer().await.unwrap();
            assert_eq!(answer.status, status, "{path}");
            assert_ne!(answer.header("connection"), Some("close"), "{path}");
            let next = client.get("/robots.txt").await;
            assert_eq!(next.unwrap().status, 200, "{path}");
        }
    }
    served.stop().await;
}

#[tokio::test]
async fn a_body_that_is_not_worth_reading_ends_its_connection_in_order() {
    let (test, _) = TestApp::init().await.anon();
    let served = Served::start(&test).await;
    // A body longer than is read; one that does not arrive; and one that waits for a 100.
    for (length, sent, more) in
        [(5_000_000, 5_000_000, ""), (1_000, 10, ""), (1_000, 0, "expect: 100-continue\r\n")]
    {
        let mut client = RawClient::connect(served.address).await;
        let head = post("/api/keywords", more, length);
        client.send(head).await.unwrap();
        client.send("x".repeat(sent)).await.unwrap();
        let answer = client.answer().await.unwrap();
        assert_eq!(answer.status, 401, "{length}");
        assert_eq!(answer.json()["code"], "UNAUTHORIZED");
        assert_eq!(answer.header("connection"), Some("close"));
        client.closed().await.unwrap();
    }
    served.stop().await;
}

/// Sends the whole body before reading, as simple clients do.
async fn send_megabytes(count: usize, address: SocketAddr) -> RawAnswer {
    let mut client = RawClient::connect(address).await;
    let head = post("/api/auth/login", "", count << 20);
    client.send(head).await.unwrap();
    let megabyte = vec![b' '; 1 << 20];
    for _ in 0..count {
        client.send(&megabyte).await.unwrap();
    }
    client.answer().await.unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_hundred_megabytes_are_refused_readably_and_cost_no_memory() {
    let test = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", test.database_url),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
    ];
    let (mut process, address) = serving(folder.path(), &settings, "true").await;
    let status = format!("/proc/{}/status", process.id().unwrap());
    let most_kilobytes = || -> u64 {
        let status = std::fs::read_to_string(&status).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.unwrap().trim().trim_end_matches(" kB").parse().unwrap()
    };
    let before = most_kilobytes();
    for answer in futures::future::join_all((0..4).map(|_| send_megabytes(100, address))).await {
        assert_eq!(answer.status, 413);
        assert_eq!(answer.json()["code"], "PAYLOAD_TOO_LARGE");
    }
    let grown = most_kilobytes() - before;
    assert!(grown < 50_000, "{grown} kB");
    process.kill().await.unwrap();
}

#[tokio::test]
async fn json_nested_without_end_is_refused_and_nothing_breaks() {
    let (test, _) = TestApp::init().await.anon();
    let served = Served::start(&test).await;
    let mut client = RawClient::connect(served.address).await;
    for (status, begin, nested) in [
        (400, "{\"email\": \"a@example.com\", \"x\": ", "["),
        (400, "{\"x\": ", "{\"x\": "),
        (422, "", "["),
        (422, "{\"email\": ", "[[{\"x\": "),
    ] {
        let count = (64 * 1024 - begin.len()) / nested.len();
        let body = format!("{begin}{}", nested.repeat(count));
        let request = format!("{}{body}", post("/api/auth/login", "", body.len()));
        client.send(request).await.unwrap();
        let answer = client.answer().await.unwrap();
        assert_eq!(answer.status, status, "{begin}{nested}");
    }
    assert_eq!(client.get("/api/healthz").await.unwrap().status, 200);
    served.stop().await;
}
