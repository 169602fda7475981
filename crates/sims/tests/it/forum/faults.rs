//! Misbehaviour on demand.

use axum::http::StatusCode;
use sims::forum::{Config, Fault, FaultKind, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::support::Forum;

async fn forum_with(fault: FaultKind) -> Forum {
    let forum = Forum::empty().await;
    forum.post("rust", "a post");
    forum.sim.fault(Fault::once("/r/rust", fault));
    forum
}

#[tokio::test]
async fn a_fault_strikes_as_often_as_asked_where_it_was_asked_for() {
    let forum = Forum::empty().await;
    let twice = Fault::once("/r/rust", FaultKind::TooManyRequests);
    forum.sim.fault(Fault { times: 2, retry_after: Some(7), ..twice });
    assert_eq!(forum.get("/r/webdev/new").await.status, StatusCode::OK);
    for _ in 0..2 {
        let answer = forum.get("/r/rust/new").await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(answer.headers["retry-after"], "7");
    }
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::OK);
    assert_eq!(forum.sim.stats().faults_served[&FaultKind::TooManyRequests], 2);
}

#[tokio::test]
async fn server_errors_and_pages_come_as_html() {
    let cases = [
        (FaultKind::InternalError, 500),
        (FaultKind::BadGateway, 502),
        (FaultKind::Unavailable, 503),
        (FaultKind::GatewayTimeout, 504),
        (FaultKind::Html, 200),
    ];
    for (fault, status) in cases {
        let answer = forum_with(fault).await.get("/r/rust/new").await;
        assert_eq!(answer.status.as_u16(), status);
        assert!(answer.text().contains("<html>"));
    }
}

#[tokio::test]
async fn truncated_and_empty_bodies_do_not_parse() {
    for fault in [FaultKind::TruncateJson, FaultKind::EmptyBody] {
        let answer = forum_with(fault).await.get("/r/rust/new").await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_err());
    }
}

#[tokio::test]
async fn odd_texts_are_put_into_items() {
    for (fault, sign) in [(FaultKind::NulText, '\0'), (FaultKind::OddUnicode, '\u{202e}')] {
        let answer = forum_with(fault).await.get("/r/rust/new").await;
        let title = &answer.json()["data"]["children"][0]["data"]["title"];
        assert!(title.as_str().unwrap().contains(sign));
    }
    let answer = forum_with(FaultKind::LoneSurrogate).await.get("/r/rust/new").await;
    assert!(answer.text().contains("\\ud83d"));
    let answer = forum_with(FaultKind::BareChild).await.get("/r/rust/new").await;
    assert_eq!(answer.json()["data"]["children"][0]["data"], serde_json::json!({}));
    let answer = forum_with(FaultKind::Empty).await.get("/r/rust/new").await;
    assert!(answer.names().is_empty());
}

#[tokio::test]
async fn expired_tokens_stay_worthless_until_a_new_one_is_asked_for() {
    let mut forum = forum_with(FaultKind::ExpireToken).await;
    for _ in 0..2 {
        assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::UNAUTHORIZED);
    }
    forum.renew_token().await;
    assert_eq!(forum.get("/r/rust/new").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_reset_cuts_the_connection_in_the_middle_and_a_stall_ends_with_the_forum() {
    let forum = start(Config::for_tests()).await.unwrap();
    forum.control.fault(Fault::once("/r/", FaultKind::Reset));
    let request = "GET /r/rust/new HTTP/1.1\r\nHost: forum\r\nUser-Agent: a test\r\n\r\n";
    let mut stream = TcpStream::connect(forum.addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // Whether or not this fails, the answer ends before the announced length.
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    let length = answer.to_lowercase();
    let length = length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    assert!(length.is_none_or(|length| length.parse::<usize>().unwrap() > body.len()), "{answer}");

    forum.control.fault(Fault::once("/r/", FaultKind::Stall));
    let mut stream = TcpStream::connect(forum.addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    while !forum.control.stats().faults_served.contains_key(&FaultKind::Stall) {
        tokio::task::yield_now().await;
    }
    forum.stop().await;
}
