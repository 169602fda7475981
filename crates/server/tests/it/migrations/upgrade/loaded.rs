//! The previous version's data is migrated while that version's statements run, and today's program
//! continues with it.

use db::migrate::{pending, run};
use sims::smtp::Query;

use super::load::{Load, Target};
use super::previous::{Known, known, previous_database};
use crate::support::db::address;
use crate::support::prelude::*;
use crate::support::sql::row;

/// The rounds of each connection: before, while and after the migrations run.
const ROUNDS: usize = 10;
/// Emails that were attempted and will be attempted again.
const WAITING: &str = "outbox WHERE status = 'pending' AND channel = 'mail' AND kind = 'match'";

/// The rows that existed before.
struct Before {
    notifications: i64,
    attempts: i64,
    sessions: i64,
    waiting: i64,
}

impl Before {
    async fn count(test: &TestApp) -> Self {
        Self {
            notifications: count(test, "notifications").await,
            attempts: count(test, "attempts").await,
            sessions: count(test, "sessions").await,
            waiting: count(test, WAITING).await,
        }
    }
}

async fn target(database_url: &str, email: &str, now: DateTime<Utc>) -> Target {
    let mut conn = address(database_url).connect().await.unwrap();
    let target = format!(
        "SELECT user_id, watches.id AS watch_id FROM watches JOIN users ON users.id = user_id
         WHERE email = '{email}' AND keyword = 'kettle' AND mode = 'literal'"
    );
    let (user_id, watch_id) = row(&target, &mut conn).await;
    Target { user_id, watch_id, began: now, now }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_previous_versions_data_is_migrated_while_it_is_used_and_works_in_this_version() {
    let known = known();
    let url = previous_database().await;
    // Counting works on the old schema too: the pool does not depend on it.
    let sink = sims::smtp::Config::for_tests();
    let sink = sims::smtp::start(sink).await.unwrap();
    let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
    let settings = [
        smtp.as_str(),
        "server.plans=off",
        "server.public_url=https://harken.example",
        "mail.from=Harken <alerts@harken.example>",
    ];
    let test = TestApp::at(&url, &settings, known.taken_at).await;
    let before = Before::count(&test).await;
    assert!(before.notifications > 5 && before.waiting > 0);

    let target = target(&url, &known.email, known.taken_at).await;
    let load = Load::begin(&url, target).await;
    load.more(ROUNDS).await;
    run(&address(&url)).await.unwrap();
    load.more(ROUNDS).await;
    let done = load.end().await;
    assert!(pending(&address(&url)).await.unwrap().is_empty());

    // No item is lost, and none is stored twice.
    let stored = done.stored as i64;
    let by_load = "items WHERE title = 'A kettle during the upgrade'";
    assert_eq!(count(&test, by_load).await, stored);
    assert_eq!(count(&test, "notifications").await, before.notifications + stored);
    assert_eq!(count(&test, "attempts").await, before.attempts + done.sent as i64);
    assert_eq!(count(&test, "sessions").await, before.sessions + done.sessions as i64);
    let waiting = before.waiting + stored - done.sent as i64;
    assert_eq!(count(&test, WAITING).await, waiting);

    test.clock.advance(TimeDelta::minutes(5));
    let (test, anon) = test.anon();
    person_continues(&test, &anon, &known).await;
    messages_are_sent(&test, &sink, waiting).await;
    new_matches_come(&test, &anon, &known).await;
    links_work(&anon, &known).await;
}

/// Asserts that the session and the lists are as before.
async fn person_continues(test: &TestApp, anon: &Client, known: &Known) {
    let ada = anon.with_token(&known.access);
    assert_eq!(ada.get("/api/users/profile").await.status, 200);
    anon.refresh(&known.refresh).await.expect(200);
    let ada = anon.sign_in(&known.email).await.client;
    let keywords = ada.get("/api/keywords").await.json;
    assert_eq!((&keywords["total"], &keywords["active"]), (&json!(3), &json!(2)));
    let mut listed = keywords["watches"].as_array().unwrap().iter();
    assert!(
        listed.any(|watch| watch["notes"] == "For the shop" && watch["tags"] == json!(["kitchen"]))
    );
    let searched = ada.get("/api/notifications/search?q=quietly").await.json;
    assert!(searched.to_string().contains("Which kettle boils quietly?"), "{searched}");
    let listed = ada.get("/api/notifications?limit=5").await.json;
    let title = &listed["notifications"][0]["redditPost"]["title"];
    assert_eq!(title, "A kettle during the upgrade", "{listed}");
    let channels = ada.get("/api/endpoints").await.json;
    assert!(channels.to_string().contains("My webhook"), "{channels}");
    for path in [
        "/api/mutes",
        "/api/searches",
        "/api/coverage",
        "/api/analytics",
        "/api/status",
        "/api/users/export",
        "/api/notifications/grouped",
        "/api/notifications/stats",
    ] {
        let answer = ada.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    }
    let mutes = ada.get("/api/mutes").await.json;
    assert!(mutes.to_string().contains("giveaway"), "{mutes}");
    let followed = ada.get("/api/sources/feeds").await.json;
    assert!(followed.to_string().contains("An invented journal"), "{followed}");
    assert!(count(test, "notifications WHERE status = 'read'").await > 0);
}

/// Asserts that waiting messages are sent, and those that the previous version had just created.
async fn messages_are_sent(test: &TestApp, sink: &sims::smtp::Handle, waiting: i64) {
    let dead = count(test, "outbox WHERE status = 'dead'").await;
    assert!(dead > 0, "kept with its reason");
    test.clock.advance(TimeDelta::minutes(20));
    while count(test, WAITING).await > 0 && drain_outbox(test).await > 0 {}
    assert_eq!(count(test, WAITING).await, 0);
    let mails = sink
        .mailbox
        .messages(&Query { to: Some("ada@example.com".to_owned()), ..Query::default() });
    assert_eq!(mails.len() as i64, waiting);
    let late =
        Query { body_contains: Some("that nobody is told of yet".to_owned()), ..Query::default() };
    assert_eq!(sink.mailbox.messages(&late).len(), 1);
    let digests = "outbox WHERE kind = 'digest' AND channel = 'mail'";
    assert!(count(test, digests).await > 0);
    test.clock.advance(TimeDelta::days(2));
    // At one of these hours it is not quiet, whenever the data was recorded.
    for _ in 0..2 {
        while drain_outbox(test).await > 0 {}
        test.clock.advance(TimeDelta::hours(12));
    }
    let to_ben = Query { to: Some("ben@example.com".to_owned()), ..Query::default() };
    assert_eq!(sink.mailbox.messages(&to_ben).len(), 1, "his digest");
}

/// Asserts that keywords created before still match.
async fn new_matches_come(test: &TestApp, anon: &Client, known: &Known) {
    let watches = ActiveWatches::load(&test.pool).await.unwrap();
    assert_eq!(watches.len(), 5, "four keywords and a variant");
    let post = read_post("t3_after", "A kettle after the upgrade", test.clock.now());
    let stored = store_items(test, vec![post]).await;
    assert_eq!(stored.notifications, 3);
    let ada = anon.sign_in(&known.email).await.client;
    let listed = ada.get("/api/notifications?limit=5").await.json;
    let title = &listed["notifications"][0]["redditPost"]["title"];
    assert_eq!(title, "A kettle after the upgrade", "{listed}");
}

/// Asserts that the links in emails and in feed readers work.
async fn links_work(anon: &Client, known: &Known) {
    let feed = anon.get(&known.feed).await.expect(200);
    assert!(feed.text.contains("A kettle after the upgrade"), "{}", feed.text);
    assert_eq!(anon.get(&known.unsubscribe).await.status, 200);
    assert_eq!(anon.post(&known.unsubscribe, json!({})).await.status, 200);
    let ada = anon.sign_in(&known.email).await.client;
    let profile = ada.get("/api/users/profile").await.json;
    assert_eq!(
        profile["user"]["notificationPreferences"]["emailNotifications"], false,
        "{profile}"
    );
}
