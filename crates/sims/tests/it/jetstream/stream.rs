//! The stream as a subscriber receives it.

use super::support::{ADA, BEN, Reader, noon, post, said, sim, sim_at_noon};
use chrono::TimeDelta;
use serde_json::json;
use sims::jetstream::{Config, NewPost, Status};

#[tokio::test]
async fn without_a_cursor_a_reader_receives_what_happens_from_then_on() {
    let (sim, _) = sim_at_noon(Config::for_tests()).await;
    post(&sim, "before");
    let mut reader = Reader::new(&sim, "").await;
    let new = NewPost::text("A kettle 🫖 at example.org").by(ADA);
    let id = sim.control.post(new.link("example.org", "https://example.org/kettle")).unwrap();
    let text = reader.text().await;
    let in_order = ["\"did\"", "\"time_us\"", "\"kind\"", "\"commit\"", "\"rev\""];
    let places = in_order.map(|field| text.find(field).unwrap());
    assert!(places.is_sorted(), "{text}");
    let event: serde_json::Value = serde_json::from_str(&text).unwrap();
    // The time of the previous post differs only by the microsecond.
    let time_us = noon().timestamp_micros() + 1;
    let cid = sim.control.find(&id).unwrap().cid;
    let rev = event["commit"]["rev"].as_str().unwrap();
    assert_eq!(
        event,
        json!({
            "did": ADA, "time_us": time_us, "kind": "commit",
            "commit": {
                "rev": rev, "operation": "create", "collection": "app.bsky.feed.post",
                "rkey": id.rkey, "cid": cid,
                "record": {
                    "$type": "app.bsky.feed.post",
                    "createdAt": "2027-01-15T12:00:00.000Z",
                    "langs": ["en"],
                    "text": "A kettle 🫖 at example.org",
                    "facets": [{
                        "features": [{
                            "$type": "app.bsky.richtext.facet#link",
                            "uri": "https://example.org/kettle",
                        }],
                        "index": { "byteStart": 17, "byteEnd": 28 },
                    }],
                },
            },
        })
    );
    assert_eq!((rev.len(), id.rkey.len(), cid.len()), (13, 13, 59));
    assert_eq!(sim.control.last_time_us(), time_us);
}

#[tokio::test]
async fn a_cursor_is_inclusive_and_the_live_tail_follows_without_gap_or_double() {
    let sim = sim().await;
    post(&sim, "one");
    post(&sim, "two");
    let cursor = sim.control.last_time_us();
    post(&sim, "three");
    let mut reader = Reader::new(&sim, &format!("cursor={cursor}")).await;
    post(&sim, "four");
    assert_eq!(reader.texts(3).await, ["two", "three", "four"]);
    // One microsecond after the last event is where the next one will be.
    let mut reader = Reader::new(&sim, &format!("cursor={}", sim.control.last_time_us() + 1)).await;
    post(&sim, "five");
    assert_eq!(reader.texts(1).await, ["five"]);
}

#[tokio::test]
async fn many_readers_receive_all_in_order_under_load() {
    let sim = sim().await;
    let readers: Vec<_> = (0..4)
        .map(|_| async {
            let mut reader = Reader::new(&sim, "cursor=0").await;
            let mut last = 0;
            for n in 0..500 {
                let event = reader.event().await;
                assert_eq!(said(&event), n.to_string());
                let time_us = event["time_us"].as_i64().unwrap();
                assert!(time_us > last);
                last = time_us;
            }
        })
        .collect();
    let talk = async {
        for n in 0..500 {
            post(&sim, &n.to_string());
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(futures::future::join_all(readers), talk);
}

#[tokio::test]
async fn a_cursor_before_the_window_is_clamped_and_one_in_the_future_is_none() {
    let (sim, clock) = sim_at_noon(Config::for_tests()).await;
    post(&sim, "long ago");
    clock.advance(TimeDelta::hours(1));
    post(&sim, "yesterday");
    clock.advance(TimeDelta::hours(36));
    let ago = noon().timestamp_micros();
    let mut reader = Reader::new(&sim, &format!("cursor={ago}")).await;
    post(&sim, "now");
    assert_eq!(reader.texts(2).await, ["yesterday", "now"]);
    let future = sim.control.last_time_us() + 1_000_000;
    let mut reader = Reader::new(&sim, &format!("cursor={future}")).await;
    post(&sim, "later");
    assert_eq!(reader.texts(1).await, ["later"]);
}

#[tokio::test]
async fn no_more_is_kept_than_was_said_and_what_is_forgotten_is_not_replayed() {
    let config = Config { most_events: 3, ..Config::for_tests() };
    let (sim, _) = sim_at_noon(config).await;
    let posts = ["one", "two", "three", "four"].map(|text| post(&sim, text));
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(3).await, ["two", "three", "four"]);
    assert_eq!(sim.control.find(&posts[0]), None);
    sim.control.forget_before(sim.control.last_time_us());
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(1).await, ["four"]);
    sim.control.forget_all();
    let mut late = Reader::new(&sim, "cursor=0").await;
    post(&sim, "five");
    assert_eq!(late.texts(1).await, ["five"]);
    assert_eq!(reader.texts(1).await, ["five"], "it has stayed connected");
}

#[tokio::test]
async fn a_reader_receives_what_it_asks_for() {
    let sim = sim().await;
    let say = |did: &str, text: &str| {
        let post = NewPost::text(text).by(did);
        sim.control.post(post).unwrap()
    };
    let queries = [
        "wantedCollections=app.bsky.feed.post",
        "wantedCollections=app.bsky.graph.*&wantedCollections=app.bsky.feed.like",
        "wantedCollections=app.bsky.feed.*",
        &format!("wantedDids={ADA}&wantedDids=did:plc:nobody"),
        "wantedCollections=app.bsky.feed.post&maxMessageSizeBytes=600",
    ];
    let mut heard = Vec::new();
    let mut readers = Vec::new();
    for query in queries {
        readers.push(Reader::new(&sim, query).await);
    }
    let id = say(ADA, "one");
    sim.control.like(&id).unwrap();
    say(BEN, &"long ".repeat(100));
    sim.control.account(BEN, Some(Status::Deactivated)).unwrap();
    sim.control.set_handle(ADA, "ada.example.org").unwrap();
    say(ADA, "end");
    for reader in &mut readers {
        let mut kinds = Vec::new();
        loop {
            let event = reader.event().await;
            let commit = &event["commit"];
            kinds.push(match commit["collection"].as_str() {
                Some(collection) => collection.rsplit('.').next().unwrap().to_owned(),
                None => event["kind"].as_str().unwrap().to_owned(),
            });
            let is_last = event["kind"] == "identity";
            if is_last {
                break;
            }
        }
        heard.push(kinds.join(" "));
    }
    assert_eq!(
        heard,
        [
            "post post account identity",
            "like account identity",
            "post like post account identity",
            "post identity",
            "post account identity",
        ]
    );
}

#[tokio::test]
async fn what_jetstream_does_not_take_is_refused() {
    let sim = sim().await;
    let many = "wantedCollections=a.b.c&".repeat(101);
    for query in [
        "cursor=yesterday",
        "wantedCollections=*",
        "wantedCollections=app.bsky*",
        "wantedDids=ada",
        "compress=true",
        &many,
    ] {
        let Err(error) = Reader::try_new(&sim, query).await else {
            panic!("{query} was taken");
        };
        assert!(error.to_string().contains("400"), "{query}: {error}");
    }
    assert_eq!(sim.control.connections(), 0);
}
