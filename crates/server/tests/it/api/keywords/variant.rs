//! A variant is tried alongside its keyword: its matches are counted, and nobody is alerted.

use std::time::Duration;

use ingest::retention::delete_outdated;
use ingest::store::partitions::Partitions;
use ingest::store::store;
use matcher::{PatternCost, Span, WatchId};

use super::{create, path_of};
use crate::support::prelude::*;

async fn with_user() -> (TestApp, SignedIn, Value) {
    let app = TestApp::init_with(&["server.plans=off"]).await;
    let (app, _, user) = app.with_user().await;
    let watch = create(&user, "kettle").await;
    (app, user, watch)
}

async fn start(user: &Client, watch: &Value, rule: Value) -> Answer {
    user.put(&format!("{}/variant", path_of(watch)), rule).await
}

async fn started(user: &Client, watch: &Value, keyword: &str) {
    let rule = json!({"keyword": keyword, "mode": "query"});
    start(user, watch, rule).await.expect(200);
}

async fn difference(user: &Client, watch: &Value) -> Value {
    user.get(&format!("{}/variant", path_of(watch))).await.expect(200).json
}

/// Returns the variants as the list of keywords shows them.
async fn variants(user: &Client) -> Vec<Value> {
    let answer = user.get("/api/keywords").await.expect(200);
    let watches = answer.json["watches"].as_array().unwrap().iter();
    let variants = watches.map(|watch| watch["variant"].clone());
    variants.filter(|variant| !variant.is_null()).collect()
}

async fn post(app: &TestApp, titles: &[&str]) {
    let now = app.clock.now();
    let posts = titles.iter().map(|title| read_post(&format!("t3_{title}"), title, now));
    store_items(app, posts.collect()).await;
}

fn titles(matches: &Value) -> Vec<&str> {
    let matches = matches.as_array().unwrap().iter();
    matches.map(|one| one["item"]["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_a_variant_would_change_is_counted_and_nobody_is_alerted() {
    let (app, user, watch) = with_user().await;
    post(&app, &["A kettle from before", "A pot from before"]).await;
    app.clock.advance(TimeDelta::minutes(1));
    started(&user, &watch, "(kettle OR pot) -red").await;
    post(&app, &["A red kettle", "A blue pot", "A red pot"]).await;
    post(&app, &["A blue kettle", "A green pot", "A cup"]).await;
    let found = difference(&user, &watch).await;
    assert_eq!(
        (&found["added"], &found["dropped"], &found["compared"]),
        (&json!(2), &json!(1), &json!(2))
    );
    assert_eq!(titles(&found["addedMatches"]), ["A green pot", "A blue pot"]);
    assert_eq!(titles(&found["droppedMatches"]), ["A red kettle"]);
    assert_eq!(
        found["addedMatches"][1]["matches"],
        json!([{"field": "title", "start": 7, "end": 10}])
    );
    assert_eq!(
        found["droppedMatches"][0]["matches"],
        json!([{"field": "title", "start": 6, "end": 12}])
    );
    let [summary] = &variants(&user).await[..] else {
        panic!("not one");
    };
    assert_eq!(
        (&summary["keyword"], &summary["added"], &summary["endedAt"]),
        (&json!("(kettle OR pot) -red"), &json!(2), &Value::Null)
    );
    // Two for the keyword itself; only its matches are kept for ninety days.
    assert_eq!(count(&app, "notifications").await, 3);
    assert_eq!(count(&app, "items").await, 3);
    assert_eq!(count(&app, "outbox").await, 3);

    user.put(&path_of(&watch), found["rule"].clone()).await.expect(200);
    assert_eq!(variants(&user).await, Vec::<Value>::new());
    post(&app, &["Another pot"]).await;
    assert_eq!(count(&app, "notifications").await, 4);
}

#[tokio::test]
async fn only_the_latest_that_it_adds_are_known_and_all_are_counted() {
    let (app, user, watch) = with_user().await;
    started(&user, &watch, "kettle OR pot").await;
    let pots: Vec<String> = (0..60).map(|n| format!("Pot {n}")).collect();
    let pots: Vec<&str> = pots.iter().map(String::as_str).collect();
    post(&app, &pots[..40]).await;
    post(&app, &pots[40..]).await;
    let found = difference(&user, &watch).await;
    assert_eq!(found["added"], 60);
    let mut shown = titles(&found["addedMatches"]);
    shown.sort_unstable();
    let mut latest = pots.clone();
    // Within a batch, the newest comes first.
    latest.drain(30..40);
    latest.sort_unstable();
    assert_eq!(shown, latest);
    // After the texts have been deleted, the count stays.
    app.sql("TRUNCATE unmatched_items").await;
    let found = difference(&user, &watch).await;
    assert_eq!((&found["added"], &found["addedMatches"]), (&json!(60), &json!([])));
}

#[tokio::test]
async fn what_cannot_be_tried_is_refused() {
    let (app, user, watch) = with_user().await;
    let refused = |answer: &Answer| (answer.status, answer.code().to_owned());
    let same = start(&user, &watch, json!({"keyword": " Kettle "})).await;
    assert_eq!(refused(&same), (409, "SAME_RULE".to_owned()));
    let broken = start(&user, &watch, json!({"keyword": "a (", "mode": "query"})).await;
    assert_eq!(refused(&broken), (422, "VALIDATION_FAILED".to_owned()));
    assert!(broken.json["fields"]["keyword"].is_string());
    user.get(&format!("{}/variant", path_of(&watch))).await.expect(404);
    let other = app.new_user("other@example.com").await;
    for answer in [
        start(&other, &watch, json!({"keyword": "pot"})).await,
        other.get(&format!("{}/variant", path_of(&watch))).await,
        other.delete(&format!("{}/variant", path_of(&watch))).await,
    ] {
        assert_eq!(answer.status, 404);
    }
    let mut others = Vec::new();
    for n in 0..5 {
        let watch = create(&user, &format!("cup {n}")).await;
        others.push(path_of(&watch));
        started(&user, &watch, "cup OR mug").await;
        // Replacing the variant itself is always possible.
        started(&user, &watch, "cup OR glass").await;
    }
    let sixth = start(&user, &watch, json!({"keyword": "pot"})).await;
    assert_eq!(refused(&sixth), (403, "TOO_MANY_VARIANTS".to_owned()));
    user.delete(&format!("{}/variant", others[2])).await.expect(204);
    start(&user, &watch, json!({"keyword": "pot"})).await.expect(200);
}

#[tokio::test]
async fn a_plan_that_could_not_store_it_does_not_try_it() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "kettle").await;
    app.set_plan(&user.user, "free").await;
    let query = json!({"keyword": "kettle OR pot", "mode": "query"});
    let refused = start(&user, &watch, query).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    start(&user, &watch, json!({"keyword": "kettles"})).await.expect(200);
}

#[tokio::test]
async fn it_ends_with_its_time_and_rests_with_its_keyword() {
    let (app, user, watch) = with_user().await;
    started(&user, &watch, "kettle OR pot").await;
    let toggle = format!("{}/toggle", path_of(&watch));
    assert_eq!(user.patch(&toggle).await.status, 200);
    post(&app, &["A pot while it was off"]).await;
    assert_eq!(user.patch(&toggle).await.status, 200);
    post(&app, &["A pot"]).await;
    let tags = json!({"keyword": "kettle", "tags": ["kitchen"]});
    assert_eq!(user.put(&path_of(&watch), tags).await.status, 200);
    assert_eq!(variants(&user).await[0]["added"], 1);
    for (days, ended) in [(0, 0), (13, 0), (2, 1), (1, 0)] {
        app.sql(&format!(
            "UPDATE watch_variants SET started_at = started_at - interval '{days} days'"
        ))
        .await;
        let deleted = delete_outdated(&app.pool, app.clock.now()).await;
        assert_eq!(deleted.unwrap().unwrap().ended_variants, ended, "{days}");
    }
    post(&app, &["A pot too late"]).await;
    let [summary] = &variants(&user).await[..] else {
        panic!("not one");
    };
    assert_eq!(summary["added"], 1);
    assert!(summary["endedAt"].is_string());
    // The variant can be tried again, starting at zero.
    started(&user, &watch, "kettle OR pot").await;
    let [summary] = &variants(&user).await[..] else {
        panic!("not one");
    };
    assert_eq!((&summary["added"], &summary["endedAt"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn a_process_learns_that_one_begins_and_ends() {
    let (app, user, watch) = with_user().await;
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    let read = async |id: &str| {
        let pot = read_post(id, "A pot", app.clock.now());
        let (context, partitions) = ((&app.context).into(), Partitions::default());
        let now = app.clock.now();
        store(context, &partitions, &watches, vec![pot], None, now).await.unwrap();
    };
    started(&user, &watch, "kettle OR pot").await;
    watches.catch_up(&app.pool).await.unwrap();
    assert_eq!(watches.len(), 2);
    read("t3_1").await;
    assert_eq!(variants(&user).await[0]["added"], 1);
    started(&user, &watch, "kettle OR cup").await;
    watches.catch_up(&app.pool).await.unwrap();
    read("t3_2").await;
    assert_eq!(variants(&user).await[0]["added"], 0);
    let path = format!("{}/variant", path_of(&watch));
    assert_eq!(user.delete(&path).await.status, 204);
    watches.catch_up(&app.pool).await.unwrap();
    assert_eq!(watches.len(), 1);
}

#[tokio::test]
async fn one_that_costs_too_much_ends_and_the_keyword_continues() {
    const QUERY: &str = "pot /zqx+/";
    let (app, user, watch) = with_user().await;
    started(&user, &watch, QUERY).await;
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    let id: Uuid = watch["_id"].as_str().unwrap().parse().unwrap();
    let cost = PatternCost {
        watch: WatchId(id.as_u128() | 1 << 79),
        query: QUERY.into(),
        span: Span { start: 4, end: QUERY.len() },
        time: Duration::from_secs(40),
        bytes: 60 << 20,
    };
    let charge =
        async || watches.charge(std::slice::from_ref(&cost), app.clock.now(), &app.pool).await;
    assert_eq!(charge().await.unwrap(), 1);
    // The variant has ended: its cost until all processes have learned of that changes nothing.
    assert_eq!(charge().await.unwrap(), 0);
    let found = difference(&user, &watch).await;
    assert_eq!(found["expensivePart"], "/zqx+/");
    assert!(found["endedAt"].is_string());
    let watch = user.get(&path_of(&watch)).await.json;
    assert_eq!(watch["pausedAt"], Value::Null);
    watches.catch_up(&app.pool).await.unwrap();
    assert_eq!(watches.len(), 1);
}
