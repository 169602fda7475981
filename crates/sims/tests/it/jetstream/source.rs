//! Automatic events: made-up posts, and files that are played.

use std::io::Write as _;

use serde_json::json;
use sims::jetstream::{Config, Status, start};

use super::support::{ADA, Reader, noon, profiles, sim_at_noon};

#[tokio::test]
async fn made_up_posts_grow_from_the_seed() {
    let config = Config { backfill: 300, ..Config::for_tests() };
    let (one, _) = sim_at_noon(config.clone()).await;
    let (other, _) = sim_at_noon(config).await;
    assert_eq!(other.control.advance(20).unwrap(), 20);
    one.control.advance(20).unwrap();
    assert_eq!(one.control.last_time_us(), other.control.last_time_us());
    let (mut posts, mut replies, mut links, mut deletes, mut others) = (0, 0, 0, 0, 0);
    let mut readers = (Reader::new(&one, "cursor=0").await, Reader::new(&other, "cursor=0").await);
    let mut first = None;
    let mut last = 0;
    while last < one.control.last_time_us() {
        let event = readers.0.event().await;
        assert_eq!(event, readers.1.event().await);
        last = event["time_us"].as_i64().unwrap();
        first = first.or(Some(last));
        let commit = &event["commit"];
        if commit["collection"] != "app.bsky.feed.post" {
            others += 1;
            continue;
        }
        if commit["operation"] == "delete" {
            deletes += 1;
            continue;
        }
        posts += 1;
        let record = &commit["record"];
        replies += usize::from(record["reply"].is_object());
        let text = record["text"].as_str().unwrap();
        for facet in record["facets"].as_array().into_iter().flatten() {
            let at = |side: &str| usize::try_from(facet["index"][side].as_u64().unwrap()).unwrap();
            let part = &text[at("byteStart")..at("byteEnd")];
            let feature = &facet["features"][0];
            let is_right = match feature["$type"].as_str().unwrap().rsplit('#').next() {
                Some("link") => part.starts_with("example.org/"),
                Some("mention") => part.starts_with('@'),
                _ => part.starts_with('#'),
            };
            assert!(is_right, "{part} of {text}");
            links += usize::from(feature["uri"].is_string());
        }
    }
    assert_eq!(posts, 320);
    assert!((60..200).contains(&replies), "{replies}");
    assert!((20..120).contains(&links), "{links}");
    assert!((2..30).contains(&deletes), "{deletes}");
    assert!(others > 20, "{others}");
    let day = 86_400_000_000;
    assert!((day * 9 / 10..=day).contains(&(noon().timestamp_micros() - first.unwrap())));
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn made_up_people_who_have_gone_say_nothing() {
    let config = Config { backfill: 100, ..Config::for_tests() };
    let (sim, _) = sim_at_noon(config).await;
    let mut reader = Reader::new(&sim, "cursor=0").await;
    let gone = reader.event().await["did"].as_str().unwrap().to_owned();
    let status = Some(Status::Deleted);
    sim.control.account(&gone, status).unwrap();
    let mut reader = Reader::new(&sim, "").await;
    sim.control.advance(200).unwrap();
    let end = sim.control.last_time_us();
    loop {
        let event = reader.event().await;
        assert_ne!(event["did"], gone.as_str());
        if event["time_us"] == end {
            break;
        }
    }
    sim.stop().await;
}

#[tokio::test]
async fn a_file_is_played_with_times_of_now() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let post = json!({
        "did": ADA, "time_us": 5, "kind": "commit",
        "commit": {
            "rev": "3aaaaaaaaaa2a", "operation": "create", "collection": "app.bsky.feed.post",
            "rkey": "3aaaaaaaaaa2b", "cid": "bafyreione", "record": { "text": "played" },
        },
    });
    let account = json!({
        "did": ADA, "time_us": 6, "kind": "account",
        "account": { "active": false, "did": ADA, "seq": 9, "status": "throttled", "time": "t" },
    });
    writeln!(file, "{post}\n\n{account}").unwrap();
    let config =
        Config { replay: Some(file.path().to_owned()), backfill: 1, ..Config::for_tests() };
    let (sim, _) = sim_at_noon(config.clone()).await;
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(sim.control.advance(5).unwrap(), 1, "the file is over");
    let now = noon().timestamp_micros();
    for (n, expected) in (0..).zip([post, account]) {
        let mut expected = expected;
        expected["time_us"] = json!(now + n);
        assert_eq!(reader.event().await, expected);
    }
    assert_eq!(profiles(&sim, &format!("actors={ADA}")).await, json!([]));
    sim.stop().await;

    writeln!(file, r#"{{"did": "{ADA}", "kind": "commit"}}"#).unwrap();
    let sim = start(config).await.unwrap();
    assert_eq!(sim.control.advance(1).unwrap(), 1);
    let error = sim.control.advance(1).unwrap_err();
    assert!(error.to_string().contains("line 4"), "{error:#}");
    sim.stop().await;
}

#[tokio::test]
async fn it_makes_posts_at_its_rate() {
    let config = Config { rate: 1_000.0, ..Config::for_tests() };
    let sim = start(config).await.unwrap();
    let mut reader = Reader::new(&sim, "wantedCollections=app.bsky.feed.post").await;
    for _ in 0..3 {
        assert_eq!(reader.event().await["kind"], "commit");
    }
    sim.stop().await;
}
