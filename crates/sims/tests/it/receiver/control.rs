//! The receiver as other programs use it: over HTTP.

use serde_json::{Value, json};

use super::support::{Application, Receiver};

async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test]
async fn requests_are_waited_for() {
    let receiver = Receiver::start().await;
    let request = receiver.post("/hook/a?x=1").header("X-Odd", "1").body("Grüße");
    request.send().await.unwrap();
    receiver.post("/elsewhere").body("x").send().await.unwrap();
    let path =
        "/requests/wait?path_prefix=/hook&body_contains=Gr&method=post&status=200&timeout_ms=0";
    let (status, found) = read(receiver.get(path)).await;
    let one = &found[0];
    assert_eq!((status, &one["number"], &one["query"]), (200, &json!(1), &json!("x=1")));
    assert_eq!((&one["method"], &one["path"]), (&json!("POST"), &json!("/hook/a")));
    assert_eq!((&one["headers"]["x-odd"], &one["text"]), (&json!(["1"]), &json!("Grüße")));
    assert_eq!((&one["body"], &one["status"]), (&json!("R3LDvMOfZQ=="), &json!(200)));
    let path = "/requests/wait?path_prefix=/hook&count=2&timeout_ms=1";
    let (status, found) = read(receiver.get(path)).await;
    assert_eq!((status, found.as_array().unwrap().len()), (504, 1));
}

#[tokio::test]
async fn faults_are_asked_for_and_bad_ones_refused() {
    let receiver = Receiver::start().await;
    let fault = json!({ "path_prefix": "/hook/a", "fault": "404", "times": 2 });
    for fault in [json!({ "fault": "500" }), fault] {
        assert_eq!(receiver.send("/faults", fault).await.0, 204);
    }
    for expected in [500, 404, 404, 200] {
        assert_eq!(receiver.send("/hook/a", json!({})).await.0, expected);
    }
    for bad in ["200", "lunch", "600"] {
        assert_eq!(receiver.send("/faults", json!({ "fault": bad })).await.0, 422, "{bad}");
    }
    assert_eq!(receiver.send("/faults", json!({ "fault": "stall" })).await.0, 204);
    let base = receiver.handle.base_url();
    read(receiver.client.delete(format!("{base}/faults"))).await;
    assert_eq!(receiver.send("/hook/a", json!({})).await.0, 200);
}

#[tokio::test]
async fn browsers_subscribe_for_a_key() {
    let receiver = Receiver::start().await;
    let subscribe = async |key: &str| {
        read(receiver.post("/subscriptions").json(&json!({ "applicationServerKey": key }))).await
    };
    let (status, made) = subscribe(&Application::new().public()).await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(status, 201);
    assert_eq!(made["endpoint"], format!("{}/push/{id}", receiver.handle.base_url()));
    assert_eq!(made["keys"]["p256dh"].as_str().unwrap().len(), 87);
    assert_eq!(made["keys"]["auth"].as_str().unwrap().len(), 22);
    let deliver = format!("/subscriptions/{id}/deliver");
    assert_eq!(read(receiver.post(&deliver)).await, (200, json!([])));
    assert_eq!(subscribe("x").await.0, 422);
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
}
