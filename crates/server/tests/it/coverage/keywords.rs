use super::{Reader, is_near};
use crate::support::forum::set_active;
use crate::support::prelude::*;

async fn of_watch(reader: &Reader<'_>, id: Uuid) -> Value {
    reader.get(&format!("/api/keywords/{id}/coverage")).await
}

#[tokio::test]
async fn a_keyword_is_covered_as_all_that_it_looks_through() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    let narrow = reader.watch(&["tea"]).await;
    test.post("tea", "The first one");
    test.poll().await;
    let begun = test.app.clock.now();
    let wide = reader.watch(&["Tea", "coffee", "all"]).await;
    // The two clocks differ a little.
    test.pass(TimeDelta::minutes(1));
    test.post("tea", "Two");
    test.post("coffee", "Two");
    test.poll().await;
    let joined = test.app.clock.now();
    let list = reader.get("/api/keywords/coverage").await;
    assert_eq!(list["keywords"].as_array().unwrap().len(), 3);
    let narrow = of_watch(&reader, narrow).await;
    assert!(list["keywords"].as_array().unwrap().contains(&narrow));
    assert!(is_near(&narrow["completeSince"], begun));
    assert_eq!((&narrow["items"], &narrow["fillingSince"]), (&json!(1), &Value::Null));
    assert_eq!(narrow["commentsShare"], Value::Null);
    // As complete as the place that was read last for the first time.
    let wide_now = of_watch(&reader, wide).await;
    assert!(is_near(&wide_now["completeSince"], joined));
    assert_eq!(wide_now["commentsShare"], json!(1.0));
    set_active(&test.app, wide, false).await;
    let list = reader.get("/api/keywords/coverage").await;
    assert_eq!(list["keywords"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_keyword_whose_places_nobody_has_read_says_nothing() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["coffee"]).await;
    let watch = reader.watch(&["tea"]).await;
    let covered = of_watch(&reader, watch).await;
    for field in ["completeSince", "readUntil", "medianSeconds", "p95Seconds"] {
        assert_eq!(covered[field], Value::Null, "{field}");
    }
    assert_eq!((&covered["items"], &covered["gapSeconds"]), (&json!(0), &json!(0)));
    let other = test.app.new_user("other@example.com").await.user;
    let other = test.app.sign_in(other.id).await;
    other.get(&format!("/api/keywords/{watch}/coverage")).await.expect(404);
}

#[tokio::test]
async fn a_keyword_of_which_something_is_read_once_more_is_not_complete() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    let watch = reader.watch(&["tea", "coffee"]).await;
    test.post("tea", "The first one");
    test.post("coffee", "The first one");
    test.poll().await;
    let begun = test.app.clock.now();
    test.pass(TimeDelta::minutes(40));
    test.posts("coffee", "Coffee", 0..1_050);
    test.poll().await;
    let covered = of_watch(&reader, watch).await;
    assert_eq!(covered["completeSince"], Value::Null);
    assert!(is_near(&covered["fillingSince"], begun));
    test.fill().await;
    let covered = of_watch(&reader, watch).await;
    assert_eq!(covered["fillingSince"], Value::Null);
    assert!(covered["gapSeconds"].as_i64().unwrap() > 2_300);
}
