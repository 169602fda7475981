use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use crate::support::app::TestApp;

#[tokio::test]
async fn five_calls_are_left_until_the_next_midnight() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let usage = user.get("/api/ai/usage").await.json;
    assert_eq!((&usage["remainingCalls"], &usage["dailyLimit"]), (&5.into(), &5.into()));
    let reset: DateTime<Utc> = usage["resetTime"].as_str().unwrap().parse().unwrap();
    assert_eq!(reset.time(), NaiveTime::MIN);
    let wait = reset - app.clock.now();
    assert!(wait > TimeDelta::zero() && wait <= TimeDelta::days(1), "{wait}");
}
