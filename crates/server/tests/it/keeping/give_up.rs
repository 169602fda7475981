//! The oldest matched items are deleted when the budget does not cover checks of all of them.

use chrono_tz::Tz;
use foundation::time::calendar::monday;
use ingest::removal::give_up::give_up_oldest;
use ingest::removal::promise::count_due;

use crate::support::prelude::*;

const WEEKS: i64 = 5;
const KEYS_A_WEEK: i64 = 21_000;

/// Adds five weeks of items, including this one, each with some notifications and with checks due at
/// times within `wait`.
async fn fill(test: &TestApp, user: &SignedIn, wait: &str) {
    let now = test.clock.now();
    for week in 0..WEEKS {
        let at = now - TimeDelta::weeks(week);
        test.notify(user.user.id, Match::of("rust").at(at)).await;
        test.sql(&format!(
            "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
             SELECT 't3_{week}_' || n, gen_random_uuid(), '{at}',
                    '{now}'::timestamptz + random() * interval '{wait}'
             FROM generate_series(1, {KEYS_A_WEEK}) n"
        ))
        .await;
    }
}

async fn keys(test: &TestApp) -> i64 {
    count(test, "item_keys WHERE forum_id LIKE 't3\\__\\_%'").await
}

async fn give_up(test: &TestApp, requests_per_minute: u32) -> Option<DateTime<Utc>> {
    let now = test.clock.now();
    let given_up = give_up_oldest(&test.pool, requests_per_minute, now).await;
    given_up.unwrap().map(|given_up| given_up.until)
}

#[tokio::test]
async fn what_cannot_be_looked_for_goes_a_week_at_a_time() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    fill(&test, &user, "40 hours").await;
    assert_eq!(give_up(&test, 2).await, None, "twice as many are paid");
    let until = give_up(&test, 1).await.unwrap();
    let now = test.clock.now();
    assert_eq!(until.date_naive(), monday(Tz::UTC, now - TimeDelta::weeks(WEEKS - 2)));
    assert_eq!(keys(&test).await, (WEEKS - 1) * KEYS_A_WEEK);
    for table in ["items", "notifications"] {
        assert_eq!(count(&test, table).await, WEEKS - 1, "{table}");
    }
    let user = test.sign_in(user.user.id).await;
    let list = user.get("/api/notifications").await.json;
    assert_eq!(list["pagination"]["totalItems"], json!(WEEKS - 1));
    // The budget covers the rest.
    assert_eq!(give_up(&test, 1).await, None);
}

#[tokio::test]
async fn what_is_late_gives_up_nothing() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    // As after days without the forum.
    fill(&test, &user, "-100 hours").await;
    assert_eq!(give_up(&test, 2).await, None);
    assert_eq!(keys(&test).await, WEEKS * KEYS_A_WEEK);
}

#[tokio::test]
async fn people_are_shown_for_how_many_days_matches_are_kept() {
    let settings = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(sims::forum::Config::for_tests(), &settings).await;
    let user = test.app.new_user("reader@example.com").await.user;
    let budget = async || {
        test.pass(TimeDelta::minutes(11));
        count_due(&test.app.context).await.unwrap().unwrap();
        let user = test.app.sign_in(user.id).await;
        user.get("/api/coverage").await.json["budget"].clone()
    };
    let calm = budget().await;
    assert_eq!((&calm["keptDays"], &calm["looksNeeded"]), (&json!(90), &json!(0)));
    let now = test.app.clock.now() + TimeDelta::minutes(11);
    // Within the last 64 hours, which corresponds to 4,500 a day.
    test.app
        .sql(&format!(
            "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
             SELECT 't3_' || n, gen_random_uuid(), '{now}', '{now}'::timestamptz + interval '30 hours'
             FROM generate_series(1, 12000) n"
        ))
        .await;
    let busy = budget().await;
    // 0.17 requests a minute go to young items: 0.33 of the half remain, and each request a minute
    // reaches 240,000 items.
    assert_eq!((&busy["keptDays"], &busy["looksNeeded"]), (&json!(17), &json!(3)));
}
