//! Failed deliveries are listed by destination, and sent again together.

use db::models::outbox::{Kind, NewMessage};
use sims::receiver::Fault;

use crate::support::prelude::*;

const FAILED: &str = "/api/deliveries/failed";
const REPLAY: &str = "/api/deliveries/failed/replay";

/// Sends alerts to the endpoint, which its receiver rejects permanently.
async fn refuse(setup: &ChannelTest, endpoint: Uuid, path: &str, status: u16, words: &[&str]) {
    for word in words {
        setup.receiver.control.fault(Fault::status(path, status));
        setup.alert(endpoint, Match::of(word)).await;
        setup.drain().await;
        // After the longest time for which a failing endpoint is skipped.
        setup.app.clock.advance(TimeDelta::minutes(61));
    }
}

async fn replay(setup: &ChannelTest, choice: Value) -> Value {
    setup.user.post(REPLAY, choice).await.expect(202).json
}

#[tokio::test]
async fn failures_are_grouped_by_where_they_were_to_go() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    let slack = setup.add("slack").await;
    refuse(&setup, slack, "/slack", 404, &["a", "b", "c", "d"]).await;
    refuse(&setup, slack, "/slack", 403, &["e"]).await;
    refuse(&setup, hook, "/hook/a", 401, &["f"]).await;
    let answer = setup.user.get(FAILED).await.json;
    assert_eq!((&answer["total"], &answer["replayable"]), (&json!(6), &json!(6)));
    let groups = answer["groups"].as_array().unwrap();
    let shown: Vec<_> = groups
        .iter()
        .map(|g| {
            let newest = g["newest"].as_array().unwrap();
            (&g["endpointName"], &g["total"], &g["reasons"], newest.len())
        })
        .collect();
    assert_eq!(
        shown,
        [
            (&json!("My webhook"), &json!(1), &json!(1), 1),
            (&json!("My slack"), &json!(5), &json!(2), 3),
        ],
        "the newest failure first"
    );
    let reason = groups[1]["reason"].as_str().unwrap();
    assert!(reason.starts_with("answered 403"), "the last one: {reason}");
    let newest = groups[1]["newest"][0]["subject"].as_str().unwrap();
    assert!(newest.starts_with("“e”"), "{newest}");
}

#[tokio::test]
async fn all_of_one_channel_is_sent_again_in_one_call_and_once() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    let slack = setup.add("slack").await;
    let words: Vec<String> = (0..25).map(|n| format!("word{n}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    refuse(&setup, hook, "/hook/a", 404, &words).await;
    refuse(&setup, slack, "/slack", 404, &["tea"]).await;
    let chosen = json!({"endpointId": hook});
    let told = replay(&setup, chosen.clone()).await;
    assert_eq!(told, json!({"replayed": 25, "remaining": 0, "paused": 0, "deleted": 0}));
    let again = replay(&setup, chosen).await;
    assert_eq!(again["replayed"], 0, "they are on their way already");
    while setup.drain().await > 0 {}
    assert_eq!(setup.received("/hook/a").len(), 50);
    let left = setup.user.get(FAILED).await.json;
    assert_eq!((&left["total"], &left["groups"][0]["channel"]), (&json!(1), &json!("slack")));

    assert_eq!(replay(&setup, json!({"channel": "mail"})).await["replayed"], 0);
    assert_eq!(replay(&setup, json!({})).await["replayed"], 1);
    assert_eq!(setup.user.get(FAILED).await.json["total"], 0);
}

#[tokio::test]
async fn two_calls_at_once_send_nothing_twice() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    refuse(&setup, hook, "/hook/a", 404, &["a", "b", "c"]).await;
    let (one, other) = tokio::join!(replay(&setup, json!({})), replay(&setup, json!({})));
    let both = one["replayed"].as_i64().unwrap() + other["replayed"].as_i64().unwrap();
    assert_eq!(both, 3);
}

#[tokio::test]
async fn what_a_deleted_or_paused_channel_was_to_get_stays_behind_and_is_named() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    let slack = setup.add("slack").await;
    let ntfy = setup.add("ntfy").await;
    refuse(&setup, hook, "/hook/a", 404, &["a"]).await;
    refuse(&setup, slack, "/slack", 404, &["b", "c"]).await;
    refuse(&setup, ntfy, "/ntfy", 404, &["d", "e", "f"]).await;
    let slack = format!("/api/endpoints/{slack}");
    setup.user.put(&slack, json!({"paused": true})).await;
    setup.user.delete(&format!("/api/endpoints/{ntfy}")).await;
    let answer = setup.user.get(FAILED).await.json;
    assert_eq!((&answer["total"], &answer["replayable"]), (&json!(6), &json!(1)));
    let groups = answer["groups"].as_array().unwrap();
    let states: Vec<_> = groups
        .iter()
        .map(|g| (&g["channel"], &g["state"], g["endpointId"] == Value::Null))
        .collect();
    assert_eq!(
        states,
        [
            (&json!("ntfy"), &json!("deleted"), true),
            (&json!("slack"), &json!("paused"), false),
            (&json!("webhook"), &json!("open"), false),
        ]
    );
    assert_eq!(groups[0]["newest"].as_array().unwrap().len(), 3);
    assert_eq!(
        replay(&setup, json!({})).await,
        json!({"replayed": 1, "remaining": 0, "paused": 2, "deleted": 3})
    );
    // Once resumed, the channel can receive them.
    setup.user.put(&slack, json!({"paused": false})).await;
    assert_eq!(replay(&setup, json!({})).await["replayed"], 2);
    setup.drain().await;
    assert_eq!(setup.received("/slack").len(), 4);
}

#[tokio::test]
async fn others_the_dismissed_and_mails_about_the_account_are_left_alone() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    refuse(&setup, hook, "/hook/a", 404, &["a"]).await;
    let other = setup.app.new_user("other@example.com").await;
    let none = other.post(REPLAY, json!({})).await;
    assert_eq!((none.status, &none.json["replayed"]), (202, &json!(0)));
    setup.user.post("/api/deliveries/failed/dismiss", json!({})).await;
    assert_eq!(replay(&setup, json!({})).await["replayed"], 0);

    let now = setup.app.clock.now();
    let user = setup.user.user.id;
    let mail = NewMessage::mail(Kind::PasswordChanged, user, Uuid::now_v7(), now);
    let id = mail.id;
    NewMessage::enqueue(&[mail], &setup.app.conn().await.unwrap()).await.unwrap();
    let dead =
        format!("UPDATE outbox SET status = 'dead', finished_at = '{now}' WHERE id = '{id}'");
    setup.app.sql(&dead).await;
    let answer = setup.user.get(FAILED).await.json;
    assert_eq!((&answer["total"], &answer["replayable"]), (&json!(1), &json!(0)));
    assert_eq!(replay(&setup, json!({})).await["replayed"], 0);
}

#[tokio::test]
async fn one_call_sends_a_bounded_number_and_says_how_many_are_left() {
    let (setup, hook) = ChannelTest::with_webhook().await;
    let (user, now) = (setup.user.user.id, setup.app.clock.now());
    setup
        .app
        .sql(&format!(
            "INSERT INTO outbox (id, channel, kind, user_id, subject_id, status, due_at, created_at,
                                 finished_at, endpoint_id)
             SELECT gen_random_uuid(), 'webhook', 'match', '{user}', gen_random_uuid(), 'dead', '{now}',
                    '{now}', '{now}', '{hook}'
             FROM generate_series(1, 5003)"
        ))
        .await;
    let told = replay(&setup, json!({})).await;
    assert_eq!((&told["replayed"], &told["remaining"]), (&json!(5_000), &json!(3)));
    assert_eq!(replay(&setup, json!({})).await["replayed"], 3);
}
