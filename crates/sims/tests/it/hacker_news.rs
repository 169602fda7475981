//! The stand-in as a reader of the API sees it.

use std::io::Write as _;
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
    hn.stop().await;
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
    hn.stop().await;
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
    hn.stop().await;
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
    hn.stop().await;
}

#[tokio::test]
async fn what_the_api_does_not_have_is_refused_as_firebase_refuses_it() {
    let hn = test().await;
    for path in ["/v0/nothing.json", "/v0/item/1", "/v0/", "/v1/maxitem.json"] {
        let (status, text) = get(&hn, path).await.unwrap();
        assert_eq!((status, text.contains("Permission denied")), (401, true), "{path}");
    }
    assert_eq!(read(&hn, "/v0/item/no-number.json").await, Value::Null);
    hn.stop().await;
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
    hn.stop().await;
}

#[tokio::test]
async fn a_file_is_played_with_its_ids_and_gaps() {
    let mut file = tempfile();
    for line in [
        r#"{"id": 100, "type": "story", "title": "Old", "by": "ada", "time": 1}"#,
        "",
        r#"{"id": 103, "type": "comment", "parent": 100, "text": "Older", "time": 2, "by": "ben"}"#,
    ] {
        writeln!(file.1, "{line}").unwrap();
    }
    let config = Config { replay: Some(file.0.clone()), ..Config::for_tests() };
    let hn = start(config.clone()).await.unwrap();
    assert_eq!(read(&hn, "/v0/maxitem.json").await, 99);
    assert_eq!(hn.control.advance(1).unwrap(), 1);
    assert_eq!(read(&hn, "/v0/maxitem.json").await, 100);
    assert_eq!(hn.control.advance(5).unwrap(), 1, "the file is over");
    assert_eq!(read(&hn, "/v0/item/102.json").await, Value::Null);
    let comment = read(&hn, "/v0/item/103.json").await;
    assert_eq!(comment["parent"], 100);
    assert!(comment["time"].as_i64().unwrap() > 1_700_000_000, "it is made now");
    hn.stop().await;

    writeln!(file.1, r#"{{"id": 103, "type": "story"}}"#).unwrap();
    let hn = start(config).await.unwrap();
    assert_eq!(hn.control.advance(1).unwrap(), 1);
    let error = hn.control.advance(1).unwrap_err().to_string();
    assert!(error.contains("line 4: ids must count up"), "{error}");
    hn.stop().await;
    std::fs::remove_file(file.0).unwrap();
}

/// Creates a file, and returns its path.
fn tempfile() -> (std::path::PathBuf, std::fs::File) {
    let path = std::env::temp_dir().join(format!("sims-hacker-news-{}.ndjson", std::process::id()));
    (path.clone(), std::fs::File::create(path).unwrap())
}

#[tokio::test]
async fn made_up_items_grow_from_the_seed() {
    let config = Config { backfill: 200, ..Config::for_tests() };
    let (one, other) = (start(config.clone()).await.unwrap(), start(config).await.unwrap());
    let (first, last) = (Config::default().last_id + 1, one.control.last_id());
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
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn it_is_controlled_over_http_as_well() {
    let hn = test().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = |path: &str| format!("{}/_sim{path}", hn.base_url());
    let post = async |path: &str, body: Value| {
        let answer = client.post(url(path)).json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (status, made) = post("/items", json!({"title": "A kettle"})).await;
    assert_eq!(status, 201);
    let id = serde_json::from_str::<Value>(&made).unwrap()["id"].as_u64().unwrap();
    let item = format!("/items/{id}");
    assert_eq!(post(&format!("{item}/kill"), json!({})).await.0, 204);
    let edit = client.patch(url(&item)).json(&json!({"text": "It listens."}));
    assert_eq!(edit.send().await.unwrap().status().as_u16(), 204);
    let shown = read(&hn, &format!("/v0/item/{id}.json")).await;
    assert_eq!((&shown["dead"], &shown["text"]), (&json!(true), &json!("It listens.")));
    assert_eq!(client.delete(url(&item)).send().await.unwrap().status().as_u16(), 204);
    assert_eq!(post("/items/1/kill", json!({})).await.0, 422);
    assert_eq!(post("/items", json!({"type": "comment"})).await.0, 422);
    assert_eq!(post("/skip", json!({"items": 3})).await.0, 204);
    assert_eq!(post("/advance", json!({"items": 2})).await.0, 204);
    assert_eq!(hn.control.last_id(), id + 5);
    assert_eq!(post("/faults", json!({"fault": "503"})).await.0, 204);
    assert_eq!(get(&hn, "/v0/maxitem.json").await.unwrap().0, 503);
    let requests = client.get(url("/requests")).send().await.unwrap();
    let requests: Value = serde_json::from_str(&requests.text().await.unwrap()).unwrap();
    assert_eq!(requests, json!({"item": 1, "maxitem": 1}));
    hn.stop().await;
}
