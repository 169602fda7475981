use sims::forum::{Access, Config, FaultKind};

use super::{Reader, comments, is_near, time};
use crate::support::prelude::*;

/// Polls everything due now.
async fn poll(test: &ForumTest) {
    test.watches.catch_up(&test.app.pool).await.unwrap();
    let polled = test.poller.run_due().await.unwrap();
    assert!(polled.iter().all(|poll| poll.error.is_none()), "{polled:?}");
}

#[tokio::test]
async fn waits_are_those_that_the_forum_knows() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    test.post("tea", "Posted before anybody watched");
    test.pass(TimeDelta::days(3));
    poll(&test).await;
    let begun = test.app.clock.now();
    let mut waits = Vec::new();
    // Forty polls, half a minute to four apart, with a post every few seconds.
    for round in 0..40 {
        let mut posted: Vec<DateTime<Utc>> = Vec::new();
        for n in 0..10 {
            test.pass(TimeDelta::milliseconds(3_000 + 600 * i64::from((round * 7 + n) % 37)));
            test.post("tea", &format!("Tea {round} {n}"));
            posted.push(test.app.clock.now());
        }
        test.pass(TimeDelta::seconds(7));
        poll(&test).await;
        let now = test.app.clock.now();
        waits.extend(posted.into_iter().map(|at| (now - at).as_seconds_f64()));
    }
    waits.sort_by(f64::total_cmp);
    let posts = &reader.place("tea").await["posts"];
    assert_eq!(posts["items"], json!(400));
    for (part, field) in [(0.5, "medianSeconds"), (0.95, "p95Seconds")] {
        let truth = waits[(part * waits.len() as f64) as usize];
        let shown = posts[field].as_f64().unwrap();
        assert!((shown / truth - 1.0).abs() < 0.1, "{field}: {shown} for {truth}");
    }
    assert!(is_near(&posts["recordedSince"], begun));
    assert!(is_near(&posts["completeSince"], begun));
    assert!(is_near(&posts["readUntil"], test.app.clock.now()));
    assert_eq!(posts["shareOfLastHour"], json!(1.0));
    let days = posts["days"].as_array().unwrap();
    let items = days.iter().map(|day| day["items"].as_i64().unwrap());
    assert_eq!((days.len(), items.sum::<i64>()), (30, 400));
}

#[tokio::test]
async fn what_was_missed_is_shown_until_when_and_why() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea", "coffee"]).await;
    for name in ["tea", "coffee"] {
        test.post(name, "The first one");
    }
    test.poll().await;
    let begun = test.app.clock.now();
    test.pass(TimeDelta::minutes(40));
    test.post("tea", "One");
    test.posts("coffee", "Coffee", 0..1_200);
    let burst = test.app.clock.now();
    test.poll().await;
    // The members still have to be read one by one.
    for name in ["tea", "coffee"] {
        let posts = &reader.place(name).await["posts"];
        assert_eq!(posts["completeSince"], Value::Null);
        assert!(is_near(&posts["fillingSince"], begun));
    }
    test.fill().await;
    let tea = reader.place("tea").await;
    assert!(is_near(&tea["posts"]["completeSince"], begun));
    assert_eq!(tea["gaps"], json!([]));
    let coffee = reader.place("coffee").await;
    assert!(is_near(&coffee["posts"]["completeSince"], burst));
    let gap = &coffee["gaps"][0];
    assert_eq!(
        (&gap["place"], &gap["kind"], &gap["cause"]),
        (&json!("coffee"), &json!("post"), &json!("too_many"))
    );
    assert!(is_near(&gap["startedAt"], begun) && is_near(&gap["endedAt"], burst));
    // The ledger records the same time.
    let seconds = |hours: &Value| -> i64 {
        let hours = hours.as_array().unwrap().iter();
        hours.map(|hour| hour["gapSeconds"].as_i64().unwrap()).sum()
    };
    let missed = (time(&gap["endedAt"]) - time(&gap["startedAt"])).num_seconds();
    assert!((seconds(&coffee["hours"]) - missed).abs() <= 2);
    assert!((seconds(&coffee["posts"]["days"]) - missed).abs() <= 2);
    assert_eq!(seconds(&tea["hours"]), 0);
    let overview = reader.get("/api/coverage").await;
    assert_eq!(overview["gaps"].as_array().unwrap().len(), 1);
    assert_eq!(overview["gaps"][0], *gap);
}

#[tokio::test]
async fn comments_of_everything_are_a_sample_whose_share_is_shown() {
    let slow = ["forum.requests_per_minute=10"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    let reader = Reader::new(&test, &["all"]).await;
    test.post("tea", "Which kettle?");
    comments(&test, 10);
    test.poll().await;
    let before = test.count("unmatched_items WHERE kind = 'comment'").await;
    let mut posted = 0;
    for _ in 0..10 {
        for _ in 0..160 {
            test.pass(TimeDelta::seconds(3));
            comments(&test, 2);
            posted += 2;
        }
        poll(&test).await;
    }
    let read = test.count("unmatched_items WHERE kind = 'comment'").await - before;
    let truth = read as f64 / f64::from(posted);
    assert!(truth < 0.8, "{truth} was read: no sample");
    let overview = reader.get("/api/coverage").await;
    let shown = overview["everything"]["comments"]["shareOfLastHour"].as_f64().unwrap();
    assert!((shown - truth).abs() < 0.05, "{shown} for {truth}");
    // Posts are read completely meanwhile.
    assert_eq!(overview["everything"]["posts"]["shareOfLastHour"], json!(1.0));
}

#[tokio::test]
async fn a_place_that_is_read_no_longer_is_not_called_complete() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    test.post("tea", "Kettle");
    test.poll().await;
    let read = test.app.clock.now();
    assert!(reader.place("tea").await["posts"]["completeSince"].is_string());
    test.pass(TimeDelta::minutes(20));
    let posts = &reader.place("tea").await["posts"];
    assert_eq!(posts["completeSince"], Value::Null);
    assert!(is_near(&posts["readUntil"], read));
    // A place that was only late is complete again.
    test.post("tea", "Another kettle");
    test.poll().await;
    assert!(is_near(&reader.place("tea").await["posts"]["completeSince"], read));
}

#[tokio::test]
async fn a_place_that_turns_private_is_found_by_a_look_and_has_a_gap_when_it_is_back() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea", "coffee"]).await;
    test.post("tea", "Kettle");
    test.post("coffee", "Kettle");
    test.poll().await;
    assert_eq!(test.places().look_once().await.unwrap(), Ok(2));
    let readable = test.app.clock.now();
    // The joined listing omits the subreddit without any notice.
    test.forum.control.set_subreddit("tea", Access::Private);
    let polled = test.poll().await;
    assert!(polled.iter().all(|poll| poll.error.is_none()), "{polled:?}");
    assert_eq!(test.places().look_once().await.unwrap(), Ok(0), "not so soon again");
    test.pass(TimeDelta::minutes(4));
    assert_eq!(test.places().look_once().await.unwrap(), Ok(2));
    test.verify().await;
    let private = test.app.clock.now();
    assert!(private - readable < TimeDelta::minutes(30));
    let tea = reader.place("tea").await;
    assert_eq!(tea["problem"], json!("private"));
    assert!(is_near(&tea["problemSince"], private));
    test.poll().await;
    let tea = reader.place("tea").await;
    assert_eq!((&tea["posts"], &tea["comments"]), (&Value::Null, &Value::Null));
    assert!(reader.place("coffee").await["posts"]["completeSince"].is_string());
    test.forum.control.set_subreddit("tea", Access::Public);
    test.pass(TimeDelta::minutes(16));
    assert_eq!(test.places().look_once().await.unwrap(), Ok(2));
    test.verify().await;
    test.poll().await;
    let (back, tea) = (test.app.clock.now(), reader.place("tea").await);
    assert_eq!(tea["problem"], Value::Null);
    assert!(is_near(&tea["posts"]["recordedSince"], back));
    let gaps = tea["gaps"].as_array().unwrap();
    assert_eq!(gaps.len(), 2, "posts and comments");
    for gap in gaps {
        assert_eq!(gap["cause"], json!("hidden"));
        assert!(is_near(&gap["startedAt"], readable) && is_near(&gap["endedAt"], back));
    }
}

#[tokio::test]
async fn a_look_that_gets_no_answer_is_made_again() {
    let test = ForumTest::init().await;
    Reader::new(&test, &["tea"]).await;
    test.post("tea", "Kettle");
    test.poll().await;
    test.fault("/api/info", FaultKind::Unavailable, 1);
    assert!(test.places().look_once().await.unwrap().is_err());
    assert_eq!(test.places().look_once().await.unwrap(), Ok(1));
    assert_eq!(test.count("places WHERE readable_at IS NOT NULL").await, 1);
}

#[tokio::test]
async fn places_come_by_page_and_only_to_whoever_watches_them() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["Tea", "coffee", "kettles"]).await;
    let other = test.app.new_user("other@example.com").await.user;
    test.watch(other.id, "pot", &["pots"]).await;
    test.poll().await;
    let names = |page: &Value| -> Vec<String> {
        let places = page["places"].as_array().unwrap().iter();
        places.map(|place| place["name"].as_str().unwrap().to_owned()).collect()
    };
    let first = reader.get("/api/coverage?limit=2").await;
    assert_eq!(names(&first), ["coffee", "kettles"]);
    assert_eq!(first["pagination"]["totalItems"], json!(3));
    let second = reader.get("/api/coverage?limit=2&page=2").await;
    assert_eq!(names(&second), ["Tea"]);
    assert!(reader.place("TEA").await["posts"].is_object());
    for name in ["pots", "all", "x"] {
        let answer = reader.ask(&format!("/api/coverage/{name}")).await;
        assert_eq!(answer.status, 404, "{name}");
    }
}

#[tokio::test]
async fn requests_are_those_that_the_forum_has_counted() {
    let test = ForumTest::init().await;
    let reader = Reader::new(&test, &["tea"]).await;
    test.post("tea", "Kettle");
    poll(&test).await;
    reader.ask("/api/subreddits/validate/coffee").await.expect(200);
    let budget = reader.get("/api/coverage").await["budget"].clone();
    let polls = test.requests("new") + test.requests("comments");
    assert_eq!(budget["polls"], json!(polls));
    assert_eq!(budget["people"], json!(1));
    let allowed = 10 * i64::from(test.app.config.forum.requests_per_minute);
    assert_eq!((&budget["allowed"], &budget["minutes"]), (&json!(allowed), &json!(10)));
    assert_eq!(budget["lateSeconds"], json!(0));
    test.pass(TimeDelta::minutes(11));
    let later = reader.get("/api/coverage").await["budget"].clone();
    assert!(later["lateSeconds"].as_i64().unwrap() > 60, "nothing was read since: {later}");
    assert_eq!((&later["polls"], &later["people"]), (&json!(0), &json!(0)));
}
