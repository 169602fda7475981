//! An endpoint that fails is skipped for a while, and its messages wait.

use deliver::outbox::hold::{Failure, Health};
use sims::receiver::{Fault, FaultKind};

use crate::support::prelude::*;

const HOOK: &str = "/hook/a";

fn failing(times: u32) -> Fault {
    Fault { times, ..Fault::status(HOOK, 503) }
}

async fn setup(settings: &[&str]) -> (ChannelTest, Uuid) {
    let mut all = vec!["delivery.retry_jitter_percent=0"];
    all.extend(settings);
    let setup = ChannelTest::init_with(&all).await;
    let endpoint = setup.add("webhook").await;
    (setup, endpoint)
}

async fn alerts(setup: &ChannelTest, endpoint: Uuid, count: usize) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for n in 0..count {
        ids.push(setup.alert(endpoint, Match::of(&format!("word{n}"))).await);
    }
    ids
}

async fn shown(setup: &ChannelTest, endpoint: Uuid) -> Value {
    let known = setup.user.get("/api/endpoints").await.json;
    let known = known["endpoints"].as_array().unwrap().clone();
    let id = endpoint.to_string();
    known.into_iter().find(|e| e["_id"] == id).unwrap()
}

#[tokio::test]
async fn messages_to_a_failing_endpoint_wait_unused_until_one_that_tries_it_arrives() {
    let (setup, endpoint) = setup(&[]).await;
    let ids = alerts(&setup, endpoint, 10).await;
    setup.receiver.control.fault(failing(5));
    // Two at a time: the third failure begins the hold while the fourth is under way.
    assert_eq!(setup.drain().await, 4);
    let began = setup.app.clock.now();
    let held = setup.endpoint(endpoint).await.unwrap().held_until.unwrap();
    assert_eq!((held - began).num_seconds(), 30);
    let told: DateTime<Utc> =
        shown(&setup, endpoint).await["heldUntil"].as_str().unwrap().parse().unwrap();
    assert_eq!(told, held);
    let mut untouched = 0;
    for id in &ids {
        let row = setup.app.outbox_row(*id).await;
        assert_eq!((row.status.as_str(), row.due_at), ("pending", held));
        untouched += usize::from(row.attempts == 0);
    }
    assert_eq!(untouched, 6);
    // New messages wait as well.
    let new = setup.alert(endpoint, Match::of("new")).await;
    setup.app.clock.advance(TimeDelta::seconds(29));
    assert_eq!(setup.drain().await, 0);

    setup.app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(setup.drain().await, 1, "one tries it");
    assert_eq!(setup.received(HOOK).len(), 5, "and fails");
    let longer = setup.endpoint(endpoint).await.unwrap().held_until.unwrap();
    assert_eq!((longer - setup.app.clock.now()).num_seconds(), 120);

    setup.app.clock.advance(TimeDelta::seconds(120));
    assert_eq!(setup.drain().await, 11, "it works, and all arrive");
    for id in ids.iter().chain([&new]) {
        assert_eq!(setup.app.outbox_row(*id).await.status.as_str(), "sent");
    }
    assert_eq!(setup.app.outbox_row(new).await.attempts, 1);
    let works = shown(&setup, endpoint).await;
    assert_eq!((works["status"].as_str(), &works["heldUntil"]), (Some("working"), &Value::Null));
}

#[tokio::test]
async fn of_many_processes_one_tries_an_endpoint_when_its_hold_ends() {
    let (setup, endpoint) = setup(&[]).await;
    alerts(&setup, endpoint, 6).await;
    setup.receiver.control.fault(failing(100));
    setup.drain().await;
    setup.app.clock.advance(TimeDelta::seconds(30));
    let drains = (0..4).map(|_| drain_outbox(&setup.app));
    let worked: usize = futures::future::join_all(drains).await.iter().sum();
    assert_eq!(worked, 1);
}

#[tokio::test]
async fn an_endpoint_that_does_not_answer_once_is_held() {
    let (setup, endpoint) = setup(&["delivery.timeout_seconds=1"]).await;
    alerts(&setup, endpoint, 1).await;
    let stall = Fault::once(HOOK, FaultKind::Stall);
    setup.receiver.control.fault(stall);
    assert_eq!(setup.drain().await, 1);
    assert!(setup.endpoint(endpoint).await.unwrap().held_until.is_some());
    // The owner has fixed the endpoint, and tests it.
    assert_eq!(setup.try_out(endpoint).await["ok"], true);
    assert_eq!(setup.endpoint(endpoint).await.unwrap().held_until, None);
}

#[tokio::test]
async fn a_hold_does_not_keep_an_endpoint_from_being_paused_after_days() {
    let (setup, endpoint) = setup(&[]).await;
    let now = setup.app.clock.now();
    setup
        .app
        .sql(&format!(
            "UPDATE endpoints SET failing_since = '{now}'::timestamptz - interval '6 days',
                 failures = 9, holds = 5, held_until = '{now}'::timestamptz + interval '1 hour'"
        ))
        .await;
    let ids = alerts(&setup, endpoint, 3).await;
    setup.receiver.control.fault(failing(100));
    assert_eq!(setup.drain().await, 0);
    setup.app.clock.advance(TimeDelta::hours(1));
    // One message is attempted; with its failure the endpoint is paused, its owner notified, and the
    // others skipped.
    assert_eq!(setup.drain().await, 4);
    let endpoint = setup.endpoint(endpoint).await.unwrap();
    assert!(endpoint.paused_at.is_some());
    assert_eq!(endpoint.held_until, None);
    let mut reasons = Vec::new();
    for id in ids {
        reasons.push(setup.app.outbox_row(id).await.reason.unwrap());
    }
    reasons.sort_unstable();
    let paused = "the channel is paused";
    assert_eq!(reasons, ["answered 503", paused, paused]);
}

#[tokio::test]
async fn a_message_that_had_nothing_to_send_leaves_the_try_to_the_next() {
    let (setup, endpoint) = setup(&[]).await;
    let now = setup.app.clock.now();
    setup
        .app
        .sql(&format!(
            "UPDATE endpoints SET failures = 3, holds = 1, held_until = '{now}'::timestamptz"
        ))
        .await;
    let ids = alerts(&setup, endpoint, 2).await;
    setup
        .app
        .sql(&format!(
            "DELETE FROM notifications WHERE id =
                 (SELECT subject_id FROM outbox WHERE id = '{}')",
            ids[0]
        ))
        .await;
    setup.drain().await;
    let status = |row: db::models::outbox::OutboxRow| row.status.to_string();
    assert_eq!(status(setup.app.outbox_row(ids[0]).await), "skipped");
    assert_eq!(status(setup.app.outbox_row(ids[1]).await), "sent");
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

fn failure(seconds: i64, timed_out: bool) -> Failure {
    Failure { at: at(seconds), timed_out, leased_until: Some(at(seconds + 20)) }
}

#[test]
fn the_third_failure_in_a_row_makes_a_hold_and_a_timeout_does_so_alone() {
    let (mut health, mut holds) = (Health::default(), Vec::new());
    for seconds in 0..3 {
        health = health.after(failure(seconds, false));
        holds.push(health.held_until);
    }
    assert_eq!(holds, [None, None, Some(at(32))]);
    let late = Health::default().after(failure(15, true));
    assert_eq!((late.failures, late.held_until), (1, Some(at(45))));
}

#[test]
fn what_was_under_way_when_a_hold_began_does_not_lengthen_it() {
    let held = Health::default().after(failure(15, true));
    let after = held.after(failure(16, true));
    assert_eq!((after.holds, after.held_until), (1, held.held_until));
    assert_eq!(after.failures, 2);
}

#[test]
fn each_try_that_fails_makes_a_longer_hold_up_to_an_hour() {
    let mut health = Health::default().after(failure(0, true));
    let mut waits = Vec::new();
    for _ in 0..6 {
        let began = health.held_until.unwrap();
        let probe = Failure {
            at: began + TimeDelta::seconds(15),
            timed_out: false,
            leased_until: Some(began + TimeDelta::seconds(35)),
        };
        health.held_until = probe.leased_until;
        health = health.after(probe);
        waits.push((health.held_until.unwrap() - probe.at).num_seconds());
    }
    assert_eq!(waits, [120, 600, 1_800, 3_600, 3_600, 3_600]);
}
