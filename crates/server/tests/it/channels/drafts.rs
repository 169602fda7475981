//! A channel can be tested before it is added.

use sims::receiver::{Fault, FaultKind};

use crate::support::prelude::*;

const TEST: &str = "/api/endpoints/test";

fn named(setup: &ChannelTest, channel: &str) -> Value {
    let mut input = setup.input(channel);
    input["channel"] = channel.into();
    input["name"] = "Mine".into();
    input
}

async fn endpoints(setup: &ChannelTest) -> Vec<Value> {
    let list = setup.user.get("/api/endpoints").await.json;
    list["endpoints"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_kind_is_tested_before_it_is_added_and_nothing_is_stored_of_it() {
    let setup = ChannelTest::init().await;
    for (channel, path) in [
        ("webhook", "/hook/a"),
        ("slack", "/slack"),
        ("discord", "/discord"),
        ("telegram", "/bot123:Secret-Token"),
        ("ntfy", "/ntfy"),
    ] {
        let answer = setup.user.post(TEST, named(&setup, channel)).await;
        assert_eq!(answer.status, 200, "{channel}: {}", answer.text);
        assert_eq!(answer.json["result"]["ok"], true, "{channel}");
        assert_eq!(answer.json["secret"].is_string(), channel == "webhook");
        assert_eq!(setup.received(path).len(), 1, "{channel}");
    }
    assert!(endpoints(&setup).await.is_empty());
    setup.drain().await;
    assert_eq!(setup.received("/").len(), 5, "none is sent behind their back");
}

#[tokio::test]
async fn what_was_tested_is_what_is_added_with_its_secret_and_its_log() {
    let setup = ChannelTest::init().await;
    let mut input = named(&setup, "webhook");
    let tested = setup.user.post(TEST, input.clone()).await.json;
    input["draft"] = tested["draft"].clone();
    // A server that checks signatures can be given the secret, and accepts the next test.
    let secret = tested["secret"].as_str().unwrap();
    assert!(setup.receiver.control.require_signature("a", secret));
    let again = setup.user.post(TEST, input.clone()).await.json;
    assert_eq!(again["secret"], tested["secret"]);
    assert_eq!(again["result"]["ok"], true, "{again}");
    let made = setup.user.post("/api/endpoints", input.clone()).await.expect(201);
    assert_eq!(made.json["status"], "working", "it took a test");
    let id = made.json["_id"].as_str().unwrap().parse().unwrap();
    let secret = setup.user.get(&format!("/api/endpoints/{id}/secret")).await;
    assert_eq!(secret.json["secret"], tested["secret"]);
    let log = setup.log(id).await;
    assert_eq!(log["deliveries"].as_array().unwrap().len(), 2);

    // Sent twice, the endpoint is added once, and is no draft afterwards.
    let twice = setup.user.post("/api/endpoints", input.clone()).await;
    assert_eq!((twice.status, twice.code()), (409, "ENDPOINT_EXISTS"));
    let test = setup.user.post(TEST, input).await;
    assert_eq!((test.status, test.code()), (409, "ENDPOINT_EXISTS"));
}

#[tokio::test]
async fn a_test_that_fails_says_why_and_it_can_be_added_anyway() {
    let setup = ChannelTest::init().await;
    let mut input = named(&setup, "slack");
    let fault = Fault::status("/slack", 404);
    setup.receiver.control.fault(fault);
    let tested = setup.user.post(TEST, input.clone()).await.json;
    let result = &tested["result"];
    assert_eq!((&result["ok"], &result["statusCode"]), (&json!(false), &json!(404)));
    let detail = result["detail"].as_str().unwrap();
    assert!(detail.contains("create a new webhook in Slack"), "{detail}");
    input["draft"] = tested["draft"].clone();
    let made = setup.user.post("/api/endpoints", input).await.json;
    assert_eq!((&made["status"], &made["lastError"]), (&json!("failing"), &result["detail"]));
}

#[tokio::test]
async fn a_webhook_that_is_gone_is_a_failure_like_others() {
    let setup = ChannelTest::init().await;
    setup.receiver.control.fault(Fault::once("/hook/a", FaultKind::Status(410)));
    let tested = setup.user.post(TEST, named(&setup, "webhook")).await.json;
    assert_eq!(tested["result"]["ok"], false);
}

#[tokio::test]
async fn tests_of_new_channels_count_with_the_others() {
    let setup = ChannelTest::init().await;
    let endpoint = setup.add("slack").await;
    for _ in 0..9 {
        setup.try_out(endpoint).await;
    }
    let input = named(&setup, "webhook");
    assert_eq!(setup.user.post(TEST, input.clone()).await.status, 200);
    let refused = setup.user.post(TEST, input).await;
    assert_eq!(refused.code(), "TEST_RATE_LIMIT_EXCEEDED");
    assert_eq!(setup.received("/hook").len(), 1);
}

#[tokio::test]
async fn what_could_not_be_added_is_not_tested_either() {
    let setup = ChannelTest::init().await;
    let mut input = named(&setup, "webhook");
    input["draft"] = "AAAA".into();
    let forged = setup.user.post(TEST, input).await;
    assert!(forged.json["fields"]["draft"].is_string(), "{}", forged.text);
    setup.add("webhook").await;
    let known = setup.user.post(TEST, named(&setup, "webhook")).await;
    assert_eq!((known.status, known.code()), (409, "ENDPOINT_EXISTS"));
    setup.app.set_plan(&setup.user.user, "free").await;
    let free = setup.user.post(TEST, named(&setup, "slack")).await;
    assert_eq!((free.status, free.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    assert!(setup.received("/").is_empty());

    // Without the exception for tests, the receiver is an internal machine.
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.make_pro(&user.user).await;
    let inside = user.post(TEST, named(&setup, "slack")).await;
    assert!(inside.json["fields"]["url"].is_string(), "{}", inside.text);
}

#[tokio::test]
async fn anothers_draft_is_none() {
    let setup = ChannelTest::init().await;
    let mut input = named(&setup, "webhook");
    let tested = setup.user.post(TEST, input.clone()).await.json;
    input["draft"] = tested["draft"].clone();
    let other = setup.app.new_user("other@example.com").await;
    setup.app.make_pro(&other.user).await;
    let refused = other.post("/api/endpoints", input).await;
    assert_eq!(refused.code(), "VALIDATION_FAILED", "{}", refused.text);
}
