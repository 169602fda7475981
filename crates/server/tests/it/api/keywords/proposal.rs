//! The change of a rule that is proposed after some matches were marked not relevant.

use std::collections::HashMap;

use super::{create, path_of};
use crate::support::prelude::*;

/// Stores posts with these titles; the user's watches match them.
async fn post(app: &TestApp, titles: &[&str]) {
    let now = app.clock.now();
    let posts = titles.iter().map(|title| read_post(&format!("t3_{title}"), title, now));
    store_items(app, posts.collect()).await;
}

/// Returns the ids of the user's notifications by their titles.
async fn ids(user: &Client) -> HashMap<String, String> {
    let list = user.get("/api/notifications?limit=100").await.json;
    let list = list["notifications"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.map(|one| (text(&one["redditPost"]["title"]), text(&one["_id"]))).collect()
}

async fn mark(user: &Client, as_what: &str, titles: &[&str]) {
    let ids = ids(user).await;
    for title in titles {
        let path = format!("/api/notifications/{}/{as_what}", ids[*title]);
        assert_eq!(user.patch(&path).await.status, 200);
    }
}

async fn proposal(user: &Client, watch: &Value) -> Value {
    let answer = user.get(&format!("{}/proposal", path_of(watch))).await.expect(200);
    answer.json["proposal"].clone()
}

const GIVEAWAYS: [&str; 3] = ["A kettle giveaway", "Giveaway: one kettle", "My kettle giveaway!"];
const GOOD: [&str; 2] = ["Which kettle boils fast?", "Kettle or pot"];

/// Makes a keyword with seven matches: three are not relevant, two were read and two are unread.
async fn judged(settings: &[&str]) -> (TestApp, SignedIn, Value) {
    let (app, _, user) = TestApp::init_with(settings).await.with_user().await;
    let watch = create(&user, "kettle").await;
    post(&app, &GIVEAWAYS).await;
    post(&app, &GOOD).await;
    post(&app, &["Unread kettle", "Unread kettle giveaway"]).await;
    mark(&user, "read", &GOOD).await;
    mark(&user, "not-relevant", &GIVEAWAYS).await;
    (app, user, watch)
}

#[tokio::test]
async fn the_change_drops_what_is_not_relevant_and_is_applied_by_the_update() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    let found = proposal(&user, &watch).await;
    assert_eq!(found["changes"], json!([{"kind": "word", "value": "giveaway"}]));
    assert_eq!(found["fromDescription"], false);
    assert_eq!(
        found["rule"],
        json!({
            "keyword": "*kettle* -giveaway", "mode": "query", "subreddits": ["all"],
            "excludedSubreddits": [], "excludedAuthors": [], "filters": watch["filters"],
        })
    );
    let counts = ["notRelevant", "dropped", "kept", "undecided", "undecidedDropped"];
    assert_eq!(counts.map(|name| found[name].as_i64().unwrap()), [3, 3, 2, 2, 1]);
    let ids = ids(&user).await;
    assert_eq!(
        found["alsoDropped"],
        json!([{
            "notificationId": ids["Unread kettle giveaway"], "title": "Unread kettle giveaway",
            "excerpt": "",
        }])
    );
    user.put(&path_of(&watch), found["rule"].clone()).await.expect(200);
    // Matches that the rule no longer finds lead to no further proposal.
    assert_eq!(proposal(&user, &watch).await, Value::Null);
    post(&app, &["Another kettle giveaway", "Another kettle"]).await;
    let ids = self::ids(&user).await;
    assert!(ids.contains_key("Another kettle"));
    assert!(!ids.contains_key("Another kettle giveaway"));
}

#[tokio::test]
async fn one_that_was_opened_protects_its_words_and_two_are_too_few() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    let protecting = "No kettle giveaway, please";
    post(&app, &[protecting]).await;
    mark(&user, "archive", &[protecting]).await;
    assert_eq!(proposal(&user, &watch).await, Value::Null);
    mark(&user, "unread", &[protecting]).await;
    assert_eq!(proposal(&user, &watch).await["kept"], 2);
    mark(&user, "unread", &GIVEAWAYS[..1]).await;
    assert_eq!(proposal(&user, &watch).await, Value::Null);
}

#[tokio::test]
async fn a_dismissed_change_comes_back_with_the_next_that_is_not_relevant() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    let path = format!("{}/proposal", path_of(&watch));
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(proposal(&user, &watch).await, Value::Null);
    app.clock.advance(chrono::TimeDelta::seconds(1));
    mark(&user, "not-relevant", &["Unread kettle giveaway"]).await;
    assert_eq!(proposal(&user, &watch).await["dropped"], 4);
}

#[tokio::test]
async fn a_word_that_the_description_excludes_is_proposed_until_it_is_dismissed() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let says = |text: &str| json!({"keyword": "kettle", "description": text});
    let watch = user.post("/api/keywords", says("the vessel, not the band")).await.expect(201).json;
    let path = path_of(&watch);
    let due = async || {
        let list = user.get("/api/keywords/activity").await.expect(200).json;
        list["watches"][0]["proposalDueAt"].clone()
    };
    assert_eq!(due().await, watch["updatedAt"]);
    assert_eq!(proposal(&user, &watch).await, Value::Null, "no match has the word");
    post(&app, &["A kettle band", "Kettles: the Band", "Kettle or pot"]).await;
    let found = proposal(&user, &watch).await;
    assert_eq!(found["changes"], json!([{"kind": "word", "value": "band"}]));
    assert_eq!(found["fromDescription"], true);
    let counts = ["notRelevant", "undecided", "undecidedDropped"];
    assert_eq!(counts.map(|name| found[name].as_i64().unwrap()), [0, 3, 2]);
    // What was opened is kept.
    mark(&user, "read", &["A kettle band"]).await;
    assert_eq!(proposal(&user, &watch).await, Value::Null);
    mark(&user, "unread", &["A kettle band"]).await;
    assert_eq!(proposal(&user, &watch).await, found);

    user.delete(&format!("{path}/proposal")).await.expect(204);
    assert_eq!((due().await, proposal(&user, &watch).await), (Value::Null, Value::Null));
    user.put(&path, says("the vessel, not the band")).await.expect(200);
    assert_eq!(proposal(&user, &watch).await, Value::Null, "the description is the same");
    user.put(&path, says("the vessel, not a band")).await.expect(200);
    assert_eq!(proposal(&user, &watch).await["changes"], found["changes"]);
    user.put(&path, says("the vessel")).await.expect(200);
    assert_eq!(due().await, Value::Null);
}

#[tokio::test]
async fn what_the_plan_does_not_allow_is_not_proposed() {
    let (app, user, watch) = judged(&["server.plans=on"]).await;
    assert_eq!(proposal(&user, &watch).await, Value::Null);
    // Naming fewer subreddits is allowed on every plan.
    app.sql("UPDATE watches SET subreddits = '{tea,deals}'").await;
    let giveaways = "title ILIKE '%giveaway%'";
    app.sql(&format!("UPDATE items SET subreddit = 'Deals' WHERE {giveaways}")).await;
    let found = proposal(&user, &watch).await;
    assert_eq!(found["changes"], json!([{"kind": "subreddit", "value": "Deals"}]));
    let changed = user.put(&path_of(&watch), found["rule"].clone()).await;
    assert_eq!((changed.status, &changed.json["subreddits"]), (200, &json!(["tea"])));
}

#[tokio::test]
async fn what_another_keyword_finds_is_not_proposed() {
    let (_app, user, watch) = judged(&["server.plans=off"]).await;
    let same = json!({"keyword": "*kettle* -giveaway", "mode": "query"});
    assert_eq!(user.post("/api/keywords", same).await.status, 201);
    assert_eq!(proposal(&user, &watch).await, Value::Null);
}

#[tokio::test]
async fn a_search_for_a_change_takes_its_users_turn() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    let turn = app.previews.take(user.user.id).await.unwrap();
    let path = format!("{}/proposal", path_of(&watch));
    let busy = user.get(&path).await;
    assert_eq!((busy.status, busy.code()), (429, "SEARCH_IN_PROGRESS"));
    // When there is nothing to search for, the call does not wait.
    let other = create(&user, "teapot").await;
    assert_eq!(proposal(&user, &other).await, Value::Null);
    drop(turn);
    assert_eq!(user.get(&path).await.status, 200);
}

#[tokio::test]
async fn the_latest_of_each_sort_are_listed_and_no_more() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    let path = format!("{}/judged-matches", path_of(&watch));
    let matches = user.get(&path).await.json["matches"].clone();
    let sorts: Vec<(&str, &str)> = matches
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let title = one["item"]["title"].as_str().unwrap();
            (one["judgement"].as_str().unwrap(), title)
        })
        .collect();
    assert_eq!(sorts.len(), 7);
    for (sort, titles) in [
        ("notRelevant", &GIVEAWAYS[..]),
        ("opened", &GOOD),
        ("undecided", &["Unread kettle", "Unread kettle giveaway"]),
    ] {
        for title in titles {
            assert!(sorts.contains(&(sort, title)), "{sort} {title}: {sorts:?}");
        }
    }
    let many = [("Junk", 60), ("Good", 210), ("Another", 110)].map(|(word, count)| {
        let titles = (0..count).map(move |n| format!("{word} kettle {n}"));
        titles.collect::<Vec<String>>()
    });
    let many: Vec<&str> = many.iter().flatten().map(String::as_str).collect();
    post(&app, &many).await;
    for (word, change) in
        [("Junk", "status = 'archived', not_relevant_at = now()"), ("Good", "status = 'read'")]
    {
        app.sql(&format!(
            "UPDATE notifications SET {change} FROM items
             WHERE items.id = item_id AND title LIKE '{word} %'"
        ))
        .await;
    }
    let matches = user.get(&path).await.json["matches"].clone();
    let count = |sort: &str| {
        let matches = matches.as_array().unwrap().iter();
        matches.filter(|one| one["judgement"] == sort).count()
    };
    assert_eq!(["notRelevant", "opened", "undecided"].map(count), [50, 200, 100]);
    let found = proposal(&user, &watch).await;
    assert_eq!((&found["dropped"], &found["kept"]), (&json!(50), &json!(200)));
}

#[tokio::test]
async fn the_list_says_for_which_keywords_a_change_is_due() {
    let (app, user, watch) = judged(&["server.plans=off"]).await;
    create(&user, "teapot").await;
    let due = async || {
        let list = user.get("/api/keywords/activity").await.json["watches"].clone();
        assert_eq!(list[1]["_id"], watch["_id"]);
        assert_eq!(list[0]["proposalDueAt"], Value::Null);
        list[1]["proposalDueAt"].clone()
    };
    assert!(due().await.is_string());
    let path = format!("{}/proposal", path_of(&watch));
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(due().await, Value::Null);
    app.clock.advance(chrono::TimeDelta::seconds(1));
    mark(&user, "not-relevant", &["Unread kettle giveaway"]).await;
    assert!(due().await.is_string());
    for title in &GIVEAWAYS[..2] {
        mark(&user, "unread", &[title]).await;
    }
    assert_eq!(due().await, Value::Null);
}
