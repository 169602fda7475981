//! Automatic events: made-up posts.

use sims::jetstream::{Config, Status, start};

use super::support::{Reader, noon, sim_at_noon};

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
}

#[tokio::test]
async fn it_makes_posts_at_its_rate() {
    let config = Config { rate: 1_000.0, ..Config::for_tests() };
    let sim = start(config).await.unwrap();
    let mut reader = Reader::new(&sim, "wantedCollections=app.bsky.feed.post").await;
    for _ in 0..3 {
        assert_eq!(reader.event().await["kind"], "commit");
    }
}
