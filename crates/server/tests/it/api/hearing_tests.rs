//! An inserted post takes the path of every post, to the user who inserted it and to no other user.

use domain::watches::Share;
use ingest::hearing_tests::read_next;
use ingest::match_counts::{Round, count_some};
use ingest::retention::delete_outdated;

use crate::support::prelude::*;

async fn keyword(user: &Client, input: Value) -> Value {
    user.post("/api/keywords", input).await.expect(201).json
}

async fn start(user: &Client, watch: &Value) -> Answer {
    let input = json!({"watchId": watch["_id"]});
    user.post("/api/hearing-tests", input).await
}

async fn started(user: &Client, watch: &Value) -> String {
    let answer = start(user, watch).await.expect(201);
    answer.json["_id"].as_str().unwrap().to_owned()
}

async fn shown(user: &Client, id: &str) -> Value {
    user.get(&format!("/api/hearing-tests/{id}")).await.expect(200).json
}

/// Reads as a newly started process does.
async fn read(app: &TestApp) {
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    while read_next(app, &watches, Share::All).await.unwrap().is_some() {}
}

/// Returns the state, and the milliseconds or the reason, of each step by its name.
fn steps(test: &Value) -> Vec<(String, String, Value)> {
    let steps = test["steps"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    steps
        .map(|step| {
            let name = step["channel"].as_str().or(step["kind"].as_str()).unwrap();
            let said = if step["reason"].is_null() { &step["afterMs"] } else { &step["reason"] };
            (name.to_owned(), text(&step["state"]), said.clone())
        })
        .collect()
}

fn step(name: &str, state: &str, said: impl Into<Value>) -> (String, String, Value) {
    (name.to_owned(), state.to_owned(), said.into())
}

#[tokio::test]
async fn each_step_is_shown_with_its_time_and_the_mail_says_that_it_is_a_test() {
    let mail = MailApp::init().await;
    let app = &mail.app;
    let user = app.new_user("reader@example.com").await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let test = start(&user, &watch).await;
    assert_eq!((test.status, &test.json["isFinished"]), (201, &json!(false)));
    assert_eq!(test.json["title"], "Hearing test: kettle");
    let id = test.json["_id"].as_str().unwrap();
    let waiting = |name| step(name, "waiting", Value::Null);
    assert_eq!(steps(&test.json), ["read", "matched", "stored"].map(waiting));
    app.clock.advance(TimeDelta::milliseconds(20));
    read(app).await;
    let mut wanted = ["read", "matched", "stored"].map(|name| step(name, "done", 20)).to_vec();
    wanted.push(waiting("mail"));
    assert_eq!(steps(&shown(&user, id).await), wanted);
    app.clock.advance(TimeDelta::milliseconds(300));
    assert_eq!(drain_outbox(app).await, 1);
    let test = shown(&user, id).await;
    wanted[3] = step("mail", "done", 320);
    assert_eq!((steps(&test), &test["isFinished"]), (wanted, &json!(true)));
    let mails = mail.wait_for_mails(1).await;
    let subject = &mails[0].subject;
    assert!(subject.contains("Hearing test: kettle"), "{subject}");
    let text = mails[0].text.as_deref().unwrap();
    assert!(text.contains("because you tested your keyword"), "{text}");
    // The post has no page, and nothing to mute.
    assert!(!text.contains("Not relevant") && !text.contains("View post"), "{text}");
}

#[tokio::test]
async fn nobody_else_and_no_other_keyword_gets_it_and_nothing_counts_it() {
    let mail = MailApp::init().await;
    let app = &mail.app;
    let ada = app.new_user("ada@example.com").await;
    let bob = app.new_user("bob@example.com").await;
    let watch = keyword(&ada, json!({"keyword": "kettle"})).await;
    keyword(&ada, json!({"keyword": "hearing test"})).await;
    keyword(&bob, json!({"keyword": "kettle"})).await;
    let served = Served::start(app).await;
    let token = |user: &Client| user.token.clone().unwrap();
    let (mut to_ada, _) = served.listen(&token(&ada), None).await;
    let id = started(&ada, &watch).await;
    read(app).await;
    let event = to_ada.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.id), ("hearing-test", 1));
    assert_eq!(event.data, json!({"_id": id}));
    // Only the chosen keyword's email, of Ada's two keywords and Bob's one.
    assert_eq!(drain_outbox(app).await, 1);
    assert_eq!(mail.wait_for_mails(1).await[0].to, ["ada@example.com"]);
    let (mut to_bob, cursor) = served.listen(&token(&bob), Some(0)).await;
    assert_eq!(cursor, 0);
    // A tab that was away receives it like a notification.
    let (mut again, _) = served.listen(&token(&ada), Some(0)).await;
    assert_eq!(again.next().await.unwrap().name, "hearing-test");
    count_some(&app.pool, Round::default()).await.unwrap();
    served.stop().await;
    assert!(to_bob.next().await.is_none());
    let empty = [
        "items",
        "unmatched_items",
        "item_keys",
        "notifications",
        "notification_counts",
        "digests",
        "match_hours",
        "match_places",
        "match_authors",
        "unlisted_matches",
        "near_bands",
        "story_links",
        "coverage_hours",
        "watches WHERE match_count > 0 OR last_match_at IS NOT NULL",
        "live_cursors WHERE listed > 0",
    ];
    for table in empty {
        assert_eq!(count(app, table).await, 0, "{table}");
    }
    let listed = ada.get("/api/notifications").await;
    assert_eq!((listed.status, &listed.json["notifications"]), (200, &json!([])));
    bob.get(&format!("/api/hearing-tests/{id}")).await.expect(404);
}

#[tokio::test]
async fn a_keyword_that_would_not_alert_is_refused_with_what_to_do() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let id = watch["_id"].as_str().unwrap();
    let columns = [
        ("is_active = false", "KEYWORD_INACTIVE", "Turn it on"),
        ("paused_at = now()", "KEYWORD_PAUSED", "Edit it"),
        ("snoozed_until = '2200-01-01'", "KEYWORD_SNOOZED", "End the snooze"),
    ];
    for (columns, code, advice) in columns {
        // A separate statement: whatever turns a keyword on ends its pause.
        for columns in ["is_active = true, paused_at = NULL", columns] {
            app.sql(&format!("UPDATE watches SET {columns} WHERE id = '{id}'")).await;
        }
        let answer = start(&user, &watch).await;
        assert_eq!((answer.status, answer.code()), (409, code));
        assert!(answer.text.contains(advice), "{}", answer.text);
    }
    let impossible = json!({"keyword": "type:post kettle -hearing -harken", "mode": "query"});
    let impossible = keyword(&user, impossible).await;
    let answer = start(&user, &impossible).await;
    assert_eq!((answer.status, answer.code()), (409, "NO_TEST_POST"));
    assert!(answer.text.contains("Test another keyword"), "{}", answer.text);
    assert_eq!(count(&app, "hearing_tests").await, 0);
    let nobodys = json!({"_id": "019aa0e5-0000-7000-8000-000000000000"});
    assert_eq!(start(&user, &nobodys).await.status, 404);
}

#[tokio::test]
async fn a_digest_and_quiet_hours_do_not_hold_it_and_it_says_how_an_alert_waits() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    app.sql("UPDATE users SET email_frequency = 'daily'").await;
    let id = started(&user, &watch).await;
    read(&app).await;
    let test = shown(&user, &id).await;
    let mail = &test["steps"][3];
    assert_eq!((&mail["state"], &mail["heldBy"]), (&json!("waiting"), &json!("daily")));
    let until = mail["heldUntil"].as_str().unwrap();
    assert!(until.contains("T08:00"), "{until}");
    assert_eq!(count(&app, "outbox WHERE kind = 'match' AND due_at <= created_at").await, 1);
    assert_eq!(count(&app, "digests").await, 0);
}

#[tokio::test]
async fn channels_get_it_at_once_and_those_that_are_closed_say_why() {
    let channels = ChannelTest::init().await;
    let (app, user) = (&channels.app, &channels.user);
    channels.add("webhook").await;
    channels.add("slack").await;
    let paused = channels.add("discord").await;
    let others = channels.add("ntfy").await;
    app.sql(&format!(
        "UPDATE endpoints SET paused_at = now(), last_error = 'HTTP 404' WHERE id = '{paused}'"
    ))
    .await;
    app.sql(&format!("UPDATE endpoints SET watch_ids = '{{}}' WHERE id = '{others}'")).await;
    app.sql("UPDATE users SET email_notifications = false").await;
    let watch = keyword(user, json!({"keyword": "kettle"})).await;
    let id = started(user, &watch).await;
    read(app).await;
    assert_eq!(channels.drain().await, 2);
    let test = shown(user, &id).await;
    assert_eq!(
        steps(&test)[3..],
        [
            step("mail", "skipped", "Email alerts are turned off in your settings."),
            step("webhook", "done", 0),
            step("slack", "done", 0),
            step(
                "discord",
                "skipped",
                "It is paused until you resume it. The last attempt failed: HTTP 404"
            ),
            step("ntfy", "skipped", "This channel gets the matches of other keywords only."),
        ]
    );
    assert_eq!(test["isFinished"], true);
    assert_eq!(test["steps"][4]["name"], "My webhook");
    let hook = channels.received("/hook/a").remove(0);
    let body: Value = serde_json::from_slice(&hook.body).unwrap();
    assert_eq!((&body["type"], &body["data"]["isTest"]), (&json!("match.created"), &json!(true)));
    assert_eq!(body["data"]["notification"]["redditPost"]["title"], "Hearing test: kettle");
    let chat = channels.received("/slack").remove(0);
    assert!(String::from_utf8_lossy(&chat.body).contains("Hearing test: kettle"));
}

#[tokio::test]
async fn a_mute_of_its_words_and_a_change_of_the_keyword_are_said() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    user.post("/api/mutes", json!({"kind": "word", "value": "kettle"})).await.expect(201);
    let id = started(&user, &watch).await;
    read(&app).await;
    let test = shown(&user, &id).await;
    let (_, state, said) = &steps(&test)[2];
    assert_eq!((state.as_str(), &test["isFinished"]), ("failed", &json!(true)));
    assert!(said.as_str().unwrap().contains("mutes"), "{said}");
    let id = started(&user, &watch).await;
    let path = format!("/api/keywords/{}/toggle", watch["_id"].as_str().unwrap());
    assert_eq!(user.patch(&path).await.status, 200);
    read(&app).await;
    let (name, state, _) = &steps(&shown(&user, &id).await)[1];
    assert_eq!((name.as_str(), state.as_str()), ("matched", "failed"));
    assert_eq!(count(&app, "outbox WHERE kind = 'match'").await, 0);
}

#[tokio::test]
async fn what_nobody_reads_or_sends_says_so_and_is_not_waited_for_for_ever() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let id = started(&user, &watch).await;
    app.clock.advance(TimeDelta::seconds(6));
    let (_, state, said) = &steps(&shown(&user, &id).await)[0];
    assert_eq!(state, "waiting");
    assert!(said.as_str().unwrap().contains("No process has read"), "{said}");
    app.clock.advance(TimeDelta::seconds(60));
    let test = shown(&user, &id).await;
    assert_eq!((steps(&test).len(), &test["isFinished"]), (1, &json!(true)));
    // The post comes too late to be read.
    read(&app).await;
    assert_eq!(count(&app, "hearing_tests WHERE read_at IS NOT NULL").await, 0);
}

#[tokio::test]
async fn there_is_one_of_a_user_for_an_hour_and_only_a_few_an_hour() {
    let (app, _, user) =
        TestApp::init_with(&["limits.hearing_tests_per_hour=3"]).await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let first = started(&user, &watch).await;
    read(&app).await;
    let second = started(&user, &watch).await;
    assert_eq!(user.get(&format!("/api/hearing-tests/{first}")).await.status, 404);
    // The first test's email, which was not sent yet, is never sent.
    assert_eq!(drain_outbox(&app).await, 1);
    let reason: String = app.row("SELECT reason FROM outbox WHERE kind = 'match'").await;
    assert_eq!(reason, "the notification is gone");
    started(&user, &watch).await;
    let answer = start(&user, &watch).await;
    assert_eq!((answer.status, answer.code()), (429, "HEARING_TEST_RATE_LIMIT_EXCEEDED"));
    app.clock.advance(TimeDelta::minutes(20));
    let token = app.sign_in(user.user.id).await;
    let last = started(&token, &watch).await;
    app.clock.advance(TimeDelta::minutes(61));
    let token = app.sign_in(user.user.id).await;
    assert_eq!(token.get(&format!("/api/hearing-tests/{last}")).await.status, 404);
    assert_eq!(token.get(&format!("/api/hearing-tests/{second}")).await.status, 404);
    let deleted = delete_outdated(&app.pool, app.clock.now()).await.unwrap().unwrap();
    assert_eq!(deleted.hearing_tests, 1);
}

#[tokio::test]
async fn a_process_that_died_leaves_the_post_to_another() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let id = started(&user, &watch).await;
    app.sql(&format!("UPDATE hearing_tests SET read_at = planted_at WHERE id = '{id}'")).await;
    read(&app).await;
    assert_eq!(steps(&shown(&user, &id).await)[2].1, "waiting");
    app.clock.advance(TimeDelta::seconds(11));
    read(&app).await;
    assert_eq!(steps(&shown(&user, &id).await)[2].1, "done");
}

#[tokio::test]
async fn it_goes_with_its_keyword_and_its_account() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = keyword(&user, json!({"keyword": "kettle"})).await;
    let id = started(&user, &watch).await;
    let path = format!("/api/keywords/{}", watch["_id"].as_str().unwrap());
    assert!(user.delete(&path).await.status < 300);
    assert_eq!(user.get(&format!("/api/hearing-tests/{id}")).await.status, 404);
    assert_eq!(count(&app, "hearing_tests").await, 0);
}
