//! The outcome of a message when the receiver fails.

use db::models::outbox::Status;
use sims::receiver::{Fault, FaultKind};

use crate::support::prelude::*;

/// A recorded attempt: seconds until the next one, if any, and the reason shown.
struct Recorded {
    status: String,
    wait: Option<i64>,
    code: Option<i32>,
    reason: String,
}

async fn meet(setup: &ChannelTest, channel: &str, fault: Fault) -> Recorded {
    let known = setup.user.get("/api/endpoints").await.json;
    let known = known["endpoints"].as_array().unwrap();
    let known = known.iter().find(|e| e["channel"] == channel);
    let endpoint = match known {
        Some(endpoint) => endpoint["_id"].as_str().unwrap().parse().unwrap(),
        None => setup.add(channel).await,
    };
    setup.receiver.control.clear_faults();
    setup.receiver.control.fault(fault);
    let id = setup.alert(endpoint, Match::of("rust")).await;
    let before = setup.app.clock.now();
    setup.drain().await;
    let row = setup.app.outbox_row(id).await;
    let attempts = setup.app.attempts(id).await;
    assert_eq!(attempts.len(), 1);
    let reason = row.reason.unwrap_or_default();
    assert_eq!(attempts[0].detail, reason);
    for secret in ["://", "127.0.0.1", "Secret", "tk_", "/hook"] {
        assert!(!reason.contains(secret), "{reason}");
    }
    // A message that still waits would be sent together with the next one.
    setup.app.clock.advance(TimeDelta::days(2));
    let recorded = Recorded {
        wait: (row.status == Status::Pending).then(|| (row.due_at - before).num_seconds()),
        status: row.status.to_string(),
        code: attempts[0].status_code,
        reason,
    };
    setup.receiver.control.clear_faults();
    setup.drain().await;
    // From then on the endpoint is known to work again; a deleted endpoint cannot be tested.
    let test = format!("/api/endpoints/{endpoint}/test");
    setup.user.post(&test, serde_json::json!({})).await;
    recorded
}

fn hook(fault: FaultKind) -> Fault {
    Fault::once("/hook/a", fault)
}

#[tokio::test]
async fn a_webhooks_answer_decides_what_becomes_of_the_message() {
    let setup =
        ChannelTest::init_with(&["delivery.timeout_seconds=1", "delivery.retry_jitter_percent=0"])
            .await;
    for (code, reason) in [
        (404, "answered 404: nothing accepts messages there: check the address"),
        (401, "answered 401: it refuses Harken: check the address and its access settings"),
        (413, "answered 413: it does not accept messages of this size"),
        (422, "answered 422: it does not accept the message: check the address"),
    ] {
        let recorded = meet(&setup, "webhook", hook(FaultKind::Status(code))).await;
        assert_eq!((recorded.status.as_str(), recorded.reason.as_str()), ("dead", reason));
        assert_eq!(recorded.code, Some(i32::from(code)));
    }
    for code in [408, 429, 500, 503] {
        let recorded = meet(&setup, "webhook", hook(FaultKind::Status(code))).await;
        assert_eq!((recorded.status.as_str(), recorded.wait), ("pending", Some(30)), "{code}");
        assert_eq!(recorded.reason, format!("answered {code}"));
    }
    let asks = |retry_after: &str| Fault {
        retry_after: Some(retry_after.to_owned()),
        ..hook(FaultKind::Status(429))
    };
    assert_eq!(meet(&setup, "webhook", asks("300")).await.wait, Some(300));
    assert_eq!(meet(&setup, "webhook", asks("99999999")).await.wait, Some(86_400));
    assert_eq!(meet(&setup, "webhook", asks("nonsense")).await.wait, Some(30));

    let stall = meet(&setup, "webhook", hook(FaultKind::Stall)).await;
    assert_eq!((stall.wait, stall.code), (Some(30), None));
    assert_eq!(stall.reason, "there was no answer within 1 s");
    let cut = meet(&setup, "webhook", hook(FaultKind::Cut)).await;
    assert_eq!((cut.wait, cut.code), (Some(30), None));
    assert!(cut.reason.starts_with("the connection ended"), "{}", cut.reason);

    // An accepted message counts as sent, whatever else the answer holds and however long it takes.
    for fault in [FaultKind::Big, FaultKind::Slow] {
        let recorded = meet(&setup, "webhook", hook(fault)).await;
        assert_eq!((recorded.status.as_str(), recorded.code), ("sent", Some(200)), "{fault:?}");
    }
    let redirect =
        Fault { location: Some(setup.at("/hook/elsewhere")), ..hook(FaultKind::Redirect) };
    let recorded = meet(&setup, "webhook", redirect).await;
    assert_eq!((recorded.status.as_str(), recorded.code), ("dead", Some(302)));
    assert!(recorded.reason.contains("redirect"), "{}", recorded.reason);
    assert!(setup.received("/hook/elsewhere").is_empty());

    let gone = meet(&setup, "webhook", hook(FaultKind::Status(410))).await;
    assert_eq!((gone.status.as_str(), gone.code), ("dead", Some(410)));
    assert_eq!(gone.reason, "answered 410: the webhook is gone for good");
}

#[tokio::test]
async fn the_chats_own_refusals_say_what_to_do() {
    let setup = ChannelTest::init_with(&["delivery.retry_jitter_percent=0"]).await;
    for (channel, path, code, reason) in [
        ("slack", "/slack", 404, "answered 404 (no_service): create a new webhook in Slack"),
        (
            "slack",
            "/slack",
            410,
            "answered 410 (channel_is_archived): the channel was deleted or archived",
        ),
        ("slack", "/slack", 400, "answered 400 (invalid_payload): it does not accept the message"),
        (
            "discord",
            "/discord",
            404,
            "answered 404 (Unknown Webhook): create a new webhook in Discord",
        ),
        (
            "telegram",
            "/bot",
            403,
            "answered 403 (Forbidden: bot was blocked by the user): start the bot",
        ),
        (
            "telegram",
            "/bot",
            400,
            "answered 400 (Bad Request: chat not found): check the chat's number",
        ),
        ("telegram", "/bot", 401, "answered 401 (Unauthorized): check the bot's token"),
        (
            "ntfy",
            "/ntfy",
            403,
            "answered 403 (forbidden): the topic is protected: check the access token",
        ),
    ] {
        let recorded = meet(&setup, channel, Fault::status(path, code)).await;
        assert_eq!(recorded.status, "dead", "{channel} {code}");
        assert!(recorded.reason.starts_with(reason), "{channel} {code}: {}", recorded.reason);
    }
    for (channel, path) in
        [("slack", "/slack"), ("discord", "/discord"), ("telegram", "/bot"), ("ntfy", "/ntfy")]
    {
        let busy = Fault { retry_after: Some("77".to_owned()), ..Fault::status(path, 429) };
        let recorded = meet(&setup, channel, busy).await;
        assert_eq!((recorded.status.as_str(), recorded.wait), ("pending", Some(77)), "{channel}");
        let down = meet(&setup, channel, Fault::status(path, 502)).await;
        assert_eq!(down.wait, Some(30), "{channel}");
    }
}

#[tokio::test]
async fn a_channel_that_was_paused_or_removed_gets_nothing() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    let path = format!("/api/endpoints/{endpoint}");
    let waiting = setup.alert(endpoint, Match::of("one")).await;
    let last = setup.alert(endpoint, Match::of("two")).await;
    setup.user.put(&path, serde_json::json!({"paused": true})).await;
    setup.drain().await;
    let row = setup.app.outbox_row(waiting).await;
    assert_eq!(row.status.as_str(), "skipped");
    assert_eq!(row.reason.as_deref(), Some("the channel is paused"));
    // Whether the endpoint works again can be tested before it is resumed.
    assert_eq!(setup.try_out(endpoint).await["ok"], true);
    assert_eq!(setup.received("/hook/a").len(), 1);

    let endpoint = setup.add("slack").await;
    let orphan = setup.alert(endpoint, Match::of("three")).await;
    setup.user.delete(&format!("/api/endpoints/{endpoint}")).await;
    setup.drain().await;
    let row = setup.app.outbox_row(orphan).await;
    assert_eq!(row.reason.as_deref(), Some("the channel is gone"));
    assert_eq!(setup.app.outbox_row(last).await.status.as_str(), "skipped");
}

#[tokio::test]
async fn an_address_that_leads_inside_by_the_time_of_sending_is_refused() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    // The same database, used by a process whose operator allows no internal network.
    let strict = setup.app.with_settings(&["server.public_url=https://harken.example"]).await;
    let id = setup.alert(endpoint, Match::of("rust")).await;
    drain_outbox(&strict).await;
    let row = setup.app.outbox_row(id).await;
    assert_eq!(row.status.as_str(), "dead");
    assert_eq!(row.reason.as_deref(), Some("Use an address that begins with https://"));
    assert!(setup.received("/hook").is_empty());
}
