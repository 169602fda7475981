//! The stand-in as a reader of the API sees it.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta};
use serde_json::{Value, json};
use sims::hacker_news::{Config, Edit, Fault, FaultKind, Handle, Kind, ManualClock, NewItem};
use sims::hacker_news::{start, start_with_clock};

async fn get(hn: &Handle, path: &str) -> reqwest::Result<(u16, String)> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let answer = client.get(format!("{}{path}", hn.base_url())).send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

async fn read(hn: &Handle, path: &str) -> Value {
    let (status, text) = get(hn, path).await.unwrap();
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

async fn test() -> Handle {
    start(Config::for_tests()).await.unwrap()
}

#[tokio::test]
async fn items_are_as_the_api_has_them() {
    let clock = Arc::new(ManualClock::new(DateTime::from_timestamp(1_800_000_000, 0).unwrap()));
    let hn = start_with_clock(Config::for_tests(), clock.clone()).await.unwrap();
    let story = hn
        .control
        .make(NewItem {
            by: Some("ada".to_owned()),
            url: Some("https://example.org/".to_owned()),
            ..NewItem::story("Show HN: A kettle")
        })
        .unwrap();
    let comment = hn.control.make(NewItem::comment(story, "Does it whistle?")).unwrap();
    let answer = hn.control.make(NewItem::comment(comment, "It does.")).unwrap();
    assert_eq!(read(&hn, "/v0/maxitem.json").await, answer);
    let path = |id: u64| format!("/v0/item/{id}.json");
    assert_eq!(
        read(&hn, &path(story)).await,
        json!({
            "id": story, "type": "story", "by": "ada", "time": 1_800_000_000, "kids": [comment],
            "url": "https://example.org/", "score": 1, "title": "Show HN: A kettle", "descendants": 2,
        })
    );
    assert_eq!(
        read(&hn, &path(answer)).await,
        json!({
            "id": answer, "type": "comment", "by": "somebody", "time": 1_800_000_000,
            "parent": comment, "text": "It does.",
        })
    );
    // These did not change: they only got replies.
    assert_eq!(read(&hn, "/v0/updates.json").await["items"], json!([comment, story]));
    assert_eq!(read(&hn, "/v0/newstories.json").await, json!([story]));
    assert_eq!(read(&hn, "/v0/showstories.json").await, json!([story]));
    assert_eq!(read(&hn, "/v0/askstories.json").await, json!([]));
}

#[tokio::test]
async fn a_new_item_is_null_for_a_while_and_a_skipped_id_for_ever() {
    let clock = Arc::new(ManualClock::new(DateTime::from_timestamp(1_800_000_000, 0).unwrap()));
    let config = Config { null_for: TimeDelta::seconds(5), ..Config::for_tests() };
    let hn = start_with_clock(config, clock.clone()).await.unwrap();
    hn.control.skip(2);
    let story = hn.control.make(NewItem::story("A kettle")).unwrap();
    assert_eq!(read(&hn, "/v0/maxitem.json").await, story);
    let path = format!("/v0/item/{story}.json");
    assert_eq!(read(&hn, &path).await, Value::Null);
    assert_eq!(read(&hn, "/v0/newstories.json").await, json!([]));
    clock.advance(TimeDelta::seconds(5));
    assert_eq!(read(&hn, &path).await["id"], story);
    let skipped = format!("/v0/item/{}.json", story - 1);
    assert_eq!(read(&hn, &skipped).await, Value::Null);
    assert_eq!(hn.control.requests()["item"], 3);
}

#[tokio::test]
async fn edits_deletions_and_kills_show_in_the_updates() {
    let hn = test().await;
    let [edited, deleted, dead] =
        ["One", "Two", "Three"].map(|title| hn.control.make(NewItem::story(title)).unwrap());
    let comment = hn.control.make(NewItem::comment(deleted, "Why?")).unwrap();
    hn.control.delete(deleted).unwrap();
    hn.control.kill(dead, true).unwrap();
    let edit = Edit { title: Some("One, edited".to_owned()), ..Edit::default() };
    hn.control.edit(edited, edit).unwrap();
    let updates = read(&hn, "/v0/updates.json").await;
    assert_eq!(updates["items"], json!([edited, dead, deleted]));
    assert_eq!(updates["profiles"], json!(["somebody"]));
    let item = async |id: u64| read(&hn, &format!("/v0/item/{id}.json")).await;
    assert_eq!(item(edited).await["title"], "One, edited");
    assert_eq!(item(dead).await["dead"], true);
    let left = item(deleted).await;
    let fields: Vec<&String> = left.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["deleted", "id", "kids", "time", "type"]);
    assert_eq!(left["kids"], json!([comment]));
    assert_eq!(read(&hn, "/v0/newstories.json").await, json!([edited]));
    hn.control.kill(dead, false).unwrap();
    assert_eq!(item(dead).await.get("dead"), None);
    assert!(hn.control.delete(1).is_err());
}

#[tokio::test]
async fn a_poll_has_its_options_and_nothing_answers_what_is_not_there() {
    let hn = test().await;
    let of_kind = |kind, parent| NewItem { kind, parent, ..NewItem::default() };
    let poll = hn.control.make(of_kind(Kind::Poll, None)).unwrap();
    let option = hn.control.make(of_kind(Kind::PollOpt, Some(poll))).unwrap();
    let read_poll = read(&hn, &format!("/v0/item/{poll}.json")).await;
    assert_eq!((&read_poll["type"], &read_poll["parts"]), (&json!("poll"), &json!([option])));
    let read_option = read(&hn, &format!("/v0/item/{option}.json")).await;
    assert_eq!((&read_option["type"], &read_option["poll"]), (&json!("pollopt"), &json!(poll)));
    assert!(hn.control.make(of_kind(Kind::Comment, None)).is_err());
    assert!(hn.control.make(of_kind(Kind::Story, Some(poll))).is_err());
    assert!(hn.control.make(NewItem::comment(option + 1, "Nothing")).is_err());
    assert_eq!(hn.control.last_id(), option, "what is refused takes no id");
}

#[tokio::test]
async fn what_the_api_does_not_have_is_refused_as_firebase_refuses_it() {
    let hn = test().await;
    for path in ["/v0/nothing.json", "/v0/item/1", "/v0/", "/v1/maxitem.json"] {
        let (status, text) = get(&hn, path).await.unwrap();
        assert_eq!((status, text.contains("Permission denied")), (401, true), "{path}");
    }
    assert_eq!(read(&hn, "/v0/item/no-number.json").await, Value::Null);
}

#[tokio::test]
async fn it_misbehaves_on_demand() {
    let hn = test().await;
    let story = hn.control.make(NewItem::story("A kettle")).unwrap();
    let path = format!("/v0/item/{story}.json");
    let with = async |fault| {
        hn.control.fault(Fault::once("/v0/item/", fault));
        get(&hn, &path).await
    };
    assert_eq!(with(FaultKind::Status(503)).await.unwrap().0, 503);
    assert_eq!(with(FaultKind::Null).await.unwrap().1, "null");
    assert_eq!(with(FaultKind::EmptyBody).await.unwrap().1, "");
    let (_, cut_off) = with(FaultKind::Truncate).await.unwrap();
    assert!(serde_json::from_str::<Value>(&cut_off).is_err());
    assert!(with(FaultKind::Html).await.unwrap().1.starts_with("<!doctype html>"));
    assert!(with(FaultKind::OtherShape).await.unwrap().1.contains("none"));
    // Larger than the answers that Harken reads.
    assert!(with(FaultKind::Endless).await.unwrap().1.len() > 1 << 20);
    assert!(with(FaultKind::Cut).await.is_err());
    assert!(with(FaultKind::CutBody).await.is_err());
    hn.control.fault(Fault::once("/v0/maxitem", FaultKind::Stall));
    tokio::select! {
        _ = get(&hn, "/v0/maxitem.json") => panic!("it answered"),
        () = async { while !hn.control.requests().contains_key("maxitem") { tokio::task::yield_now().await } } => {}
    }
    assert_eq!(read(&hn, &path).await["id"], story);
}

#[tokio::test]
async fn made_up_items_grow_from_the_seed() {
    let config = Config { backfill: 200, ..Config::for_tests() };
    let (one, other) = (start(config.clone()).await.unwrap(), start(config.clone()).await.unwrap());
    let (first, last) = (config.last_id.unwrap() + 1, one.control.last_id());
    assert_eq!(last, first + 199);
    let items = |hn: &Handle| -> Vec<_> {
        let items = (first..=last).filter_map(|id| hn.control.item(id));
        items.map(|item| (item.kind, item.by, item.title, item.text, item.parent)).collect()
    };
    assert_eq!(items(&one), items(&other));
    let stories = items(&one).iter().filter(|item| item.0 == Kind::Story).count();
    assert!((10..60).contains(&stories), "{stories}");
    let oldest = one.control.item(first).unwrap().time.unwrap();
    let newest = one.control.item(last).unwrap().time.unwrap();
    assert!((80_000..=86_400).contains(&(newest - oldest)));
}

#[tokio::test]
async fn items_are_made_and_requests_counted_over_http() {
    let hn = test().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let make = async |item: Value| {
        let answer = client.post(format!("{}/_sim/items", hn.base_url())).json(&item).send().await;
        answer.unwrap().status().as_u16()
    };
    assert_eq!(make(json!({"title": "A kettle"})).await, 201);
    assert_eq!(make(json!({"type": "comment"})).await, 422);
    let last = read(&hn, "/v0/maxitem.json").await;
    assert_eq!(read(&hn, &format!("/v0/item/{last}.json")).await["title"], "A kettle");
    assert_eq!(read(&hn, "/_sim/requests").await, json!({"item": 1, "maxitem": 1}));
}

#[tokio::test]
async fn the_last_id_is_a_stream_that_fails_on_demand() {
    let hn = test().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let stream = async || {
        let url = format!("{}/v0/maxitem.json", hn.base_url());
        client.get(url).header("Accept", "text/event-stream").send().await.unwrap()
    };
    let put = |id: u64| format!("event: put\ndata: {{\"data\":{id},\"path\":\"/\"}}\n\n");
    let mut answer = stream().await;
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut text = String::new();
    for last in [hn.control.last_id(), hn.control.make(NewItem::story("A kettle")).unwrap()] {
        while !text.ends_with(&put(last)) {
            text += std::str::from_utf8(&answer.chunk().await.unwrap().unwrap()).unwrap();
        }
    }
    hn.control.fault(Fault::once("/stream/put", FaultKind::Ahead(7)));
    hn.control.fault(Fault::once("/stream/put", FaultKind::Cancel));
    let ahead = hn.control.make(NewItem::story("A pot")).unwrap() + 7;
    while !text.ends_with(&put(ahead)) {
        text += std::str::from_utf8(&answer.chunk().await.unwrap().unwrap()).unwrap();
    }
    hn.control.make(NewItem::story("A cup")).unwrap();
    while let Some(chunk) = answer.chunk().await.unwrap() {
        text += std::str::from_utf8(&chunk).unwrap();
    }
    assert!(text.ends_with("event: cancel\ndata: null\n\n"), "{text}");
    // Elsewhere there is the same; the client follows.
    hn.control.fault(Fault::once("/stream/open", FaultKind::Redirect));
    let elsewhere = stream().await;
    assert_eq!(
        (elsewhere.status().as_u16(), elsewhere.url().query()),
        (200, Some("ns=hacker-news"))
    );
    assert_eq!(hn.control.requests()["stream"], 3);
}
