//! Subreddits are verified before they are polled, and one account's names delay no other account's.

use ingest::reddit::places::CheckedPlace;
use ingest::retention::delete_outdated;
use platform::silence::forum_state;
use sims::forum::Access;

use crate::support::forum::{poller, set_active};
use crate::support::prelude::*;

async fn create(user: &SignedIn, keyword: &str, subreddits: &[&str]) -> Value {
    let body = json!({"keyword": keyword, "subreddits": subreddits});
    user.post("/api/keywords", body).await.expect(201).json
}

/// Returns what the list of watches reports about the subreddits of the newest watch.
async fn unreadable(test: &ForumTest, user: &SignedIn) -> Value {
    // A token lives fifteen minutes.
    let client = test.app.sign_in(user.user.id).await;
    let list = client.get("/api/keywords").await.expect(200);
    list.json["watches"][0]["unreadableSubreddits"].clone()
}

/// Returns whether a name is polled in a group.
async fn polled(test: &ForumTest, name: &str) -> bool {
    let polled = format!("poll_state WHERE '{name}' = ANY(names)");
    test.count(&polled).await > 0
}

fn names(checked: &[CheckedPlace]) -> Vec<&str> {
    checked.iter().map(|place| place.name.as_str()).collect()
}

#[tokio::test]
async fn only_what_the_forum_knows_is_polled_and_the_rest_is_on_the_watch() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("tea", "First");
    create(&user, "kettle", &["Tea", "nobody_took_this", "thebackroom"]).await;
    // No request is spent on a subreddit before it is verified.
    test.poll().await;
    assert_eq!(test.count("poll_state").await, 2);
    assert_eq!(unreadable(&test, &user).await, Value::Null);

    let checked = test.verify().await;
    assert_eq!(names(&checked), ["nobody_took_this", "tea", "thebackroom"]);
    test.poll().await;
    assert!(polled(&test, "tea").await);
    assert!(!polled(&test, "nobody_took_this").await);
    let shown = unreadable(&test, &user).await;
    assert_eq!(shown.as_array().map(Vec::len), Some(2), "{shown}");
    assert_eq!(shown[0]["name"], "nobody_took_this");
    assert_eq!(shown[0]["reason"], "not_found");
    assert_eq!(shown[1]["name"], "thebackroom");
    assert_eq!(shown[1]["reason"], "private");
}

#[tokio::test]
async fn what_the_dialog_asked_is_not_asked_again() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("tea", "First");
    user.get("/api/subreddits/validate/tea").await;
    let before = test.requests("about");
    create(&user, "kettle", &["tea"]).await;
    assert!(test.verify().await.is_empty());
    test.poll().await;
    assert!(polled(&test, "tea").await);
    assert_eq!(test.requests("about"), before);
}

/// Adds the watches of a greedy account: thirty with a hundred made-up names each.
async fn make_up_names(test: &ForumTest, user: Uuid) {
    let many = format!(
        "INSERT INTO watches (id, user_id, keyword, subreddits)
         SELECT gen_random_uuid(), '{user}', 'kettle ' || w,
             ARRAY(SELECT 'made_up_' || w || '_' || n FROM generate_series(1, 100) AS n)
         FROM generate_series(1, 30) AS w"
    );
    test.app.sql(&many).await;
}

#[tokio::test]
async fn three_thousand_made_up_names_delay_nobody_else() {
    let test = ForumTest::init().await;
    let greedy = test.app.new_user("greedy@example.com").await;
    make_up_names(&test, greedy.user.id).await;
    test.poll().await;
    assert_eq!(test.count("places WHERE state = 'unknown'").await, 3_000);

    // Posts of everything keep their pace, and nothing is polled for the made-up names.
    assert_eq!(test.count("poll_state").await, 2);
    let soon = "poll_state WHERE next_poll_at - scheduled_at <= interval '5 seconds'";
    assert_eq!(test.count(soon).await, 2);

    // The greedy account's first names are checked immediately, the rest at a limited pace.
    let places = test.places();
    for _ in 0..20 {
        let checked = places.check_once().await.unwrap().unwrap();
        assert_eq!(checked.pause.as_secs(), 0, "{checked:?}");
    }
    let next = places.check_once().await.unwrap().unwrap();
    assert_eq!(next.pause.as_secs(), 6, "{next:?}");

    // The honest account's name is next, and is polled.
    let honest = test.app.new_user("honest@example.com").await;
    test.post("tea", "First");
    create(&honest, "kettle", &["tea"]).await;
    test.watches.catch_up(&test.app.pool).await.unwrap();
    test.poller.next_due().await.unwrap();
    let checked = places.check_once().await.unwrap().unwrap();
    assert_eq!((checked.name.as_str(), checked.found), ("tea", Some(true)));
    test.poll().await;
    assert!(polled(&test, "tea").await);
    assert_eq!(test.count("poll_state").await, 4);
}

#[tokio::test]
async fn a_group_that_cannot_be_read_is_left_and_is_not_the_forum() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    // Polled since before names were verified.
    test.watch(user.user.id, "kettle", &["gone_1", "gone_2"]).await;
    let assumed = "UPDATE places SET state = 'assumed', next_check_at = since + interval '1 year'";
    test.app.sql(assumed).await;
    let failed = test.poll().await;
    let failed = failed.iter().filter(|polled| polled.error.is_some()).count();
    assert_eq!(failed, 2, "posts and comments of the group");
    test.poll().await;
    test.poll().await;
    let mut conn = test.app.conn().await.unwrap();
    let state = forum_state(test.app.clock.now(), &mut conn).await.unwrap();
    assert!(state.unwrap().readable);
    drop(conn);

    // The failure makes them due, and the answers remove them.
    let checked = test.verify().await;
    assert_eq!(names(&checked), ["gone_1", "gone_2"]);
    test.poll().await;
    assert_eq!(test.count("poll_state").await, 2);
    assert_eq!(test.count("poll_state WHERE failures > 0").await, 0);
}

#[tokio::test]
async fn one_that_turns_private_is_reported_and_checked_until_it_is_back() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("tea", "First");
    create(&user, "kettle", &["tea"]).await;
    test.verify().await;
    test.poll().await;
    assert_eq!(unreadable(&test, &user).await, Value::Null);

    test.forum.control.set_subreddit("tea", Access::Private);
    test.poll().await;
    let found_at = test.app.clock.now();
    assert_eq!(names(&test.verify().await), ["tea"]);
    let told = unreadable(&test, &user).await[0].clone();
    assert_eq!((&told["name"], &told["reason"]), (&json!("tea"), &json!("private")));
    let since: chrono::DateTime<chrono::Utc> =
        serde_json::from_value(told["since"].clone()).unwrap();
    assert!((since - found_at).abs() < TimeDelta::seconds(1), "{told}");
    test.poll().await;
    assert!(!polled(&test, "tea").await);

    // Still private after more than ten minutes: the next check is an hour later.
    test.pass(TimeDelta::minutes(1));
    assert_eq!(names(&test.verify().await), ["tea"]);
    test.pass(TimeDelta::minutes(30));
    assert!(test.verify().await.is_empty());
    test.forum.control.set_subreddit("tea", Access::Public);
    test.pass(TimeDelta::minutes(45));
    assert_eq!(names(&test.verify().await), ["tea"]);
    test.poll().await;
    assert!(polled(&test, "tea").await);
    assert_eq!(unreadable(&test, &user).await, Value::Null);
}

#[tokio::test]
async fn what_nobody_watches_any_more_is_not_asked_about_and_forgotten() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    let left = test.watch(user.id, "kettle", &["tea"]).await;
    test.watch(user.id, "kettle", &["coffee"]).await;
    test.poll().await;
    set_active(&test.app, left, false).await;
    test.poll().await;
    assert!(!polled(&test, "tea").await);
    test.pass(TimeDelta::days(3));
    assert_eq!(names(&test.verify().await), ["coffee"]);
    let deleted = delete_outdated(&test.app.pool, test.app.clock.now()).await;
    assert_eq!(deleted.unwrap().unwrap().places, 1);
    assert_eq!(test.count("places").await, 1);
}

#[tokio::test]
async fn a_watch_that_is_switched_off_and_on_changes_no_plan_while_others_name_the_same() {
    let test = ForumTest::init().await;
    let [ada, ben] = ["ada@example.com", "ben@example.com"].map(|email| test.app.new_user(email));
    let (ada, ben) = (ada.await, ben.await);
    test.post("tea", "First");
    test.watch(ada.user.id, "kettle", &["tea"]).await;
    let switched = test.watch(ben.user.id, "kettle", &["TEA"]).await;
    test.verify().await;
    let before = test.watches.names_version();
    for active in [false, true, false] {
        set_active(&test.app, switched, active).await;
        assert_eq!(test.watches.catch_up(&test.app.pool).await.unwrap(), 1);
        assert_eq!(test.watches.names_version(), before);
    }
    test.poll().await;
    assert!(polled(&test, "tea").await);
}

#[tokio::test]
async fn a_process_that_does_not_know_a_watch_leaves_its_names_alone() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await;
    test.post("tea", "First");
    test.post("coffee", "First");
    let (_, late) = poller(&test.app).await;
    let first = test.watch(user.user.id, "kettle", &["tea"]).await;
    test.watch(user.user.id, "kettle", &["coffee"]).await;
    test.verify().await;
    test.poll().await;
    late.next_due().await.unwrap();
    let watched = "places WHERE is_watched AND name IN ('tea', 'coffee')";
    assert_eq!(test.count(watched).await, 2);
    // A process that knows all changes removes the subreddits that are no longer watched.
    set_active(&test.app, first, false).await;
    test.poll().await;
    assert_eq!(test.count("places WHERE is_watched AND name = 'coffee'").await, 1);
    assert_eq!(test.count(watched).await, 1);
    assert!(!polled(&test, "tea").await);
}
