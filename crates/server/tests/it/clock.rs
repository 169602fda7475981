//! Clocks that are wrong, and that are corrected.

use db::pulse::Pulse;
use foundation::time::clock::Clock;
use ingest::put_off::take_back;
use ingest::retention::delete_outdated;
use platform::silence::{ForumWatch, forum_state};
use sims::forum::Config;

use crate::support::db::address;
use crate::support::forum::poller;
use crate::support::prelude::*;

#[tokio::test]
async fn a_process_takes_the_databases_time() {
    let test = TestApp::init().await;
    for hours in [-1, 24] {
        let clock = Clock::system();
        clock.set(TimeDelta::hours(hours));
        assert!(Pulse::new(&address(&test.database_url), &clock).is_there().await);
        let off = (clock.now() - Utc::now()).abs();
        assert!(off < TimeDelta::minutes(5), "{off}");
    }
}

#[tokio::test]
async fn polls_continue_when_the_clock_is_set_back() {
    let test = ForumTest::init().await;
    test.post("tea", "The first");
    assert!(!test.poll().await.is_empty());
    test.post("tea", "The second");
    test.app.clock.set(-TimeDelta::minutes(10));
    assert!(!test.poller.run_due().await.unwrap().is_empty());
    assert_eq!(test.count("recent_items").await, 2);
    // One poll happens, and then they keep their pace again, also after a restart.
    let (_, restarted) = poller(&test.app).await;
    assert!(restarted.run_due().await.unwrap().is_empty());

    // A process died during a poll, and then the clock was set back by years.
    test.app.sql("UPDATE poll_state SET leased_until = next_poll_at").await;
    test.app.clock.set(-TimeDelta::days(1_000));
    test.post("tea", "The third");
    assert!(!restarted.run_due().await.unwrap().is_empty());
    assert_eq!(test.count("recent_items").await, 3);
}

#[tokio::test]
async fn a_clock_that_steps_forward_by_a_day_does_not_make_the_forum_unreadable() {
    let test = ForumTest::init().await;
    test.post("tea", "The first");
    test.poll().await;
    let mut watch = ForumWatch::default();
    let mut look = async || {
        let now = test.app.clock.now();
        let state = forum_state(now, &mut test.app.conn().await.unwrap()).await.unwrap();
        (state.as_ref().is_some_and(|state| state.readable), watch.look(state.as_ref()))
    };
    assert_eq!(look().await, (true, None));
    test.app.clock.set(TimeDelta::days(1));
    // All polls are overdue by a day until the next ones begin, which takes a second.
    assert_eq!(look().await, (false, None));
    assert!(!test.poller.run_due().await.unwrap().is_empty());
    assert_eq!(look().await, (true, None));
    assert_eq!(look().await, (true, None));
}

#[tokio::test]
async fn the_request_budget_survives_a_clock_that_is_set_back() {
    let settings = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &settings).await;
    let poll_all = async || {
        test.app.sql("UPDATE poll_state SET next_poll_at = 'epoch'").await;
        test.poller.run_due().await.unwrap()
    };
    test.poll().await;
    let mut rounds = 0;
    while poll_all().await.iter().any(|p| p.error.is_none()) {
        rounds += 1;
        assert!(rounds < 20, "ten requests are all that the budget has");
    }
    // The window ends when its time has passed, whatever the clock shows.
    test.app.clock.set(-TimeDelta::hours(5));
    test.pass(TimeDelta::minutes(12));
    let polled = poll_all().await;
    assert!(polled.iter().any(|p| p.error.is_none()), "{polled:?}");
}

#[tokio::test]
async fn no_week_is_dropped_by_a_clock_that_is_far_ahead() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    test.notify(ada.user.id, Match::of("rust")).await;
    let now = test.clock.now();
    let deleted = delete_outdated(&test.pool, now + TimeDelta::days(400));
    assert_eq!(deleted.await.unwrap().unwrap().weeks, 0);
    assert_eq!(count(&test, "notifications").await, 1);
    assert_eq!(count(&test, "items").await, 1);
}

#[tokio::test]
async fn what_a_clock_that_was_ahead_put_off_is_due_and_what_waits_rightly_waits() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let user = ada.user.id;
    for (tried, days) in [(0, 6), (3, 1), (3, 400)] {
        test.sql(&format!(
            "INSERT INTO outbox (id, channel, kind, user_id, subject_id, due_at, attempts, created_at)
             VALUES (gen_random_uuid(), 'mail', 'match', '{user}', gen_random_uuid(),
                     now() + interval '{days} days', {tried}, now())"
        ))
        .await;
    }
    for hours in [39, 9_000] {
        test.sql(&format!(
            "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
             VALUES ('t3_{hours}', gen_random_uuid(), now(), now() + interval '{hours} hours')"
        ))
        .await;
    }
    let now = test.clock.now() + TimeDelta::seconds(1);
    let mut conn = test.conn().await.unwrap();
    let delivery = &test.config.delivery;
    assert_eq!(take_back(now, delivery, &mut conn).await.unwrap(), 2);
    assert_eq!(take_back(now, delivery, &mut conn).await.unwrap(), 0);
    drop(conn);
    for (from, due) in [("outbox WHERE due_at", 1), ("item_keys WHERE check_at", 1)] {
        let from = format!("{from} <= now() + interval '1 minute'");
        assert_eq!(count(&test, &from).await, due, "{from}");
    }
}
