//! Posts are received by the users who watch Bluesky.

use sims::jetstream::{Fault, FaultKind, NewPost};
use sims::smtp::Query;

use crate::support::bluesky::{BlueskyTest, PLACE};
use crate::support::prelude::*;

#[tokio::test]
async fn a_keyword_watches_it_only_if_it_says_so() {
    let test = BlueskyTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    let named = test.watch(user, "kettle").await;
    let both = add_watch(&test.app, user, "kettle", &["all", PLACE]).await;
    let elsewhere = add_watch(&test.app, user, "kettle", &["all"]).await;
    let mut session = test.open().await;
    let post = test.post("A copper kettle");
    test.reply(&post, "My kettle is of steel");
    let heard = test.read(&mut session).await;
    assert_eq!((heard.events, heard.stored.new_items), (2, 2));
    let of = |watch| format!("notifications WHERE watch_id = '{watch}'");
    for (watch, found) in [(named, 2), (both, 2), (elsewhere, 0)] {
        assert_eq!(test.count(&of(watch)).await, found);
    }
    let thread = format!("bsky:{}/{}", post.did, post.rkey);
    let comment = format!("items WHERE kind = 'comment' AND thread_id = '{thread}' AND title = ''");
    assert_eq!(test.count(&comment).await, 1);
    // A reply carries nothing of the post, which need not be fetched.
    assert_eq!(test.count("item_keys WHERE is_thread").await, 0);
}

#[tokio::test]
async fn an_alert_names_its_author_and_says_what_was_written() {
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
    let test = BlueskyTest::init_with(&[&smtp, "mail.from=alerts@harken.example"]).await;
    let user = test.listener("kettle").await;
    let mut session = test.open().await;
    let post = test.post("A copper kettle, at last");
    test.site.control.set_handle(&post.did, "ada.example").unwrap();
    test.post("Nothing of that");
    test.read(&mut session).await;
    let shown = user.get("/api/notifications").await.json;
    let found = &shown["notifications"][0]["redditPost"];
    assert_eq!(
        (&found["subreddit"], &found["author"], &found["title"]),
        (&json!(PLACE), &json!("ada.example"), &json!(""))
    );
    let url = format!("https://bsky.app/profile/{}/post/{}", post.did, post.rkey);
    assert_eq!(found["url"], json!(url));
    drain_outbox(&test.app).await;
    let mails = sink.mailbox.messages(&Query::default());
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["“kettle” on Bluesky: A copper kettle, at last"]);
}

#[tokio::test]
async fn the_description_of_a_picture_is_searched_and_shown_as_such() {
    let test = BlueskyTest::init().await;
    let user = test.app.new_user("ada@example.com").await;
    for keyword in ["lighthouse", "image", "picture"] {
        test.watch(user.user.id, keyword).await;
    }
    let mut session = test.open().await;
    let post = NewPost::text("Look").image("A lighthouse at dusk");
    let post = test.site.control.post(post).unwrap();
    // A quoted post is another item.
    test.site.control.post(NewPost::text("So true").quote(&post)).unwrap();
    assert_eq!(test.read(&mut session).await.stored.notifications, 1);
    let shown = user.get("/api/notifications").await.json;
    let content = &shown["notifications"][0]["redditPost"]["content"];
    assert_eq!(content, "Look\n\n🖼️ A lighthouse at dusk");
}

#[tokio::test]
async fn a_name_is_asked_for_once_and_no_alert_waits_for_it() {
    let test = BlueskyTest::init().await;
    test.listener("kettle").await;
    let mut session = test.open().await;
    let fault = Fault::once("/xrpc/", FaultKind::Status(503));
    test.site.control.fault(fault);
    let post = test.post("A kettle");
    test.read(&mut session).await;
    let by = |author: &str| format!("items WHERE author = '{author}'");
    assert_eq!(test.count(&by(&post.did)).await, 1);
    let handle = test.site.control.handle(&post.did).unwrap();
    for n in 0..3 {
        let again = NewPost::text(&format!("Kettle {n}")).by(&post.did);
        test.site.control.post(again).unwrap();
        test.read(&mut session).await;
    }
    assert_eq!(test.count(&by(&handle)).await, 3);
    let requests = test.site.control.requests();
    assert_eq!(requests["app.bsky.actor.getProfiles"], 2);
}

#[tokio::test]
async fn a_keyword_may_name_it_where_it_is_read() {
    let test = BlueskyTest::init().await;
    let user = test.app.new_user("ada@example.com").await;
    let profile = user.get("/api/users/profile").await.json;
    assert_eq!(profile["user"]["sites"], json!([PLACE]));
    let make = async |address: &str| {
        let wanted = json!({"keyword": "kettle", "subreddits": [address, "all"]});
        user.post("/api/keywords", wanted).await
    };
    // Somebody's page is not the whole site.
    assert_eq!(make("https://bsky.app/profile/ada.example").await.status, 422);
    let made = make("https://bsky.app/").await;
    assert_eq!((made.status, &made.json["subreddits"]), (201, &json!(["all", PLACE])));
    let mut session = test.open().await;
    test.post("A kettle");
    assert_eq!(test.read(&mut session).await.stored.notifications, 1);
    for (name, found) in [(PLACE, 1), ("all", 0)] {
        let path = format!("/api/items/recent?subreddits={name}");
        let items = user.get(&path).await.json;
        assert_eq!(items["items"].as_array().unwrap().len(), found, "{name}");
    }
    let place = user.get(&format!("/api/coverage/{PLACE}")).await;
    assert_eq!(place.status, 200, "{}", place.json);
    assert!(place.json["posts"]["completeSince"].is_string(), "{}", place.json);
}

#[tokio::test]
async fn that_it_cannot_be_read_is_said_to_those_whose_keywords_name_it() {
    let test = BlueskyTest::init().await;
    let ada = test.app.new_user("ada@example.com").await;
    let ben = test.app.new_user("ben@example.com").await;
    test.watch(ada.user.id, "kettle").await;
    let mut session = test.open().await;
    test.post("One");
    test.read(&mut session).await;
    drop(session);
    let sites = async |user: Uuid| {
        let user = test.app.sign_in(user).await;
        user.get("/api/status").await.json["unreadableSites"].clone()
    };
    assert_eq!(sites(ada.user.id).await, json!([]));
    test.site
        .control
        .fault(Fault { times: 3, ..Fault::once("/subscribe", FaultKind::Status(503)) });
    for _ in 0..3 {
        test.pass(chrono::TimeDelta::minutes(2));
        assert!(test.reader.open().await.unwrap().is_none());
    }
    let said = sites(ada.user.id).await;
    assert_eq!(said[0]["place"], PLACE);
    assert_eq!(said[0]["reason"], "Bluesky is not answering as it should.");
    assert_eq!(sites(ben.user.id).await, json!([]));
    test.pass(chrono::TimeDelta::minutes(2));
    let mut session = test.open().await;
    test.post("Two");
    test.read(&mut session).await;
    assert_eq!(sites(ada.user.id).await, json!([]));
}
