//! The push service: the requests that it accepts and rejects, and the messages that the browser
//! reads.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use sims::receiver::{BrowserKeys, Subscription};

use super::support::{Application, Receiver, START, bytes, claims};

/// RFC 8291, appendix A.
const BROWSER_SCALAR: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6\
                       e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ\
                       wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
const TEXT: &str = "When I grow up, I want to be a watermelon";

struct Push {
    receiver: Receiver,
    application: Application,
    browser: Subscription,
}

impl Push {
    async fn start() -> Self {
        let receiver = Receiver::start().await;
        let auth = bytes(AUTH).try_into().unwrap();
        let keys = BrowserKeys::given(&bytes(BROWSER_SCALAR), auth).unwrap();
        Self {
            browser: receiver.handle.control.subscribe_with(keys, None),
            application: Application::new(),
            receiver,
        }
    }

    /// Returns a valid request with the RFC's example.
    fn message(&self) -> RequestBuilder {
        self.bare()
            .header("authorization", self.application.good(&self.receiver))
            .header("ttl", "60")
    }

    /// Returns a request without a token or a TTL.
    fn bare(&self) -> RequestBuilder {
        self.receiver
            .client
            .post(&self.browser.endpoint)
            .header("content-encoding", "aes128gcm")
            .body(bytes(MESSAGE))
    }

    async fn with_claims(&self, claims: &Value) -> u16 {
        let header = self.application.authorization(claims);
        let request = self.bare().header("ttl", "60");
        status(request.header("authorization", header)).await
    }

    fn waiting(&self) -> usize {
        self.receiver.handle.control.waiting(&self.browser.id).len()
    }
}

async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn a_message_is_taken_and_its_browser_reads_it() {
    let push = Push::start().await;
    let request = push.message().header("urgency", "high").header("topic", "w-1");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 201);
    let location = answer.headers()["location"].to_str().unwrap().to_owned();
    assert!(location.starts_with(&push.receiver.handle.base_url()), "{location}");
    assert_eq!(answer.headers()["ttl"], "60");
    let waiting = push.receiver.handle.control.waiting(&push.browser.id);
    assert_eq!(waiting[0].decrypted.as_deref(), Ok(TEXT));
    assert_eq!((waiting[0].urgency.as_str(), waiting[0].ttl), ("high", 60));
    assert_eq!(waiting[0].location, location);
    assert_eq!(waiting[0].body, bytes(MESSAGE));
}

#[tokio::test]
async fn what_another_browser_was_sent_cannot_be_read() {
    let push = Push::start().await;
    let other = push.receiver.handle.control.subscribe();
    let request = push.receiver.client.post(&other.endpoint);
    let request = request
        .header("authorization", push.application.good(&push.receiver))
        .header("content-encoding", "aes128gcm")
        .header("ttl", "60");
    assert_eq!(status(request.body(bytes(MESSAGE))).await, 201);
    let waiting = push.receiver.handle.control.waiting(&other.id);
    assert_eq!(waiting[0].decrypted, Err("the message does not decrypt".to_owned()));
}

#[tokio::test]
async fn a_malformed_message_says_what_is_wrong_with_it() {
    let keys = BrowserKeys::given(&bytes(BROWSER_SCALAR), bytes(AUTH).try_into().unwrap());
    let keys = keys.unwrap();
    let good = bytes(MESSAGE);
    assert_eq!(keys.decrypt(&good).unwrap(), TEXT.as_bytes());
    let changed = |at: usize, byte: u8| {
        let mut message = good.clone();
        message[at] = byte;
        keys.decrypt(&message).unwrap_err()
    };
    assert_eq!(keys.decrypt(&good[..20]).unwrap_err(), "the message is shorter than its header");
    assert_eq!(keys.decrypt(&good[..60]).unwrap_err(), "the message ends in its key id");
    assert_eq!(changed(20, 64), "the key id is no P-256 point");
    assert_eq!(changed(22, !good[22]), "the sender's key is none");
    assert_eq!(changed(0, !good[0]), "the message does not decrypt");
    // A record size of 16, which the record exceeds.
    assert_eq!(changed(18, 0), "the message has more than one record");
}

#[tokio::test]
async fn a_token_must_be_signed_and_made_out_to_this_service_for_a_day_at_most() {
    let push = Push::start().await;
    let good = claims(&push.receiver);
    let with = |name: &str, value: Value| {
        let mut claims = good.clone();
        claims[name] = value;
        claims
    };
    assert_eq!(push.with_claims(&good).await, 201);
    assert_eq!(push.with_claims(&with("exp", json!(START + 86_400))).await, 201);
    for wrong in [
        with("exp", json!(START + 86_401)),
        with("exp", json!(START)),
        with("exp", Value::Null),
        with("aud", json!("https://elsewhere.test")),
        with("sub", json!("http://harken.test")),
        with("sub", Value::Null),
    ] {
        assert_eq!(push.with_claims(&wrong).await, 403, "{wrong}");
    }
    assert_eq!(status(push.bare().header("ttl", "60")).await, 401);
    let stranger = Application::new();
    let mixed = push.application.good(&push.receiver);
    let mixed = mixed.replace(&push.application.public(), &stranger.public());
    let request = push.bare().header("ttl", "60");
    assert_eq!(status(request.header("authorization", mixed)).await, 403);
    assert_eq!(push.waiting(), 2);
}

#[tokio::test]
async fn a_subscription_for_one_key_takes_no_other() {
    let push = Push::start().await;
    let inbox = &push.receiver.handle.control;
    let own = inbox.subscribe_for(&push.application.public()).unwrap();
    let other = inbox.subscribe_for(&Application::new().public()).unwrap();
    for (browser, expected) in [(own, 201), (other, 403)] {
        let request = push.receiver.client.post(&browser.endpoint);
        let request = request
            .header("authorization", push.application.good(&push.receiver))
            .header("content-encoding", "aes128gcm")
            .header("ttl", "0");
        assert_eq!(status(request.body(bytes(MESSAGE))).await, expected);
    }
    assert!(inbox.subscribe_for("bm8ga2V5").is_none());
}

#[tokio::test]
async fn headers_that_the_protocol_does_not_know_are_refused() {
    let push = Push::start().await;
    let authorized = || {
        let header = push.application.good(&push.receiver);
        push.bare().header("authorization", header)
    };
    assert_eq!(status(authorized()).await, 400, "no TTL");
    for ttl in ["", "-1", "1.5", "soon"] {
        assert_eq!(status(authorized().header("ttl", ttl)).await, 400, "TTL {ttl}");
    }
    assert_eq!(status(push.message().header("urgency", "urgent")).await, 400);
    for topic in ["", "a b", "a.b", &"t".repeat(33)] {
        let request = push.message().header("topic", topic);
        assert_eq!(status(request).await, 400, "topic {topic}");
    }
    let encoded = push.receiver.client.post(&push.browser.endpoint);
    let encoded = encoded
        .header("authorization", push.application.good(&push.receiver))
        .header("content-encoding", "aesgcm")
        .header("ttl", "60");
    assert_eq!(status(encoded.body("x")).await, 400);
    assert_eq!(push.waiting(), 0);
}

#[tokio::test]
async fn a_message_has_4096_bytes_at_most() {
    let push = Push::start().await;
    assert_eq!(status(push.message().body(vec![0; 4096])).await, 201);
    assert_eq!(status(push.message().body(vec![0; 4097])).await, 413);
}

#[tokio::test]
async fn a_message_replaces_the_one_of_its_topic_that_still_waits() {
    let push = Push::start().await;
    for topic in ["a", "a", "b", "a"] {
        assert_eq!(status(push.message().header("topic", topic)).await, 201);
    }
    assert_eq!(status(push.message()).await, 201);
    let inbox = &push.receiver.handle.control;
    let topics = |messages: Vec<std::sync::Arc<sims::receiver::PushMessage>>| -> Vec<_> {
        messages.iter().map(|m| m.topic.clone().unwrap_or_default()).collect()
    };
    assert_eq!(topics(inbox.deliver(&push.browser.id)), ["b", "a", ""]);
    assert_eq!(push.waiting(), 0);
    // A delivered message can no longer be replaced.
    assert_eq!(status(push.message().header("topic", "a")).await, 201);
    assert_eq!(topics(inbox.waiting(&push.browser.id)), ["a"]);
}

#[tokio::test]
async fn a_message_goes_when_its_time_has_run_out() {
    let push = Push::start().await;
    assert_eq!(status(push.message()).await, 201);
    push.receiver.tick(59);
    assert_eq!(push.waiting(), 1);
    push.receiver.tick(1);
    assert_eq!(push.waiting(), 0);
}

#[tokio::test]
async fn unknown_subscriptions_are_404_and_expired_ones_410() {
    let push = Push::start().await;
    let expire = || push.receiver.handle.control.expire(&push.browser.id);
    assert_eq!((expire(), expire()), (true, false));
    assert_eq!(status(push.message()).await, 410);
    assert_eq!(status(push.receiver.post("/push/unknown").body("x")).await, 404);
    assert!(push.receiver.handle.control.subscriptions().is_empty());
}

#[tokio::test]
async fn apples_service_refuses_contacts_that_cannot_exist() {
    let push = Push::start().await;
    let browser = push.receiver.handle.control.subscriptions().remove(0).at_apple();
    let send = async |header: String| {
        let request = push.receiver.client.post(&browser.endpoint).header("ttl", "60");
        let request = request.header("authorization", header);
        let request = request.header("content-encoding", "aes128gcm").body(bytes(MESSAGE));
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let refused = (403, json!({ "reason": "BadJwtToken" }).to_string());
    for (name, value, accepted) in [
        ("sub", json!("https://harken.example"), true),
        ("sub", json!("https://harken.example:8443/x"), true),
        ("sub", json!("mailto:a@b.example"), true),
        ("sub", json!("mailto:alerts@localhost"), false),
        ("sub", json!("mailto:a@nas.local"), false),
        ("sub", json!("https://localhost:8080"), false),
        ("sub", json!("https://app.localhost"), false),
        ("sub", json!("http://harken.example"), false),
        ("sub", Value::Null, false),
        ("aud", json!("https://elsewhere.example"), false),
        ("exp", json!(START + 86_401), false),
    ] {
        let mut claims = claims(&push.receiver);
        claims["sub"] = "https://harken.example".into();
        claims[name] = value;
        let answer = send(push.application.authorization(&claims)).await;
        match accepted {
            true => assert_eq!(answer.0, 201, "{claims}"),
            false => assert_eq!(answer, refused, "{claims}"),
        }
    }
}
