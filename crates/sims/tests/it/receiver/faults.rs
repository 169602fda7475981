//! Misbehaviour on demand.

use std::time::Duration;

use serde_json::{Value, json};
use sims::receiver::{Fault, FaultKind, Query};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::support::Receiver;

const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_status_is_served_a_number_of_times_to_paths_of_its_prefix() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault {
        times: 2,
        retry_after: Some("120".to_owned()),
        ..Fault::status("/hook/a", 503)
    });
    assert_eq!(receiver.send("/hook/b", json!({})).await.0, 200);
    for expected in [503, 503, 200] {
        let answer = receiver.post("/hook/a").send().await.unwrap();
        let told = answer.headers().get("retry-after").is_some();
        assert_eq!((answer.status().as_u16(), told), (expected, expected == 503));
    }
    let stats = receiver.handle.control.stats();
    assert_eq!((stats.requests, stats.accepted, stats.faults_served), (4, 2, 2));
}

#[tokio::test]
async fn each_service_fails_in_its_own_words() {
    let receiver = Receiver::start().await;
    let paths = ["/slack/x", "/discord/1/t", "/bot1:x/sendMessage", "/ntfy", "/hook/a"];
    let mut said = Vec::new();
    for path in paths {
        receiver
            .handle
            .control
            .fault(Fault { retry_after: Some("7".to_owned()), ..Fault::status(path, 429) });
        let answer = receiver.post(path).send().await.unwrap();
        let header = answer.headers().get("retry-after").is_some();
        said.push((header, answer.text().await.unwrap()));
    }
    assert_eq!(said[0], (true, "rate_limited".to_owned()));
    let json = |n: usize| -> Value { serde_json::from_str(&said[n].1).unwrap() };
    assert_eq!((said[1].0, &json(1)["retry_after"]), (true, &json!(7)));
    assert_eq!((said[2].0, &json(2)["parameters"]["retry_after"]), (false, &json!(7)));
    assert_eq!((said[3].0, &json(3)["code"]), (true, &json!(42901)));
    assert_eq!(said[4], (true, "Too Many Requests".to_owned()));
}

#[tokio::test]
async fn a_redirect_leads_where_it_was_configured_to() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault {
        location: Some("http://127.0.0.1:1/secret".to_owned()),
        ..Fault::once("", FaultKind::Redirect)
    });
    let answer = receiver.post("/hook/a").send().await.unwrap();
    assert_eq!(answer.status(), 302);
    assert_eq!(answer.headers()["location"], "http://127.0.0.1:1/secret");
}

#[tokio::test]
async fn a_big_body_has_ten_megabytes_and_no_length() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault::once("/hook", FaultKind::Big));
    let answer = receiver.post("/hook/a").send().await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.content_length()), (200, None));
    assert!(answer.bytes().await.unwrap().len() >= 10_000_000);
}

#[tokio::test]
async fn a_cut_closes_the_connection_without_a_byte_and_keeps_the_request() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault::once("/hook", FaultKind::Cut));
    let mut stream = TcpStream::connect(receiver.handle.addr).await.unwrap();
    let request = "POST /hook/a HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nhi";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.is_empty());
    let found = receiver.handle.control.wait(&Query::path("/hook"), 1, SOON).await;
    assert_eq!((found[0].text.as_str(), found[0].status), ("hi", None));
}

#[tokio::test]
async fn a_stall_takes_the_request_and_says_nothing() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault::once("/hook", FaultKind::Stall));
    let sender = tokio::spawn(receiver.post("/hook/a").send());
    let found = receiver.handle.control.wait(&Query::path("/hook"), 1, SOON).await;
    assert_eq!(found[0].status, None);
    assert!(!sender.is_finished());
    // Stopping cuts the connection: a test does not wait for its sender.
    receiver.handle.stop().await;
    assert!(sender.await.unwrap().is_err());
}

#[tokio::test]
async fn a_slow_body_comes_a_byte_at_a_time() {
    let receiver = Receiver::start().await;
    receiver.handle.control.fault(Fault::once("/hook", FaultKind::Slow));
    let mut answer = receiver.post("/hook/a").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.chunk().await.unwrap().unwrap().len(), 1);
}

#[tokio::test]
async fn a_fault_may_hide_that_the_request_took_effect() {
    let receiver = Receiver::start().await;
    let inbox = &receiver.handle.control;
    let secret = "whsec_c2VjcmV0";
    assert!(inbox.require_signature("a", secret));
    let hidden = Fault { takes_effect: true, ..Fault::status("/push/", 500) };
    let browser = inbox.subscribe();
    let application = super::support::Application::new();
    for (fault, waiting) in [(Fault::status("/push/", 500), 0), (hidden, 1)] {
        inbox.fault(fault);
        let request = receiver.client.post(&browser.endpoint);
        let request = request
            .header("authorization", application.good(&receiver))
            .header("content-encoding", "aes128gcm")
            .header("ttl", "60");
        assert_eq!(request.body("x").send().await.unwrap().status(), 500);
        assert_eq!(inbox.waiting(&browser.id).len(), waiting);
    }
}
