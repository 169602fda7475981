use sims::forum::Config;

use super::Reader;
use crate::support::prelude::*;

async fn ask(reader: &Reader<'_>, subreddits: &[&str]) -> Value {
    let client = reader.test.app.sign_in(reader.id).await;
    client.post("/api/coverage/plan", json!({ "subreddits": subreddits })).await.expect(200).json
}

#[tokio::test]
async fn one_more_subreddit_costs_what_is_posted_there_and_nothing_is_changed() {
    let slow = ["forum.requests_per_minute=10"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    let reader = Reader::new(&test, &["tea"]).await;
    test.post("tea", "The first one");
    test.post("coffee", "The first one");
    test.poll().await;
    for hour in 0..3 {
        for n in 0..60 {
            test.pass(TimeDelta::minutes(1));
            test.post("coffee", &format!("Coffee {hour} {n}"));
            if n % 20 == 0 {
                test.post("tea", &format!("Tea {hour} {n}"));
            }
        }
        test.poll().await;
    }
    let (places, plan) = (test.count("places").await, test.count("poll_state").await);
    let busy = ask(&reader, &["Coffee"]).await;
    let quiet = ask(&reader, &["quiet_place"]).await;
    let cost = |answer: &Value| answer["requestsPerMinute"].as_f64().unwrap();
    assert!(cost(&busy) > 2.0 * cost(&quiet), "{busy} {quiet}");
    assert_eq!(busy["allowedPerMinute"], json!(10));
    assert_eq!(busy["isShort"], json!(false));
    let now = busy["p95SecondsNow"].as_f64().unwrap();
    assert!(now > 0.0 && busy["p95Seconds"].as_f64().unwrap() > 0.0, "{busy}");
    assert_eq!(test.count("places").await, places);
    assert_eq!(test.count("poll_state").await, plan);
    // Places that are watched already cost nothing more.
    let own = ask(&reader, &["tea", "all"]).await;
    assert!(cost(&own).abs() < 1e-9, "{own}");
}

#[tokio::test]
async fn invalid_names_are_skipped_and_too_many_are_refused() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["all"]).await;
    test.poll().await;
    let answer = ask(&reader, &["no name"]).await;
    assert_eq!(answer["p95SecondsNow"], Value::Null);
    assert_eq!(answer["p95Seconds"], Value::Null);
    // These use none of the forum's requests.
    let elsewhere = ask(&reader, &["HN", "feed/blog.example/0a1b2c3d"]).await;
    assert_eq!(elsewhere["requestsPerMinute"], json!(0.0));
    let client = test.app.sign_in(reader.id).await;
    for names in [Vec::new(), vec!["tea"; 101]] {
        client.post("/api/coverage/plan", json!({ "subreddits": names })).await.expect(422);
    }
}
