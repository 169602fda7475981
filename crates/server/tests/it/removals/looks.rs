//! Checks of stored items: their times and number, and the meaning of answers.

use std::collections::HashMap;

use futures::FutureExt;
use futures::future::BoxFuture;
use ingest::reddit::coverage::coverage;
use ingest::removal::recheck::{Checked, Recheck};
use platform::sources::reddit::Forum;
use platform::sources::{ForumError, Page, Source};
use sims::forum::{Config, FaultKind, State};

use super::{gone, look};
use crate::support::forum::keep_kettles;
use crate::support::length::by_length;
use crate::support::prelude::*;

/// Makes `count` posts in the forum and stores them as ingest does, without reading listings.
pub(super) async fn store_posts(test: &ForumTest, count: usize) -> Vec<String> {
    keep_kettles(&test.app).await;
    let made = (0..count).map(|n| test.post("tea", &format!("Kettle {n}")));
    let ids: Vec<String> = made.collect();
    let now = test.app.clock.now();
    for chunk in ids.chunks(500) {
        let items = chunk.iter().map(|id| read_post(id, "Kettle", now));
        store_items(&test.app, items.collect()).await;
    }
    ids
}

#[tokio::test]
async fn a_deletion_among_many_items_is_found_within_two_days() {
    const HOURS: i64 = 96;
    let items = by_length(1_000, 5_000);
    let test = ForumTest::init().await;
    let ids = store_posts(&test, items).await;
    let mut deleted = HashMap::new();
    for hour in 0..HOURS {
        // The deleted posts are spread over all calls that check them.
        let id = &ids[usize::try_from(hour * 52).unwrap() % items];
        let state =
            [State::Deleted, State::Removed, State::Lost][usize::try_from(hour % 3).unwrap()];
        test.forum.control.set_state(id, state);
        deleted.insert(id.clone(), test.app.clock.now());
        test.pass(TimeDelta::hours(1));
        for checked in look(&test).await {
            assert_eq!(checked.error, None);
        }
    }
    let promised = TimeDelta::hours(48);
    let (now, gone) = (test.app.clock.now(), gone(&test).await);
    for (id, at) in &deleted {
        match gone.get(id) {
            Some(found) => assert!(*found - *at <= promised, "{id}: {}", *found - *at),
            None => assert!(now - *at < promised, "{id} is not found after {}", now - *at),
        }
    }
    assert!(gone.keys().all(|id| deleted.contains_key(id)));
    // A call sees a hundred of them; they are seen at 1, 2, 4, 8, 16, 32 and 64 hours of age, and items that
    // an answer left out are seen once more.
    let (calls, least) = (test.requests("info"), 7 * items as u64 / 100);
    assert!((least..=least + least / 2).contains(&calls), "{calls} calls");
    let mut conn = test.app.conn().await.unwrap();
    assert_eq!(coverage(now, &mut conn).await.unwrap().late_checks, 0);
}

#[tokio::test]
async fn an_outage_purges_nothing_however_the_forum_fails() {
    let test = ForumTest::init().await;
    store_posts(&test, 200).await;
    let kinds = [
        FaultKind::Unavailable,
        FaultKind::Forbidden,
        FaultKind::Html,
        FaultKind::EmptyBody,
        FaultKind::TruncateJson,
        FaultKind::Reset,
        FaultKind::Empty,
        FaultKind::BareChild,
    ];
    for kind in kinds {
        test.fault("/api/info", kind, 20);
        for _ in 0..10 {
            test.pass(TimeDelta::hours(5));
            look(&test).await;
        }
        test.forum.control.clear_faults();
        assert!(gone(&test).await.is_empty(), "{kind:?}");
    }
    // Answers that lack a quarter, but not the same quarter for long.
    test.pass(TimeDelta::hours(48));
    test.fault("/api/info", FaultKind::Forgetful, 2);
    let looked = look(&test).await;
    assert_eq!(looked.iter().map(|c| c.missing).sum::<usize>(), 50);
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    assert!(gone(&test).await.is_empty());
    assert_eq!(test.count("item_keys WHERE misses > 0").await, 0);
}

#[tokio::test]
async fn what_is_left_out_of_two_answers_is_gone() {
    let test = ForumTest::init().await;
    let ids = store_posts(&test, 20).await;
    test.forum.control.set_state(&ids[3], State::Lost);
    test.pass(TimeDelta::hours(1));
    assert_eq!(look(&test).await[0].missing, 1);
    assert!(gone(&test).await.is_empty());
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    assert_eq!(gone(&test).await.keys().collect::<Vec<_>>(), [&ids[3]]);
    let asked = test.requests("info");
    test.pass(TimeDelta::hours(48));
    look(&test).await;
    assert_eq!(test.requests("info"), asked + 1);
    assert_eq!(test.count("item_keys WHERE check_at IS NULL").await, 1, "nobody asks for it again");
}

#[tokio::test]
async fn what_the_forum_never_returns_holds_up_nothing_else() {
    let test = ForumTest::init().await;
    let lost = store_posts(&test, 100).await;
    for id in &lost {
        test.forum.control.set_state(id, State::Lost);
    }
    test.pass(TimeDelta::minutes(1));
    let others = store_posts(&test, 150).await;
    test.forum.control.set_state(&others[140], State::Deleted);
    test.pass(TimeDelta::hours(1));
    // The first call asks for the items stored first, and gets none of them.
    assert!(look(&test).await[0].error.is_some());
    look(&test).await;
    let heard = test.count("item_keys WHERE checked_at IS NOT NULL");
    assert_eq!(heard.await, 149);
    assert_eq!(gone(&test).await.keys().collect::<Vec<_>>(), [&others[140]]);
    // Nor do they take the share of others later.
    let before = test.requests("info");
    for _ in 0..24 {
        test.pass(TimeDelta::hours(1));
        look(&test).await;
    }
    let calls = test.requests("info") - before;
    assert!(calls <= 48, "{calls} calls");
    // Among others that the forum does return they count as missing, and are purged within two days.
    for _ in 0..22 {
        test.pass(TimeDelta::hours(1));
        look(&test).await;
    }
    assert_eq!(gone(&test).await.len(), 101);
}

#[tokio::test]
async fn looking_back_takes_a_fifth_of_the_budget_and_reports_what_it_does_not_reach() {
    let slow = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    let all = store_posts(&test, 1_000).await;
    test.pass(TimeDelta::hours(1));
    let over = |checked: &Checked| matches!(checked.error, Some(ForumError::OverBudget { .. }));
    for window in 1..=3 {
        let looked = look(&test).await;
        assert!(over(looked.last().unwrap()));
        assert_eq!(test.requests("info"), 2 * window, "two of ten in ten minutes");
        for polled in test.poller.run_due().await.unwrap() {
            assert_eq!(polled.error, None, "polling goes on");
        }
        test.pass(TimeDelta::minutes(11));
    }
    let late = async || {
        let mut conn = test.app.conn().await.unwrap();
        let now = test.app.clock.now();
        coverage(now, &mut conn).await.unwrap().late_checks
    };
    assert_eq!(late().await, 0);
    test.pass(TimeDelta::hours(48));
    assert_eq!(late().await, 1_000);
    // Items never checked come first.
    look(&test).await;
    let unseen = format!("item_keys WHERE checked_at IS NULL AND forum_id <= '{}'", all[999]);
    assert_eq!(test.count(&unseen).await, 1_000 - 600 - 200);
    assert_eq!(late().await, 800);
}

#[tokio::test]
async fn processes_share_the_work() {
    let test = ForumTest::init().await;
    store_posts(&test, 1_000).await;
    test.pass(TimeDelta::hours(1));
    let (one, other) = (test.recheck(), test.recheck());
    let (one, other) = futures::join!(one.run_due(), other.run_due());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(!one.is_empty() && !other.is_empty());
    assert!(test.requests("info") <= 12, "{}", test.requests("info"));
    assert_eq!(test.count("item_keys WHERE checked_at IS NOT NULL").await, 1_000);
}

/// A forum whose answer comes so late that another process has taken over the items and checked them.
struct LateForum {
    test: Arc<ForumTest>,
    forum: Arc<dyn Forum>,
}

impl Source for LateForum {
    fn id_prefix(&self) -> Option<&'static str> {
        self.forum.id_prefix()
    }

    fn takes_many(&self) -> bool {
        self.forum.takes_many()
    }

    fn stored<'a>(
        &'a self,
        forum_ids: &'a [String],
        now: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        async move {
            let answer = self.forum.stored(forum_ids, now).await;
            self.test.forum.control.set_state(&forum_ids[0], State::Live);
            self.test.pass(TimeDelta::minutes(6));
            look(&self.test).await;
            answer
        }
        .boxed()
    }
}

#[tokio::test]
async fn an_answer_that_comes_after_the_lease_changes_nothing() {
    let test = Arc::new(ForumTest::init().await);
    let ids = store_posts(&test, 1).await;
    test.forum.control.set_state(&ids[0], State::Deleted);
    test.pass(TimeDelta::hours(1));
    let app = test.app.clone();
    let forum = LateForum { forum: app.sources.forum.clone().unwrap(), test: test.clone() };
    let late = Recheck::new(app.context.clone(), Arc::new(forum), test.watches.clone());
    let checked = late.check_once().await.unwrap().unwrap();
    assert_eq!((checked.asked, checked.removed.items), (1, 0));
    assert!(gone(&test).await.is_empty(), "the later answer counts");
}
