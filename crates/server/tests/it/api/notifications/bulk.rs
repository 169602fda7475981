//! Changes of very many notifications go in short steps, and all counts are right afterwards.

use crate::support::prelude::*;

const NOTIFICATIONS: i64 = 30_000;
/// Those up to this position are counted for analytics.
const COUNTED: i64 = 20_000;
const MAX_STEP: i64 = 2_000;

/// Adds notifications of the last fortnight, five of each item, in two subreddits by turns.
async fn fill(app: &TestApp, user: Uuid) {
    let at = format!(
        "'{}'::timestamptz - (30000 - n / 5 * 5) / 5 * interval '3 minutes'",
        app.clock.now()
    );
    for statement in [
        format!("SELECT ensure_week_partitions('{0}'::timestamptz - interval '14 days', '{0}')", app.clock.now()),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits, is_active, match_count)
             SELECT md5('watch' || n)::uuid, '{user}'::uuid, 'Word' || n, '{{all}}', false, {NOTIFICATIONS} / 10
             FROM generate_series(0, 9) AS n"
        ),
        format!(
            "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, forum_created_at)
             SELECT md5('item' || n)::uuid, {at}, 't3_' || n, 'post', 'sub' || n / 5 % 2, 'somebody', 'A title',
                    'A text', 'https://forum.example/' || n, {at}
             FROM generate_series(0, {NOTIFICATIONS} - 1, 5) AS n"
        ),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
             SELECT gen_random_uuid(), {at}, md5('item' || n / 5 * 5)::uuid, md5('watch' || n % 10)::uuid, '{user}'::uuid,
                    n + 1, 'Word' || n % 10, '[]', {at}
             FROM generate_series(0, {NOTIFICATIONS} - 1) AS n"
        ),
        format!("INSERT INTO live_cursors (user_id, seq) VALUES ('{user}', {NOTIFICATIONS})"),
        format!("INSERT INTO counted_matches (user_id, seq) VALUES ('{user}', {COUNTED})"),
        format!(
            "INSERT INTO match_hours (user_id, day, watch_id, matches, opened, not_relevant)
             SELECT '{user}'::uuid, utc_day(hour), watch_id, sum_hours(in_hour(hour, n))::text,
                    sum_hours(in_hour(hour, 0))::text, sum_hours(in_hour(hour, 0))::text
             FROM (SELECT date_trunc('hour', created_at, 'UTC') AS hour, watch_id, count(*) AS n
                   FROM notifications WHERE seq <= {COUNTED} GROUP BY 1, 2) AS hours GROUP BY 1, 2, 3"
        ),
        "ANALYZE items, notifications".to_owned(),
    ] {
        app.sql(&statement).await;
    }
}

/// Returns the number of statements that have changed notifications of the user.
async fn steps(app: &TestApp) -> i64 {
    app.row("SELECT version FROM notification_versions").await
}

/// Returns the numbers of unread, read and archived notifications, as they are kept for the groups.
async fn kept(app: &TestApp) -> (i64, i64, i64) {
    app.row(
        "SELECT sum(unread)::bigint, sum(read)::bigint, sum(archived)::bigint FROM notification_counts",
    )
    .await
}

#[tokio::test]
async fn very_many_are_marked_as_read_muted_and_restored_in_short_steps() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    fill(&app, user.user.id).await;
    let before = steps(&app).await;
    let (mut changed, mut body) = (0, json!({}));
    loop {
        let answer = user.post("/api/notifications/read", body).await.expect(200).json;
        changed += answer["changed"].as_i64().unwrap();
        assert_eq!(answer["remaining"], NOTIFICATIONS - changed);
        if changed == NOTIFICATIONS {
            break;
        }
        body = json!({"upTo": answer["upTo"]});
    }
    assert!(steps(&app).await - before >= NOTIFICATIONS / MAX_STEP);
    assert_eq!(kept(&app).await, (0, NOTIFICATIONS, 0));
    let opened = "SELECT sum(n)::bigint FROM match_hours, unnest(opened::int[]) AS n";
    assert_eq!(app.row::<i64>(opened).await, COUNTED);

    let before = steps(&app).await;
    let mut body = json!({"kind": "subreddit", "value": "sub1", "cleanUp": true});
    let (mut cleaned, half) = (0, NOTIFICATIONS / 2);
    let mute = loop {
        let answer = user.post("/api/mutes", body.clone()).await.expect(201).json;
        cleaned += answer["cleaned"].as_i64().unwrap();
        if answer["next"].is_null() {
            break answer["mute"]["_id"].as_str().unwrap().to_owned();
        }
        body["from"] = answer["next"].clone();
    };
    assert_eq!(cleaned, half);
    assert!(steps(&app).await - before >= half / MAX_STEP);
    assert_eq!(kept(&app).await, (0, half, 0));
    // Each keyword is in items of one of both subreddits only.
    assert_eq!(count(&app, "watches WHERE match_count = 0").await, 5);

    let before = steps(&app).await;
    let mut restored = 0;
    while restored < half {
        let path = format!("/api/mutes/{mute}?restore=true");
        let answer = user.delete(&path).await.expect(200).json;
        restored += answer["restored"].as_i64().unwrap();
        assert_eq!(answer["hasMore"], restored < half);
    }
    assert!(steps(&app).await - before >= half / MAX_STEP);
    assert_eq!(kept(&app).await, (0, NOTIFICATIONS, 0));
    let whole = format!("watches WHERE match_count = {NOTIFICATIONS} / 10");
    assert_eq!(count(&app, &whole).await, 10);
}

#[tokio::test]
async fn a_further_call_leaves_what_has_arrived_since_the_first() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    for keyword in ["rust", "go"] {
        app.notify(user.user.id, Match::of(keyword)).await;
    }
    let first = user.post("/api/notifications/read", json!({"keyword": "go"})).await.expect(200);
    app.notify(user.user.id, Match::of("go")).await;
    let further = json!({"upTo": first.json["upTo"]});
    let further = user.post("/api/notifications/read", further).await.expect(200).json;
    assert_eq!((&further["changed"], &further["remaining"]), (&json!(1), &json!(0)));
    let unread = user.get("/api/notifications/unread/count").await;
    assert_eq!(unread.json["count"], 1);
}

#[tokio::test]
async fn a_preview_and_a_clean_up_continue_where_the_last_call_ended() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let first = app.notify(user.user.id, Match::of("rust")).await.seq;
    for keyword in ["go", "zig"] {
        app.notify(user.user.id, Match::of(keyword)).await;
    }
    let mut body = json!({"kind": "author", "value": "somebody", "cleanUp": true});
    for (from, found) in [(json!(null), 3), (json!(first), 2)] {
        body["from"] = from;
        let preview = user.post("/api/mutes/preview", body.clone()).await.expect(200).json;
        assert_eq!(preview, json!({"count": found, "next": null}));
    }
    let several = json!({"mutes": [body], "from": first});
    assert_eq!(user.post("/api/mutes/several", several).await.expect(201).json["cleaned"], 2);
    body["from"] = json!(null);
    assert_eq!(user.post("/api/mutes", body).await.expect(201).json["cleaned"], 1);
}
