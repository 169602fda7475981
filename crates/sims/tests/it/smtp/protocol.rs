//! The protocol line by line, and the HTTP side.

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use serde_json::Value;
use sims::smtp::{Config, Handle, Query, router, start};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tower::ServiceExt;

/// Sends `lines` at once, and returns the code of every reply until the server closes.
async fn talk(sink: &Handle, lines: &str) -> Vec<String> {
    let mut stream = BufReader::new(TcpStream::connect(sink.smtp_addr).await.unwrap());
    stream.write_all(lines.as_bytes()).await.unwrap();
    let mut codes = Vec::new();
    let mut line = String::new();
    while stream.read_line(&mut line).await.unwrap() > 0 {
        if line.as_bytes()[3] == b' ' {
            codes.push(line[..3].to_owned());
        }
        line.clear();
    }
    codes
}

async fn call(sink: &Handle, method: Method, path: &str, body: &str) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .unwrap();
    let answer = router(sink.mailbox.clone()).oneshot(request).await.unwrap();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

const MAIL: &str = "MAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n\
                    Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\n..dot\r\n.\r\n";

#[tokio::test]
async fn pipelined_commands_are_answered_in_order() {
    let sink = start(Config::for_tests()).await.unwrap();
    let codes = talk(&sink, &format!("EHLO me\r\n{MAIL}NOOP\r\nRSET\r\nQUIT\r\n")).await;
    assert_eq!(codes, ["220", "250", "250", "250", "354", "250", "250", "250", "221"]);
    let found = sink.mailbox.messages(&Query::default());
    assert_eq!(found[0].subject, "Grüße");
    assert_eq!(found[0].text.as_deref().map(str::trim_end), Some(".dot"));
    sink.stop().await;
}

#[tokio::test]
async fn commands_out_of_order_or_malformed_are_refused() {
    let sink = start(Config::for_tests()).await.unwrap();
    let lines = "HELO me\r\nRCPT TO:<b@x.test>\r\nDATA\r\nMAIL x\r\nMAIL FROM:<>\r\n\
                 MAIL FROM:<a@x.test>\r\nRCPT TO:<>\r\nAUTH PLAIN %%\r\nFOO\r\nQUIT\r\n";
    let codes = talk(&sink, lines).await;
    let expected = ["220", "250", "503", "503", "501", "250", "503", "501", "235", "500", "221"];
    assert_eq!(codes, expected);
    sink.stop().await;
}

#[tokio::test]
async fn a_message_over_the_size_is_refused_before_and_after_data() {
    let sink = start(Config { max_size: 64, ..Config::for_tests() }).await.unwrap();
    let long = "x".repeat(100);
    let lines = format!(
        "EHLO me\r\nMAIL FROM:<a@x.test> SIZE=65\r\nMAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\n\
         DATA\r\n{long}\r\n.\r\nQUIT\r\n"
    );
    let codes = talk(&sink, &lines).await;
    assert_eq!(codes, ["220", "250", "552", "250", "250", "354", "552", "221"]);
    assert_eq!(sink.mailbox.stats().messages, 0);
    sink.stop().await;
}

#[tokio::test]
async fn messages_are_listed_shown_waited_for_and_deleted_over_http() {
    let sink = start(Config::for_tests()).await.unwrap();
    talk(&sink, &format!("EHLO me\r\n{MAIL}QUIT\r\n")).await;
    let (status, found) = call(&sink, Method::GET, "/messages?to=b@x.test", "").await;
    assert_eq!((status, &found[0]["subject"]), (StatusCode::OK, &"Grüße".into()));
    let (_, one) = call(&sink, Method::GET, "/messages/1", "").await;
    assert_eq!(one["headers"]["subject"][0], "=?utf-8?q?Gr=C3=BC=C3=9Fe?=");
    let path = "/messages/wait?subject_contains=Gr&count=1&timeout_ms=0";
    assert_eq!(call(&sink, Method::GET, path, "").await.0, StatusCode::OK);
    let path = "/messages/wait?to=nobody@x.test&timeout_ms=1";
    assert_eq!(call(&sink, Method::GET, path, "").await.0, StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(call(&sink, Method::GET, "/messages/99", "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(call(&sink, Method::DELETE, "/messages", "").await.0, StatusCode::NO_CONTENT);
    let (_, stats) = call(&sink, Method::GET, "/stats", "").await;
    assert_eq!(stats["messages"], 0);
    sink.stop().await;
}

#[tokio::test]
async fn faults_are_asked_for_over_http_and_bad_ones_are_refused() {
    let sink = start(Config::for_tests()).await.unwrap();
    let body =
        r#"[{"stage":"mail","action":"451","times":2},{"stage":"after_data","action":"cut"}]"#;
    assert_eq!(call(&sink, Method::POST, "/faults", body).await.0, StatusCode::NO_CONTENT);
    let lines = "EHLO me\r\nMAIL FROM:<a@x.test>\r\nMAIL FROM:<a@x.test>\r\n";
    let codes = talk(&sink, &format!("{lines}{MAIL}")).await;
    assert_eq!(codes, ["220", "250", "451", "451", "250", "250", "354"]);
    let bad = r#"[{"stage":"lunch","action":"451"}]"#;
    assert_eq!(call(&sink, Method::POST, "/faults", bad).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    sink.stop().await;
}
