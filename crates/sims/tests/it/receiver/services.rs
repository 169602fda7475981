//! Webhooks and chat services: the requests that each accepts, and its rejections.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::support::{Receiver, START};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn slack_takes_text_or_blocks() {
    let receiver = Receiver::start().await;
    let section =
        |text: &str| json!({ "type": "section", "text": { "type": "mrkdwn", "text": text } });
    let button = json!({ "type": "button", "text": { "type": "plain_text", "text": "Open" },
                         "url": "https://harken.test/" });
    let actions = json!({ "type": "actions", "elements": [button] });
    let too_many: Vec<_> = (0..51).map(|_| section("x")).collect();
    for (payload, expected) in [
        (json!({ "text": "Hi" }), (200, "ok")),
        (json!({ "blocks": [section("*Hi*"), actions, { "type": "divider" }] }), (200, "ok")),
        (json!({}), (400, "no_text")),
        (json!({ "text": "" }), (400, "no_text")),
        (json!([]), (400, "invalid_payload")),
        (json!({ "blocks": [section("")] }), (400, "invalid_blocks")),
        (json!({ "blocks": [section(&"x".repeat(3_001))] }), (400, "invalid_blocks")),
        (json!({ "text": "Hi", "blocks": too_many }), (400, "invalid_blocks")),
        (json!({ "blocks": [{ "type": "table" }] }), (400, "invalid_blocks")),
    ] {
        let (status, body) = receiver.send("/slack/services/T0/B0/x", payload.clone()).await;
        assert_eq!((status, body.as_str()), expected, "{payload}");
    }
    let plain = receiver.post("/slack/x").body("{\"text\":\"Hi\"}").send().await;
    assert_eq!(plain.unwrap().status(), 400, "no content type");
}

#[tokio::test]
async fn discord_takes_content_or_embeds_within_its_limits() {
    let receiver = Receiver::start().await;
    let embed =
        |title: &str| json!({ "title": title, "url": "https://x.test/", "color": 0xff_00_00 });
    let good = json!({ "content": "x".repeat(2_000), "embeds": [embed("Hi")] });
    let (status, body) = receiver.send("/discord/1/token", good).await;
    assert_eq!((status, body.as_str()), (204, ""));
    let embeds: Vec<_> = (0..11).map(|_| embed("x")).collect();
    let long: Vec<_> = (0..2).map(|_| json!({ "description": "x".repeat(3_001) })).collect();
    for (payload, code, field) in [
        (json!({ "content": "" }), 50006, ""),
        (json!({ "content": "x".repeat(2_001) }), 50035, "content"),
        (json!({ "content": 1 }), 50006, ""),
        (json!({ "embeds": embeds }), 50035, "embeds"),
        (json!({ "embeds": long }), 50035, "embeds"),
        (json!({ "embeds": [embed(&"x".repeat(257))] }), 50035, "embeds.0.title"),
        (json!({ "embeds": [{ "title": "x", "url": "javascript:x" }] }), 50035, "url"),
        (json!({ "embeds": [{ "fields": [{ "name": "x", "value": "" }] }] }), 50035, "value"),
        (json!([]), 50109, ""),
    ] {
        let (status, body) = receiver.send("/discord/1/token", payload).await;
        let body = parsed(&body);
        assert_eq!((status, body["code"].as_i64()), (400, Some(code)), "{body}");
        assert!(field.is_empty() || body["errors"][field].is_object(), "{body}");
    }
}

#[tokio::test]
async fn telegram_answers_ok_or_describes_the_error() {
    let receiver = Receiver::start().await;
    let path = "/bot123:AB-c_d/sendMessage";
    let message = json!({ "chat_id": -100, "text": "<b>Hi</b> &lt;3", "parse_mode": "HTML" });
    let (status, body) = receiver.send(path, message).await;
    let body = parsed(&body);
    assert_eq!((status, &body["ok"]), (200, &json!(true)));
    assert_eq!(body["result"]["text"], "Hi <3");
    for (payload, said) in [
        (json!({ "text": "Hi" }), "Bad Request: chat not found"),
        (json!({ "chat_id": "x", "text": "Hi" }), "Bad Request: chat not found"),
        (json!({ "chat_id": 1, "text": " " }), "Bad Request: message text is empty"),
        (json!({ "chat_id": 1, "text": "x".repeat(4_097) }), "Bad Request: message is too long"),
        (
            json!({ "chat_id": 1, "text": "<p>x</p>", "parse_mode": "HTML" }),
            "Bad Request: can't parse entities: Unsupported start tag \"p\" at byte offset 0",
        ),
        (
            json!({ "chat_id": 1, "text": "x",
                    "reply_markup": { "inline_keyboard": [[{ "text": "Open", "url": "x" }]] } }),
            "Bad Request: can't parse inline keyboard button",
        ),
    ] {
        let (status, body) = receiver.send(path, payload).await;
        let body = parsed(&body);
        assert_eq!((status, &body["ok"]), (400, &json!(false)));
        assert_eq!(body["description"], said);
    }
    let (status, body) = receiver.send("/botnobody/sendMessage", json!({})).await;
    assert_eq!((status, &parsed(&body)["error_code"]), (404, &json!(404)));
}

#[tokio::test]
async fn ntfy_takes_json_at_its_root_and_text_at_a_topic() {
    let receiver = Receiver::start().await;
    let view = |url: &str| json!({ "action": "view", "label": "Open", "url": url });
    let good = json!({ "topic": "alerts", "message": "Hi", "priority": 4,
                       "actions": [view("https://x.test/")] });
    let (status, body) = receiver.send("/ntfy", good).await;
    let body = parsed(&body);
    assert_eq!((status, body["message"].as_str()), (200, Some("Hi")));
    assert!(body["id"].as_str().is_some_and(|id| !id.is_empty()));
    let request = receiver.post("/ntfy/alerts").header("priority", "high").body("{}");
    let answer = request.send().await.unwrap().text().await.unwrap();
    assert_eq!(
        (&parsed(&answer)["message"], &parsed(&answer)["priority"]),
        (&json!("{}"), &json!(4))
    );
    for (payload, code) in [
        (json!({ "message": "Hi" }), 40009),
        (json!({ "topic": "a b", "message": "Hi" }), 40009),
        (json!({ "topic": "a", "priority": 6 }), 40007),
        (json!({ "topic": "a", "actions": [view("")] }), 40018),
        (json!({ "topic": "a", "actions": [{ "action": "dance", "label": "x" }] }), 40018),
        (json!({ "topic": "a", "message": "x".repeat(4_097) }), 40014),
        (json!([]), 40017),
    ] {
        let (status, body) = receiver.send("/ntfy", payload).await;
        assert_eq!((status, &parsed(&body)["code"]), (400, &json!(code)), "{body}");
    }
}

#[tokio::test]
async fn a_hook_takes_anything_until_it_knows_the_secret() {
    let receiver = Receiver::start().await;
    assert_eq!(receiver.send("/hook/a", json!({})).await, (200, "ok".to_owned()));
    let secret = b"a secret of enough length";
    let shown = format!("whsec_{}", STANDARD.encode(secret));
    assert!(!receiver.handle.control.require_signature("a", "hush"));
    assert!(receiver.handle.control.require_signature("a", &shown));
    let signature = |id: &str, at: i64, body: &str| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
        let tag = hmac::sign(&key, format!("{id}.{at}.{body}").as_bytes());
        format!("v1a,x v1,{}", STANDARD.encode(tag))
    };
    for (name, at, signed_body, expected) in [
        ("signed", START, "{}", 200),
        ("just in time", START - 300, "{}", 200),
        ("too old", START - 301, "{}", 401),
        ("too new", START + 301, "{}", 401),
        ("another body", START, "[]", 401),
    ] {
        let request = receiver.post("/hook/a").body("{}");
        let request = request
            .header("webhook-id", "msg_1")
            .header("webhook-timestamp", at.to_string())
            .header("webhook-signature", signature("msg_1", at, signed_body));
        assert_eq!(request.send().await.unwrap().status(), expected, "{name}");
    }
    assert_eq!(receiver.send("/hook/a", json!({})).await.0, 401);
    assert_eq!(receiver.send("/hook/b", json!({})).await.0, 200);
}

#[tokio::test]
async fn a_chat_that_has_moved_is_refused_as_its_service_does() {
    let receiver = Receiver::start().await;
    let inbox = &receiver.handle.control;
    inbox.upgrade_group("-987", -1_009_876_543_210);
    inbox.delete_topic("-1005", 45);
    inbox.delete_thread("7");
    let telegram = async |chat: &str, topic: Option<i64>| {
        let mut message = json!({ "chat_id": chat, "text": "Hi" });
        if let Some(topic) = topic {
            message["message_thread_id"] = topic.into();
        }
        let (status, body) = receiver.send("/bot1:a/sendMessage", message).await;
        (status, parsed(&body))
    };
    let (status, body) = telegram("-987", None).await;
    assert_eq!(
        (status, &body["parameters"]["migrate_to_chat_id"]),
        (400, &json!(-1_009_876_543_210_i64))
    );
    let (status, body) = telegram("-1005", Some(45)).await;
    assert_eq!(
        (status, &body["description"]),
        (400, &json!("Bad Request: message thread not found"))
    );
    for (chat, topic) in [("-1005", None), ("-1005", Some(46)), ("-1009876543210", None)] {
        assert_eq!(telegram(chat, topic).await.0, 200, "{chat} {topic:?}");
    }
    for (path, expected) in [
        ("/discord/1/x?thread_id=7", 404),
        ("/discord/1/x?thread_id=8", 204),
        ("/discord/1/x", 204),
    ] {
        assert_eq!(receiver.send(path, json!({ "content": "Hi" })).await.0, expected, "{path}");
    }
}
