//! The matches that a mute suppresses when items arrive.

use db::models::mute::{Mute, MuteKind};
use diesel_async::RunQueryDsl;
use sims::forum::{NewComment, NewPost};

use crate::support::prelude::*;

/// Mutes a value, for one watch or for all, for a number of days or permanently.
async fn mute(
    test: &ForumTest,
    user: Uuid,
    watch: Option<Uuid>,
    kind: MuteKind,
    value: &str,
    days: Option<i64>,
) -> Uuid {
    let now = test.app.clock.now();
    let mute = Mute {
        id: Uuid::now_v7(),
        user_id: user,
        watch_id: watch,
        kind,
        value: value.to_owned(),
        shown: value.to_owned(),
        until: days.map(|days| now + TimeDelta::days(days)),
        created_at: now,
    };
    let mut conn = test.app.conn().await.unwrap();
    mute.save(&mut conn).await.unwrap().unwrap().id
}

fn post(test: &ForumTest, subreddit: &str, author: &str, title: &str) -> String {
    let post = NewPost { author: Some(author.to_owned()), ..NewPost::titled(subreddit, title) };
    test.make(post)
}

/// Returns the titles of all notifications, in order; a comment's is that of its post.
async fn alerted(test: &ForumTest) -> Vec<String> {
    let titles = "SELECT i.title FROM notifications n
         JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at ORDER BY i.title, n.seq";
    test.app.rows(titles).await
}

#[tokio::test]
async fn authors_subreddits_threads_and_words_make_no_notification_and_no_message() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user.id;
    let watch = test.watch(user, "kettle", &["all"]).await;
    let thread = post(&test, "tea", "poster", "A thread without the word");
    test.poll().await;
    mute(&test, user, None, MuteKind::Author, "loud_one", None).await;
    mute(&test, user, None, MuteKind::Subreddit, "coffee", None).await;
    mute(&test, user, None, MuteKind::Thread, &thread, None).await;
    mute(&test, user, None, MuteKind::Word, "giveaway", None).await;
    post(&test, "tea", "Loud_One", "Kettle by a muted author");
    post(&test, "Coffee", "poster", "Kettle in a muted subreddit");
    post(&test, "tea", "poster", "Kettle GIVEAWAY!");
    let in_thread = NewComment {
        author: Some("poster".to_owned()),
        ..NewComment::on(&thread, "Which kettle?")
    };
    test.comment(in_thread);
    let expected = ["Kettle by loud_one_2", "Kettle giveaways", "Kettle in coffeetable"];
    post(&test, "tea", "loud_one_2", expected[0]);
    post(&test, "tea", "poster", expected[1]);
    post(&test, "coffeetable", "poster", expected[2]);
    test.poll().await;
    assert_eq!(alerted(&test).await, expected);
    let alone = test.count("outbox WHERE kind = 'match'").await;
    assert_eq!(alone + test.count("digest_entries").await, 3);
    assert_eq!(test.count("watches WHERE match_count = 3").await, 1);
    // Muted matches take no positions in the user's sequence.
    assert_eq!(test.count("live_cursors WHERE seq = 3").await, 1);
    let last = format!("SELECT last_match_at FROM watches WHERE id = '{watch}'");
    assert_eq!(test.app.row::<DateTime<Utc>>(&last).await, test.app.clock.now());
}

#[tokio::test]
async fn a_mute_for_one_watch_or_one_user_leaves_the_others_alone() {
    let test = ForumTest::init().await;
    let ada = test.app.new_user("ada@example.com").await.user.id;
    let bob = test.app.new_user("bob@example.com").await.user.id;
    let kettle = test.watch(ada, "kettle", &["all"]).await;
    test.watch(ada, "green", &["all"]).await;
    test.watch(bob, "kettle", &["all"]).await;
    mute(&test, ada, Some(kettle), MuteKind::Author, "poster", None).await;
    post(&test, "tea", "poster", "A green kettle");
    test.poll().await;
    let of = async |user: Uuid, keyword: &str| {
        let from = format!("notifications WHERE user_id = '{user}' AND keyword = '{keyword}'");
        test.count(&from).await
    };
    assert_eq!(of(ada, "kettle").await, 0);
    assert_eq!(of(ada, "green").await, 1);
    assert_eq!(of(bob, "kettle").await, 1);
}

#[tokio::test]
async fn a_watch_of_which_all_is_muted_is_not_silent() {
    let test = ForumTest::init().await;
    let user = test.listener("kettle", &["all"]).await.user.id;
    mute(&test, user, None, MuteKind::Author, "poster", None).await;
    post(&test, "tea", "poster", "Kettle");
    test.poll().await;
    assert!(alerted(&test).await.is_empty());
    let counted = "watches WHERE match_count = 0 AND last_match_at IS NOT NULL";
    assert_eq!(test.count(counted).await, 1);
    assert_eq!(test.count("live_cursors WHERE seq > 0").await, 0);
}

#[tokio::test]
async fn a_mute_that_is_over_keeps_nothing_away() {
    let test = ForumTest::init().await;
    let user = test.listener("kettle", &["all"]).await.user.id;
    mute(&test, user, None, MuteKind::Author, "poster", Some(1)).await;
    post(&test, "tea", "poster", "Kettle one");
    test.poll().await;
    test.pass(TimeDelta::days(1));
    post(&test, "tea", "poster", "Kettle two");
    test.poll().await;
    assert_eq!(alerted(&test).await, ["Kettle two"]);
}

#[tokio::test]
async fn a_mute_waits_for_whoever_makes_notifications_at_this_moment() {
    let test = ForumTest::init().await;
    let ada = test.app.new_user("ada@example.com").await;
    let user = ada.user.id;
    add_watch(&test.app, user, "kettle", &["all"]).await;
    // A transaction at the stage of ingest after locking the users.
    let mut ingest = test.app.conn().await.unwrap();
    diesel::sql_query("BEGIN").execute(&mut ingest).await.unwrap();
    diesel::sql_query("SELECT id FROM users FOR KEY SHARE").execute(&mut ingest).await.unwrap();
    let saving = mute(&test, user, None, MuteKind::Author, "poster", None);
    let mut saving = std::pin::pin!(saving);
    let waits = async {
        // Until the other transaction visibly waits for the lock.
        while test
            .count(
                "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            )
            .await
            == 0
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = &mut saving => panic!("the mute did not wait"),
        () = waits => {}
    }
    diesel::sql_query("COMMIT").execute(&mut ingest).await.unwrap();
    saving.await;
}
