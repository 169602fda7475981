use db::models::coverage_gap::{CoverageGap, reason};
use db::models::outbox::Kind;
use ingest::reddit::gap_rounds::{look, send_some};

use super::PushApp;
use crate::support::prelude::*;

#[tokio::test]
async fn a_match_is_read_by_its_browser() {
    let push = PushApp::init().await;
    let id = push.any_alert().await;
    assert_eq!(push.drain().await, 1);
    assert_eq!(push.outcome(id).await.0, "sent");
    let attempts = push.app.attempts(id).await;
    assert_eq!((attempts.len(), attempts[0].status_code), (1, Some(201)));
    let row = push.app.outbox_row(id).await;
    let [read] = &push.waiting()[..] else { panic!("one message") };
    assert_eq!(read["title"], "“corvid” in r/rust");
    assert_eq!(read["body"], "corvid is asked about\nDoes anybody use corvid at work?");
    assert_eq!(read["notificationId"], json!(row.subject_id));
    let url = read["url"].as_str().unwrap();
    assert!(url.starts_with("https://forum.example/r/rust/"), "{url}");
    let message = &push.receiver.control.waiting(&push.browser.id)[0];
    assert_eq!((message.ttl, message.urgency.as_str()), (86_400, "high"));
    let topic = message.topic.as_deref().unwrap();
    assert_eq!((topic.len(), read["tag"].as_str()), (32, Some(topic)));
}

#[tokio::test]
async fn an_alert_is_marked_and_muted_from_the_browser_without_a_session() {
    let push = PushApp::init().await;
    let watch_id = add_watch(&push.app, push.reader.user.id, "corvid", &["rust"]).await;
    let id = push.alert(watch_id, Match::of("corvid")).await;
    push.drain().await;
    let read = &push.waiting()[0];
    let subject = push.app.outbox_row(id).await.subject_id;
    let anon = Client { token: None, ..push.reader.client.clone() };
    let post = async |url: &Value| {
        let path = url.as_str().unwrap().strip_prefix("https://harken.example");
        anon.send("POST", path.unwrap(), None).await.status
    };
    assert_eq!(post(&read["readUrl"]).await, 204);
    let list = push.reader.get("/api/notifications").await.json;
    let found = &list["notifications"][0];
    assert_eq!((&found["_id"], &found["status"]), (&json!(subject), &json!("read")));
    let names: Vec<_> = read["actions"].as_array().unwrap().iter().collect();
    assert_eq!(names.len(), 2);
    for button in names {
        assert_eq!(post(&button["url"]).await, 204, "{button}");
    }
    let mutes = push.reader.get("/api/mutes").await.json;
    assert_eq!(mutes["mutes"][0]["kind"], "thread");
}

#[tokio::test]
async fn a_burst_collapses_to_the_newest_match_of_each_watch() {
    let push = PushApp::init().await;
    let (busy, calm) = (Uuid::now_v7(), Uuid::now_v7());
    push.alert(calm, Match::of("calm")).await;
    push.drain().await;
    for n in 0..5 {
        push.alert(busy, Match::of(&format!("busy{n}"))).await;
        assert_eq!(push.drain().await, 1);
    }
    let titles: Vec<_> = push.waiting().iter().map(|m| m["title"].clone()).collect();
    assert_eq!(titles, ["“calm” in r/rust", "“busy4” in r/rust"]);
    let accepted = push.receiver.control.stats().accepted;
    assert_eq!(accepted, 6, "each was sent; the push service has folded them");
}

#[tokio::test]
async fn the_longest_texts_fit_into_a_message() {
    let push = PushApp::init().await;
    for piece in ["👋", "\u{7f}\u{202e}", "\\\"", "word "] {
        let matched = Match {
            title: format!("corvid {}", piece.repeat(300)),
            body: format!("Does anybody use corvid {}", piece.repeat(5_000)),
            ..Match::of("corvid")
        };
        let id = push.alert(Uuid::now_v7(), matched).await;
        push.drain().await;
        assert_eq!(push.outcome(id).await.0, "sent", "{piece:?}");
    }
    let read = push.waiting();
    assert_eq!(read.len(), 4);
    assert!(read.iter().all(|m| m["body"].as_str().unwrap().contains("corvid")));
}

#[tokio::test]
async fn a_try_shows_a_message_even_while_the_browser_is_paused() {
    let push = PushApp::init().await;
    push.set_paused(false).await;
    let alert = push.any_alert().await;
    let test = push.message(Kind::Test, Uuid::now_v7()).await;
    assert_eq!(push.drain().await, 2);
    let skipped = ("skipped".to_owned(), "the browser is paused".to_owned());
    assert_eq!(push.outcome(alert).await, skipped);
    assert_eq!(push.outcome(test).await.0, "sent");
    assert_eq!(push.waiting()[0]["title"], "Alerts reach this browser");
}

#[tokio::test]
async fn nothing_is_sent_to_a_browser_that_was_removed_or_by_a_plan_without_push() {
    let push = PushApp::init().await;
    let before = push.any_alert().await;
    push.app.set_plan(&push.reader.user, "free").await;
    assert_eq!(push.drain().await, 1);
    let (status, reason) = push.outcome(before).await;
    assert_eq!((status.as_str(), reason.contains("Pro")), ("skipped", true));
    push.app.make_pro(&push.reader.user).await;
    let after = push.any_alert().await;
    let path = format!("/api/endpoints/{}", push.endpoint);
    assert_eq!(push.reader.delete(&path).await.status, 204);
    assert_eq!(push.drain().await, 1);
    assert_eq!(push.outcome(after).await.0, "skipped");
    assert_eq!(push.receiver.control.stats().requests, 0);
}

#[tokio::test]
async fn another_secret_cannot_read_the_subscription_and_says_what_to_do() {
    let push = PushApp::init().await;
    let id = push.any_alert().await;
    let mut endpoint = push.endpoint().await.unwrap();
    endpoint.target[0] ^= 1;
    push.set_target(&endpoint.target).await;
    push.drain().await;
    let (status, reason) = push.outcome(id).await;
    assert_eq!(status, "dead");
    assert!(reason.contains("delete the browser and add it again"), "{reason}");
}

#[tokio::test]
async fn a_browser_that_asks_for_it_reads_what_is_missing() {
    let push = PushApp::init().await;
    add_watch(&push.app, push.reader.user.id, "corvid", &["rust"]).await;
    let path = format!("/api/endpoints/{}", push.endpoint);
    push.reader.put(&path, json!({"reportsGaps": true})).await.expect(200);
    let at = |time: &str| time.parse().unwrap();
    let gap = CoverageGap {
        id: Uuid::now_v7(),
        listing: "comments:r/rust".to_owned(),
        started_at: at("2026-03-01T09:00:00Z"),
        ended_at: at("2026-03-01T10:30:00Z"),
        reason: reason::FAILED.to_owned(),
    };
    let mut conn = push.app.conn().await.unwrap();
    let (joined, now) = (TimeDelta::zero(), push.app.clock.now());
    gap.record(joined, now, &mut conn).await.unwrap();
    push.app.clock.advance(TimeDelta::minutes(5));
    assert!(look(&push.app).await.unwrap());
    assert_eq!(send_some(&push.app).await.unwrap().map(|sent| sent.messages), Some(1));
    assert_eq!(push.drain().await, 1);
    let [read] = &push.waiting()[..] else { panic!("one message") };
    assert_eq!(read["title"], "r/rust: comments may be missing");
    assert_eq!(
        read["body"],
        "r/rust: comments from 1 Mar, 09:00 UTC to 1 Mar, 10:30 UTC may be missing"
    );
    assert_eq!(read["url"], "https://harken.example/coverage");
    let message = &push.receiver.control.waiting(&push.browser.id)[0];
    assert_eq!((message.urgency.as_str(), message.topic.as_deref()), ("normal", None));
}
