//! Silence is noticed: `GET /status`, and the texts for the foot of a digest.

use platform::silence;
use sims::forum::FaultKind;

use crate::support::prelude::*;

/// Makes a watch with one match a day, the last of them `silent_days` ago.
async fn watch_with_matches(test: &TestApp, user: Uuid, keyword: &str, silent_days: i64) -> Uuid {
    let id = add_watch(test, user, keyword, &["all"]).await;
    let last = test.clock.now() - TimeDelta::days(silent_days);
    for statement in [
        format!("SELECT ensure_week_partitions('{last}'::timestamptz - interval '30 days', now())"),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword,
                                        matches, created_at)
             SELECT gen_random_uuid(), at, gen_random_uuid(), '{id}', '{user}', n, '{keyword}', '[]', at
             FROM generate_series(0, 27) n, LATERAL (
                 SELECT '{last}'::timestamptz - n * interval '24 hours' AS at) t"
        ),
        format!(
            "UPDATE watches SET last_match_at = '{last}', match_count = 28,
                    created_at = '{last}'::timestamptz - interval '60 days',
                    rule_changed_at = '{last}'::timestamptz - interval '60 days'
             WHERE id = '{id}'"
        ),
    ] {
        test.sql(&statement).await;
    }
    id
}

async fn status(client: &Client) -> Value {
    client.get("/api/status").await.expect(200).json
}

async fn notices(test: &TestApp, user: &SignedIn) -> Vec<String> {
    let mut conn = test.conn().await.unwrap();
    silence::notices(&user.user, test.clock.now(), &mut conn).await.unwrap()
}

async fn quiet_keywords(client: &Client) -> Vec<String> {
    let status = status(client).await;
    let quiet = status["quietWatches"].as_array().unwrap().iter();
    quiet.map(|watch| watch["keyword"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_well_is_an_empty_status() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    watch_with_matches(&test, ada.user.id, "rust", 1).await;
    let well = json!({"quietWatches": [], "busyWatches": [], "pausedWatches": [], "failingEndpoints": [], "mail": null, "forum": null, "unreadableSites": []});
    assert_eq!(status(&ada).await, well);
    assert!(notices(&test, &ada).await.is_empty());
}

#[tokio::test]
async fn a_watch_that_has_gone_quiet_is_shown_to_its_user_alone() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let rust = watch_with_matches(&test, ada.user.id, "rust", 9).await;
    watch_with_matches(&test, ada.user.id, "lively", 1).await;
    let last = test.clock.now() - TimeDelta::days(9);
    let shown = status(&ada).await;
    let quiet = json!([{
        "watchId": rust, "keyword": "rust", "lastMatchAt": last, "usualPerWeek": 7.0,
        "silentDays": 9,
    }]);
    assert_eq!(shown["quietWatches"], quiet);
    let texts = ["“rust” has had no matches for 9 days; it usually matches 7 times a week."];
    assert_eq!(notices(&test, &ada).await, texts);
    assert_eq!(status(&bob).await["quietWatches"], json!([]));
}

#[tokio::test]
async fn a_watch_is_not_called_quiet_for_what_its_user_did() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let user = ada.user.id;
    for keyword in ["off", "edited", "deleted", "muted"] {
        watch_with_matches(&test, user, keyword, 9).await;
    }
    assert_eq!(quiet_keywords(&ada).await.len(), 4);
    test.sql("UPDATE watches SET is_active = false WHERE keyword = 'off'").await;
    // The keyword is no longer the one that used to match.
    test.sql("UPDATE watches SET rule_changed_at = last_match_at WHERE keyword = 'edited'").await;
    test.sql("UPDATE notifications SET deleted_at = now() WHERE keyword = 'deleted'").await;
    // A match suppressed by a mute still counts.
    let now = test.clock.now();
    let moved = format!("UPDATE watches SET last_match_at = '{now}' WHERE keyword = 'muted'");
    test.sql(&moved).await;
    assert!(quiet_keywords(&ada).await.is_empty());
}

#[tokio::test]
async fn endpoints_that_fail_and_a_refused_address_are_shown() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let since: DateTime<Utc> = test.clock.now() - TimeDelta::hours(3);
    for (name, failing, paused) in
        [("team", true, false), ("old", true, true), ("fine", false, false)]
    {
        test.sql(&format!(
            "INSERT INTO endpoints (id, user_id, channel, name, target, fingerprint, shown, failing_since,
                                    last_error, paused_at, created_at)
             SELECT '{}', '{}', 'slack', '{name}', 'x', sha256('{name}'), 'hooks.example',
                    CASE WHEN {failing} THEN '{since}'::timestamptz END,
                    CASE WHEN {failing} THEN '500 Internal Server Error' END,
                    CASE WHEN {paused} THEN '{since}'::timestamptz END, '{since}'",
            Uuid::now_v7(),
            ada.user.id
        ))
        .await;
    }
    test.sql(&format!(
        "UPDATE users SET mail_refused_at = '{since}', mail_refused_reason = '550 no such mailbox'
         WHERE id = '{}'",
        ada.user.id
    ))
    .await;
    let shown = status(&ada).await;
    assert_eq!(shown["mail"], json!({"since": since, "reason": "550 no such mailbox"}));
    let failing = shown["failingEndpoints"].as_array().unwrap();
    let names: Vec<_> = failing.iter().map(|e| (&e["name"], &e["paused"])).collect();
    assert_eq!(names, [(&json!("team"), &json!(false)), (&json!("old"), &json!(true))]);
    assert_eq!(failing[0]["channel"], "slack");
    assert_eq!(failing[0]["since"], json!(since));
    assert_eq!(failing[0]["lastError"], "500 Internal Server Error");
    let user = test.user("reader@example.com").await.unwrap();
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    let texts = silence::notices(&user, now, &mut conn).await.unwrap();
    let since = since.format("%-d %B, %H:%M");
    assert_eq!(
        texts,
        [
            format!("Your email address has been refusing alerts since {since}."),
            format!("“team” (Slack) has received nothing since {since}."),
            format!("“old” (Slack) has received nothing since {since}. It is paused."),
        ]
    );
    let of_bob = status(&bob).await;
    assert_eq!((&of_bob["failingEndpoints"], &of_bob["mail"]), (&json!([]), &json!(null)));
}

#[tokio::test]
async fn a_forum_that_cannot_be_read_is_reported_and_its_silence_is_no_watchs() {
    let forum = ForumTest::init().await;
    let test = &forum.app;
    let ada = test.new_user("ada@example.com").await;
    watch_with_matches(test, ada.user.id, "rust", 1).await;
    forum.poll().await;
    let read_at = test.clock.now();
    let readable = json!({"readable": true, "since": null, "reason": null, "gaps": 0});
    let sign_in = async || {
        let (id, now) = (ada.user.id, test.clock.now());
        let user = domain::auth::SessionUser { id, session_id: session_of(test, id).await };
        let token = user.access_token(&test.secrets, now, 15).unwrap();
        ada.client.with_token(&token)
    };
    assert_eq!(status(&sign_in().await).await["forum"], readable);
    forum.fault("/", FaultKind::Unavailable, 10_000);
    for _ in 0..4 {
        forum.poll().await;
    }
    let shown = status(&sign_in().await).await;
    let reason = "Reddit is not answering as it should.";
    let unreadable = json!({"readable": false, "since": read_at, "reason": reason, "gaps": 0});
    assert_eq!(shown["forum"], unreadable);
    // Nothing is polled for days, which is not silence of the watch.
    forum.pass(TimeDelta::days(9));
    let shown = status(&sign_in().await).await;
    assert_eq!(shown["forum"]["readable"], false);
    assert_eq!(shown["quietWatches"], json!([]));
    let first = notices(test, &ada).await.remove(0);
    assert!(first.starts_with("Reddit was last read on "), "{first}");
}

#[tokio::test]
async fn what_may_be_missing_is_reported_to_those_who_watch_it() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    add_watch(&test, ada.user.id, "rust", &["Tea", "all"]).await;
    add_watch(&test, bob.user.id, "rust", &["coffee"]).await;
    let now = test.clock.now();
    for (listing, hours) in [
        ("posts:r/tea", 1),
        ("comments:r/tea", 2),
        ("posts:r/coffee", 30),
        // A sample.
        ("comments:all", 1),
    ] {
        let at = (now - TimeDelta::hours(hours)).to_rfc3339();
        test.sql(&format!(
            "INSERT INTO coverage_gaps (id, listing, started_at, ended_at, reason)
             VALUES (gen_random_uuid(), '{listing}', '{at}', '{at}', 'x')"
        ))
        .await;
    }
    test.sql("INSERT INTO poll_state (listing, next_poll_at, polled_at) VALUES ('posts:all', now(), now())")
        .await;
    assert_eq!(status(&ada.client).await["forum"]["gaps"], json!(2));
    assert_eq!(status(&bob.client).await["forum"]["gaps"], json!(0));
    let text = "Some posts or comments from the last day in r/tea may be missing.";
    assert!(notices(&test, &ada).await.contains(&text.to_owned()));
    assert!(!notices(&test, &bob).await.iter().any(|notice| notice.contains("missing")));
}

/// Polls what is due, second by second, and returns the seconds until the forum is reported as
/// `readable` or not.
async fn seconds_until(forum: &ForumTest, readable: bool) -> i64 {
    for second in 1..=600 {
        forum.pass(TimeDelta::seconds(1));
        forum.poller.run_due().await.unwrap();
        let mut conn = forum.app.conn().await.unwrap();
        let now = forum.app.clock.now();
        let state = silence::forum_state(now, &mut conn).await.unwrap();
        if state.unwrap().readable == readable {
            return second;
        }
    }
    panic!("not within ten minutes");
}

#[tokio::test]
async fn the_forums_absence_and_its_return_are_noticed_within_a_minute_each() {
    let forum = ForumTest::init().await;
    let ada = forum.app.new_user("ada@example.com").await;
    forum.watch(ada.user.id, "kettle", &["tea"]).await;
    forum.poll().await;
    let asked = || forum.requests("new") + forum.requests("comments");
    forum.fault("/r/", FaultKind::Unavailable, 10_000);
    let gone = seconds_until(&forum, false).await;
    assert!(gone <= 55, "{gone} s");
    // Long enough for all listings to reach their maximum wait.
    let before = asked();
    for _ in 0..1_200 {
        forum.pass(TimeDelta::seconds(1));
        forum.poller.run_due().await.unwrap();
    }
    let asked = asked() - before;
    assert!(asked < 80, "{asked} requests in twenty minutes");
    forum.forum.control.clear_faults();
    forum.post("tea", "Kettle");
    let back = seconds_until(&forum, true).await;
    assert!(back <= 55, "{back} s");
    // The others follow immediately.
    for _ in 0..15 {
        forum.pass(TimeDelta::seconds(1));
        forum.poller.run_due().await.unwrap();
    }
    assert_eq!(forum.count("poll_state WHERE failures > 0").await, 0);
    println!("gone after {gone} s, back after {back} s, {asked} requests in twenty minutes");
}

#[tokio::test]
async fn a_listing_that_fails_alone_is_not_taken_for_the_forum() {
    let forum = ForumTest::init().await;
    let ada = forum.app.new_user("ada@example.com").await;
    forum.watch(ada.user.id, "kettle", &["tea"]).await;
    forum.post("tea", "Kettle");
    forum.poll().await;
    forum.fault("/r/tea/", FaultKind::Unavailable, 10_000);
    for _ in 0..300 {
        forum.pass(TimeDelta::seconds(1));
        forum.poller.run_due().await.unwrap();
        let mut conn = forum.app.conn().await.unwrap();
        let now = forum.app.clock.now();
        let state = silence::forum_state(now, &mut conn).await.unwrap().unwrap();
        assert!(state.readable, "{state:?}");
    }
    assert_eq!(forum.count("poll_state WHERE failures > 2").await, 2);
}

async fn session_of(test: &TestApp, user: Uuid) -> Uuid {
    test.row(&format!("SELECT id FROM sessions WHERE user_id = '{user}'")).await
}
