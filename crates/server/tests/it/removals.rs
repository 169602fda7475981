//! What is deleted or removed in the forum goes here too.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use forum_sim::{Config, FaultKind, NewComment, NewPost, State};
use futures::FutureExt;
use futures::future::BoxFuture;
use harken::config::Plans;
use harken::db::models::outbox::OutboxRow;
use harken::db::schema::outbox;
use harken::forum::{Forum, ForumError, ForumItem, Listing, Page, Priority, SubredditState};
use harken::ingest::coverage::coverage;
use harken::ingest::partitions::Partitions;
use harken::ingest::recheck::{Checked, Recheck};
use harken::ingest::store::store;
use harken::outbox::worker;
use matcher::Kind;

use crate::support::forum::ForumTest;
use crate::support::served::Served;

/// A post of which every part must go.
fn telling_post() -> NewPost {
    NewPost {
        subreddit: "tea".to_owned(),
        title: "Kettle of coppersmith Quillfeather".to_owned(),
        body: "My kettle was made by my neighbour Quillfeather, who lives in the third house of \
               our street and would rather not be written about."
            .to_owned(),
        author: Some("quillfeather_fan".to_owned()),
        ..NewPost::default()
    }
}

const TELLING: &str = "quillfeather";

/// Makes `count` posts in the forum and stores them as ingest does, without reading listings.
async fn store_posts(test: &ForumTest, count: usize) -> Vec<String> {
    let made = (0..count).map(|n| test.post("tea", &format!("Kettle {n}")));
    let ids: Vec<String> = made.collect();
    let now = test.test.app.clock.now();
    for chunk in ids.chunks(500) {
        let item = |id: &String| ForumItem {
            forum_id: id.clone(),
            thread_id: id.clone(),
            kind: Kind::Post,
            subreddit: "tea".to_owned(),
            author: "visitor".to_owned(),
            title: "Kettle".to_owned(),
            body: String::new(),
            url: format!("https://forum.example/r/tea/comments/{}/kettle/", &id[3..]),
            score: 1,
            num_comments: 0,
            created_at: now,
            pinned: false,
            crosspost_parent: String::new(),
            is_gone: false,
        };
        let items = chunk.iter().map(item).collect();
        let (pool, watches) = (&test.test.app.pool, test.watches.snapshot());
        store(
            pool,
            &Partitions::default(),
            Plans::On,
            watches,
            items,
            None,
            now,
        )
        .await
        .unwrap();
    }
    ids
}

async fn look(test: &ForumTest) -> Vec<Checked> {
    test.recheck().run_due().await.unwrap()
}

#[derive(QueryableByName)]
struct Gone {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Timestamptz)]
    gone_at: DateTime<Utc>,
}

async fn gone(test: &ForumTest) -> HashMap<String, DateTime<Utc>> {
    let mut conn = test.test.app.conn().await.unwrap();
    let gone: Vec<Gone> =
        diesel::sql_query("SELECT forum_id, gone_at FROM items WHERE gone_at IS NOT NULL")
            .load(&mut conn)
            .await
            .unwrap();
    gone.into_iter().map(|g| (g.forum_id, g.gone_at)).collect()
}

#[tokio::test]
async fn of_a_deleted_post_a_tombstone_is_left_in_lists_stream_mail_and_export() {
    let test = ForumTest::init().await;
    let user = test.test.new_user("reader@example.com").await.user;
    test.watch(user.id, "kettle", &["tea"]).await;
    test.poll().await;
    let post = test.forum.control.post(telling_post()).unwrap().fullname;
    test.post("tea", "Another kettle");
    test.poll().await;
    test.pass(TimeDelta::hours(1));
    let ada = test.test.sign_in(user.id).await;
    let list = "/api/notifications";
    assert!(ada.get(list).await.text.to_lowercase().contains(TELLING));
    assert_eq!(test.count("near_bands").await, 4);
    let served = Served::start(&test.test.app).await;
    let (mut events, _) = served.listen(ada.token.as_deref().unwrap(), None).await;

    test.forum.control.set_state(&post, State::Deleted);
    let looked = look(&test).await;
    assert_eq!(
        (looked.len(), looked[0].removed.items),
        (1, 1),
        "{looked:?}"
    );
    assert_eq!(looked[0].removed.notifications, 1);

    let event = events.next().await.unwrap();
    assert_eq!(
        (event.name.as_str(), &event.data["gone"]),
        ("gone", &true.into())
    );
    served.stop().await;
    for path in [
        list,
        "/api/notifications/grouped",
        "/api/notifications/recent/popup",
        "/api/users/export",
        "/api/items/recent?subreddits=tea",
    ] {
        let shown = ada.get(path).await;
        assert_eq!(shown.status, 200, "{path}");
        assert!(
            !shown.text.to_lowercase().contains(TELLING),
            "{path}: {}",
            shown.text
        );
        assert!(shown.text.contains("Another kettle"), "{path}");
    }
    let all = ada.get(list).await.json;
    let all = all["notifications"].as_array().unwrap();
    assert_eq!(all.len(), 2, "it keeps its place");
    let tombstone = all.iter().find(|n| n["gone"] == true).unwrap();
    assert_eq!(tombstone, &event.data);
    let shown = &tombstone["redditPost"];
    assert_eq!(
        (&shown["title"], &shown["content"]),
        (&"[removed]".into(), &"".into())
    );
    assert_eq!(
        (&shown["author"], &shown["subreddit"]),
        (&"".into(), &"tea".into())
    );
    assert_eq!(tombstone["matches"], serde_json::json!([]));
    assert_eq!(tombstone["threadId"], post.as_str());
    let url = shown["url"].as_str().unwrap();
    assert!(
        url.ends_with(&format!("/r/tea/comments/{}/_/", &post[3..])),
        "{url}"
    );

    worker::drain(&test.test.app).await.unwrap();
    let mut conn = test.test.app.conn().await.unwrap();
    let skipped: Vec<OutboxRow> = outbox::table
        .filter(outbox::status.eq("skipped"))
        .select(OutboxRow::as_select())
        .load(&mut conn)
        .await
        .unwrap();
    drop(conn);
    let reasons: Vec<_> = skipped
        .iter()
        .map(|row| row.reason.as_deref().unwrap())
        .collect();
    assert_eq!(reasons, ["it was removed in the forum"]);
    for table in [
        "items",
        "notifications",
        "near_bands",
        "outbox",
        "item_keys",
        "mutes",
    ] {
        let holding = format!("{table} AS row WHERE lower(row::text) LIKE '%{TELLING}%'");
        assert_eq!(test.count(&holding).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_post_that_is_removed_takes_its_title_from_its_comments() {
    let test = ForumTest::init().await;
    let user = test.test.new_user("reader@example.com").await.user;
    test.watch(user.id, "descaled", &["tea"]).await;
    let post = test.forum.control.post(telling_post()).unwrap().fullname;
    let comment = NewComment {
        parent: Some(post.clone()),
        body: "Have you descaled it?".to_owned(),
        ..NewComment::default()
    };
    let comment = test.forum.control.comment(comment).unwrap().fullname;
    test.poll().await;
    test.forum.control.set_state(&post, State::Removed);
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    let ada = test.test.sign_in(user.id).await;
    let shown = &ada.get("/api/notifications").await.json["notifications"][0];
    assert_eq!(
        (&shown["gone"], &shown["threadId"]),
        (&false.into(), &post.as_str().into())
    );
    assert_eq!(shown["redditPost"]["title"], "[removed]");
    assert_eq!(shown["redditPost"]["content"], "Have you descaled it?");
    assert!(
        !shown.to_string().to_lowercase().contains(TELLING),
        "{shown}"
    );

    test.forum.control.set_state(&comment, State::Removed);
    test.pass(TimeDelta::hours(2));
    look(&test).await;
    assert_eq!(gone(&test).await.len(), 2);
    let ada = test.test.sign_in(user.id).await;
    let shown = &ada.get("/api/notifications").await.json["notifications"][0];
    assert_eq!(
        (&shown["gone"], &shown["redditPost"]["content"]),
        (&true.into(), &"".into())
    );
}

#[tokio::test]
async fn what_is_gone_when_it_is_first_seen_is_not_stored() {
    let test = ForumTest::init().await;
    let author = |name: &str| NewPost {
        author: Some(name.to_owned()),
        ..telling_post()
    };
    test.forum.control.post(author("[deleted]")).unwrap();
    test.forum.control.post(author("somebody")).unwrap();
    test.poll().await;
    assert_eq!(test.count("items").await, 1);
}

#[tokio::test]
async fn a_deletion_among_five_thousand_items_is_found_within_two_days() {
    const HOURS: i64 = 96;
    let test = ForumTest::init().await;
    let ids = store_posts(&test, 5_000).await;
    let mut deleted = HashMap::new();
    for hour in 0..HOURS {
        // The deleted ones are spread over all calls that look for them.
        let id = &ids[usize::try_from(hour * 52 % 5_000).unwrap()];
        let state =
            [State::Deleted, State::Removed, State::Lost][usize::try_from(hour % 3).unwrap()];
        test.forum.control.set_state(id, state);
        deleted.insert(id.clone(), test.test.app.clock.now());
        test.pass(TimeDelta::hours(1));
        for checked in look(&test).await {
            assert_eq!(checked.error, None);
        }
    }
    let promised = TimeDelta::hours(48);
    let (now, gone) = (test.test.app.clock.now(), gone(&test).await);
    for (id, at) in &deleted {
        match gone.get(id) {
            Some(found) => assert!(*found - *at <= promised, "{id}: {}", *found - *at),
            None => assert!(
                now - *at < promised,
                "{id} is not found after {}",
                now - *at
            ),
        }
    }
    assert!(gone.keys().all(|id| deleted.contains_key(id)));
    // Fifty calls see all of them; they are seen at 1, 2, 4, 8, 16, 32 and 64 hours of age, and what
    // an answer left out is seen once more.
    let calls = test.requests("info");
    assert!((350..=500).contains(&calls), "{calls} calls");
    let mut conn = test.test.app.conn().await.unwrap();
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
    // Answers that lack a quarter, but not the same one for long.
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
    assert_eq!(
        test.count("item_keys WHERE check_at IS NULL").await,
        1,
        "nobody asks for it again"
    );
}

#[tokio::test]
async fn looking_back_takes_a_fifth_of_the_budget_and_tells_what_it_does_not_reach() {
    let slow = ["forum.requests_per_minute=1"];
    let test = ForumTest::init_with_settings(Config::for_tests(), &slow).await;
    let all = store_posts(&test, 1_000).await;
    test.pass(TimeDelta::hours(1));
    let over = |checked: &Checked| matches!(checked.error, Some(ForumError::OverBudget { .. }));
    for window in 1..=3 {
        let looked = look(&test).await;
        assert!(over(looked.last().unwrap()));
        assert_eq!(
            test.requests("info"),
            2 * window,
            "two of ten in ten minutes"
        );
        for polled in test.poller.run_due().await.unwrap() {
            assert_eq!(polled.error, None, "polling goes on");
        }
        test.pass(TimeDelta::minutes(10));
    }
    let late = async || {
        let mut conn = test.test.app.conn().await.unwrap();
        let now = test.test.app.clock.now();
        coverage(now, &mut conn).await.unwrap().late_checks
    };
    assert_eq!(late().await, 0);
    test.pass(TimeDelta::hours(48));
    assert_eq!(late().await, 1_000);
    // Those that were never heard of come first.
    look(&test).await;
    let unseen = format!(
        "item_keys WHERE checked_at IS NULL AND forum_id <= '{}'",
        all[999]
    );
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
    assert_eq!(
        test.count("item_keys WHERE checked_at IS NOT NULL").await,
        1_000
    );
}

/// A forum whose answer comes so late that another process has taken the items over and has looked
/// for them.
struct LateForum {
    test: Arc<ForumTest>,
    forum: Arc<dyn Forum>,
}

impl Forum for LateForum {
    fn listing<'a>(
        &'a self,
        listing: &'a Listing,
        after: Option<&'a str>,
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        self.forum.listing(listing, after, priority)
    }

    fn subreddit<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<SubredditState, ForumError>> {
        self.forum.subreddit(name)
    }

    fn items<'a>(
        &'a self,
        forum_ids: &'a [String],
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        async move {
            let answer = self.forum.items(forum_ids, priority).await;
            self.test
                .forum
                .control
                .set_state(&forum_ids[0], State::Live);
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
    let app = test.test.app.clone();
    let forum = LateForum {
        forum: app.forum.clone().unwrap(),
        test: test.clone(),
    };
    let late = Recheck::new(app, Arc::new(forum));
    let checked = late.check_once().await.unwrap().unwrap();
    assert_eq!((checked.asked, checked.removed.items), (1, 0));
    assert!(gone(&test).await.is_empty(), "the later answer counts");
}
