//! The delivery log, tests and replays.

use sims::receiver::{Fault, FaultKind};

use crate::support::prelude::*;

#[tokio::test]
async fn a_test_shows_the_real_result_and_is_in_the_log() {
    let setup = ChannelTest::init_with(&["delivery.timeout_seconds=1"]).await;
    let endpoint = setup.add("webhook").await;
    let good = setup.try_out(endpoint).await;
    assert_eq!(good["ok"], true);
    assert_eq!(good["statusCode"], 200);
    assert_eq!(good["detail"], "The test message has arrived.");
    let body: Value = serde_json::from_str(&setup.received("/hook/a")[0].text).unwrap();
    assert_eq!(body["type"], "test");

    setup.receiver.control.fault(Fault::status("/hook/a", 500));
    let bad = setup.try_out(endpoint).await;
    assert_eq!((&bad["ok"], &bad["statusCode"]), (&json!(false), &json!(500)));
    setup.receiver.control.fault(Fault::once("/hook/a", FaultKind::Stall));
    let late = setup.try_out(endpoint).await;
    assert_eq!((&late["ok"], &late["statusCode"]), (&json!(false), &Value::Null));
    assert_eq!(late["detail"], "there was no answer within 1 s");

    // No test is retried without the user's knowledge.
    setup.app.clock.advance(TimeDelta::days(2));
    setup.drain().await;
    assert_eq!(setup.received("/hook/a").len(), 3);
    let log = setup.log(endpoint).await;
    let deliveries = log["deliveries"].as_array().unwrap();
    let shown: Vec<_> = deliveries
        .iter()
        .map(|d| (d["kind"].as_str().unwrap(), d["status"].as_str().unwrap()))
        .collect();
    assert_eq!(shown, [("test", "dead"), ("test", "dead"), ("test", "sent")]);
    assert_eq!(deliveries[0]["reason"], "there was no answer within 1 s");
    assert_eq!(deliveries[1]["attempts"][0]["statusCode"], 500);
    assert_eq!(deliveries[2]["attempts"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn tests_are_limited_by_the_minute() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    for _ in 0..10 {
        setup.try_out(endpoint).await;
    }
    let path = format!("/api/endpoints/{endpoint}/test");
    let refused = setup.user.post(&path, json!({})).await;
    assert_eq!((refused.status, refused.code()), (429, "TEST_RATE_LIMIT_EXCEEDED"));
    assert_eq!(refused.headers["retry-after"], "60");
    assert_eq!(setup.received("/hook/a").len(), 10);
    setup.app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(setup.try_out(endpoint).await["ok"], true);
}

#[tokio::test]
async fn the_log_shows_every_attempt_and_what_comes_next() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    setup.receiver.control.fault(Fault::status("/hook/a", 503));
    let id = setup.alert(endpoint, Match::of("rust")).await;
    setup.drain().await;
    let log = setup.log(endpoint).await;
    let entry = &log["deliveries"][0];
    assert_eq!(entry["_id"], id.to_string());
    assert_eq!(entry["channel"], "webhook");
    assert_eq!(entry["endpointId"], endpoint.to_string());
    assert_eq!(entry["endpointName"], "My webhook");
    assert_eq!(entry["subject"], "“rust” in r/rust: rust is asked about");
    assert_eq!((&entry["status"], &entry["reason"]), (&json!("pending"), &json!("answered 503")));
    assert!(entry["nextAttemptAt"].is_string());

    setup.app.clock.advance(TimeDelta::hours(1));
    setup.drain().await;
    let log = setup.log(endpoint).await;
    let entry = &log["deliveries"][0];
    assert_eq!((&entry["status"], &entry["nextAttemptAt"]), (&json!("sent"), &Value::Null));
    let attempts = entry["attempts"].as_array().unwrap();
    let reasons: Vec<_> = attempts
        .iter()
        .map(|a| (a["number"].as_i64(), a["outcome"].as_str(), a["statusCode"].as_i64()))
        .collect();
    assert_eq!(reasons, [(Some(1), Some("retry"), Some(503)), (Some(2), Some("sent"), Some(200))]);
    // Both had the same id, by which a receiver recognises a repetition.
    let requests = setup.received("/hook/a");
    assert_eq!(requests[0].headers["webhook-id"], requests[1].headers["webhook-id"]);
    assert_eq!(requests[0].text, requests[1].text);

    for n in 0..25 {
        setup.alert(endpoint, Match::of(&format!("word{n}"))).await;
    }
    let path = format!("/api/endpoints/{endpoint}/deliveries?page=2");
    let second = setup.user.get(&path).await.json;
    assert_eq!(second["deliveries"].as_array().unwrap().len(), 6);
    assert_eq!(second["pagination"]["totalItems"], 26);
}

#[tokio::test]
async fn a_message_is_sent_again_with_the_id_that_it_had() {
    let (setup, endpoint) = ChannelTest::with_webhook().await;
    setup.receiver.control.fault(Fault::status("/hook/a", 404));
    let id = setup.alert(endpoint, Match::of("rust")).await;
    let path = format!("/api/deliveries/{id}/replay");
    let early = setup.user.post(&path, json!({})).await;
    assert_eq!((early.status, early.code()), (409, "DELIVERY_PENDING"));
    setup.drain().await;
    assert_eq!(setup.app.outbox_row(id).await.status.as_str(), "dead");

    let replayed = setup.user.post(&path, json!({})).await;
    assert_eq!((replayed.status, &replayed.json["status"]), (202, &json!("pending")));
    assert_eq!(replayed.json["attempts"].as_array().unwrap().len(), 1, "the log stays");
    assert_eq!(setup.drain().await, 1);
    assert_eq!(setup.app.outbox_row(id).await.status.as_str(), "sent");
    // A delivered message can be replayed as well: its receiver may have lost it.
    assert_eq!(setup.user.post(&path, json!({})).await.status, 202);
    setup.drain().await;
    let requests = setup.received("/hook/a");
    let ids: Vec<_> = requests.iter().map(|r| r.headers["webhook-id"][0].clone()).collect();
    assert_eq!(ids, vec![id.to_string(); 3]);

    setup.user.put(&format!("/api/endpoints/{endpoint}"), json!({"paused": true})).await;
    let paused = setup.user.post(&path, json!({})).await;
    assert_eq!((paused.status, paused.code()), (409, "ENDPOINT_PAUSED"));
    setup.user.delete(&format!("/api/endpoints/{endpoint}")).await;
    let gone = setup.user.post(&path, json!({})).await;
    assert_eq!((gone.status, gone.code()), (409, "ENDPOINT_GONE"));
}
