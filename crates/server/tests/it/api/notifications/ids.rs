//! All that match can be selected: the ids of a whole list or search.

use std::collections::BTreeSet;

use super::search::written;
use crate::support::prelude::*;

const PATH: &str = "/api/notifications/ids";

/// Returns what all pages list, in order, and calls `meanwhile` after each page.
async fn listed(client: &Client, query: &str, meanwhile: impl AsyncFn()) -> Vec<Value> {
    let mut all = Vec::new();
    let mut further = String::new();
    loop {
        let page = client.get(&format!("{PATH}?{query}{further}")).await.expect(200).json;
        all.extend(page["notifications"].as_array().unwrap().iter().cloned());
        let Some(next) = page["next"].as_str() else {
            return all;
        };
        further = format!("&after={next}&upTo={}", page["upTo"]);
        meanwhile().await;
    }
}

/// Returns what a list of notifications or of ids says about each of them.
fn about(list: &Value) -> Vec<Value> {
    let about = |one: &Value| json!([one["_id"], one["matchedKeyword"], one["status"]]);
    list.as_array().unwrap().iter().map(about).collect()
}

/// Creates notifications that differ in all that filters distinguish, and some that nobody may see.
async fn varied() -> (TestApp, SignedIn) {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    let (id, now) = (user.user.id, app.clock.now());
    app.notify(id, written("old tea", "").at(now - TimeDelta::days(3))).await;
    app.notify(id, written("tea elsewhere", "").in_subreddit("Drinks")).await;
    let pot = app.notify(id, Match::of("Pot")).await.id;
    let star = json!({"isStarred": true});
    user.put(&format!("/api/notifications/{pot}/kept"), star).await.expect(200);
    let comment = app.notify(id, written("tea in a comment", "")).await.item_id;
    let gone = app.notify(id, written("gone tea", "")).await.item_id;
    for change in [
        format!("kind = 'comment' WHERE id = '{comment}'"),
        format!("gone_at = '{now}' WHERE id = '{gone}'"),
    ] {
        app.sql(&format!("UPDATE items SET {change}")).await;
    }
    for verb in ["read", "archive"] {
        let one = app.notify(id, written("green tea", "")).await.id;
        user.patch(&format!("/api/notifications/{one}/{verb}")).await.expect(200);
    }
    let deleted = app.notify(id, written("deleted tea", "")).await.id;
    user.delete(&format!("/api/notifications/{deleted}")).await;
    app.notify(id, written("tea of long ago", "").at(now - TimeDelta::days(91))).await;
    let other = app.new_user("other@example.com").await;
    app.notify(other.user.id, written("tea of others", "")).await;
    (app, user)
}

#[tokio::test]
async fn the_ids_are_those_of_the_list() {
    let (_app, user) = varied().await;
    for (query, count) in [
        ("", 7),
        ("status=unread", 5),
        ("status=read", 1),
        ("status=archived", 1),
        ("keyword=POT", 1),
        ("status=read&keyword=kettle", 1),
        ("status=read&keyword=pot", 0),
    ] {
        let list = user.get(&format!("/api/notifications?limit=100&{query}")).await.json;
        let ids = user.get(&format!("{PATH}?removed=true&{query}")).await.expect(200).json;
        assert_eq!(about(&ids["notifications"]), about(&list["notifications"]), "{query}");
        assert_eq!(about(&ids["notifications"]).len(), count, "{query}");
        assert_eq!(list["pagination"]["totalItems"], count, "{query}");
        assert_eq!(ids["next"], json!(null), "{query}");
    }
}

#[tokio::test]
async fn the_ids_are_those_of_a_search() {
    let (app, user) = varied().await;
    let day = (app.clock.now() - TimeDelta::days(3)).date_naive();
    for (query, count) in [
        ("q=tea", 5),
        ("q=tea%20-green", 3),
        ("q=%22green%20tea%22&status=read", 1),
        ("status=unread", 4),
        ("keyword=pot", 1),
        ("subreddit=drinks", 1),
        ("kind=comment", 1),
        ("starred=true", 1),
        ("starred=true&q=asked", 1),
        (&format!("from={day}&until={day}"), 1),
        (&format!("q=tea&until={day}&kind=comment"), 0),
    ] {
        let found = user.get(&format!("/api/notifications/search?limit=100&{query}")).await.json;
        let ids = user.get(&format!("{PATH}?{query}")).await.expect(200).json;
        assert_eq!(about(&ids["notifications"]), about(&found["notifications"]), "{query}");
        assert_eq!(about(&ids["notifications"]).len(), count, "{query}");
    }
}

#[tokio::test]
async fn pages_list_each_once_and_nothing_that_arrives_meanwhile() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let (id, now) = (user.user.id, app.clock.now());
    // More than one page, of which many have the same time.
    app.sql(&format!(
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at, is_matched)
         SELECT md5('item' || n)::uuid, '{now}', 'x' || n, 'post', 'tea', 'a', 'tea', '', '', '{now}', true
         FROM generate_series(1, 10710) n"
    ))
    .await;
    app.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT md5('match' || n)::uuid, '{now}', md5('item' || n)::uuid, '{id}', '{id}', n, 'kettle', '[]',
                '{now}'::timestamptz + n / 100 * interval '1 millisecond'
         FROM generate_series(1, 10710) n"
    ))
    .await;
    app.sql(&format!("INSERT INTO live_cursors (user_id, seq) VALUES ('{id}', 10710)")).await;
    app.clock.advance(TimeDelta::minutes(1));
    for query in ["status=unread&removed=true", "q=tea"] {
        let arrive = async || {
            // One that was matched late, before others in the order of the list.
            app.notify(id, written("tea", "").at(now - TimeDelta::days(1))).await;
        };
        let before = count(&app, "notifications").await;
        let all = listed(&user, query, arrive).await;
        assert_eq!(count(&app, "notifications").await, before + 2, "{query}");
        let ids: BTreeSet<&str> = all.iter().map(|one| one["_id"].as_str().unwrap()).collect();
        assert_eq!((all.len() as i64, ids.len() as i64), (before, before), "{query}");
    }
}

#[tokio::test]
async fn several_words_are_for_pro_and_positions_are_checked() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    app.notify(user.user.id, written("green tea", "")).await;
    for (query, status) in [
        ("", 200),
        ("status=unread&keyword=kettle", 200),
        ("q=tea", 200),
        ("q=green+tea", 403),
        ("q=tea&kind=post", 403),
        ("q=tea&starred=true", 200),
        ("after=x", 422),
        ("upTo=x", 400),
        ("from=2026-02-02&until=2026-02-01", 422),
    ] {
        let answer = user.get(&format!("{PATH}?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text);
    }
    assert_eq!(anon.get(PATH).await.status, 401);
}
