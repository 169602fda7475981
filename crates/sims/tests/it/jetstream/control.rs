//! Requests over plain HTTP: profiles, pages, and control.

use reqwest::Method;
use serde_json::{Value, json};
use sims::jetstream::{Fault, FaultKind, NewPost, Status};

use super::support::{ADA, BEN, PROFILES, Reader, client, get, profiles, sim};

#[tokio::test]
async fn profiles_have_handles_of_who_is_known_and_active() {
    let sim = sim().await;
    for did in [ADA, BEN] {
        sim.control.post(NewPost::text("hello").by(did)).unwrap();
    }
    let query = format!("actors={BEN}&actors=did:plc:nobody&actors={ADA}");
    let found = profiles(&sim, &query).await;
    assert_eq!(found.as_array().unwrap().len(), 2);
    assert_eq!(found[0]["did"], BEN);
    assert_eq!(found[0]["handle"], "slow-pedals.bsky.test");
    assert_eq!(found[1]["handle"], "kettle-fan.bsky.test");
    assert_eq!(found[1]["displayName"], "Kettle Fan");
    assert_eq!(sim.control.handle(ADA).as_deref(), Some("kettle-fan.bsky.test"));

    sim.control.set_handle(ADA, "ada.example.org").unwrap();
    let found = profiles(&sim, "actors=ada.example.org").await;
    assert_eq!((&found[0]["did"], &found[0]["handle"]), (&json!(ADA), &json!("ada.example.org")));
    let status = Some(Status::Deactivated);
    sim.control.account(ADA, status).unwrap();
    assert_eq!(profiles(&sim, &query).await[0]["did"], BEN);
    assert_eq!(profiles(&sim, &query).await.as_array().unwrap().len(), 1);
    sim.control.account(ADA, None).unwrap();
    assert_eq!(profiles(&sim, &query).await.as_array().unwrap().len(), 2);
    assert_eq!(
        sim.control.requests()["app.bsky.actor.getProfiles"],
        5,
        "{:?}",
        sim.control.requests()
    );
}

#[tokio::test]
async fn a_call_that_the_appview_refuses_is_refused() {
    let sim = sim().await;
    let ask = async |count: usize| {
        let query = format!("actors={ADA}&").repeat(count);
        get(&sim, &format!("{PROFILES}?{query}")).await.unwrap()
    };
    assert_eq!(ask(25).await.0, 200);
    for answer in
        [ask(26).await, ask(0).await, get(&sim, &format!("{PROFILES}?actors=ada")).await.unwrap()]
    {
        let body: Value = serde_json::from_str(&answer.1).unwrap();
        assert_eq!((answer.0, &body["error"]), (400, &json!("InvalidRequest")));
        assert!(body["message"].is_string());
    }
    assert_eq!(get(&sim, "/xrpc/app.bsky.other").await.unwrap().0, 501);
}

#[tokio::test]
async fn the_appview_misbehaves_on_demand() {
    let sim = sim().await;
    sim.control.post(NewPost::text("hello").by(ADA)).unwrap();
    let path = format!("{PROFILES}?actors={ADA}");
    let with = async |fault| {
        sim.control.fault(Fault::once("/xrpc/", fault));
        get(&sim, &path).await
    };
    // A fault of streams waits for a stream.
    assert!(with(FaultKind::Binary).await.unwrap().1.contains(ADA));
    assert_eq!(with(FaultKind::Status(429)).await.unwrap().0, 429);
    assert_eq!(with(FaultKind::Empty).await.unwrap().1, "");
    let html = with(FaultKind::Html).await.unwrap().1;
    assert!(html.starts_with("<!doctype html>"));
    for no_json in [FaultKind::Truncate, FaultKind::Garbage] {
        let (status, text) = with(no_json).await.unwrap();
        assert_eq!(status, 200);
        assert!(serde_json::from_str::<Value>(&text).is_err(), "{text}");
    }
    let other = with(FaultKind::OtherShape).await.unwrap().1;
    assert!(serde_json::from_str::<Value>(&other).unwrap()["profiles"].is_string());
    assert!(with(FaultKind::Huge).await.unwrap().1.len() > 10_000_000);
    assert!(with(FaultKind::Cut).await.is_err());
    sim.control.fault(Fault::once("/xrpc/", FaultKind::Stall));
    let asked = |sim: &sims::jetstream::Sim| sim.requests().values().sum::<u64>();
    let before = asked(&sim.control);
    tokio::select! {
        _ = get(&sim, &path) => panic!("it answered"),
        () = sim.control.until(|sim| asked(sim) > before) => {}
    }
    assert!(get(&sim, &path).await.unwrap().1.contains(ADA));
}

#[tokio::test]
async fn a_page_shows_a_post_and_its_thread() {
    let sim = sim().await;
    let first = NewPost::text("☕ <b>see</b> example.org")
        .by(ADA)
        .link("example.org", "https://example.org/a?b=1&c=2")
        .external("https://example.org/card", "A card", "");
    let first = sim.control.post(first).unwrap();
    let reply = |text| {
        let post = NewPost::reply(&first, text).by(BEN);
        sim.control.post(post).unwrap()
    };
    let (kept, deleted) = (reply("I did."), reply("I did not."));
    sim.control.delete(&deleted).unwrap();
    let page = async |who: &str, rkey: &str| {
        let path = format!("/profile/{who}/post/{rkey}");
        get(&sim, &path).await.unwrap()
    };
    let (status, html) = page(BEN, &kept.rkey).await;
    assert_eq!(status, 200);
    for part in [
        "@kettle-fan.bsky.test",
        "A post by @slow-pedals.bsky.test",
        "☕ &#60;b&#62;see&#60;/b&#62; <a href=\"https://example.org/a?b=1&#38;c=2\" rel=\"nofollow\">example.org</a>",
        "A card",
        "I did.",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(!html.contains("I did not."));
    assert_eq!(page("kettle-fan.bsky.test", &first.rkey).await.0, 200);
    assert_eq!(page(BEN, &deleted.rkey).await.0, 404);
    sim.control.account(ADA, Some(Status::Suspended)).unwrap();
    assert_eq!(page(ADA, &first.rkey).await.0, 404);
}

#[tokio::test]
async fn posts_are_made_and_deleted_over_http() {
    let sim = sim().await;
    let call = async |method: Method, path: &str, body: Value| {
        let url = format!("{}/_sim{path}", sim.base_url());
        let answer = client().request(method, url).json(&body).send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    };
    let mut reader = Reader::new(&sim, "").await;
    let facet = json!({ "start": 0, "end": 3, "feature": { "link": "https://example.org" } });
    let new = json!({ "did": ADA, "text": "See", "facets": [facet], "langs": ["en"] });
    let (status, id) = call(Method::POST, "/posts", new).await;
    assert_eq!((status, &id["did"]), (201, &json!(ADA)));
    let reply = json!({ "text": "I see", "reply_to": id, "embed": { "quote": id } });
    assert_eq!(call(Method::POST, "/posts", reply).await.0, 201);
    let post = format!("/posts/{ADA}/{}", id["rkey"].as_str().unwrap());
    for status in [204, 422] {
        assert_eq!(call(Method::DELETE, &post, json!({})).await.0, status);
    }
    for operation in ["create", "create", "delete"] {
        assert_eq!(reader.event().await["commit"]["operation"], operation);
    }
    assert_eq!(call(Method::POST, "/posts", json!({ "txt": "" })).await.0, 422);
}
