//! The limit of connections per client, which keeps connections free for other clients.

use std::net::{IpAddr, SocketAddr};

use crate::support::prelude::*;
use crate::support::process::{log_of, serving};
use crate::support::raw_client::{RawAnswer, RawClient};

const NEIGHBOUR: [u8; 4] = [127, 0, 0, 2];

async fn get_from(from: impl Into<IpAddr>, to: SocketAddr, path: &str) -> RawAnswer {
    let mut client = RawClient::try_connect(from.into(), to).await.unwrap();
    client.get(path).await.unwrap()
}

async fn crowd(count: usize, at: SocketAddr) -> Vec<RawClient> {
    let mut crowd = Vec::new();
    for _ in 0..count {
        crowd.push(RawClient::connect(at).await);
    }
    crowd
}

#[tokio::test]
async fn an_address_has_its_share_and_others_have_theirs() {
    let (test, _) = TestApp::init_with(&["limits.connections_per_address=8"]).await.anon();
    let served = Served::start(&test).await;
    let crowd = crowd(8, served.address).await;
    let home = [127, 0, 0, 1];
    let refused = get_from(home, served.address, "/api/status").await;
    let body = refused.json();
    assert_eq!((refused.status, body["limit"].as_u64()), (429, Some(8)));
    assert_eq!(body["code"], "DDOS_RATE_LIMIT_EXCEEDED");
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert_eq!(refused.header("connection"), Some("close"));
    // As on every answer.
    assert_eq!(refused.header("x-request-id"), body["requestId"].as_str());
    assert_eq!(refused.header("x-content-type-options"), Some("nosniff"));
    // A monitor on the same machine can read the health.
    assert_eq!(get_from(home, served.address, "/api/healthz").await.status, 200);
    assert_eq!(get_from(NEIGHBOUR, served.address, "/robots.txt").await.status, 200);
    drop(crowd);
    while get_from(home, served.address, "/robots.txt").await.status != 200 {}
    served.stop().await;
}

#[tokio::test]
async fn a_trusted_proxy_has_as_many_as_it_needs_and_each_client_behind_it_its_share() {
    let settings = ["limits.connections_per_address=3", "server.trusted_proxies=127.0.0.1"];
    let (test, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let served = Served::start(&test).await;
    let idle = crowd(20, served.address).await;
    let token = ada.client.token.clone().unwrap();
    let open = async |client: &str| {
        let request = reqwest::Client::new()
            .get(format!("http://{}/api/live", served.address))
            .header("x-forwarded-for", client)
            .bearer_auth(&token);
        request.send().await.unwrap()
    };
    let mut streams = Vec::new();
    for _ in 0..3 {
        let stream = open("192.0.2.1").await;
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    assert_eq!(open("192.0.2.1").await.status(), 429);
    assert_eq!(open("192.0.2.2").await.status(), 200);
    drop(streams);
    while open("192.0.2.1").await.status() != 200 {}
    drop(idle);
    served.stop().await;
}

/// More sockets than the process may have files: the usual limit is 1024, and this test uses a quarter
/// of it.
#[tokio::test]
async fn one_client_with_more_sockets_than_there_are_files_takes_nothing_from_others() {
    const FILES: usize = 256;
    let test = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", test.database_url),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "limits.header_seconds=2".to_owned(),
    ];
    let (mut process, address) =
        serving(folder.path(), &settings, &format!("ulimit -n {FILES}")).await;
    let crowd = crowd(FILES * 2, address).await;
    // Includes a query: the database is still reachable.
    for _ in 0..20 {
        let answer = get_from(NEIGHBOUR, address, "/api/healthz").await;
        assert_eq!(answer.status, 200, "{:?}", log_of(folder.path()));
        assert_eq!(get_from(NEIGHBOUR, address, "/robots.txt").await.status, 200);
    }
    // After the silent connections have been closed, that client is served as well.
    for mut client in crowd {
        client.closed().await.unwrap();
    }
    assert_eq!(get_from([127, 0, 0, 1], address, "/robots.txt").await.status, 200);
    let log = log_of(folder.path());
    assert_eq!(log.matches("more are refused").count(), 1, "{log}");
    assert!(!log.contains("no connection can be taken"), "{log}");
    process.kill().await.unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_limit_of_open_files_is_raised_as_far_as_it_may_be() {
    let test = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", test.database_url),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
    ];
    let (mut process, _) = serving(folder.path(), &settings, "ulimit -S -n 200").await;
    let limits = format!("/proc/{}/limits", process.id().unwrap());
    let limits = std::fs::read_to_string(limits).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files"));
    let numbers: Vec<&str> = files.unwrap().split_whitespace().skip(3).collect();
    assert_eq!(numbers[0], numbers[1], "{limits}");
    process.kill().await.unwrap();
}
