//! A channel gets another address, which is tested first.

use sims::receiver::Fault;

use crate::support::prelude::*;

async fn put(setup: &ChannelTest, id: Uuid, change: Value) -> Value {
    let path = format!("/api/endpoints/{id}");
    setup.user.put(&path, change).await.expect(200).json
}

#[tokio::test]
async fn a_new_address_that_takes_a_test_replaces_the_old_one_and_gets_what_waits() {
    let (setup, id) = ChannelTest::with_webhook().await;
    setup.receiver.control.fault(Fault::status("/hook/a", 503));
    let message = setup.alert(id, Match::of("rust")).await;
    setup.drain().await;
    let secret = format!("/api/endpoints/{id}/secret");
    let before = setup.user.get(&secret).await.json;
    let changed = put(&setup, id, json!({"url": setup.at("/hook/b")})).await;
    assert_eq!(changed["status"], "working", "its failures are over");
    assert_eq!(changed["lastError"], Value::Null);
    // Without the change, the alert would have waited for its next attempt.
    setup.drain().await;
    assert_eq!(setup.app.outbox_row(message).await.status.as_str(), "sent");
    assert_eq!(setup.received("/hook/a").len(), 1);
    let texts: Vec<Value> =
        setup.received("/hook/b").iter().map(|r| serde_json::from_str(&r.text).unwrap()).collect();
    assert_eq!((&texts[0]["type"], texts.len()), (&json!("test"), 2));
    assert_eq!(setup.user.get(&secret).await.json, before, "the secret stays");
    let log = setup.log(id).await;
    assert_eq!(log["deliveries"][0]["kind"], "test", "the test is in the log");
}

#[tokio::test]
async fn an_address_that_takes_no_test_replaces_nothing_unless_that_is_wanted() {
    let setup = ChannelTest::init().await;
    let id = setup.add("slack").await;
    setup.try_out(id).await;
    let path = format!("/api/endpoints/{id}");
    let mut change = json!({"url": setup.at("/slack/services/T0/B0/y"), "name": "New"});
    setup.receiver.control.fault(Fault::status("/slack", 404));
    let refused = setup.user.put(&path, change.clone()).await;
    assert_eq!((refused.status, refused.code()), (409, "ENDPOINT_TEST_FAILED"));
    let said = refused.json["error"].as_str().unwrap();
    assert!(said.contains("create a new webhook in Slack"), "{said}");
    let list = setup.user.get("/api/endpoints").await.json;
    let kept = &list["endpoints"][0];
    assert_eq!((&kept["name"], &kept["status"]), (&json!("My slack"), &json!("working")));
    setup.alert(id, Match::of("rust")).await;
    setup.drain().await;
    assert_eq!(setup.received("/slack/services/T0/B0/x").len(), 2);

    change["untested"] = true.into();
    assert_eq!(put(&setup, id, change).await["name"], "New");
    setup.alert(id, Match::of("tea")).await;
    setup.drain().await;
    assert_eq!(setup.received("/slack/services/T0/B0/y").len(), 2);
}

#[tokio::test]
async fn an_address_is_checked_as_that_of_a_new_channel() {
    let (setup, id) = ChannelTest::with_webhook().await;
    let path = format!("/api/endpoints/{id}");
    for (url, text) in [
        ("hooks", "not a web address"),
        ("http://10.0.0.1/", "https://"),
        ("https://10.0.0.1/", "private network"),
        ("", "Enter the address"),
    ] {
        for untested in [false, true] {
            let change = json!({"url": url, "untested": untested});
            let refused = setup.user.put(&path, change).await;
            assert_eq!(refused.code(), "VALIDATION_FAILED", "{url}");
            let said = refused.json["fields"]["url"].as_str().unwrap();
            assert!(said.contains(text), "{url}: {said}");
        }
    }
    let other = json!({"channel": "webhook", "name": "b", "url": setup.at("/hook/b")});
    assert_eq!(setup.user.post("/api/endpoints", other).await.status, 201);
    for untested in [false, true] {
        let change = json!({"url": setup.at("/hook/b"), "untested": untested});
        let refused = setup.user.put(&path, change).await;
        assert_eq!((refused.status, refused.code()), (409, "ENDPOINT_EXISTS"));
    }
    assert!(setup.received("/hook").is_empty(), "none of them gets a test");
    // The current address does not count as a new one.
    put(&setup, id, json!({"url": setup.at("/hook/a")})).await;
    assert!(setup.received("/hook").is_empty());
    setup.app.set_plan(&setup.user.user, "free").await;
    let refused = setup.user.put(&path, json!({"url": setup.at("/hook/c")})).await;
    assert_eq!(refused.code(), "PLAN_UPGRADE_REQUIRED");
}

#[tokio::test]
async fn what_is_left_out_of_an_address_stays_but_no_token_goes_elsewhere() {
    let setup = ChannelTest::init().await;
    let telegram = setup.add("telegram").await;
    let changed = put(&setup, telegram, json!({"chatId": "-1006"})).await;
    assert_eq!(changed["shown"], "-1006");
    let [test] = &setup.received("/bot")[..] else {
        panic!("one test");
    };
    assert!(test.path.contains("Secret-Token"), "{}", test.path);
    assert!(test.text.contains("-1006"), "{}", test.text);

    let ntfy = setup.add("ntfy").await;
    put(&setup, ntfy, json!({"url": setup.at("/ntfy/other")})).await;
    let [test] = &setup.received("/ntfy")[..] else {
        panic!("one test");
    };
    assert!(!test.headers.contains_key("authorization"));
    put(&setup, ntfy, json!({"token": "tk_new"})).await;
    // Sending the same address again keeps its token, so nothing changes.
    put(&setup, ntfy, json!({"url": setup.at("/ntfy/other")})).await;
    let tests = setup.received("/ntfy");
    assert_eq!(tests.len(), 2);
    assert_eq!(tests[1].headers["authorization"], ["Bearer tk_new"]);
}

#[tokio::test]
async fn trying_addresses_is_limited_as_tests_are() {
    let (setup, id) = ChannelTest::with_webhook().await;
    for n in 0..10 {
        put(&setup, id, json!({"url": setup.at(&format!("/hook/{n}"))})).await;
    }
    let path = format!("/api/endpoints/{id}");
    let change = json!({"url": setup.at("/hook/more")});
    let refused = setup.user.put(&path, change.clone()).await;
    assert_eq!(refused.code(), "TEST_RATE_LIMIT_EXCEEDED");
    setup.app.clock.advance(TimeDelta::minutes(2));
    put(&setup, id, change).await;
}
