//! The capabilities of each plan, tested with the calls themselves against the one table.

use platform::config::Plans;
use platform::plans::{Capabilities, Plan};

use crate::support::prelude::*;
use crate::support::shop::Shop;

/// The capabilities of a user. A new one in the table must be added here: otherwise this does not
/// compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    unlimited_keywords: bool,
    many_subreddits: bool,
    advanced_filters: bool,
    browser_push: bool,
    webhooks: bool,
    history_search: bool,
    analytics: bool,
}

fn promised(plan: Plan) -> Found {
    let Capabilities {
        keywords,
        subreddits,
        // Tested where they are counted: `feeds_read/api.rs`, `api/keywords/cost.rs` and `ceiling.rs`.
        feeds: _,
        patterns: _,
        hourly_matches_of_one: _,
        hourly_matches: _,
        advanced_filters,
        browser_push,
        webhooks,
        history_search,
        analytics,
    } = Capabilities::of(plan, Plans::On);
    Found {
        unlimited_keywords: keywords.is_none(),
        many_subreddits: subreddits > 100,
        advanced_filters,
        browser_push,
        webhooks,
        history_search,
        analytics,
    }
}

/// Tries everything, and deletes what was created.
async fn try_all(client: &Client, browser: &Value) -> Found {
    let mut made = Vec::new();
    let mut last = 0;
    for n in 0..4 {
        let answer = create(client, json!({"keyword": format!("keyword {n}")})).await;
        last = answer.status;
        made.extend(path_of("keywords", &answer));
    }
    assert!([201, 403].contains(&last));
    remove(client, made).await;
    let names: Vec<String> = (0..100).map(|n| format!("subreddit_{n}")).collect();
    let hundred = create(client, json!({"keyword": "many", "subreddits": names})).await;
    let more = create(client, json!({"keyword": "more", "subreddits": ["other"]})).await;
    let many = [&hundred, &more].map(|answer| path_of("keywords", answer));
    remove(client, many.into_iter().flatten()).await;
    let hook = json!({"channel": "webhook", "name": "a", "url": "https://example.com/hook"});
    let hook = client.post("/api/endpoints", hook).await;
    remove(client, path_of("endpoints", &hook)).await;
    let push = client.post("/api/push/subscriptions", browser.clone()).await;
    remove(client, path_of("endpoints", &push)).await;
    let search = json!({"name": "tea", "filters": {"q": "tea"}});
    let search = client.post("/api/searches", search).await;
    remove(client, path_of("searches", &search)).await;
    client.get("/api/notifications/search?q=tea").await.expect(200);
    let found = client.get("/api/notifications/search?q=green+tea").await.status;
    assert_eq!(found == 200, allowed(&search), "saving goes with searching");
    let analytics = client.get("/api/analytics").await.status;
    let feeds = client.get("/api/feeds").await.status;
    assert_eq!(feeds == 200, allowed(&hook), "feeds go with channels");
    Found {
        unlimited_keywords: last == 201,
        many_subreddits: more.status == 201,
        advanced_filters: try_rules(client).await,
        browser_push: allowed(&push),
        webhooks: allowed(&hook),
        history_search: allowed(&search),
        analytics: analytics == 200,
    }
}

/// Tries each kind of rule beyond the usual ones; all of them work or none.
async fn try_rules(client: &Client) -> bool {
    let rules = [
        json!({"keyword": "rust", "filters": {"includePosts": false}}),
        json!({"keyword": "rust", "filters": {"includeComments": false}}),
        json!({"keyword": "rust", "filters": {"matchTitlesOnly": true}}),
        json!({"keyword": "rust", "filters": {"caseSensitive": true}}),
        json!({"keyword": "rust", "filters": {"wholeWordOnly": true}}),
        json!({"keyword": "rust", "mode": "query"}),
        json!({"keyword": "rust", "excludedSubreddits": ["playrust"]}),
        json!({"keyword": "rust", "excludedAuthors": ["somebody"]}),
    ];
    let mut found = Vec::new();
    for rule in rules {
        let answer = create(client, rule).await;
        found.push(allowed(&answer));
        remove(client, path_of("keywords", &answer)).await;
    }
    assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
    found[0]
}

async fn create(client: &Client, body: Value) -> Answer {
    client.post("/api/keywords", body).await
}

fn allowed(answer: &Answer) -> bool {
    match answer.status {
        201 => true,
        403 => {
            assert_eq!(answer.code(), "PLAN_UPGRADE_REQUIRED");
            false
        }
        _ => panic!("{}", answer.text),
    }
}

fn path_of(noun: &str, answer: &Answer) -> Option<String> {
    let id = answer.json["_id"].as_str()?;
    Some(format!("/api/{noun}/{id}"))
}

async fn remove(client: &Client, paths: impl IntoIterator<Item = String>) {
    for path in paths {
        assert_eq!(client.delete(&path).await.status, 204);
    }
}

/// Returns the subscription that a browser offers.
fn browser(test: &TestApp, receiver: &sims::receiver::Handle) -> Value {
    let key = test.senders.vapid.public_key();
    let browser = receiver.control.subscribe_for(key).unwrap();
    json!({
        "endpoint": browser.endpoint,
        "expirationTime": null,
        "keys": {"p256dh": browser.keys.p256dh, "auth": browser.keys.auth},
        "name": "Firefox",
    })
}

#[tokio::test]
async fn what_a_plan_may_do_follows_each_change_of_it() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests());
    let receiver = receiver.await.unwrap();
    let settings =
        ["delivery.allowed_networks=127.0.0.1/32", "limits.keyword_changes_per_minute=1000"];
    let mut shop = Shop::init_with(&settings).await;
    let browser = browser(&shop.app, &receiver);
    let (free, pro) = (promised(Plan::Free), promised(Plan::Pro));
    assert_ne!(free, pro);
    let found = async |shop: &Shop| try_all(&shop.user, &browser).await;
    assert_eq!(found(&shop).await, free, "before");
    shop.buy(&shop.user, "monthly").await;
    assert_eq!(found(&shop).await, pro, "after an upgrade");
    shop.user.cancel().await;
    assert_eq!(found(&shop).await, pro, "cancelled, and paid for");
    shop.days_later(32).await;
    assert_eq!(found(&shop).await, free, "after the period");
    shop.buy(&shop.user, "yearly").await;
    assert_eq!(found(&shop).await, pro, "after another upgrade");
    shop.refund(&shop.user).await;
    assert_eq!(found(&shop).await, free, "after a refund");
}

#[tokio::test]
async fn a_downgrade_keeps_the_three_oldest_watches_active_and_all_of_them() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.buy(user, "monthly").await;
    for n in 0..6 {
        shop.app.clock.advance(TimeDelta::seconds(1));
        create(user, json!({"keyword": format!("keyword {n}")})).await.expect(201);
    }
    let watches = async |client: &Client| {
        let list = client.get("/api/keywords?limit=100").await.json;
        let all = list["watches"].as_array().unwrap().clone();
        let mut all: Vec<(String, bool)> = all
            .iter()
            .map(|watch| {
                let keyword = watch["keyword"].as_str().unwrap().to_owned();
                (keyword, watch["isActive"].as_bool().unwrap())
            })
            .collect();
        all.sort();
        all
    };
    let before = watches(user).await;
    // The second was off, which is no reason to keep the fourth on.
    let list = user.get("/api/keywords?limit=100").await.json;
    let all = list["watches"].as_array().unwrap();
    let second = all.iter().find(|w| w["keyword"] == "keyword 1").unwrap();
    let second = format!("/api/keywords/{}/toggle", second["_id"].as_str().unwrap());
    user.patch(&second).await;
    shop.refund(user).await;
    let active = |all: &[(String, bool)]| -> Vec<bool> { all.iter().map(|w| w.1).collect() };
    let after = watches(user).await;
    assert_eq!(after.len(), before.len());
    assert_eq!(active(&after), [true, false, true, false, false, false]);
    // Nothing is turned on again automatically.
    shop.buy(user, "monthly").await;
    assert_eq!(watches(user).await, after);
}

#[tokio::test]
async fn channels_rest_on_the_free_plan_and_work_again_on_pro() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.buy(user, "monthly").await;
    let hook = json!({"channel": "webhook", "name": "a", "url": "https://example.com/hook"});
    assert_eq!(user.post("/api/endpoints", hook).await.status, 201);
    let listed = async |client: &Client| {
        let list = client.get("/api/endpoints").await.json;
        list["endpoints"].as_array().unwrap().len()
    };
    shop.refund(user).await;
    assert_eq!(listed(user).await, 1);
    let id = user.get("/api/endpoints").await.json["endpoints"][0]["_id"].clone();
    let path = format!("/api/endpoints/{}/test", id.as_str().unwrap());
    let refused = user.send("POST", &path, None).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    shop.buy(user, "monthly").await;
    assert_eq!(listed(user).await, 1);
}

#[tokio::test]
async fn with_plans_off_the_free_plan_rests_nothing() {
    let (test, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    for n in 0..5 {
        create(&user, json!({"keyword": format!("keyword {n}")})).await.expect(201);
    }
    test.reconcile().await;
    assert_eq!(test.work_off_events().await, 0);
    assert_eq!(user.get("/api/keywords").await.json["active"], 5);
}
