//! Faults on demand, and their effect on a subscriber.

use std::time::Duration;

use super::support::{Reader, sim};
use futures::{FutureExt, StreamExt};
use sims::jetstream::{Config, Fault, FaultKind, NewPost, start};
use tokio_tungstenite::tungstenite::{Error, Message};

fn say(sim: &sims::jetstream::Handle, texts: &[&str]) {
    for text in texts {
        sim.control.post(NewPost::text(text)).unwrap();
    }
}

#[tokio::test]
async fn an_upgrade_is_refused() {
    let sim = sim().await;
    for (fault, status) in [(FaultKind::Status(503), 503), (FaultKind::Html, 200)] {
        sim.control.fault(Fault::once("/subscribe", fault));
        match Reader::try_new(&sim, "").await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), status),
            other => panic!("{:?}", other.err()),
        }
    }
    say(&sim, &["one"]);
    assert_eq!(Reader::new(&sim, "cursor=0").await.texts(1).await, ["one"]);
    assert_eq!(sim.control.requests()["subscribe"], 3);
    assert_eq!(sim.control.connections(), 1);
}

#[tokio::test]
async fn a_connection_is_cut_or_closed_after_a_number_of_events() {
    let sim = sim().await;
    say(&sim, &["one", "two", "three"]);
    sim.control.fault(Fault::after(2, FaultKind::Cut));
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(2).await, ["one", "two"]);
    assert!(reader.frame().await.is_err(), "no close frame");

    let close = FaultKind::Close { code: 1012, reason: "back soon".to_owned() };
    sim.control.fault(Fault::after(1, close));
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(1).await, ["one"]);
    let Message::Close(Some(frame)) = reader.frame().await.unwrap() else {
        panic!("no close frame");
    };
    assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1012, "back soon"));
    assert!(reader.0.next().await.is_none_or(|it| it.is_err()));
    sim.control.until(|sim| sim.subscribers() == 0).await;
}

#[tokio::test]
async fn a_fault_happens_to_a_subscription_that_runs() {
    let sim = sim().await;
    let mut reader = Reader::new(&sim, "").await;
    say(&sim, &["one"]);
    assert_eq!(reader.texts(1).await, ["one"]);
    sim.control.fault(Fault::after(1, FaultKind::Cut));
    say(&sim, &["two", "three"]);
    assert_eq!(reader.texts(1).await, ["two"]);
    assert!(reader.frame().await.is_err());
    // A running subscription with nothing to send leaves the fault to the next one.
    let mut idle = Reader::new(&sim, "").await;
    sim.control.fault(Fault::once("/subscribe", FaultKind::Garbage));
    let mut next = Reader::new(&sim, "").await;
    assert!(next.frame().await.unwrap().is_text());
    say(&sim, &["four"]);
    assert_eq!(next.texts(1).await, ["four"]);
    assert_eq!(idle.texts(1).await, ["four"]);
}

#[tokio::test]
async fn wrong_frames_come_between_the_events() {
    let sim = sim().await;
    say(&sim, &["one", "two"]);
    for fault in [
        FaultKind::Garbage,
        FaultKind::OtherShape,
        FaultKind::Truncate,
        FaultKind::Empty,
        FaultKind::Binary,
        FaultKind::Huge,
    ] {
        sim.control.fault(Fault::after(1, fault.clone()));
        let mut reader = Reader::new(&sim, "cursor=0").await;
        assert_eq!(reader.texts(1).await, ["one"]);
        let frame = reader.frame().await.unwrap();
        let json: Option<serde_json::Value> =
            serde_json::from_slice(&frame.clone().into_data()).ok();
        let is_as_asked = match fault {
            FaultKind::OtherShape => json.is_some_and(|json| !json["did"].is_string()),
            FaultKind::Binary => frame.is_binary(),
            FaultKind::Huge => json.is_some() && frame.len() > 10_000_000,
            FaultKind::Empty => frame.is_text() && frame.is_empty(),
            _ => frame.is_text() && json.is_none(),
        };
        assert!(is_as_asked, "{fault:?}");
        assert_eq!(reader.texts(1).await, ["two"], "{fault:?}");
    }
}

#[tokio::test]
async fn events_come_twice_or_in_another_order() {
    let sim = sim().await;
    say(&sim, &["one", "two", "three"]);
    sim.control.fault(Fault::after(1, FaultKind::Double));
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(5).await, ["one", "two", "two", "three", "three"]);
    sim.control.fault(Fault::once("", FaultKind::OutOfOrder));
    let mut reader = Reader::new(&sim, "cursor=0").await;
    assert_eq!(reader.texts(3).await, ["two", "one", "three"]);
}

#[tokio::test]
async fn a_stalled_subscription_gets_nothing_not_even_pings() {
    let config = Config { ping_every: Duration::from_millis(1), ..Config::for_tests() };
    let sim = start(config).await.unwrap();
    let mut healthy = Reader::new(&sim, "").await;
    let ping = healthy.0.next().await.unwrap().unwrap();
    assert!(ping.is_ping());
    drop(healthy);
    sim.control.until(|sim| sim.subscribers() == 0).await;

    sim.control.fault(Fault::once("/subscribe", FaultKind::Stall));
    let mut stalled = Reader::new(&sim, "cursor=0").await;
    let mut other = Reader::new(&sim, "cursor=0").await;
    say(&sim, &["one"]);
    assert_eq!(other.texts(1).await, ["one"]);
    let ping = other.0.next().await.unwrap().unwrap();
    assert!(ping.is_ping());
    assert!(stalled.0.next().now_or_never().is_none());
    sim.control.disconnect_all();
    assert!(stalled.frame().await.is_err());
    sim.control.until(|sim| sim.subscribers() == 0).await;
}

#[tokio::test]
async fn all_are_disconnected_and_come_back() {
    let sim = sim().await;
    let mut readers = [Reader::new(&sim, "").await, Reader::new(&sim, "").await];
    assert_eq!(sim.control.subscribers(), 2);
    sim.control.disconnect_all();
    for reader in &mut readers {
        assert!(reader.frame().await.is_err(), "no close frame");
    }
    sim.control.until(|sim| sim.subscribers() == 0).await;
    let mut reader = Reader::new(&sim, "").await;
    say(&sim, &["one"]);
    assert_eq!(reader.texts(1).await, ["one"]);
    assert_eq!(sim.control.connections(), 3);
    sim.stop().await;
    assert!(reader.frame().await.is_err(), "it ends with the server");
}

#[tokio::test]
async fn who_does_not_read_holds_up_nobody_and_loses_nothing_that_is_kept() {
    let sim = sim().await;
    let mut slow = Reader::new(&sim, "").await;
    let mut quick = Reader::new(&sim, "").await;
    // More than the socket buffers can hold.
    let long = "long ".repeat(40_000);
    for _ in 0..100 {
        say(&sim, &[&long]);
    }
    for reader in [&mut quick, &mut slow] {
        for _ in 0..100 {
            assert_eq!(super::support::said(&reader.event().await), long);
        }
    }
}

#[tokio::test]
async fn who_falls_behind_what_is_kept_is_closed() {
    let config = Config { most_events: 10, ..Config::for_tests() };
    let sim = start(config).await.unwrap();
    let mut slow = Reader::new(&sim, "").await;
    let long = "long ".repeat(40_000);
    for _ in 0..100 {
        say(&sim, &[&long]);
        tokio::task::yield_now().await;
    }
    let close = loop {
        match slow.frame().await.unwrap() {
            Message::Close(frame) => break frame.unwrap(),
            frame => assert!(frame.is_text()),
        }
    };
    assert_eq!((u16::from(close.code), close.reason.as_str()), (1008, "too slow"));
}
