//! Near matches of keywords: the order in which watches are examined, the results, and their use.

use std::num::NonZeroU32;
use std::time::Duration;

use domain::watches::turns::Turns;
use ingest::near_misses::{list_due, look_at_next};
use platform::sources::ForumItem;

use crate::support::prelude::*;

fn turns() -> Turns {
    Turns::new(NonZeroU32::MIN, Duration::MAX)
}

/// Examines all watches that are due and returns them, in order.
async fn look(app: &App) -> Vec<Uuid> {
    list_due(app).await.unwrap();
    let (turns, mut looked) = (turns(), Vec::new());
    while let Some(claimed) = look_at_next(app, &turns).await.unwrap() {
        looked.push(claimed.watch_id);
    }
    looked
}

fn posts(app: &App, titles: &[&str]) -> Vec<ForumItem> {
    let now = app.clock.now();
    let titles = titles.iter();
    titles.map(|title| read_post(&format!("t3_{}", Uuid::now_v7()), title, now)).collect()
}

async fn post(app: &App, titles: &[&str]) {
    store_items(app, posts(app, titles)).await;
}

async fn listed(user: &Client) -> Value {
    let answer = user.get("/api/keywords/near-misses").await.expect(200);
    answer.json["watches"].clone()
}

async fn create(user: &Client, mut watch: Value) -> Value {
    watch["filters"] = json!({"wholeWordOnly": true});
    user.post("/api/keywords", watch).await.expect(201).json
}

/// Makes all rules a day old, as if none had been changed since yesterday.
async fn a_day_old(app: &TestApp) {
    app.sql("UPDATE watches SET rule_changed_at = rule_changed_at - interval '25 hours'").await;
}

/// Advances time, and signs the user in again.
async fn pass(app: &TestApp, time: TimeDelta, user: &SignedIn) -> Client {
    app.clock.advance(time);
    app.sign_in(user.user.id).await
}

fn path_of(watch: &Value) -> String {
    format!("/api/keywords/{}", watch["_id"].as_str().unwrap())
}

/// Makes a keyword that is a day old, with one post that it matches, and three that it nearly matches.
async fn near(settings: &[&str]) -> (TestApp, SignedIn, Value) {
    let (app, _, user) = TestApp::init_with(settings).await.with_user().await;
    let watch = create(&user, json!({"keyword": "kubernetes"})).await;
    a_day_old(&app).await;
    let titles = [
        "Kubernetes it is",
        "Kubernetees is hard",
        "All of kubernetees",
        "Mykubernetes",
        "Nothing of the sort",
    ];
    post(&app, &titles).await;
    (app, user, watch)
}

const ALL: &[&str] = &["server.plans=off"];

#[tokio::test]
async fn what_a_keyword_nearly_matches_is_listed_and_one_update_matches_it() {
    let (app, user, watch) = near(ALL).await;
    assert_eq!(look(&app).await.len(), 1);
    let found = listed(&user).await;
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(found[0]["watchId"], watch["_id"]);
    assert_eq!(found[0]["hours"], 36);
    let changes = found[0]["changes"].as_array().unwrap();
    let shown: Vec<Value> =
        changes.iter().map(|one| json!([one["change"], one["count"], one["comments"]])).collect();
    assert_eq!(
        shown,
        [
            json!([{"kind": "misspelling", "value": "kubernetees"}, 2, 0]),
            json!([{"kind": "partsOfWords", "value": ""}, 1, 0]),
        ]
    );
    let titles: Vec<&Value> = changes[0]["examples"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["item"]["title"])
        .collect();
    assert!(titles.contains(&&json!("Kubernetees is hard")), "{titles:?}");
    assert!(titles.contains(&&json!("All of kubernetees")), "{titles:?}");
    let spans = &changes[1]["examples"][0]["matches"];
    assert_eq!(*spans, json!([{"field": "title", "start": 2, "end": 12}]));
    let rule = changes[0]["rule"].clone();
    assert_eq!(
        rule,
        json!({
            "keyword": "kubernetes OR kubernetees", "mode": "query", "subreddits": ["all"],
            "excludedSubreddits": [], "excludedAuthors": [], "filters": watch["filters"],
        })
    );
    user.put(&path_of(&watch), rule).await.expect(200);
    assert_eq!(count(&app, "near_misses").await, 0);
    assert_eq!(count(&app, "notifications").await, 1);
    post(&app, &["More kubernetees"]).await;
    assert_eq!(count(&app, "notifications").await, 2);
}

#[tokio::test]
async fn nothing_of_an_item_is_kept_but_its_key_and_what_is_gone_is_not_shown() {
    let (app, user, _) = near(ALL).await;
    look(&app).await;
    for word in ["hard", "All of", "Mykubernetes", "somebody"] {
        let rows = format!("near_misses WHERE found::text LIKE '%{word}%'");
        assert_eq!(count(&app, &rows).await, 0, "{word}");
    }
    app.sql("DELETE FROM unmatched_items WHERE title LIKE 'All%'").await;
    let changes = listed(&user).await[0]["changes"].clone();
    assert_eq!(changes[0]["count"], 2);
    assert_eq!(changes[0]["examples"].as_array().unwrap().len(), 1);
    app.sql("DELETE FROM unmatched_items").await;
    let changes = listed(&user).await[0]["changes"].clone();
    assert_eq!(changes[0]["examples"], json!([]));
}

#[tokio::test]
async fn what_another_users_keyword_keeps_is_shown_until_reddit_has_it_no_longer() {
    let (app, user, _) = near(ALL).await;
    let other = app.new_user("other@example.com").await.user;
    add_watch(&app, other.id, "again", &["all"]).await;
    app.sql("DELETE FROM unmatched_items").await;
    post(&app, &["Kubernetees again"]).await;
    look(&app).await;
    let example = || async { listed(&user).await[0]["changes"][0]["examples"].clone() };
    assert_eq!(example().await.as_array().unwrap().len(), 1);
    app.sql("UPDATE items SET gone_at = now(), title = '' WHERE title LIKE '%again'").await;
    assert_eq!(example().await, json!([]));
}

#[tokio::test]
async fn a_keyword_is_looked_at_once_it_is_a_day_old_and_then_once_a_week() {
    let (app, _, user) = TestApp::init_with(ALL).await.with_user().await;
    create(&user, json!({"keyword": "kettle"})).await;
    let looked = async |time| {
        app.clock.advance(time);
        look(&app).await.len()
    };
    assert_eq!(looked(TimeDelta::hours(23)).await, 0);
    assert_eq!(looked(TimeDelta::hours(1)).await, 1);
    assert_eq!(looked(TimeDelta::days(6)).await, 0);
    assert_eq!(looked(TimeDelta::hours(24)).await, 1);
}

#[tokio::test]
async fn a_look_that_fails_or_is_killed_is_repeated_after_a_minute() {
    let (app, user, watch) = near(ALL).await;
    list_due(&app).await.unwrap();
    app.sql("ALTER TABLE users RENAME TO away").await;
    look_at_next(&app, &turns()).await.unwrap_err();
    app.sql("ALTER TABLE away RENAME TO users").await;
    assert_eq!(look(&app).await, [] as [Uuid; 0]);
    app.clock.advance(TimeDelta::minutes(1));
    // A killed process leaves a claim.
    let mut conn = app.conn().await.unwrap();
    let claimed =
        db::models::near_miss::claim(app.clock.now(), TimeDelta::minutes(1), &mut conn).await;
    assert_eq!(claimed.unwrap().unwrap().watch_id.to_string(), watch["_id"]);
    drop(conn);
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(look(&app).await.len(), 1);
    assert_eq!(listed(&user).await.as_array().unwrap().len(), 1);
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(look(&app).await, [] as [Uuid; 0]);
}

#[tokio::test]
async fn of_two_processes_one_looks() {
    let (app, _, _) = near(ALL).await;
    assert_eq!(list_due(&app).await.unwrap(), 1);
    // Each has its own turns.
    let (one, other) = (turns(), turns());
    let looks = tokio::join!(look_at_next(&app, &one), look_at_next(&app, &other));
    let looks = [looks.0.unwrap(), looks.1.unwrap()];
    assert_eq!(looks.iter().flatten().count(), 1, "{looks:?}");
    let listings = tokio::join!(list_due(&app), list_due(&app));
    assert_eq!((listings.0.unwrap(), listings.1.unwrap()), (0, 0));
}

#[tokio::test]
async fn of_one_user_the_newest_fifty_are_looked_at_and_nobody_waits_for_more() {
    let (app, _, greedy) = TestApp::init_with(ALL).await.with_user().await;
    let mut watches = Vec::new();
    for n in 0..53 {
        watches.push(add_watch(&app, greedy.user.id, &format!("kettle {n:02}"), &["all"]).await);
        app.clock.advance(TimeDelta::seconds(1));
    }
    let other = app.new_user("other@example.com").await;
    let patient = add_watch(&app, other.user.id, "teapot", &["all"]).await;
    app.sql("UPDATE watches SET whole_word_only = true").await;
    a_day_old(&app).await;
    let near: Vec<String> = (0..53).map(|n| format!("akettle {n:02}")).collect();
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    post(&app, &near).await;
    post(&app, &["Two teapots"]).await;
    let looked = look(&app).await;
    assert!(looked.contains(&patient));
    assert_eq!(listed(&other).await.as_array().unwrap().len(), 1);
    let found = "near_misses WHERE found <> '[]' AND watch_id";
    let oldest: Vec<String> = watches[..3].iter().map(|id| format!("'{id}'")).collect();
    let oldest = oldest.join(", ");
    assert_eq!(count(&app, &format!("{found} IN ({oldest})")).await, 0);
    assert_eq!(count(&app, &format!("{found} <> '{patient}'")).await, 50);
    assert_eq!(listed(&greedy).await.as_array().unwrap().len(), 50);
    // A user who changes keywords repeatedly does not get a turn before others.
    app.sql("UPDATE watches SET keyword = keyword || ' more', updated_at = updated_at + interval '2 days'")
        .await;
    assert_eq!(count(&app, "near_misses").await, 0);
    assert_eq!(look(&app).await, [] as [Uuid; 0]);
}

#[tokio::test]
async fn what_was_longest_without_a_look_is_next() {
    let (app, _, user) = TestApp::init_with(ALL).await.with_user().await;
    let first = add_watch(&app, user.user.id, "kettle", &["all"]).await;
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(look(&app).await, [first]);
    let second = add_watch(&app, user.user.id, "teapot", &["all"]).await;
    app.clock.advance(TimeDelta::days(8));
    // Both are due, and one was never examined.
    assert_eq!(look(&app).await, [second, first]);
}

#[tokio::test]
async fn a_change_of_the_rule_forgets_and_a_change_of_the_notes_does_not() {
    let (app, user, watch) = near(ALL).await;
    look(&app).await;
    let mut wanted = json!({"keyword": "kubernetes", "filters": watch["filters"], "notes": "mine"});
    assert_eq!(user.put(&path_of(&watch), wanted.clone()).await.status, 200);
    assert_eq!(listed(&user).await.as_array().unwrap().len(), 1);
    wanted["filters"]["includeComments"] = json!(false);
    assert_eq!(user.put(&path_of(&watch), wanted).await.status, 200);
    assert_eq!(listed(&user).await, json!([]));
    assert_eq!(count(&app, "near_misses").await, 0);
    // The new rule waits for its day.
    assert_eq!(look(&app).await.len(), 0);
}

#[tokio::test]
async fn a_rule_that_changes_during_a_look_keeps_nothing_of_it() {
    let (app, user, watch) = near(ALL).await;
    list_due(&app).await.unwrap();
    let now = app.clock.now();
    let mut conn = app.conn().await.unwrap();
    let claimed = db::models::near_miss::claim(now, TimeDelta::minutes(1), &mut conn).await;
    let claimed = claimed.unwrap().unwrap();
    user.put(&path_of(&watch), json!({"keyword": "kettle"})).await.expect(200);
    claimed.note(json!([1]), 36, now, &mut conn).await.unwrap();
    assert_eq!(count(&app, "near_misses").await, 0);
}

#[tokio::test]
async fn what_is_dismissed_stays_away_until_the_next_look() {
    let (app, user, watch) = near(ALL).await;
    look(&app).await;
    let path = format!("{}/near-misses", path_of(&watch));
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(listed(&user).await, json!([]));
    let later = pass(&app, TimeDelta::days(7), &user).await;
    post(&app, &["Kubernetees"]).await;
    assert_eq!(look(&app).await.len(), 1);
    assert_eq!(listed(&later).await.as_array().unwrap().len(), 1);
    // Results that are not renewed in time are not shown as current.
    let later = pass(&app, TimeDelta::days(8), &user).await;
    assert_eq!(listed(&later).await, json!([]));
}

#[tokio::test]
async fn a_plan_without_queries_gets_no_misspelling() {
    let (app, _, user) = TestApp::init_with(&["server.plans=on"]).await.with_user().await;
    let watch = add_watch(&app, user.user.id, "kubernetes", &["all"]).await;
    // As after a downgrade: the filter may stay, and may be removed.
    let strict = format!("UPDATE watches SET whole_word_only = true WHERE id = '{watch}'");
    app.sql(&strict).await;
    a_day_old(&app).await;
    post(&app, &["Kubernetees", "Mykubernetes"]).await;
    look(&app).await;
    let found = listed(&user).await;
    let changes = found[0]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["change"]["kind"], "partsOfWords");
    // Nor is a misspelling shown that was found under another plan.
    app.make_pro(&user.user).await;
    let user = pass(&app, TimeDelta::days(7), &user).await;
    post(&app, &["More kubernetees"]).await;
    look(&app).await;
    assert_eq!(listed(&user).await[0]["changes"][0]["change"]["kind"], "misspelling");
    app.sql("UPDATE users SET plan = 'free'").await;
    assert_eq!(listed(&user).await, json!([]));
}

#[tokio::test]
async fn what_is_muted_is_no_near_miss() {
    let (app, user, _) = near(ALL).await;
    let muted = json!({"kind": "author", "value": "somebody"});
    assert_eq!(user.post("/api/mutes", muted).await.status, 201);
    look(&app).await;
    assert_eq!(listed(&user).await, json!([]));
}

#[tokio::test]
async fn what_another_keyword_finds_is_not_suggested() {
    let (app, user, _) = near(ALL).await;
    let same = json!({"keyword": "kubernetes OR kubernetees", "mode": "query"});
    assert_eq!(user.post("/api/keywords", same).await.status, 201);
    look(&app).await;
    let changes = listed(&user).await[0]["changes"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 1, "{changes}");
    assert_eq!(changes[0]["change"]["kind"], "partsOfWords");
}

#[tokio::test]
async fn a_keyword_that_is_off_is_neither_looked_at_nor_listed() {
    let (app, user, watch) = near(ALL).await;
    look(&app).await;
    let toggle = format!("{}/toggle", path_of(&watch));
    assert_eq!(user.patch(&toggle).await.status, 200);
    assert_eq!(listed(&user).await, json!([]));
    app.clock.advance(TimeDelta::days(8));
    post(&app, &["Kubernetees"]).await;
    look(&app).await;
    assert_eq!(count(&app, "near_misses WHERE found <> '[]'").await, 0);
}

#[tokio::test]
async fn a_suspended_accounts_keywords_are_not_looked_at() {
    let (app, user, _) = near(ALL).await;
    app.sql("UPDATE users SET suspended_at = now()").await;
    look(&app).await;
    assert_eq!(count(&app, "near_misses WHERE looked_at > 'epoch'").await, 1);
    assert_eq!(count(&app, "near_misses WHERE found <> '[]'").await, 0);
    app.sql("UPDATE users SET suspended_at = NULL").await;
    let user = pass(&app, TimeDelta::days(8), &user).await;
    post(&app, &["Kubernetees"]).await;
    look(&app).await;
    assert_ne!(listed(&user).await, json!([]));
}

#[tokio::test]
async fn a_long_text_is_cut_after_its_first_match() {
    let (app, _, user) = TestApp::init_with(ALL).await.with_user().await;
    create(&user, json!({"keyword": "kubernetes"})).await;
    a_day_old(&app).await;
    let mut items = posts(&app, &["Short", "Long"]);
    items[0].body = format!("kubernetees {}", "x".repeat(5_000));
    items[1].body = format!("{} kubernetees {}", "🔥".repeat(2_000), "x".repeat(5_000));
    store_items(&app, items).await;
    look(&app).await;
    let examples = listed(&user).await[0]["changes"][0]["examples"].clone();
    let mut lengths: Vec<(usize, i64)> = examples
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let body = one["item"]["body"].as_str().unwrap();
            let units = body.encode_utf16().count();
            (units, one["matches"][0]["end"].as_i64().unwrap())
        })
        .collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [(1_000, 11), (4_012, 4_012)]);
}

#[tokio::test]
async fn the_list_takes_its_users_turn() {
    let (app, user, _) = near(ALL).await;
    let turn = app.heavy_reads.take(user.user.id).await.unwrap();
    let busy = user.get("/api/keywords/near-misses").await;
    assert_eq!((busy.status, busy.code()), (429, "SEARCH_IN_PROGRESS"));
    drop(turn);
    listed(&user).await;
}
