//! The remains of an item that is gone.

use sims::forum::{Config, NewComment, NewPost, State};
use sims::smtp::Query;
use url::Url;

use super::{gone, look};
use crate::support::prelude::*;

/// Returns a post of which every part must be deleted.
fn telling_post() -> NewPost {
    NewPost {
        body: "My kettle was made by my neighbour Quillfeather, who lives in the third house of \
               our street and would rather not be written about."
            .to_owned(),
        author: Some("quillfeather_fan".to_owned()),
        ..NewPost::titled("tea", "Kettle of coppersmith Quillfeather")
    }
}

const TELLING: &str = "quillfeather";

#[tokio::test]
async fn of_a_deleted_post_a_tombstone_is_left_in_lists_stream_feeds_and_export() {
    let test = ForumTest::init_with_settings(Config::for_tests(), &["server.plans=off"]).await;
    let user = test.listener("kettle", &["tea"]).await.user;
    test.poll().await;
    let post = test.make(telling_post());
    test.post("tea", "Another kettle");
    test.poll().await;
    test.pass(TimeDelta::hours(1));
    let ada = test.app.sign_in(user.id).await;
    let feeds = ada.get("/api/feeds").await.json;
    let feed = Url::parse(feeds["all"]["json"].as_str().unwrap()).unwrap();
    let (list, feed) = ("/api/notifications", feed.path());
    let search = format!("/api/notifications/search?q={TELLING}");
    for path in [list, feed, &search] {
        let shown = ada.get(path).await;
        assert!(shown.text.to_lowercase().contains(TELLING), "{path}");
    }
    assert_eq!(test.count("near_bands").await, 4);
    test.app
        .sql(
            "INSERT INTO second_opinions
             SELECT n.id, n.seen_at, n.item_id, n.watch_id, n.user_id, now(), now(), '', false, i.title
             FROM notifications n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at",
        )
        .await;
    let served = Served::start(&test.app).await;
    let (mut events, _) = served.listen(ada.token.as_deref().unwrap(), None).await;

    test.forum.control.set_state(&post, State::Deleted);
    let looked = look(&test).await;
    assert_eq!((looked.len(), looked[0].removed.items), (1, 1), "{looked:?}");
    assert_eq!(looked[0].removed.notifications, 1);

    let event = events.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["gone"]), ("gone", &true.into()));
    served.stop().await;
    for path in [
        list,
        feed,
        "/api/notifications/grouped",
        "/api/notifications/recent/popup",
        "/api/users/export",
        "/api/notifications/search?q=another%20OR%20kettle",
        "/api/notifications/export?format=ndjson",
        "/api/items/recent?subreddits=tea",
    ] {
        let shown = ada.get(path).await;
        assert_eq!(shown.status, 200, "{path}");
        assert!(!shown.text.to_lowercase().contains(TELLING), "{path}: {}", shown.text);
        assert!(shown.text.contains("Another kettle"), "{path}");
    }
    let all = ada.get(list).await.json;
    let all = all["notifications"].as_array().unwrap();
    assert_eq!(all.len(), 2, "it keeps its place");
    let tombstone = all.iter().find(|n| n["gone"] == true).unwrap();
    assert_eq!(tombstone, &event.data);
    let shown = &tombstone["redditPost"];
    assert_eq!((&shown["title"], &shown["content"]), (&"[removed]".into(), &"".into()));
    assert_eq!((&shown["author"], &shown["subreddit"]), (&"".into(), &"tea".into()));
    assert_eq!(tombstone["matches"], json!([]));
    assert_eq!(tombstone["threadId"], post.as_str());
    let url = shown["url"].as_str().unwrap();
    assert!(url.ends_with(&format!("/r/tea/comments/{}/_/", &post[3..])), "{url}");
    assert_nothing_sent(&test).await;
}

/// Asserts that no table holds a word of the deleted post.
async fn assert_nothing_sent(test: &ForumTest) {
    for table in [
        "recent_items",
        "notifications",
        "near_bands",
        "second_opinions",
        "story_links",
        "outbox",
        "item_keys",
        "mutes",
    ] {
        let holding = format!("{table} AS row WHERE lower(row::text) LIKE '%{TELLING}%'");
        assert_eq!(test.count(&holding).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_waiting_email_omits_what_is_gone_when_it_is_sent() {
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
    let test = ForumTest::init_with_settings(Config::for_tests(), &[&smtp]).await;
    test.listener("kettle", &["tea"]).await;
    test.poll().await;
    // One with a separate email, and two in one email.
    let alone = test.make(telling_post());
    test.poll().await;
    let second = test.post("tea", "A second kettle of Quillfeather");
    test.post("tea", "Another kettle");
    test.poll().await;
    for post in [alone, second] {
        test.forum.control.set_state(&post, State::Removed);
    }
    test.pass(TimeDelta::hours(1));
    look(&test).await;

    drain_outbox(&test.app).await;
    let mails = sink.mailbox.messages(&Query::default());
    let texts: Vec<String> = mails
        .iter()
        .map(|mail| format!("{:?} {:?}", mail.text, mail.html).to_lowercase())
        .collect();
    assert_eq!(texts.len(), 1);
    assert!(texts[0].contains("another kettle") && !texts[0].contains(TELLING));
    let skipped: String = test.app.row("SELECT reason FROM outbox WHERE status = 'skipped'").await;
    assert_eq!(skipped, "it was removed in the forum");
    assert_nothing_sent(&test).await;
}

#[tokio::test]
async fn a_post_that_is_removed_takes_its_title_from_its_comments() {
    let test = ForumTest::init().await;
    let user = test.listener("descaled", &["tea"]).await.user;
    let post = test.make(telling_post());
    let comment = test.comment(NewComment::on(&post, "Have you descaled it?"));
    test.poll().await;
    test.forum.control.set_state(&post, State::Removed);
    test.pass(TimeDelta::hours(1));
    look(&test).await;
    let ada = test.app.sign_in(user.id).await;
    let shown = &ada.get("/api/notifications").await.json["notifications"][0];
    assert_eq!((&shown["gone"], &shown["threadId"]), (&false.into(), &post.as_str().into()));
    assert_eq!(shown["redditPost"]["title"], "[removed]");
    assert_eq!(shown["redditPost"]["content"], "Have you descaled it?");
    assert!(!shown.to_string().to_lowercase().contains(TELLING), "{shown}");

    test.forum.control.set_state(&comment, State::Removed);
    test.pass(TimeDelta::hours(2));
    look(&test).await;
    assert_eq!(gone(&test).await.len(), 1, "of the post nothing is stored");
    let ada = test.app.sign_in(user.id).await;
    let shown = &ada.get("/api/notifications").await.json["notifications"][0];
    assert_eq!((&shown["gone"], &shown["redditPost"]["content"]), (&true.into(), &"".into()));
}

#[tokio::test]
async fn what_is_gone_when_it_is_first_seen_is_not_stored() {
    let test = ForumTest::init().await;
    let author = |name: &str| NewPost { author: Some(name.to_owned()), ..telling_post() };
    test.make(author("[deleted]"));
    test.make(author("somebody"));
    test.poll().await;
    assert_eq!(test.count("recent_items").await, 1);
}
