//! The receiver as other programs use it: over HTTP.

use serde_json::{Value, json};

use super::support::Receiver;

async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test]
async fn requests_are_listed_shown_waited_for_and_forgotten() {
    let receiver = Receiver::start().await;
    let request = receiver.post("/hook/a?x=1").header("X-Odd", "1").body("Grüße");
    request.send().await.unwrap();
    receiver.post("/elsewhere").body("x").send().await.unwrap();
    let (_, all) = read(receiver.get("/requests")).await;
    let numbers: Vec<_> = all.as_array().unwrap().iter().map(|r| &r["number"]).collect();
    assert_eq!(numbers, [1, 2]);
    let (_, one) = read(receiver.get("/requests/1")).await;
    assert_eq!(
        (&one["method"], &one["path"], &one["query"]),
        (&json!("POST"), &json!("/hook/a"), &json!("x=1"))
    );
    assert_eq!((&one["headers"]["x-odd"], &one["text"]), (&json!(["1"]), &json!("Grüße")));
    assert_eq!((&one["body"], &one["status"]), (&json!("R3LDvMOfZQ=="), &json!(200)));
    let path =
        "/requests/wait?path_prefix=/hook&body_contains=Gr&method=post&status=200&timeout_ms=0";
    assert_eq!(read(receiver.get(path)).await.0, 200);
    let path = "/requests/wait?path_prefix=/hook&count=2&timeout_ms=1";
    let (status, found) = read(receiver.get(path)).await;
    assert_eq!((status, found.as_array().unwrap().len()), (504, 1));
    assert_eq!(read(receiver.get("/requests/9")).await.0, 404);
    let base = receiver.handle.base_url();
    let cleared = receiver.client.delete(format!("{base}/requests"));
    assert_eq!(read(cleared).await.0, 204);
    assert_eq!(read(receiver.get("/requests")).await.1, json!([]));
}

#[tokio::test]
async fn faults_are_asked_for_and_bad_ones_refused() {
    let receiver = Receiver::start().await;
    let faults =
        json!([{ "fault": "500" }, { "path_prefix": "/hook/a", "fault": "404", "times": 2 }]);
    assert_eq!(receiver.send("/faults", faults).await.0, 204);
    for expected in [500, 404, 404, 200] {
        assert_eq!(receiver.send("/hook/a", json!({})).await.0, expected);
    }
    for bad in ["200", "lunch", "600"] {
        assert_eq!(receiver.send("/faults", json!({ "fault": bad })).await.0, 422, "{bad}");
    }
    assert_eq!(receiver.send("/faults", json!({ "fault": "stall" })).await.0, 204);
    let (_, stats) = read(receiver.get("/stats")).await;
    assert_eq!(stats["faults_waiting"][0]["fault"], "stall");
    let base = receiver.handle.base_url();
    read(receiver.client.delete(format!("{base}/faults"))).await;
    assert_eq!(receiver.send("/hook/a", json!({})).await.0, 200);
}

#[tokio::test]
async fn browsers_subscribe_and_leave() {
    let receiver = Receiver::start().await;
    let (status, made) = read(receiver.post("/subscriptions")).await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(status, 201);
    let base = receiver.handle.base_url();
    assert_eq!(made["endpoint"], format!("{base}/push/{id}"));
    assert_eq!(made["keys"]["p256dh"].as_str().unwrap().len(), 87);
    assert_eq!(made["keys"]["auth"].as_str().unwrap().len(), 22);
    assert_eq!(read(receiver.get("/subscriptions")).await.1, json!([made]));
    let messages = format!("/subscriptions/{id}/messages");
    assert_eq!(read(receiver.get(&messages)).await, (200, json!([])));
    let bad_key = receiver.post("/subscriptions").json(&json!({ "applicationServerKey": "x" }));
    assert_eq!(read(bad_key).await.0, 422);
    let end = || receiver.client.delete(format!("{base}/subscriptions/{id}"));
    assert_eq!((read(end()).await.0, read(end()).await.0), (204, 404));
}

#[tokio::test]
async fn old_requests_and_long_bodies_are_not_kept() {
    let config = sims::receiver::Config {
        keep_bytes: 4,
        keep_requests: 2,
        ..sims::receiver::Config::for_tests()
    };
    let handle = sims::receiver::start(config).await.unwrap();
    let client = reqwest::Client::new();
    for body in ["one", "two", "three"] {
        let request = client.post(format!("{}/hook/a", handle.base_url()));
        request.body(body).send().await.unwrap();
    }
    let kept = handle.control.requests(&sims::receiver::Query::default());
    let kept: Vec<_> = kept.iter().map(|r| (r.number, r.text.as_str(), r.body_length)).collect();
    assert_eq!(kept, [(2, "two", 3), (3, "thre", 5)]);
    handle.stop().await;
}
