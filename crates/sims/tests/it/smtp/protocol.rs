//! The protocol line by line, and the HTTP side.

use serde_json::Value;
use sims::smtp::{Action, Config, Fault, Handle, Query, Stage, start};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

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
}

#[tokio::test]
async fn commands_out_of_order_or_malformed_are_refused() {
    let sink = start(Config::for_tests()).await.unwrap();
    let lines = "HELO me\r\nRCPT TO:<b@x.test>\r\nDATA\r\nMAIL x\r\nMAIL FROM:<>\r\n\
                 MAIL FROM:<a@x.test>\r\nRCPT TO:<>\r\nAUTH PLAIN %%\r\nFOO\r\nQUIT\r\n";
    let codes = talk(&sink, lines).await;
    let expected = ["220", "250", "503", "503", "501", "250", "503", "501", "235", "500", "221"];
    assert_eq!(codes, expected);
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
}

#[tokio::test]
async fn messages_are_listed_and_waited_for_over_http() {
    let sink = start(Config::for_tests()).await.unwrap();
    talk(&sink, &format!("EHLO me\r\n{MAIL}QUIT\r\n")).await;
    let get = async |path: &str| {
        let answer = reqwest::get(format!("http://{}{path}", sink.http_addr)).await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json::<Value>().await.unwrap())
    };
    let (status, found) = get("/messages?to=b@x.test").await;
    assert_eq!((status, &found[0]["subject"]), (200, &"Grüße".into()));
    assert_eq!(found[0]["headers"]["subject"][0], "=?utf-8?q?Gr=C3=BC=C3=9Fe?=");
    assert_eq!(get("/messages/wait?subject_contains=Gr&count=1&timeout_ms=0").await.0, 200);
    assert_eq!(get("/messages/wait?to=nobody@x.test&timeout_ms=1").await.0, 504);
    sink.mailbox.clear();
    assert_eq!(get("/messages").await.1, serde_json::json!([]));
}

#[tokio::test]
async fn a_fault_is_served_as_often_as_was_asked() {
    let sink = start(Config::for_tests()).await.unwrap();
    let twice = Fault { times: 2, ..Fault::once(Stage::Mail, Action::Transient) };
    for fault in [twice, Fault::once(Stage::AfterData, Action::Cut)] {
        sink.mailbox.fault(fault);
    }
    let lines = "EHLO me\r\nMAIL FROM:<a@x.test>\r\nMAIL FROM:<a@x.test>\r\n";
    let codes = talk(&sink, &format!("{lines}{MAIL}")).await;
    assert_eq!(codes, ["220", "250", "451", "451", "250", "250", "354"]);
}
