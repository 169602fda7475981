//! Feeds behind basic authentication.

use std::net::{IpAddr, Ipv4Addr};

use sims::feed::{Config, NewEntry, NewFeed, RedirectStatus};

use crate::support::feed_server::{BLOG, FeedTest, redirect};
use crate::support::prelude::*;

/// `ada:secret` in the form of RFC 7617.
const ADA: &str = "Basic YWRhOnNlY3JldA==";

/// Another host of the same server.
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

async fn private_feed() -> FeedTest {
    let config = Config { hosts: vec![ELSEWHERE], ..Config::for_tests() };
    let test = FeedTest::init_with(&[], config).await;
    test.add(NewFeed { authorization: Some(ADA.to_owned()), ..NewFeed::named("blog") });
    test.put(NewEntry::titled("A kettle"));
    test
}

async fn follow(test: &FeedTest, user: &Client, input: Value) -> Answer {
    test.app.clock.advance(TimeDelta::seconds(3));
    user.post("/api/sources/feeds", input).await
}

fn error(answer: &Answer) -> &str {
    assert_eq!(answer.status, 422, "{}", answer.text);
    answer.json["fields"]["address"].as_str().unwrap()
}

#[tokio::test]
async fn a_feed_with_a_password_is_read_for_its_user_alone() {
    let test = private_feed().await;
    let address = test.url(BLOG);
    let open = follow(&test, &test.user, json!({"address": address})).await;
    assert!(error(&open).ends_with("its server asks for a user name and a password (401)"));
    let wrong = json!({"address": address, "username": "ada", "password": "guess"});
    let wrong = follow(&test, &test.user, wrong).await;
    assert!(error(&wrong).ends_with("does not accept the user name and the password (401)"));
    let right = json!({"address": address, "username": "ada", "password": "secret"});
    let followed = follow(&test, &test.user, right).await;
    assert_eq!(followed.status, 201, "{}", followed.text);
    let feed = &followed.json["feed"];
    assert_eq!((&feed["address"], &feed["hasCredentials"]), (&json!(address), &json!(true)));
    assert_eq!(test.poll_now().await.stored.new_items, 1);
    for path in ["/api/sources/feeds", "/api/sources/feeds/export", "/api/users/export"] {
        assert!(!test.user.get(path).await.text.contains("secret"), "{path}");
    }
    assert_eq!(
        test.count("feed_credentials WHERE position('secret' IN encode(sealed, 'escape')) > 0")
            .await,
        0
    );
    // Another user needs a password of their own, and has another feed.
    let other = test.app.new_user("other@example.com").await;
    let open = follow(&test, &other, json!({"address": address})).await;
    assert!(error(&open).contains("asks for a user name"));
    let pasted = address.replace("://", "://ada:secret@");
    let own = follow(&test, &other, json!({"address": pasted})).await;
    assert_eq!(own.status, 201, "{}", own.text);
    assert_eq!(own.json["feed"]["address"], json!(address));
    assert_ne!(own.json["feed"]["place"], feed["place"]);
    assert!(!own.text.contains("secret"));
    // The password is forgotten with the feed.
    let id = own.json["feed"]["_id"].as_str().unwrap();
    assert_eq!(other.delete(&format!("/api/sources/feeds/{id}")).await.status, 204);
    assert_eq!(test.count("feed_credentials").await, 1);
}

#[tokio::test]
async fn a_password_that_no_longer_fits_is_reported_and_can_be_replaced() {
    let test = private_feed().await;
    let input = |password: &str| json!({"address": test.url(BLOG), "username": "ada", "password": password});
    assert_eq!(follow(&test, &test.user, input("secret")).await.status, 201);
    test.poll_now().await;
    // As base64 of `ada:other`.
    let authorization = Some("Basic YWRhOm90aGVy".to_owned());
    test.add(NewFeed { authorization, ..NewFeed::named("blog") });
    test.poll_later().await;
    let text = test.feed().await["error"].clone();
    assert_eq!(text, "its server does not accept the user name and the password (401)");
    let user = test.app.sign_in(test.user.user.id).await;
    assert_eq!(follow(&test, &user, input("other")).await.status, 200);
    test.poll_now().await;
    assert_eq!(test.feed().await["error"], Value::Null);
    assert_eq!(test.count("feeds").await, 1);
}

#[tokio::test]
async fn a_password_is_sent_to_its_own_origin_only() {
    let test = private_feed().await;
    let elsewhere = test.url(BLOG).replace("127.0.0.1", &ELSEWHERE.to_string());
    let moved = redirect(RedirectStatus::MovedPermanently, &elsewhere);
    test.fail("/moved", moved);
    let input = json!({"address": test.url("/moved"), "username": "ada", "password": "secret"});
    let refused = follow(&test, &test.user, input).await;
    assert!(error(&refused).contains("asks for a user name"), "{}", refused.text);
}
