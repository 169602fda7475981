//! What looks take of the request budget, and who comes first.

use chrono::TimeDelta;
use forum_sim::Config;

use super::look;
use super::looks::store_posts;
use crate::support::forum::{ForumTest, read_post, store_items};

const SLOW: [&str; 1] = ["forum.requests_per_minute=1"];

#[tokio::test]
async fn what_people_were_alerted_to_is_looked_for_first() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &SLOW).await;
    store_posts(&test, 150).await;
    test.pass(TimeDelta::minutes(1));
    let user = test.app.new_user("reader@example.com").await.user;
    test.watch(user.id, "teapot", &["all"]).await;
    let alerted: Vec<String> = (0..100).map(|_| test.post("tea", "A teapot")).collect();
    let now = test.app.clock.now();
    let read = alerted.iter().map(|id| read_post(id, "A teapot", now));
    let stored = store_items(&test.app, read.collect()).await;
    assert_eq!(stored.notifications, 100);
    // What nobody has looked for yet comes first, too: all of these.
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    test.pass(TimeDelta::minutes(11));
    look(&test).await;
    assert_eq!(test.count("item_keys WHERE checked_at IS NULL").await, 0);
    assert_eq!(test.count("item_keys WHERE is_alerted").await, 100);
    // From now on the others are due first, and the budget has one call for them all.
    test.pass(TimeDelta::hours(3));
    let due = test.app.clock.now();
    let first = "item_keys WHERE NOT is_alerted AND check_at < ALL (
        SELECT check_at FROM item_keys WHERE is_alerted)";
    assert!(test.count(first).await >= 100);
    let checked = test.recheck().check_once().await.unwrap().unwrap();
    assert_eq!(checked.asked, 100);
    let heard = format!("item_keys WHERE checked_at >= '{due}' AND");
    assert_eq!(test.count(&format!("{heard} is_alerted")).await, 100);
    // Then the others.
    test.recheck().check_once().await.unwrap().unwrap();
    assert_eq!(test.count(&format!("{heard} NOT is_alerted")).await, 100);
}
