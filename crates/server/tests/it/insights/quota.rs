use futures::future::join_all;

use crate::support::insights::LATEST;
use crate::support::prelude::*;

#[tokio::test]
async fn of_fifty_calls_at_once_five_are_made_and_the_rest_show_samples() {
    // On a busy machine, the last of them wait longer for a connection than a user would.
    let settings = ["database.pool_wait_seconds=60"];
    let (test, _, user) = TestApp::init_with(&settings).await.with_user().await;
    test.discussed(&user, "kettle").await;
    let answers = join_all((0..50).map(|_| user.generate())).await;
    let made = answers.iter().filter(|answer| answer.status == 202).count();
    assert_eq!(made, 5);
    for demo in answers.iter().filter(|answer| answer.status != 202) {
        assert_eq!(demo.status, 200, "{}", demo.text);
        for keyword in demo.json["keywordInsights"].as_array().unwrap() {
            assert_eq!(keyword["isDemo"], true);
            assert!(keyword["insights"]["overview"]["totalPosts"].as_u64().unwrap() >= 20);
        }
        assert!(!demo.text.contains("kettle"), "never of the user's own");
    }
    assert_eq!(user.remaining_insights().await, 0);
    // From then on the page shows the same, whatever the number of requests.
    let demo = user.get("/api/ai/insights/demo").await.expect(200);
    let keywords = demo.json["keywordInsights"].as_array().unwrap();
    assert!(keywords.len() > 1 && keywords.iter().all(|one| one["isDemo"] == true));
    assert!(!demo.text.contains("kettle"), "never of the user's own");
    assert_eq!(test.count("SELECT count(*) FROM insight_jobs").await, 5);
    // A restart keeps the count, and samples are not stored as a result.
    let mut restarted = test.restarted().await;
    restarted.token = user.client.token.clone();
    assert_eq!(restarted.generate().await.status, 200);
    assert_eq!(restarted.remaining_insights().await, 0);
    test.work_off_insights().await;
    let latest = user.get(LATEST).await.json;
    assert_eq!(latest["result"]["keywordInsights"][0]["isDemo"], json!(false));
}

#[tokio::test]
async fn calls_come_back_at_midnight_utc_and_are_each_users_own() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    for left in (0..5).rev() {
        assert_eq!(user.generate().await.status, 202);
        assert_eq!(user.remaining_insights().await, left);
    }
    assert_eq!(user.generate().await.status, 200);
    let other = test.new_user("bob@example.com").await;
    assert_eq!(other.remaining_insights().await, 5);
    let now = test.clock.now();
    let midnight = (now.date_naive() + TimeDelta::days(1)).and_hms_opt(0, 0, 0).unwrap();
    test.clock.advance(midnight.and_utc() - now - TimeDelta::microseconds(1));
    let user_now = test.sign_in(user.user.id).await;
    assert_eq!(user_now.remaining_insights().await, 0);
    test.clock.advance(TimeDelta::microseconds(1));
    assert_eq!(user_now.remaining_insights().await, 5);
    assert_eq!(user_now.generate().await.status, 202);
}

#[tokio::test]
async fn a_call_that_comes_to_nothing_by_our_fault_is_not_counted() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    let run = user.generate().await.json;
    // Three workers claimed it and did not finish.
    test.sql("UPDATE insight_jobs SET attempts = 3").await;
    assert_eq!(test.work_off_insights().await, 1);
    assert_eq!(user.remaining_insights().await, 5);
    let reason =
        "SELECT count(*) FROM insight_jobs WHERE status = 'failed' AND reason LIKE '%not counted%'";
    assert_eq!(test.count(reason).await, 1, "{run}");
}
