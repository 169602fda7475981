//! Changes to posts are applied within seconds.

use chrono::TimeDelta;
use sims::jetstream::{NewPost, Status};

use crate::support::bluesky::{BlueskyTest, forum_id};

#[tokio::test]
async fn what_is_deleted_goes_with_the_next_events() {
    let test = BlueskyTest::init().await;
    test.listener("kettle").await;
    let mut session = test.open().await;
    let matched = test.post("A kettle");
    let reply = test.reply(&matched, "No kettle");
    let other = test.post("Nothing of that");
    test.read(&mut session).await;
    test.site.control.delete(&matched).unwrap();
    test.site.control.delete(&other).unwrap();
    let heard = test.read(&mut session).await;
    assert_eq!((heard.removed.items, heard.removed.notifications), (1, 1));
    let gone = format!(
        "items WHERE forum_id = '{}' AND gone_at IS NOT NULL AND body = '' AND author = ''",
        forum_id(&matched)
    );
    assert_eq!(test.count(&gone).await, 1);
    assert_eq!(test.count("unmatched_items").await, 0);
    // The reply belongs to its author, and contains nothing of the post it answers.
    let stays = format!(
        "items WHERE forum_id = '{}' AND title = '' AND body = 'No kettle' AND gone_at IS NULL",
        forum_id(&reply)
    );
    assert_eq!(test.count(&stays).await, 1);
    // The removed post is never checked again.
    assert_eq!(test.count("item_keys WHERE check_at IS NOT NULL").await, 1);
}

#[tokio::test]
async fn what_comes_and_goes_at_once_is_never_stored() {
    let test = BlueskyTest::init().await;
    test.listener("kettle").await;
    let mut session = test.open().await;
    let post = test.post("A kettle");
    test.site.control.delete(&post).unwrap();
    let by_ada = NewPost::text("A kettle of mine").by("did:plc:ada");
    test.site.control.post(by_ada).unwrap();
    test.site.control.account("did:plc:ada", Some(Status::Deleted)).unwrap();
    let heard = test.read(&mut session).await;
    assert_eq!((heard.events, heard.stored.new_items), (4, 0));
}

#[tokio::test]
async fn with_an_account_all_that_it_wrote_goes() {
    for status in [Status::Deleted, Status::Takendown, Status::Suspended, Status::Deactivated] {
        let test = BlueskyTest::init().await;
        test.listener("kettle").await;
        let mut session = test.open().await;
        for did in ["did:plc:ada", "did:plc:adam"] {
            for text in ["A kettle", "Another kettle", "Nothing of that"] {
                test.site.control.post(NewPost::text(text).by(did)).unwrap();
            }
        }
        test.read(&mut session).await;
        test.site.control.account("did:plc:ada", Some(status)).unwrap();
        let heard = test.read(&mut session).await;
        assert_eq!((heard.removed.items, heard.removed.notifications), (2, 2));
        assert_eq!(test.count("unmatched_items").await, 1);
        assert_eq!(test.count("items WHERE gone_at IS NULL").await, 2);
        // The account comes back, and with it what it writes from then on.
        test.site.control.account("did:plc:ada", None).unwrap();
        let new = NewPost::text("A new kettle").by("did:plc:ada");
        test.site.control.post(new).unwrap();
        assert_eq!(test.read(&mut session).await.stored.notifications, 1);
    }
}

#[tokio::test]
async fn an_edited_post_is_matched_again_or_shown_as_it_is_now() {
    let test = BlueskyTest::init().await;
    let user = test.listener("kettle").await;
    let mut session = test.open().await;
    let matched = test.post("A kettle");
    let other = test.post("Nothing of that");
    assert_eq!(test.read(&mut session).await.stored.notifications, 1);
    test.site.control.edit(&matched, "My address was in here").unwrap();
    test.site.control.edit(&other, "It is a kettle after all").unwrap();
    let heard = test.read(&mut session).await;
    assert_eq!(heard.stored.notifications, 1);
    let shown = user.get("/api/notifications").await.json;
    let texts: Vec<_> =
        [0, 1].map(|n| shown["notifications"][n]["redditPost"]["content"].as_str().unwrap()).into();
    assert_eq!(texts, ["It is a kettle after all", "My address was in here"]);
    assert_eq!(test.count("notifications WHERE matches = '[]'").await, 1);
    // Before an item is stored, only the last text counts.
    let quick = test.post("A kettle");
    test.site.control.edit(&quick, "No such thing").unwrap();
    assert_eq!(test.read(&mut session).await.stored.notifications, 0);
}

#[tokio::test]
async fn what_went_while_nobody_read_is_looked_for() {
    let test = BlueskyTest::init().await;
    test.listener("kettle").await;
    let mut session = test.open().await;
    let gone = test.post("A kettle");
    for n in 0..3 {
        test.post(&format!("Kettle {n}"));
    }
    test.read(&mut session).await;
    drop(session);
    test.site.control.delete(&gone).unwrap();
    // The event is never replayed.
    test.site.control.forget_all();
    for _ in 0..3 {
        test.pass(TimeDelta::hours(2));
        for checked in test.look().await {
            assert_eq!(checked.error, None);
        }
    }
    let left = "items WHERE gone_at IS NULL";
    assert_eq!(test.count(left).await, 3);
}
