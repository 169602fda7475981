use chrono::{DateTime, Duration, NaiveTime, Utc};

use crate::support::app::TestApp;

#[tokio::test]
async fn five_calls_are_left_until_the_next_midnight() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let usage = user.get("/api/ai/usage").await.json;
    assert_eq!(
        (&usage["remainingCalls"], &usage["dailyLimit"]),
        (&5.into(), &5.into())
    );
    let reset: DateTime<Utc> = usage["resetTime"].as_str().unwrap().parse().unwrap();
    assert_eq!(reset.time(), NaiveTime::MIN);
    let wait = reset - app.app.clock.now();
    assert!(
        wait > Duration::zero() && wait <= Duration::days(1),
        "{wait}"
    );
}

#[tokio::test]
async fn insights_say_that_there_are_none_yet() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let answer = user
        .send("POST", "/api/ai/comprehensive-insights", None)
        .await;
    assert_eq!(
        (answer.status, answer.code()),
        (409, "INSIGHTS_NOT_AVAILABLE")
    );
    assert_eq!(
        answer.json["message"],
        "AI insights are not available on this server yet."
    );
}
