//! The messages at the receivers: the stand-in checks them as the services do, and answers with an
//! error to what they would reject.

use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::support::prelude::*;

/// Addresses of the five channels at the receiver.
const PATHS: [(&str, &str); 5] = [
    ("webhook", "/hook/a"),
    ("slack", "/slack/services/T0/B0/x"),
    ("discord", "/discord/api/webhooks/1/x"),
    ("telegram", "/bot123:Secret-Token/sendMessage"),
    ("ntfy", "/ntfy"),
];

const HOSTILE: [&str; 9] = [
    "<!channel> <@U123> @everyone <@&1> @channel",
    "</a></b><a href=\"https://evil.example\">x</a>",
    "*b* _i_ ~s~ `c` ||s|| [x](https://evil.example) > q",
    "\\\\*\\<@1> &lt;b&gt; &amp;",
    "\u{202e}\u{200b}\u{feff}\u{7}\u{1b}[31m line\r\nbreak",
    "\"}], \"content\": \"@everyone\", \"x\": [{",
    "🔥 日本語 ünïcödé",
    "<script>alert(1)</script>",
    "  ",
];

#[tokio::test]
async fn every_channel_takes_a_match_whatever_it_says() {
    let setup = ChannelTest::init().await;
    for (channel, path) in PATHS {
        let endpoint = setup.add(channel).await;
        let mut texts: Vec<String> = HOSTILE.iter().map(ToString::to_string).collect();
        texts.push("rust and a long title".to_owned());
        texts.push(format!("rust {}", "<&>\"*@🔥 ".repeat(4_000)));
        for text in texts {
            let matched = Match {
                keyword: text.chars().take(200).collect(),
                title: text.chars().take(3_000).collect(),
                body: text.clone(),
                ..Match::of("rust")
            };
            let id = setup.alert(endpoint, matched).await;
            setup.drain().await;
            let row = setup.app.outbox_row(id).await;
            let shown: String = text.chars().take(40).collect();
            assert_eq!(row.status.as_str(), "sent", "{channel} {shown}: {:?}", row.reason);
        }
        assert_eq!(setup.received(path).len(), HOSTILE.len() + 2, "{channel}");
    }
    assert!(setup.received("/ntfy/").is_empty(), "a topic is named in the body");
}

#[tokio::test]
async fn a_webhook_gets_the_notification_as_the_api_gives_it_and_verifies_it() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    let secret = setup.user.get(&format!("/api/endpoints/{endpoint}/secret")).await;
    let secret = secret.json["secret"].as_str().unwrap().to_owned();
    assert!(setup.receiver.control.require_signature("a", &secret));
    let id = setup.alert(endpoint, Match::of("rust")).await;
    setup.drain().await;
    assert_eq!(setup.app.outbox_row(id).await.status.as_str(), "sent");

    let request = setup.received("/hook/a").remove(0);
    let body: Value = serde_json::from_str(&request.text).unwrap();
    let listed = setup.user.get("/api/notifications").await.json;
    assert_eq!(body["type"], "match.created");
    assert_eq!(body["data"]["notification"], listed["notifications"][0]);
    assert_eq!(request.headers["webhook-id"], [id.to_string()]);
    assert_eq!(request.headers["content-type"], ["application/json"]);
    assert!(request.headers["user-agent"][0].starts_with("Harken/"));

    // An independent library reads the message, and rejects tampered ones.
    let header = |name: &str| request.headers[name][0].clone();
    let headers = json!({
        "webhook-id": header("webhook-id"),
        "webhook-timestamp": header("webhook-timestamp"),
        "webhook-signature": header("webhook-signature"),
    });
    let tampered = request.text.replace("rust", "dust");
    let mut other_id = headers.clone();
    other_id["webhook-id"] = "x".into();
    let cases = json!([
        {"secret": secret, "headers": headers, "body": request.text},
        {"secret": secret, "headers": headers, "body": tampered},
        {"secret": secret, "headers": other_id, "body": request.text},
        {"secret": format!("whsec_{}", "A".repeat(44)), "headers": headers, "body": request.text},
    ]);
    assert_eq!(verified(&cases).await, json!([true, false, false, false]));

    // After a reset the old secret is invalid.
    let renew = format!("/api/endpoints/{endpoint}/secret");
    setup.user.post(&renew, json!({})).await;
    let id = setup.alert(endpoint, Match::of("more")).await;
    setup.drain().await;
    let row = setup.app.outbox_row(id).await;
    assert_eq!(row.status.as_str(), "dead");
    assert!(row.reason.unwrap().starts_with("answered 401"));
}

/// Returns what `standardwebhooks` decides about these requests.
async fn verified(cases: &Value) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/channels/verify.mjs");
    let node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut node = node.expect("node is installed: the web needs it");
    let mut stdin = node.stdin.take().unwrap();
    stdin.write_all(cases.to_string().as_bytes()).await.unwrap();
    drop(stdin);
    let output = node.wait_with_output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "after `npm --prefix web ci`? {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn keys_go_where_they_belong_and_nowhere_else() {
    let setup = ChannelTest::init().await;
    for (channel, _) in PATHS {
        let endpoint = setup.add(channel).await;
        setup.try_out(endpoint).await;
    }
    let ntfy = setup.received("/ntfy").remove(0);
    assert_eq!(ntfy.headers["authorization"], ["Bearer tk_secret"]);
    for (_, path) in PATHS {
        let request = setup.received(path).remove(0);
        assert!(!request.text.contains("ecret"), "{}", request.text);
        assert!(!request.headers.contains_key("referer"));
        let is_ntfy = path == "/ntfy";
        assert_eq!(request.headers.contains_key("authorization"), is_ntfy);
    }
}
