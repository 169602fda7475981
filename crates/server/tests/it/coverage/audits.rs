use super::Reader;
use crate::support::prelude::*;

/// Reads a subreddit for two hours, with ten posts in each.
async fn read_for_two_hours(test: &ForumTest) {
    test.post("tea", "The first one");
    test.poll().await;
    for n in 0..20 {
        test.pass(TimeDelta::minutes(6));
        test.post("tea", &format!("Kettle {n}"));
    }
    test.poll().await;
    test.pass(TimeDelta::minutes(10));
    test.poll().await;
}

/// Audits until chance picks the audit of posts.
async fn audit_posts(test: &ForumTest) -> (usize, usize) {
    for _ in 0..100 {
        let audited = test.audit().audit_once().await.unwrap();
        if let Some(audited) = audited.filter(|a| a.place.kind.as_str() == "post") {
            assert_eq!((audited.place.place.as_str(), audited.error), ("tea", None));
            return (audited.items, audited.missing);
        }
        test.app.sql("UPDATE poll_plan SET next_audit_at = 'epoch'").await;
    }
    panic!("no audit of posts in a hundred");
}

#[tokio::test]
async fn an_audit_finds_nothing_missing_and_bounds_what_may_be() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    read_for_two_hours(&test).await;
    assert_eq!(audit_posts(&test).await, (20, 0));
    // No audit happens before its time.
    assert!(test.audit().audit_once().await.unwrap().is_none());
    let audits = reader.place("tea").await["posts"]["audits"].clone();
    assert_eq!((&audits["items"], &audits["missing"]), (&json!(20), &json!(0)));
    let bound = audits["maxMissingShare"].as_f64().unwrap();
    assert!((bound - 3.0 / 20.0).abs() < 0.01, "{bound}");
    assert_eq!(audits["maxFailedShare"], json!(1.0));
    let overview = reader.get("/api/coverage").await;
    assert!(overview["audits"]["audits"].as_i64() >= Some(1));
    test.pass(TimeDelta::days(8));
    let audits = reader.get("/api/coverage").await["audits"].clone();
    assert_eq!((&audits["items"], &audits["maxMissingShare"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn what_an_audit_finds_missing_is_stored_alerted_and_counted() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    read_for_two_hours(&test).await;
    let before = test.count("notifications").await;
    // As if a joined listing had left out three of them.
    for statement in [
        "DELETE FROM notifications WHERE id IN (SELECT id FROM notifications ORDER BY id LIMIT 3)",
        "DELETE FROM item_keys WHERE item_id NOT IN (SELECT item_id FROM notifications)",
        "DELETE FROM items WHERE id NOT IN (SELECT item_id FROM notifications)",
    ] {
        test.app.sql(statement).await;
    }
    assert_eq!(test.count("notifications").await, before - 3);
    assert_eq!(audit_posts(&test).await, (20, 3));
    assert_eq!(test.count("notifications").await, before);
    let audits = reader.place("tea").await["posts"]["audits"].clone();
    assert_eq!((&audits["items"], &audits["missing"]), (&json!(20), &json!(3)));
    assert_eq!(audits["failed"], json!(1));
    test.app.sql("UPDATE poll_plan SET next_audit_at = 'epoch'").await;
    assert_eq!(audit_posts(&test).await.1, 0);
}

#[tokio::test]
async fn what_is_known_to_be_missing_is_not_audited() {
    let test = ForumTest::init().await;
    Reader::new(&test, &["tea"]).await;
    read_for_two_hours(&test).await;
    test.app
        .sql(&format!(
            "INSERT INTO coverage_gaps (id, listing, started_at, ended_at, reason)
             VALUES (gen_random_uuid(), 'posts:r/tea', 'epoch', '{}', 'x')",
            test.app.clock.now().to_rfc3339()
        ))
        .await;
    assert_eq!(audit_posts(&test).await, (0, 0));
}
