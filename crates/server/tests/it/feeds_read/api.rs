use sims::feed::{Config, Fault, FaultKind, Form, NewFeed, RedirectStatus};

use crate::support::feed_server::{BLOG, FeedTest, place, redirect, undated};
use crate::support::prelude::*;

/// Follows a feed, after leaving its host alone for a moment.
async fn follow(test: &FeedTest, user: &SignedIn, address: &str) -> Answer {
    test.app.clock.advance(TimeDelta::seconds(3));
    ask_to_follow(user, address).await
}

async fn ask_to_follow(user: &SignedIn, address: &str) -> Answer {
    let input = json!({"address": address});
    user.post("/api/sources/feeds", input).await
}

fn field<'a>(answer: &'a Answer, name: &str) -> &'a str {
    assert_eq!(answer.status, 422, "{}", answer.text);
    let text = answer.json["fields"][name].as_str();
    text.unwrap_or_else(|| panic!("{}", answer.text))
}

#[tokio::test]
async fn a_web_page_leads_to_its_feed() {
    let test = FeedTest::init().await;
    for (name, links) in
        [("one", vec![Form::Rss]), ("none", Vec::new()), ("two", vec![Form::Rss, Form::Atom])]
    {
        test.add(NewFeed { links, ..NewFeed::named(name) });
    }
    let user = &test.user;
    let profile = user.get("/api/users/profile").await.json;
    assert_eq!(profile["user"]["readsFeeds"], json!(true));
    let several = follow(&test, user, &test.url("/two")).await.expect(200);
    let wanted = json!({"feed": null, "choices": [
        {"title": "two (rss)", "address": test.url("/feeds/two.rss")},
        {"title": "two (atom)", "address": test.url("/feeds/two.atom")},
    ]});
    assert_eq!(several.json, wanted);
    assert_eq!(test.count("feeds").await, 0);
    let one = follow(&test, user, &test.url("/one")).await.expect(201);
    assert_eq!(one.json["feed"]["address"], test.url("/feeds/one.rss"));
    test.app.clock.advance(TimeDelta::minutes(10));
    let again = follow(&test, user, &test.url("/feeds/one.rss#top")).await.expect(200);
    for field in ["_id", "addedAt"] {
        let before = &one.json["feed"][field];
        assert_eq!(&again.json["feed"][field], before, "{field}");
    }
    let none = follow(&test, user, &test.url("/none")).await;
    assert!(field(&none, "address").starts_with("This web page does not link to a feed"));
}

#[tokio::test]
async fn what_cannot_be_followed_says_why() {
    let test = FeedTest::init().await;
    test.fail(BLOG, FaultKind::OtherJson);
    let inside = redirect(RedirectStatus::Found, "http://10.1.2.3/");
    test.server.control.fault(Fault::lasting("/inside", inside));
    let at = |path: &str| test.url(path);
    for (address, wanted) in [
        ("not an address".to_owned(), "This is not an address"),
        ("ftp://blog.example/".to_owned(), "Use an address that begins with https://"),
        ("http://10.1.2.3/".to_owned(), "This address leads to a private network"),
        ("https://a%3Ab:c@blog.example/".to_owned(), "A user name cannot contain a colon"),
        (at("/inside"), "This address leads to a private network"),
        (at("/gone"), "This address could not be read: the server answered with status 404"),
        (at(BLOG), "The document at this address is JSON, but not a JSON Feed"),
    ] {
        let answer = follow(&test, &test.user, &address).await;
        assert!(field(&answer, "address").starts_with(wanted), "{}", answer.text);
    }
}

#[tokio::test]
async fn questions_are_bounded() {
    let test = FeedTest::init().await;
    let port = test.server.addr.port();
    let mut statuses = Vec::new();
    for n in 2..33 {
        // Each on a separate host, where nothing listens.
        let address = format!("http://127.0.0.{n}:{port}/");
        statuses.push(ask_to_follow(&test.user, &address).await.status);
    }
    assert_eq!(statuses[..30], [422; 30]);
    assert_eq!(statuses[30], 429);
}

#[tokio::test]
async fn a_plan_limits_the_number_of_feeds() {
    let test = FeedTest::init_with(&["server.plans=on"], Config::for_tests()).await;
    let outlines = (0..21).map(|n| {
        let url = test.url(&format!("/{n}"));
        format!("<outline text=\"Feed {n}\" xmlUrl=\"{url}\"/>")
    });
    let private = "<outline text=\"Inside\" xmlUrl=\"http://10.1.2.3/feed\"/>";
    let list = format!(
        "<opml version=\"2.0\"><body>{private}{}</body></opml>",
        outlines.collect::<String>()
    );
    let answer =
        test.user.post("/api/sources/feeds/import", json!({"text": list})).await.expect(200);
    assert_eq!((&answer.json["added"], &answer.json["refused"]), (&20.into(), &2.into()));
    let lines = answer.json["lines"].as_array().unwrap();
    let titles: Vec<&str> = lines.iter().map(|line| line["title"].as_str().unwrap()).collect();
    assert_eq!((titles[0], titles[1], titles[21]), ("Inside", "Feed 0", "Feed 20"));
    assert_eq!(lines[0]["code"], "VALIDATION_FAILED");
    let limited = lines.iter().filter(|line| line["code"] == "FEED_LIMIT_EXCEEDED");
    assert_eq!(limited.count(), 1);
    let full = follow(&test, &test.user, &test.url(BLOG)).await;
    assert_eq!((full.status, full.code()), (403, "FEED_LIMIT_EXCEEDED"));
    // An exported list can be imported again.
    let exported = test.user.get("/api/sources/feeds/export").await.expect(200);
    let again = test.user.post("/api/sources/feeds/import", json!({"text": exported.text})).await;
    assert_eq!((&again.json["added"], &again.json["refused"]), (&0.into(), &0.into()));
    assert_eq!(again.json["lines"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn nobody_learns_of_the_feeds_of_others() {
    let test = FeedTest::init().await;
    let address = test.url(&format!("{BLOG}?token=secret"));
    test.put(undated("A private kettle"));
    let feed = test.follow_as(&test.user, &address).await;
    let place = place(&feed);
    assert!(!place.contains("secret"), "{place}");
    test.poll_now().await;
    let other = test.app.new_user("other@example.com").await;
    let keyword = json!({"keyword": "kettle", "subreddits": [place]});
    for path in ["/api/keywords", "/api/keywords/preview"] {
        let answer = other.post(path, keyword.clone()).await;
        assert_eq!((answer.status, answer.code()), (409, "FEED_NOT_FOLLOWED"), "{path}");
        let own = test.user.post(path, keyword.clone()).await;
        assert!([200, 201].contains(&own.status), "{path}: {}", own.text);
    }
    let table = format!("keyword,subreddits\nkettle,{place}\n");
    let import = json!({"text": table, "format": "csv"});
    let answer = other.post("/api/keywords/import", import).await;
    assert_eq!(answer.json["lines"][0]["code"], "FEED_NOT_FOLLOWED", "{}", answer.text);
    let recent = format!("/api/items/recent?subreddits={place}");
    assert_eq!(other.get(&recent).await.json["items"], json!([]));
    let own = test.user.get(&recent).await;
    assert_eq!(own.json["items"][0]["title"], "A private kettle");
    let list = other.get("/api/sources/feeds").await;
    assert_eq!(list.json["feeds"], json!([]));
    let id = feed["_id"].as_str().unwrap();
    other.delete(&format!("/api/sources/feeds/{id}")).await.expect(404);
}

#[tokio::test]
async fn a_feed_that_keywords_name_is_not_given_up() {
    let test = FeedTest::init().await;
    let feed = test.follow(BLOG).await;
    let path = format!("/api/sources/feeds/{}", feed["_id"].as_str().unwrap());
    let input = json!({"keyword": "kettle", "subreddits": [place(&feed)]});
    let made = test.user.post("/api/keywords", input).await.expect(201);
    assert_eq!(made.json["subreddits"], json!([place(&feed)]));
    let refused = test.user.delete(&path).await;
    assert_eq!((refused.status, refused.code()), (409, "FEED_IN_USE"));
    let keyword = made.json["_id"].as_str().unwrap();
    test.user.delete(&format!("/api/keywords/{keyword}")).await.expect(204);
    assert_eq!(test.user.delete(&path).await.status, 204);
    assert_eq!(test.feed().await, Value::Null);
}

#[tokio::test]
async fn where_feeds_are_not_read_none_is_followed() {
    let app = crate::support::app::TestApp::init().await;
    let user = app.new_user("reader@example.com").await;
    let answer = ask_to_follow(&user, "https://blog.example/feed").await;
    assert_eq!((answer.status, answer.code()), (409, "SITE_NOT_READ"));
    let input = json!({"keyword": "kettle", "subreddits": ["feed/blog.example/0a1b2c3d"]});
    let answer = user.post("/api/keywords", input).await;
    assert_eq!((answer.status, answer.code()), (409, "SITE_NOT_READ"));
}
